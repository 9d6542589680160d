/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wavefront engine: bands of rows, each row of a band in a lane of a vector (band.h,
 * README.md). Threads take bands in turn, from top to bottom (base/bands.h).
 *
 * Skewing a loop so that its iterations become independent is the classic wavefront method. In
 * terms of Deshpande, Misra and Narayanan 2011, section 3.2, a block is here one vector high, and
 * errors pass between its rows in registers.
 */
#include "base/message.h"
#include "base/translate.h"
#include "engines/engine.h"
#include "serpentine.h"
#include "wave_plan.h"
#include "wave_run.h"

#include <stdlib.h>
#include <string.h>

/*
 * What a piece leaves to the next: all of the lines that its last band wrote, so that the part that
 * the next band reads is among them. All pieces run with the instruction set of the first one,
 * since the layout of the lines depends on it.
 */
struct carried {
    const struct errdiff_isa *isa;
    bool is_filled;
    unsigned char lines[];
};

/* Allocates what a piece leaves before the first piece writes anything. */
static bool make_carried(const struct errdiff_wave_run *run, struct errdiff_carry *carry,
                         const struct errdiff_isa *isa)
{
    if (!carry || carry->state)
        return true;
    struct carried *carried = malloc(sizeof *carried + run->lines_size);
    if (carried)
        *carried = (struct carried){.isa = isa};
    carry->state = carried;
    return carried != NULL;
}

static errdiff_status run_bands(struct errdiff_wave_run *run, struct errdiff_job *job,
                                errdiff_report *report)
{
    struct carried *carried = job->run.carry ? job->run.carry->state : NULL;
    const void *lines_above = carried && carried->is_filled ? carried->lines : NULL;
    int64_t clamped;
    errdiff_status status =
        errdiff_wave_run_bands(run, lines_above, &clamped, &report->threads, &report->message);
    job->run.clamped += clamped;
    if (status == ERRDIFF_OK && carried) {
        memcpy(carried->lines, errdiff_wave_run_last_lines(run), run->lines_size);
        carried->is_filled = true;
    }
    return status;
}

static errdiff_status run_with(struct errdiff_job *job, const struct errdiff_isa *isa,
                               errdiff_report *report)
{
    struct errdiff_wave_plan *plan = malloc(sizeof *plan);
    if (!plan)
        return ERRDIFF_NO_MEMORY;
    struct errdiff_wave_run run;
    errdiff_status status = ERRDIFF_NO_MEMORY;
    errdiff_wave_make_plan(plan, job, isa);
    if (errdiff_wave_run_make(&run, &plan->wave, job->run.threads, &job->run.progress) &&
        make_carried(&run, job->run.carry, isa))
        status = run_bands(&run, job, report);
    report->isa = isa->name;
    errdiff_wave_run_release(&run);
    free(plan);
    return status;
}

static errdiff_status run_job(struct errdiff_job *job, errdiff_report *report)
{
    if (job->asked.serpentine)
        return errdiff_serpentine_run(job, report);
    const struct carried *carried = job->run.carry ? job->run.carry->state : NULL;
    const struct errdiff_isa *isa = carried ? carried->isa : errdiff_isa_pick(&report->message);
    return isa ? run_with(job, isa, report) : ERRDIFF_CANNOT_RUN;
}

static bool can_run(const struct errdiff_job *job, errdiff_message *reason)
{
    if (!errdiff_isa_pick(reason))
        return false;
    if (!job || errdiff_serpentine_can_run(job) || errdiff_wide_can_run(job))
        return true;
    errdiff_fail(reason, ERRDIFF_CANNOT_RUN,
                 job->asked.serpentine
                     ? N_("in serpentine order only independent channels can be processed in "
                          "parallel, and this job has fewer than two")
                     : N_("the kernel reaches too far for rows to be processed in parallel"));
    return false;
}

const struct errdiff_engine errdiff_wavefront = {
    .info = {.name = "wavefront",
             .title = N_("CPU, wavefront with SIMD and threads"),
             .description = N_("Rows in parallel in SIMD lanes, bands of rows in threads")},
    .takes_pieces = true,
    .has_threads = true,
    .can_run = can_run,
    .run = run_job,
};
