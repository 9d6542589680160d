/* SPDX-License-Identifier: GPL-3.0-or-later */
/* errdiff-bench: times what the research of this project needs. It is not installed. */

#include "bench.h"
#include "bench_matrix_run.h"
#include "bench_paper_run.h"
#include "fail.h"
#include "interrupt.h"
#include "process.h"
#include "progress_line.h"
#include "research_arguments.h"

#include <stdio.h>

static int prepare(const struct research_arguments *arguments, struct bench *bench)
{
    if (arguments->paper > 0)
        return 0;
    bench->engines.sweep = arguments->sweep;
    int status = bench_matrix_check(arguments->rows);
    return status == 0 ? bench_prepare(bench) : status;
}

static int run(const struct research_arguments *arguments, struct bench *bench)
{
    if (arguments->paper > 0)
        return bench_paper_run(arguments);
    if (arguments->matrix)
        return bench_matrix_run(&arguments->shared, arguments->rows, &bench->engines);
    return bench_run(bench);
}

static int research(const struct research_arguments *arguments)
{
    struct bench bench = {.arguments = arguments->shared};
    int status = prepare(arguments, &bench);
    if (status != 0)
        return status;
    interrupt_watch();
    status = run(arguments, &bench);
    progress_line_end();
    interrupt_finish();
    return status;
}

int main(int argc, char **argv)
{
    struct research_arguments arguments;
    int status = EXIT_WRONG_CALL;
    process_prepare_streams();
    process_set_variable("ERRDIFF_ISA", NULL); /* each row sets it */
    enum arguments_outcome outcome = research_arguments_read(&arguments, argc, argv);
    if (outcome != ARGUMENTS_WRONG)
        status = outcome == ARGUMENTS_WORK ? research(&arguments) : EXIT_DONE;
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == 0)
        return fail(EXIT_FAILED, "standard output: it could not be written");
    return status;
}
