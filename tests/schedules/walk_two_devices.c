/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs handover and hybrid on the CPU: the CPU's part as it is, and the GPU's part with the pixels
 * of a front in random order; in hybrid the two sides of a group run in random order, too. The
 * result must be that of serial-ec. With each deliberate fault it must differ in some job, which
 * proves that this test can fail.
 */
#include "cuda/papers/handover.h"
#include "cuda/papers/hybrid.h"
#include "drawn_job.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum fault {
    FAULT_NONE,
    FAULT_FRONTS,   /* two fronts run at once */
    FAULT_REACH,    /* one front too few goes to the GPU */
    FAULT_BACK,     /* nothing comes back from the GPU */
    FAULT_BEYOND,   /* hybrid: neither side dithers pixels beyond the border */
    FAULT_CROSSING, /* hybrid: crossings are too short for the fronts in use */
    FAULTS
};

static const char *const fault_names[] = {"none", "fronts", "reach", "back", "beyond", "crossing"};

struct walk {
    struct drawn_job *drawn;
    struct random random;
    enum fault fault;
    struct errdiff_processor processor;
};

static void *zeros(size_t count)
{
    void *memory = calloc(count + 1, sizeof(int32_t));

    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

static void make_processor(struct walk *walk, int columns, int rows)
{
    if (!errdiff_processor_make(&walk->processor, &walk->drawn->job, errdiff_span_dither, columns,
                                rows)) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
}

/* Runs the GPU's pixels of fronts first..end − 1 in random order. */
static void walk_fronts(struct walk *walk, const struct errdiff_front_ring *ring,
                        const struct errdiff_hybrid *hybrid, int64_t begin, int64_t first,
                        int64_t end)
{
    int height = (int)ring->fronts.height, count = 0;
    int *order = zeros(2 * (size_t)height), *rows = zeros(2 * (size_t)height);
    int64_t *fronts = calloc(2 * (size_t)height + 1, sizeof(*fronts));

    for (int64_t t = first; t < end; t++) {
        int row, end_row = hybrid ? errdiff_hybrid_rows(hybrid, begin, t, &row)
                                  : errdiff_front_rows(&ring->fronts, t, 0, (int)ring->fronts.width,
                                                       &row);
        for (; row < end_row; row++) {
            fronts[count] = t;
            rows[count++] = row;
        }
    }
    random_order(&walk->random, order, count);
    for (int i = 0; i < count; i++) {
        int k = order[i];
        if (hybrid)
            errdiff_hybrid_pixel(&walk->drawn->device, &walk->drawn->device, hybrid, begin,
                                 fronts[k], rows[k]);
        else
            errdiff_front_pixel(&walk->drawn->device, &walk->drawn->device, ring, fronts[k],
                                rows[k], errdiff_front_trace_at, ring);
    }
    free(order);
    free(rows);
    free(fronts);
}

static void walk_gpu(struct walk *walk, const struct errdiff_front_ring *ring,
                     const struct errdiff_hybrid *hybrid, int64_t begin, int64_t end)
{
    int at_once = walk->fault == FAULT_FRONTS ? 2 : 1;

    for (int64_t t = begin; t < end; t += at_once)
        walk_fronts(walk, ring, hybrid, begin, t, t + at_once <= end ? t + at_once : end);
}

static void walk_handover(struct walk *walk)
{
    struct drawn_job *drawn = walk->drawn;
    int height = drawn->in.height;
    struct errdiff_front_ring ring = errdiff_front_ring_of(&drawn->device);
    int64_t first, end, count = errdiff_fronts_count(&ring.fronts);
    size_t numbers = errdiff_front_ring_size(&ring);

    errdiff_handover_range(&ring.fronts, random_range(&walk->random, 1, height), &first, &end);
    ring.traces = zeros(numbers);
    make_processor(walk, drawn->in.width, 1);
    for (int y = 0; y < height; y++)
        errdiff_handover_row(&walk->processor, &ring, 0, first, y);
    if (walk->fault == FAULT_REACH)
        for (int y = 0; y < height && first > 0; y++)
            memset(ring.traces + errdiff_front_place(&ring, first - 1, y), 0,
                   (size_t)ring.channels * sizeof(*ring.traces));
    walk_gpu(walk, &ring, NULL, first, end);
    if (walk->fault == FAULT_BACK)
        memset(ring.traces, 0, numbers * sizeof(*ring.traces));
    for (int y = 0; y < height; y++)
        errdiff_handover_row(&walk->processor, &ring, end, count, y);
    for (int y = 0; y < height; y++) {
        int begin, last = errdiff_fronts_columns(&ring.fronts, 0, first, y, &begin);
        errdiff_processor_copy_result(&walk->processor, &drawn->job, y, begin, last);
        last = errdiff_fronts_columns(&ring.fronts, end, count, y, &begin);
        errdiff_processor_copy_result(&walk->processor, &drawn->job, y, begin, last);
    }
    free(ring.traces);
}

static void walk_strip(struct walk *walk, const struct errdiff_hybrid *hybrid, int64_t begin,
                       int64_t end)
{
    int first, end_row = errdiff_hybrid_strip_rows(hybrid, begin, end, &first);

    for (int y = first; y < end_row; y++)
        errdiff_hybrid_row(hybrid, &walk->processor, begin, end, y);
}

static void walk_hybrid(struct walk *walk)
{
    struct drawn_job *drawn = walk->drawn;
    int group = random_range(&walk->random, 0, 2) ? random_range(&walk->random, 1, 8)
                                                  : random_range(&walk->random, 1, 64);
    int strip = random_range(&walk->random, 0, drawn->in.width);
    struct errdiff_hybrid hybrid;

    errdiff_hybrid_make(&hybrid, &drawn->device, strip, group);
    if (walk->fault == FAULT_BEYOND) {
        memset(hybrid.split.left, 0, sizeof(hybrid.split.left));
        memset(hybrid.split.right, 0, sizeof(hybrid.split.right));
    }
    size_t shared = errdiff_crossing_size(&hybrid.to_gpu);
    hybrid.to_gpu.traces = zeros(shared);
    hybrid.to_processor.traces = zeros(errdiff_crossing_size(&hybrid.to_processor));
    hybrid.ring.traces = zeros(errdiff_front_ring_size(&hybrid.ring));
    if (walk->fault == FAULT_CROSSING)
        hybrid.to_gpu.length = hybrid.to_processor.length = group;
    make_processor(walk, errdiff_hybrid_columns(&hybrid), drawn->in.height);

    int64_t count = errdiff_fronts_count(&hybrid.ring.fronts);
    for (int64_t t = 0; t < count; t += group) {
        int64_t end = t + group < count ? t + group : count;
        int64_t before = t > group ? t - group : 0;
        bool gpu_first = random_range(&walk->random, 0, 1);
        int row, end_row = errdiff_hybrid_strip_rows(&hybrid, before, t, &row);
        for (int y = row; y < end_row && walk->fault != FAULT_BACK; y++)
            errdiff_hybrid_take(&hybrid, &walk->processor, before, t, y);
        if (gpu_first)
            walk_gpu(walk, &hybrid.ring, &hybrid, t, end);
        walk_strip(walk, &hybrid, t, end);
        if (!gpu_first)
            walk_gpu(walk, &hybrid.ring, &hybrid, t, end);
        if (walk->fault == FAULT_REACH)
            memset(hybrid.to_gpu.traces, 0, shared * sizeof(*hybrid.to_gpu.traces));
    }
    for (int y = 0; y < drawn->in.height; y++)
        errdiff_processor_copy_result(&walk->processor, &drawn->job, y, 0, strip);
    free(hybrid.to_gpu.traces);
    free(hybrid.to_processor.traces);
    free(hybrid.ring.traces);
}

/* Returns whether the result is right. */
static bool walk_job(uint64_t seed, int number, int is_hybrid, int fault)
{
    static struct drawn_job drawn;
    static struct walk walk;

    walk.drawn = &drawn;
    walk.random.state = seed + (uint64_t)number;
    walk.fault = (enum fault)fault;
    drawn_job_make(&drawn, seed, number);
    if (is_hybrid)
        walk_hybrid(&walk);
    else
        walk_handover(&walk);
    errdiff_processor_release(&walk.processor);
    bool is_right = drawn_job_is_right(&drawn);
    if (!is_right && fault == FAULT_NONE)
        printf("%s: %s differs\n", drawn.text, is_hybrid ? "hybrid" : "handover");
    drawn_job_release(&drawn);
    return is_right;
}

int main(int argument_count, char **arguments)
{
    /* The other faults are for hybrid only. */
    const struct walks handover = {"handover", false, fault_names, FAULT_BEYOND,
                                   500,        100,   walk_job};
    const struct walks hybrid = {"hybrid", true, fault_names, FAULTS, 500, 100, walk_job};

    return walks_run(&handover, argument_count, arguments) +
               walks_run(&hybrid, argument_count, arguments) >
           0;
}
