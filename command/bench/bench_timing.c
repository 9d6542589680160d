/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times all rows of a job, in several rounds and in changing order. */
#include "bench_timing.h"

#include "bench_image.h"
#include "fail.h"
#include "interrupt.h"
#include "progress_line.h"

#include <omp.h>
#include <stdlib.h>

/* Without --repeat, each image gets as many rounds as fit into this time; an odd number. */
static const double SECONDS_PER_IMAGE = 5;
/* Without --repeat, a row that takes longer than this runs in one round only. With many jobs it
 * would otherwise take an hour with large images. */
static const double LONG_MS = 400, LONG_MS_OF_MANY = 50;
enum { MIN_ROUNDS = 3, MAX_ROUNDS = 31, ROUNDS_OF_MANY = 3 };

static int count_rounds(const struct bench_arguments *arguments, double seconds_of_one)
{
    if (arguments->repeat > 0)
        return arguments->repeat;
    if (arguments->has_many_jobs)
        return ROUNDS_OF_MANY;
    double wanted = SECONDS_PER_IMAGE / seconds_of_one;
    int rounds = wanted < MIN_ROUNDS ? MIN_ROUNDS : wanted > MAX_ROUNDS ? MAX_ROUNDS : (int)wanted;
    return rounds | 1;
}

static bool is_long(double ms, const struct bench_arguments *arguments)
{
    return arguments->repeat == 0 && ms > (arguments->has_many_jobs ? LONG_MS_OF_MANY : LONG_MS);
}

/* Each round begins with a different row, and every other round goes backward. Otherwise a row
 * would always follow the same row, which matters: a processor that was idle for long, for
 * instance, is slow at first. */
static int time_round(struct bench_rows *rows, const struct bench_arguments *arguments,
                      const struct bench_job *job, const struct bench_image *image, int round)
{
    int status = 0;
    for (int i = 0; i < rows->count && status == 0; i++) {
        int step = round % 2 == 0 ? i : rows->count - i;
        struct bench_row *row = &rows->rows[(round + step) % rows->count];
        if (row->rounds == 0 || !is_long(row->ms[0], arguments))
            status = bench_row_time(row, job, image);
    }
    return status;
}

/* Allocates the rows' times of all rounds in one block. NULL if there is not enough memory. */
static double *make_times(struct bench_rows *rows, int rounds)
{
    double *times = calloc((size_t)rows->count * 4 * (size_t)rounds, sizeof *times);
    for (int i = 0; i < rows->count && times; i++) {
        struct bench_row *row = &rows->rows[i];
        row->ms = times + (ptrdiff_t)4 * i * rounds;
        row->prepare_ms = row->ms + rounds;
        row->kernel_ms = row->prepare_ms + rounds;
        row->copy_ms = row->kernel_ms + rounds;
    }
    return times;
}

static int time_rounds(struct bench_rows *rows, const struct bench_arguments *arguments,
                       const char *label, const struct bench_job *job,
                       const struct bench_image *image)
{
    int rounds = 1;
    double start = omp_get_wtime();
    if (job->copies == 0 && is_long(image->expected_ms, arguments))
        bench_row_take_expected(&rows->rows[0], job, image);
    for (int round = 0; round < rounds; round++) {
        progress_line_show("%s, round %d", label, round + 1);
        int status = time_round(rows, arguments, job, image, round);
        if (status != 0)
            return status;
        if (round == 0)
            rounds = count_rounds(arguments, omp_get_wtime() - start);
    }
    progress_line_end();
    return 0;
}

static int time_image(const struct bench_arguments *arguments, const struct bench_engines *engines,
                      const struct bench_job *job, const char *label, bool all_isas,
                      const struct bench_image *image, bench_taker take, void *user)
{
    struct bench_rows rows;
    progress_line_show("%s, warming up", label);
    int status = bench_rows_find(&rows, arguments, engines, all_isas, job, image);
    if (status != 0)
        return status;
    double *times = make_times(&rows, arguments->repeat > 0 ? arguments->repeat : MAX_ROUNDS);
    if (!times)
        return fail(EXIT_FAILED, "not enough memory");
    status = time_rounds(&rows, arguments, label, job, image);
    if (status == 0)
        status = take(user, &rows, job, image);
    free(times);
    return status;
}

static int fail_image(errdiff_status status, const struct bench_job *job,
                      const errdiff_message *message)
{
    if (interrupt_came())
        return EXIT_FAILED;
    if (status != ERRDIFF_NO_MEMORY)
        return fail(EXIT_FAILED, "%s", message->text);
    return fail(EXIT_FAILED, "%d × %d: not enough %smemory", job->width, job->height,
                job->is_pinned ? "pinned " : "");
}

int bench_timing_run(const struct bench_arguments *arguments, const struct bench_engines *engines,
                     const struct bench_job *job, const char *label, bool all_isas,
                     bench_taker take, void *user)
{
    struct bench_image image;
    errdiff_message message = {""};
    progress_line_show("%s, making the image", label);
    errdiff_status made = bench_image_make(&image, job, &message);
    if (made != ERRDIFF_OK)
        return fail_image(made, job, &message);
    int status = interrupt_came()
                     ? EXIT_FAILED
                     : time_image(arguments, engines, job, label, all_isas, &image, take, user);
    bench_image_free(&image);
    return status;
}
