/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs handover and hybrid on the CPU: the CPU's part as it is, and the GPU's part with the pixels
 * of an iteration in random order. In hybrid either side runs as far ahead as it can, at random.
 * The result must be that of serial-ec. With each deliberate fault it must differ in some job,
 * which proves that this test can fail.
 */
#include "cuda/papers/hybrid.h"
#include "cuda/papers/small_iterations.h"
#include "drawn_job.h"
#include "knight_image.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum fault {
    FAULT_NONE,
    FAULT_ITERATIONS, /* two iterations run at once */
    FAULT_REACH,      /* one iteration too few goes to the GPU */
    FAULT_BACK,       /* nothing comes back from the GPU */
    FAULT_BEYOND,     /* hybrid: neither side dithers pixels beyond the border */
    FAULT_CROSSING,   /* hybrid: crossings are too short for the iterations in use */
    FAULT_AHEAD,      /* hybrid: a side waits for the errors that it needs, but not for the other */
    FAULTS
};

static const char *const fault_names[] = {"none",   "iterations", "reach", "back",
                                          "beyond", "crossing",   "ahead"};

struct walk {
    struct drawn_job *drawn;
    struct random random;
    enum fault fault;
    struct errdiff_knight knight;
    struct errdiff_iteration_ring ring; /* the host's */
    int64_t first, end;                 /* iterations of the GPU */
    int strip_columns;                  /* of the CPU in hybrid */
    struct errdiff_processor ends, strip;
};

static void make_processor(struct walk *walk, struct errdiff_processor *processor, int columns,
                           int rows)
{
    if (!errdiff_processor_make(processor, &walk->drawn->job, errdiff_span_dither, columns, rows)) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
}

/* Runs the GPU's pixels of iterations first..end − 1 in random order. In hybrid the group starts
 * with iteration `begin`. */
static void walk_iterations(struct walk *walk, const struct errdiff_hybrid *hybrid, int64_t begin,
                            int64_t first, int64_t end)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    const struct errdiff_iterations *iterations = &walk->knight.iterations;
    int height = (int)iterations->height, count = 0;
    int *order = walks_memory(2 * (size_t)height, sizeof(*order));
    int *rows = walks_memory(2 * (size_t)height, sizeof(*rows));
    int64_t *of = walks_memory(2 * (size_t)height, sizeof(*of));

    for (int64_t t = first; t < end; t++) {
        int row, end_row = errdiff_iteration_rows(iterations, t, 0, (int)iterations->width, &row);
        for (; row < end_row && (!hybrid || errdiff_hybrid_has(hybrid, begin, t, row)); row++) {
            of[count] = t;
            rows[count++] = row;
        }
    }
    random_order(&walk->random, order, count);
    for (int i = 0; i < count; i++) {
        int k = order[i];
        if (hybrid)
            errdiff_hybrid_pixel(job, job, hybrid, begin, of[k], rows[k]);
        else
            errdiff_knight_pixel(job, job, &walk->knight, of[k], rows[k]);
    }
    free(order);
    free(rows);
    free(of);
}

static void walk_gpu(struct walk *walk, const struct errdiff_hybrid *hybrid, int64_t begin,
                     int64_t end)
{
    int at_once = walk->fault == FAULT_ITERATIONS ? 2 : 1;

    for (int64_t t = begin; t < end; t += at_once)
        walk_iterations(walk, hybrid, begin, t, t + at_once <= end ? t + at_once : end);
}

/* ---- Hybrid's second stage ----------------------------------------------------------------- */

/* Where the two sides are. */
struct meeting {
    struct errdiff_hybrid hybrid;
    int64_t gpu, processor; /* how many groups each has finished */
    bool is_brought;        /* the errors for the GPU's next group */
};

static int64_t group_begin(const struct meeting *meeting, int64_t number)
{
    return meeting->hybrid.first + number * meeting->hybrid.split.group;
}

static int64_t group_end(const struct meeting *meeting, int64_t number)
{
    int64_t end = group_begin(meeting, number + 1);
    return end < meeting->hybrid.end ? end : meeting->hybrid.end;
}

static bool bring(const struct meeting *meeting, int64_t begin)
{
    bool is_there = true;

    for (int64_t i = 0; i < errdiff_hybrid_places(&meeting->hybrid); i++)
        is_there &= errdiff_hybrid_bring(&meeting->hybrid, begin, i);
    return is_there;
}

/* Runs the GPU's next group, or brings the errors for the one after it. Returns false if it must
 * wait or is finished. */
static bool step_gpu(struct walk *walk, struct meeting *meeting)
{
    int64_t begin = group_begin(meeting, meeting->gpu);

    if (begin >= meeting->hybrid.end)
        return false;
    if (meeting->is_brought) {
        walk_gpu(walk, &meeting->hybrid, begin, group_end(meeting, meeting->gpu));
        meeting->is_brought = false;
        return true;
    }
    bool may_go_on = meeting->processor >= meeting->gpu || walk->fault == FAULT_AHEAD;
    if (!may_go_on || !bring(meeting, group_begin(meeting, meeting->gpu + 1)))
        return false;
    meeting->is_brought = true;
    meeting->gpu++;
    return true;
}

static bool step_processor(struct walk *walk, struct meeting *meeting)
{
    const struct errdiff_hybrid *hybrid = &meeting->hybrid;
    int64_t begin = group_begin(meeting, meeting->processor);
    bool may_go_on = meeting->gpu >= meeting->processor - 1 || walk->fault == FAULT_AHEAD;

    if (begin >= hybrid->end || !may_go_on ||
        (walk->fault != FAULT_BACK && !errdiff_hybrid_take(hybrid, &walk->strip, begin)))
        return false;
    int64_t end = group_end(meeting, meeting->processor);
    int y, end_row = errdiff_hybrid_strip_rows(hybrid, begin, end, &y);
    for (; y < end_row; y++)
        errdiff_hybrid_row(hybrid, &walk->strip, begin, end, y);
    meeting->processor++;
    return true;
}

static bool is_over(const struct meeting *meeting)
{
    int64_t end = meeting->hybrid.end;
    bool gpu_is_over = group_begin(meeting, meeting->gpu) >= end ||
                       (!meeting->is_brought && group_end(meeting, meeting->gpu) == end);

    return gpu_is_over && group_begin(meeting, meeting->processor) >= end;
}

/* Returns false if both sides wait for ever. */
static bool walk_both(struct walk *walk, struct meeting *meeting)
{
    while (!is_over(meeting)) {
        bool gpu_first = random_range(&walk->random, 0, 1);
        if (!(gpu_first && step_gpu(walk, meeting)) && !step_processor(walk, meeting) &&
            !step_gpu(walk, meeting))
            return false;
    }
    return true;
}

static struct errdiff_hybrid make_hybrid(struct walk *walk)
{
    const struct drawn_job *drawn = walk->drawn;
    int group = random_range(&walk->random, 0, 2) ? random_range(&walk->random, 1, 8)
                                                  : random_range(&walk->random, 1, 64);
    struct errdiff_hybrid hybrid;

    walk->strip_columns = random_range(&walk->random, 0, drawn->in.width);
    errdiff_hybrid_make(&hybrid, &drawn->device, &walk->knight, walk->strip_columns, group);
    hybrid.first = walk->first;
    hybrid.end = walk->end;
    if (walk->fault == FAULT_REACH)
        hybrid.crossing_iterations--;
    if (walk->fault == FAULT_BEYOND) {
        memset(hybrid.split.left, 0, sizeof(hybrid.split.left));
        memset(hybrid.split.right, 0, sizeof(hybrid.split.right));
    }
    if (walk->fault == FAULT_CROSSING)
        hybrid.to_gpu.length = hybrid.to_processor.length = group;
    hybrid.to_gpu.words = walks_memory(errdiff_crossing_size(&hybrid.to_gpu), sizeof(int64_t));
    hybrid.to_processor.words =
        walks_memory(errdiff_crossing_size(&hybrid.to_processor), sizeof(int64_t));
    return hybrid;
}

static bool walk_second_stage(struct walk *walk)
{
    struct meeting meeting = {.hybrid = make_hybrid(walk), .is_brought = true};
    const struct errdiff_hybrid *hybrid = &meeting.hybrid;
    int height = walk->drawn->in.height, columns = errdiff_hybrid_columns(hybrid);
    int64_t reach = walk->ring.length - 1;

    make_processor(walk, &walk->strip, columns, height);
    for (int y = 0; y < height; y++)
        errdiff_row_from_ring(&walk->strip, &walk->ring, walk->first - reach, walk->first, y,
                              columns);
    bool has_met = walk_both(walk, &meeting);
    memcpy(walk->ring.traces, walk->knight.ring.traces,
           errdiff_iteration_ring_size(&walk->ring) * sizeof(*walk->ring.traces));
    for (int y = 0; y < height; y++)
        errdiff_row_to_ring(&walk->strip, &walk->ring,
                            walk->end - reach > walk->first ? walk->end - reach : walk->first,
                            walk->end, y, walk->strip_columns);
    free((void *)hybrid->to_gpu.words);
    free((void *)hybrid->to_processor.words);
    return has_met;
}

static void copy_strip(struct walk *walk)
{
    int strip = walk->strip_columns;

    for (int y = 0; y < walk->drawn->in.height; y++) {
        int begin, end = errdiff_iterations_columns(&walk->knight.iterations, walk->first,
                                                    walk->end, y, &begin);
        errdiff_processor_copy_result(&walk->strip, &walk->drawn->job, y, begin,
                                      end < strip ? end : strip);
    }
}

/* ---- The stages ---------------------------------------------------------------------------- */

static void walk_handover(struct walk *walk)
{
    size_t bytes = errdiff_iteration_ring_size(&walk->ring) * sizeof(*walk->ring.traces);

    walk_gpu(walk, NULL, walk->first, walk->end);
    memcpy(walk->ring.traces, walk->knight.ring.traces, bytes);
    if (walk->fault == FAULT_BACK)
        memset(walk->ring.traces, 0, bytes);
}

/* Dithers the CPU's iterations begin..end − 1. */
static void walk_ends(struct walk *walk, int64_t begin, int64_t end)
{
    for (int y = 0; y < walk->drawn->in.height && begin < end; y++)
        errdiff_handover_row(&walk->ends, &walk->ring, begin, end, y);
}

static void copy_ends(struct walk *walk)
{
    const struct errdiff_iterations *iterations = &walk->knight.iterations;
    const struct errdiff_job *job = &walk->drawn->job;

    for (int y = 0; y < job->in.height; y++) {
        int begin, last = errdiff_iterations_columns(iterations, 0, walk->first, y, &begin);
        errdiff_processor_copy_result(&walk->ends, job, y, begin, last);
        last = errdiff_iterations_columns(iterations, walk->end,
                                          errdiff_iterations_count(iterations), y, &begin);
        errdiff_processor_copy_result(&walk->ends, job, y, begin, last);
    }
}

/* Returns false if both sides of hybrid wait for ever. */
static bool walk_stages(struct walk *walk, bool is_hybrid)
{
    struct drawn_job *drawn = walk->drawn;
    const struct errdiff_iterations *iterations = &walk->knight.iterations;
    size_t numbers = errdiff_iteration_ring_size(&walk->knight.ring);
    bool has_met = true;

    errdiff_handover_range(iterations, random_range(&walk->random, 1, drawn->in.height),
                           &walk->first, &walk->end);
    walk->ring = walk->knight.ring;
    walk->ring.traces = walks_memory(numbers, sizeof(*walk->ring.traces));
    make_processor(walk, &walk->ends, drawn->in.width, 1);
    walk_ends(walk, 0, walk->first);
    memcpy(walk->knight.ring.traces, walk->ring.traces, numbers * sizeof(*walk->ring.traces));
    if (walk->fault == FAULT_REACH)
        for (int y = 0; y < drawn->in.height && walk->first > 0; y++)
            memset(walk->knight.ring.traces +
                       errdiff_iteration_place(&walk->ring, walk->first - 1, y),
                   0, (size_t)walk->ring.channels * sizeof(*walk->ring.traces));
    if (is_hybrid)
        has_met = walk_second_stage(walk);
    else
        walk_handover(walk);
    walk_ends(walk, walk->end, errdiff_iterations_count(iterations));
    knight_image_finish(&walk->knight, &drawn->device);
    copy_ends(walk);
    if (is_hybrid)
        copy_strip(walk);
    free(walk->ring.traces);
    return has_met;
}

/* Returns whether the result is right. */
static bool walk_job(uint64_t seed, int number, int is_hybrid, int fault)
{
    static struct drawn_job drawn;
    struct walk walk = {
        .drawn = &drawn, .random = {seed + (uint64_t)number}, .fault = (enum fault)fault};

    drawn_job_make(&drawn, seed, number);
    walk.knight = knight_image_begin(&drawn.device);
    bool is_right = walk_stages(&walk, is_hybrid) && drawn_job_is_right(&drawn);
    errdiff_processor_release(&walk.ends);
    errdiff_processor_release(&walk.strip);
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
