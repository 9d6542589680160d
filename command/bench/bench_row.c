/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times one row of the table for one round, and checks its result. */
#include "bench_row.h"

#include "bench_image.h"
#include "fail.h"
#include "interrupt.h"
#include "process.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Short work is repeated until the dithering has taken MIN_MS, or, if what precedes the dithering
 * takes most of the time, until MAX_MS have passed in all. */
static const double MIN_MS = 5, MAX_MS = 50, MIN_COPY_MS = 1;

static const char slices_variable[] = "ERRDIFF_SLICES";

static double now_ms(void)
{
    return 1e3 * omp_get_wtime();
}

int bench_row_check(const struct bench_row *row, const struct bench_job *job,
                    const struct bench_image *image)
{
    int x, y;
    if (!bench_image_differs(image, &x, &y))
        return 0;
    struct bench_row reference = bench_row_reference(job);
    char name[BENCH_NAME_SIZE];
    bench_job_name(job, name);
    return fail(
        EXIT_FAILED, "%s%s%s, %d threads: pixel %d,%d of %d × %d, %s, differs from the %s's",
        row->engine, *row->isa ? " " : "", row->isa, row->threads, x, y, image->out.width,
        image->out.height, name, bench_row_is_naive(&reference) ? "plain loop" : "serial engine");
}

static double time_copy(const struct bench_row *row, const struct bench_job *job,
                        const struct bench_image *image)
{
    if (job->hogel > 0)
        return 0;
    double start = now_ms(), end;
    int calls = 0;
    do {
        bench_image_copy(image, row->threads);
        calls++;
        end = now_ms();
    } while (end - start < MIN_COPY_MS);
    return (end - start) / calls;
}

/*
 * Times the GPU's work alone for an engine whose kernels wait for copies that run at the same
 * time: with the whole image in one slice, which waits for no copy. `report` is that of an
 * ordinary call.
 */
static errdiff_status time_kernels(const struct bench_row *row, const struct bench_job *job,
                                   const struct bench_image *image, errdiff_report *report)
{
    if (strcmp(row->engine, "cuda-softsync") != 0 || job->copies > 0)
        return ERRDIFF_OK;
    errdiff_report in_one_slice;
    process_set_variable(slices_variable, "1048576x2");
    errdiff_status status = bench_row_run(row, job, image, &in_one_slice);
    process_set_variable(slices_variable, NULL);
    /* If the device has too little memory, the time of the ordinary call remains as an upper
     * bound. */
    if (status == ERRDIFF_CANNOT_RUN)
        return ERRDIFF_OK;
    *report = in_one_slice;
    return status;
}

void bench_row_take_expected(struct bench_row *row, const struct bench_job *job,
                             const struct bench_image *image)
{
    row->rounds = 1;
    row->copy_ms[0] = time_copy(row, job, image);
    row->ms[0] = image->expected_ms;
    row->prepare_ms[0] = image->expected_prepare_ms;
    row->kernel_ms[0] = 0;
}

int bench_row_time(struct bench_row *row, const struct bench_job *job,
                   const struct bench_image *image)
{
    int round = row->rounds++;
    row->copy_ms[round] = time_copy(row, job, image);
    bench_image_clear(image);
    double start = now_ms(), preparing = 0, dithering = 0, kernels = 0;
    int calls = 0;
    do {
        errdiff_report report;
        errdiff_status status = bench_row_run(row, job, image, &report);
        preparing += report.prepare_ms;
        dithering += report.dither_ms;
        if (status == ERRDIFF_OK)
            status = time_kernels(row, job, image, &report);
        if (status == ERRDIFF_CANCELLED)
            return EXIT_FAILED;
        if (status != ERRDIFF_OK)
            return fail(EXIT_FAILED, "%s: %s", row->engine, report.message.text);
        kernels += row->is_reordering ? report.reorder_ms : report.kernel_ms;
        calls++;
    } while (dithering < MIN_MS && now_ms() - start < MAX_MS);
    row->ms[round] = dithering / calls;
    row->prepare_ms[round] = preparing / calls;
    row->kernel_ms[round] = kernels / calls;
    return bench_row_check(row, job, image);
}
