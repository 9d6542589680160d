/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs cuda-pwec, cuda-pwed and cuda-knight on the CPU, with the code of their kernels: iteration
 * by iteration, the pixels of an iteration in random order. The result must be that of serial-ec.
 * With a deliberate fault it must differ in some job, which proves that this test can fail.
 *
 * One thread cannot lose an addition, so a separate check says where atomic additions are needed.
 */
#include "cuda/papers/pwec.h"
#include "cuda/papers/pwed.h"
#include "drawn_job.h"
#include "knight_image.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum schedule { PWEC, PWED, KNIGHT, SCHEDULES };

static const char *const schedule_names[] = {"cuda-pwec", "cuda-pwed", "cuda-knight"};

enum fault { FAULT_NONE, FAULT_SLOPE, FAULT_ITERATION, FAULTS };

static const char *const fault_names[] = {"none", "a slope that is too small",
                                          "two iterations at once"};

struct walk {
    struct drawn_job *drawn;
    struct random random;
    enum schedule schedule;
    enum fault fault;
    struct errdiff_iterations iterations;
    struct errdiff_raster raster;
    struct errdiff_scatter scatter;
    struct errdiff_knight knight;
};

/* ---- A walk -------------------------------------------------------------------------------- */

static void start(struct walk *walk)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    size_t pixels = (size_t)job->in.width * (size_t)job->in.height;
    size_t traces = pixels * (size_t)job->rule.channels;

    walk->iterations = errdiff_iterations_of(job);
    if (walk->schedule == PWEC) {
        walk->raster =
            (struct errdiff_raster){job->in.width, job->rule.channels, walks_traces(traces)};
    } else if (walk->schedule == PWED) {
        size_t count = errdiff_scatter_plan(&walk->scatter, job);
        walk->scatter.sums = walks_memory(count, sizeof(*walk->scatter.sums));
    } else {
        walk->knight = knight_image_begin(job);
    }
}

static void finish(struct walk *walk)
{
    if (walk->schedule == KNIGHT)
        knight_image_finish(&walk->knight, &walk->drawn->device);
    free(walk->raster.traces);
    free(walk->scatter.sums);
}

static void step(struct walk *walk, int64_t t, int64_t number)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    int64_t y = errdiff_iterations_first_row(&walk->iterations, t) + number;
    if (y >= errdiff_iterations_end_row(&walk->iterations, t))
        return;
    bool is_clamped =
        walk->schedule == PWEC
            ? errdiff_pwec_pixel(job, job, &walk->iterations, &walk->raster, t, (int)y)
        : walk->schedule == PWED
            ? errdiff_pwed_pixel(job, job, &walk->iterations, &walk->scatter, t, (int)y)
            : errdiff_knight_pixel(job, job, &walk->knight, t, (int)y);

    walk->drawn->job.run.clamped += is_clamped;
}

/* Runs the pixels of `count` iterations in random order. Some threads have no pixel. */
static void walk_iterations(struct walk *walk, int64_t first, int count, int *order)
{
    int threads = (int)errdiff_blocks_for(&walk->iterations, 4) * 4;

    random_order(&walk->random, order, count * threads);
    for (int i = 0; i < count * threads; i++)
        step(walk, first + order[i] / threads, order[i] % threads);
}

static void walk_image(struct walk *walk)
{
    int64_t iterations = errdiff_iterations_count(&walk->iterations);
    int at_once = walk->fault == FAULT_ITERATION ? 2 : 1;
    int *order = walks_memory(2 * ((size_t)walk->iterations.height + 4), sizeof(*order));

    /* A graph contains iterations after the last one. */
    for (int64_t t = 0; t < iterations + 3; t += at_once)
        walk_iterations(walk, t, t + at_once <= iterations ? at_once : 1, order);
    free(order);
}

/* Returns whether the result is right. */
static bool walk_job(uint64_t seed, int number, int schedule, int fault)
{
    static struct drawn_job drawn;
    struct walk walk = {.drawn = &drawn,
                        .random = {seed + (uint64_t)number},
                        .schedule = (enum schedule)schedule,
                        .fault = (enum fault)fault};

    drawn_job_make(&drawn, seed, number);
    if (fault == FAULT_SLOPE)
        drawn.device.slope -= drawn.device.slope > 0;
    start(&walk);
    walk_image(&walk);
    finish(&walk);
    bool is_right = drawn_job_is_right(&drawn);
    if (!is_right && fault == FAULT_NONE)
        printf("%s: %s differs\n", drawn.text, schedule_names[schedule]);
    drawn_job_release(&drawn);
    return is_right;
}

/* ---- Concurrent additions ------------------------------------------------------------------ */

/* The latest addition to a sum: who made it, and whether it was atomic. */
struct visit {
    int64_t iteration;
    int row;
    bool is_atomic;
};

/* Whether an addition that is not atomic has the same sum as one of another pixel in the same
 * iteration. */
static bool loses_additions(const struct errdiff_device_job *job,
                            const struct errdiff_scatter *scatter, size_t sum_count)
{
    struct errdiff_iterations iterations = errdiff_iterations_of(job);
    struct visit *visits = walks_memory(sum_count, sizeof(*visits));
    bool loses = false;

    for (int64_t t = 0; t < errdiff_iterations_count(&iterations); t++)
        for (int64_t y = errdiff_iterations_first_row(&iterations, t);
             y < errdiff_iterations_end_row(&iterations, t); y++)
            for (int i = 0; i < job->tap_count; i++) {
                int x = (int)errdiff_iterations_column(&iterations, t, y);
                int32_t *sum =
                    errdiff_scatter_at(scatter, x + job->taps[i].dx, (int)y + job->taps[i].dy);
                struct visit *visit = &visits[sum - scatter->sums];
                struct visit now = {t + 1, (int)y, scatter->needs_atomic[i]};
                loses |= visit->iteration == now.iteration && visit->row != now.row &&
                         !(visit->is_atomic && now.is_atomic);
                *visit = now;
            }
    free(visits);
    return loses;
}

static int check_meetings(uint64_t seed, int count)
{
    int lost = 0, noticed = 0;

    for (int number = 0; number < count; number++) {
        static struct drawn_job drawn;
        struct errdiff_scatter scatter;
        drawn_job_make(&drawn, seed, number);
        size_t sums = errdiff_scatter_plan(&scatter, &drawn.device);
        scatter.sums = walks_memory(sums, sizeof(*scatter.sums));
        if (loses_additions(&drawn.device, &scatter, sums)) {
            printf("%s: cuda-pwed would lose an addition\n", drawn.text);
            lost++;
        }
        memset(scatter.needs_atomic, 0, sizeof(scatter.needs_atomic));
        noticed += loses_additions(&drawn.device, &scatter, sums);
        free(scatter.sums);
        drawn_job_release(&drawn);
    }
    printf("additions: lost in %d of %d jobs; without atomic ones, in %d\n", lost, count, noticed);
    return lost > 0 || noticed == 0;
}

/* ---- Iterations of large images ---------------------------------------------------------- */

/* Checks that the iterations contain each pixel once, and have no gaps in knight's move storage. */
static int check_storage(int64_t width, int64_t height, int64_t slope)
{
    struct errdiff_iterations iterations = {width, height, slope};
    int64_t count = errdiff_iterations_count(&iterations), longest = 0, pixels = 0;
    struct errdiff_iteration_cursor cursor = errdiff_iteration_cursor_at(&iterations, 0);

    for (int64_t t = 0; t < count; t++) {
        if (t % 7 == 5)
            cursor = errdiff_iteration_cursor_at(&iterations, t);
        int64_t first = errdiff_iterations_first_row(&iterations, t);
        int64_t end = errdiff_iterations_end_row(&iterations, t);
        int64_t left = errdiff_iterations_column(&iterations, t, end - 1);
        int64_t right = errdiff_iterations_column(&iterations, t, first);
        bool is_inside = first >= 0 && end <= height && left >= 0 && right < width &&
                         cursor.first == first &&
                         errdiff_iteration_cursor_end(&cursor, &iterations) == end;
        errdiff_iteration_cursor_advance(&cursor, &iterations);
        if (!is_inside || (end > first && errdiff_iterations_start(&iterations, t) != pixels)) {
            printf("%lld x %lld, slope %lld: iteration %lld is wrong\n", (long long)width,
                   (long long)height, (long long)slope, (long long)t);
            return 1;
        }
        longest = end - first > longest ? end - first : longest;
        pixels += end - first;
    }
    if (pixels == width * height && longest == errdiff_iterations_longest(&iterations))
        return 0;
    printf("%lld x %lld, slope %lld: %lld pixels, %lld at once\n", (long long)width,
           (long long)height, (long long)slope, (long long)pixels, (long long)longest);
    return 1;
}

static int check_storages(uint64_t seed)
{
    struct random random = {seed};
    int failed = check_storage(ERRDIFF_MAX_SIDE / 64, 3, 2) +
                 check_storage(3, ERRDIFF_MAX_SIDE / 64, 16) + check_storage(90000, 70000, 2);

    for (int i = 0; i < 2000; i++)
        failed += check_storage(random_range(&random, 1, 90), random_range(&random, 1, 90),
                                random_range(&random, 0, 16));
    return failed;
}

int main(int argument_count, char **arguments)
{
    uint64_t seed = argument_count > 2 ? strtoull(arguments[2], NULL, 10) : 1;
    int failed = check_meetings(seed, 200) + check_storages(seed);

    for (int schedule = 0; schedule < SCHEDULES; schedule++) {
        const struct walks walks = {
            schedule_names[schedule], schedule, fault_names, FAULTS, 500, 100, walk_job};
        failed += walks_run(&walks, argument_count, arguments);
    }
    return failed > 0;
}
