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

/* Allocates what a piece leaves before the first piece writes anything. */
static errdiff_status make_carry(const struct errdiff_wave_run *run, struct errdiff_carry *carry,
                                 const struct errdiff_isa *isa, errdiff_message *message)
{
    size_t size = errdiff_wave_run_errors_size(run);
    if (!carry)
        return ERRDIFF_OK;
    carry->method = isa;
    if (carry->errors && carry->size != size)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("state: it has %zu bytes of errors, but this job needs %zu"),
                            carry->size, size);
    if (carry->errors)
        return ERRDIFF_OK;
    carry->errors = malloc(size > 0 ? size : 1); /* a kernel may stay in its row */
    carry->size = size;
    return carry->errors ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

static errdiff_status run_bands(struct errdiff_wave_run *run, struct errdiff_job *job,
                                errdiff_report *report)
{
    struct errdiff_carry *carry = job->run.carry;
    const void *errors_above = carry && carry->has_errors ? carry->errors : NULL;
    int64_t clamped;
    errdiff_status status =
        errdiff_wave_run_bands(run, errors_above, &clamped, &report->threads, &report->message);
    job->run.clamped += clamped;
    if (status == ERRDIFF_OK && carry) {
        errdiff_wave_run_save(run, carry->errors);
        carry->has_errors = true;
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
    if (errdiff_wave_run_make(&run, &plan->wave, job->run.threads, &job->run.progress))
        status = make_carry(&run, job->run.carry, isa, &report->message);
    if (status == ERRDIFF_OK)
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
    const struct errdiff_carry *carry = job->run.carry;
    const struct errdiff_isa *isa =
        carry && carry->method ? carry->method : errdiff_isa_pick(&report->message);
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
