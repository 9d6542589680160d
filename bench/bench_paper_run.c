/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff-bench --paper`: times the experiments of one paper. */
#include "bench_paper_run.h"

#include "bench_paper_report.h"
#include "bench_timing.h"
#include "config.h"
#include "fail.h"
#include "interrupt.h"

#include <stdio.h>
#include <stdlib.h>

/* The job whose rows are being timed. */
struct place {
    struct bench_outcome *outcome;
    int job;
};

static int take_results(void *user, const struct bench_rows *rows, const struct bench_job *job,
                        const struct bench_image *image)
{
    const struct place *place = user;
    (void)image;
    place->outcome->result_counts[place->job] = rows->count;
    return bench_report_summarize(place->outcome->results[place->job], rows->rows, rows->count, job)
               ? 0
               : fail(EXIT_FAILED, "not enough memory");
}

static int run_experiment(const struct bench_arguments *arguments, struct bench_outcome *outcome)
{
    const struct bench_experiment *experiment = outcome->experiment;
    struct bench_ways ways = {experiment->rows, experiment->row_count, outcome->reasons};
    struct bench_engines engines = {.ways = &ways};
    int status = 0;
    for (int i = 0; i < experiment->job_count && status == 0; i++) {
        struct place place = {outcome, i};
        char label[96];
        snprintf(label, sizeof label, "%s, %s", experiment->part, experiment->columns[i]);
        status = bench_timing_run(arguments, &engines, &experiment->jobs[i], label, false,
                                  take_results, &place);
    }
    if (status == 0 && !arguments->json)
        bench_paper_write_table(outcome);
    return status;
}

/* The ratios of the last paper do not depend on the size of what is timed. */
static int run_all(const struct research_arguments *arguments, struct bench_outcome *outcomes,
                   int count)
{
    struct bench_quality qualities[BENCH_QUALITIES] = {{0}};
    bool has_qualities = outcomes[0].experiment->jobs[0].hogel > 0;
    int status = 0;
    for (int i = 0; i < count && status == 0; i++)
        status = run_experiment(&arguments->shared, &outcomes[i]);
#ifdef HAVE_HOLOGRAM
    if (status == 0 && has_qualities)
        status = bench_quality_measure(qualities);
#endif
    if (status != 0 || interrupt_came())
        return status;
    if (arguments->shared.json)
        bench_paper_write_json(research_papers[arguments->paper - 1], outcomes, count,
                               has_qualities ? qualities : NULL);
    else if (has_qualities)
        bench_paper_write_qualities(qualities);
    return 0;
}

int bench_paper_run(const struct research_arguments *arguments)
{
    errdiff_machine machine;
    errdiff_machine_get(&machine, NULL);
    struct bench_experiment *experiments = calloc(BENCH_MAX_EXPERIMENTS, sizeof *experiments);
    struct bench_outcome *outcomes = calloc(BENCH_MAX_EXPERIMENTS, sizeof *outcomes);
    int status = EXIT_FAILED;
    if (experiments && outcomes) {
        int count = bench_paper_list(experiments, arguments, machine.processors);
        for (int i = 0; i < count; i++)
            outcomes[i].experiment = &experiments[i];
        status = run_all(arguments, outcomes, count);
    } else {
        fail(EXIT_FAILED, "not enough memory");
    }
    free(experiments);
    free(outcomes);
    return status;
}
