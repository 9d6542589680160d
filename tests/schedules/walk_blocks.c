/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs cuda-bwec and cuda-bwed on the CPU, iteration by iteration: the blocks of an iteration in
 * random order, and in a block, step by step, the rows in random order. The result must be that of
 * serial-ec. With each deliberate fault it must differ in some job, which proves that this test can
 * fail.
 */
#include "cuda/papers/two_levels.h"
#include "drawn_job.h"
#include "walks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum fault {
    FAULT_NONE,
    FAULT_SLOPE,     /* rows trail each other by too little */
    FAULT_REACH,     /* a tile covers one column too few */
    FAULT_ITERATION, /* blocks run an iteration too early */
    FAULT_LINE_R,    /* blocks of an iteration share one line R */
    FAULT_LINE_C,    /* line C is not passed on */
    FAULT_CORNER,    /* line C omits the rows that belong to R */
    FAULTS
};

static const char *const fault_names[] = {"none",   "slope",  "reach", "iteration",
                                          "line R", "line C", "corner"};

/* Extra words before and after a tile, for accesses outside it by faulty schedules. */
enum { END = 4096 };

struct walk {
    struct drawn_job *drawn;
    struct errdiff_block_plan plan;
    struct random random;
    enum fault fault;
    bool scatter, has_two_levels;
    struct errdiff_two_levels levels;
    struct errdiff_few_taps taps;
    int32_t *next; /* what each row of a block keeps for its next pixel */
    int32_t *line_c, *line_r, *tile_and_ends, *tile;
    int *block_order, *row_order;
};

static void *zeros(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);

    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

static void load_tile(struct walk *walk, int row, int column, int iteration)
{
    const struct errdiff_tile *tile = &walk->plan.tile;
    const int32_t *line_c = walk->line_c + (size_t)row * (size_t)errdiff_line_c_size(tile);

    memset(walk->tile, 0, (size_t)errdiff_tile_size(tile) * sizeof(*walk->tile));
    if (errdiff_parallelogram_has_left(&walk->plan.blocks, row, column))
        for (int i = 0; i < errdiff_line_c_size(tile); i++)
            walk->tile[errdiff_line_c_from(tile, i)] = line_c[i];
    if (errdiff_parallelogram_has_above(&walk->plan.blocks, row, column)) {
        int turn = walk->fault == FAULT_LINE_R ? 0 : iteration - 1;
        const int32_t *line_r = walk->line_r + errdiff_line_r_begin(tile, row - 1, turn);
        for (int i = 0; i < errdiff_line_r_size(tile); i++)
            walk->tile[errdiff_line_r_from(tile, i)] += line_r[i];
    }
}

static void store_tile(struct walk *walk, int row, int iteration)
{
    const struct errdiff_tile *tile = &walk->plan.tile;
    int32_t *line_c = walk->line_c + (size_t)row * (size_t)errdiff_line_c_size(tile);
    int turn = walk->fault == FAULT_LINE_R ? 0 : iteration;
    int32_t *line_r = walk->line_r + errdiff_line_r_begin(tile, row, turn);
    int corner = tile->reach_up * tile->reach * tile->channels;
    int begin = walk->fault == FAULT_LINE_C                     ? errdiff_line_c_size(tile)
                : walk->fault == FAULT_CORNER && !walk->scatter ? corner
                                                                : 0;
    int end =
        errdiff_line_c_size(tile) - (walk->fault == FAULT_CORNER && walk->scatter ? corner : 0);

    for (int i = begin; i < end; i++)
        line_c[i] = walk->tile[errdiff_line_c_to(tile, i)];
    for (int i = 0; i < errdiff_line_r_size(tile); i++)
        line_r[i] = walk->tile[errdiff_line_r_to(tile, i)];
}

static void two_levels_pixel(struct walk *walk, ptrdiff_t index, int tile_row, int32_t *here)
{
    const struct errdiff_device_job *job = &walk->drawn->device;
    int32_t value = ((const uint8_t *)job->in.data)[index];
    bool is_white = walk->scatter
                        ? errdiff_bwed_two_levels(&walk->levels, &walk->taps, value, here,
                                                  &walk->next[tile_row])
                        : errdiff_bwec_two_levels(&walk->levels, &walk->taps, value, here);

    ((uint8_t *)job->out.data)[index] = is_white ? 255 : 0;
}

static void step(struct walk *walk, int row, int column, int number)
{
    const struct errdiff_block_plan *plan = &walk->plan;
    const struct errdiff_device_job *job = &walk->drawn->device;
    struct errdiff_pixels pixels = {job->in.data, job->out.data, job->in.mask};

    random_order(&walk->random, walk->row_order, plan->tile.height);
    for (int i = 0; i < plan->tile.height; i++) {
        int tile_row = walk->row_order[i], y = row * plan->tile.height + tile_row, begin;
        int end = errdiff_parallelogram_clip(&plan->blocks, column, y, &begin);
        if (number < begin || number >= end)
            continue;
        int x = errdiff_parallelogram_x(&plan->blocks, column, y) + number;
        ptrdiff_t index = (ptrdiff_t)y * job->in.width + x;
        int32_t *here = walk->tile + errdiff_tile_place(&plan->tile, tile_row, number);
        if (walk->has_two_levels)
            two_levels_pixel(walk, index, tile_row, here);
        else if (walk->scatter)
            errdiff_bwed_pixel(job, plan, &pixels, index, x, y, here);
        else
            errdiff_bwec_pixel(job, plan, &pixels, index, x, y, here);
    }
}

static void walk_block(struct walk *walk, int row, int iteration)
{
    int column = errdiff_parallelogram_column(&walk->plan.blocks, iteration, row);

    int width = walk->plan.tile.width, height = walk->plan.tile.height;
    load_tile(walk, row, column, iteration);
    memset(walk->next, 0, (size_t)height * sizeof(*walk->next));
    for (int number = 0; number < width; number++)
        step(walk, row, column, number);
    for (int i = 0; i < height && walk->has_two_levels && walk->scatter; i++)
        walk->tile[errdiff_tile_place(&walk->plan.tile, i, width)] += walk->next[i];
    store_tile(walk, row, iteration);
}

/* Runs the blocks of `count` iterations in random order. */
static void walk_iterations(struct walk *walk, int first, int count)
{
    int first_row[2], end_row[2] = {0, 0}, all = 0;

    for (int k = 0; k < count; k++) {
        end_row[k] = errdiff_parallelogram_rows(&walk->plan.blocks, first + k, &first_row[k]);
        all += end_row[k] - first_row[k];
    }
    random_order(&walk->random, walk->block_order, all);
    for (int i = 0; i < all; i++) {
        int number = walk->block_order[i], k = 0;
        if (number >= end_row[0] - first_row[0]) {
            number -= end_row[0] - first_row[0];
            k = 1;
        }
        walk_block(walk, first_row[k] + number, first + k);
    }
}

static void walk_image(struct walk *walk)
{
    const struct errdiff_block_plan *plan = &walk->plan;
    size_t rows = (size_t)plan->blocks.rows;
    int iterations = errdiff_parallelogram_iterations(&plan->blocks);
    int at_once = walk->fault == FAULT_ITERATION ? 2 : 1;

    walk->line_c = zeros(rows * (size_t)errdiff_line_c_size(&plan->tile), sizeof(*walk->line_c));
    walk->line_r =
        zeros(2 * rows * (size_t)errdiff_line_r_size(&plan->tile), sizeof(*walk->line_r));
    walk->tile_and_ends =
        zeros((size_t)errdiff_tile_size(&plan->tile) + 2 * END, sizeof(*walk->tile));
    walk->tile = walk->tile_and_ends + END;
    walk->block_order = zeros(2 * rows, sizeof(*walk->block_order));
    walk->row_order = zeros((size_t)plan->tile.height, sizeof(*walk->row_order));
    walk->next = zeros((size_t)plan->tile.height, sizeof(*walk->next));
    for (int i = 0; i < iterations; i += at_once)
        walk_iterations(walk, i, i + at_once <= iterations ? at_once : 1);
    free(walk->line_c);
    free(walk->line_r);
    free(walk->tile_and_ends);
    free(walk->block_order);
    free(walk->row_order);
    free(walk->next);
}

/* Returns whether the result is right. With a variant the jobs are those that have their own code
 * for two levels. */
static bool walk_job(uint64_t seed, int number, int variant, int fault)
{
    static struct drawn_job drawn;
    struct walk walk = {
        .drawn = &drawn, .random = {seed + (uint64_t)number}, .fault = (enum fault)fault};
    int width = random_range(&walk.random, 1, 40), height = random_range(&walk.random, 1, 40);

    walk.scatter = random_range(&walk.random, 0, 1);
    if (variant)
        drawn_job_make_two_levels(&drawn, seed, number);
    else
        drawn_job_make(&drawn, seed, number);
    if (fault == FAULT_SLOPE)
        drawn.device.slope -= drawn.device.slope > 0;
    errdiff_block_plan_make(&walk.plan, &drawn.device, width, height, walk.scatter);
    if (fault == FAULT_REACH) {
        walk.plan.blocks.reach -= walk.plan.blocks.reach > 1;
        errdiff_tile_make(&walk.plan.tile, &walk.plan.blocks, drawn.device.rule.channels,
                          walk.scatter);
    }
    walk.has_two_levels =
        variant && errdiff_two_levels_make(&walk.levels, &drawn.job) &&
        errdiff_few_taps_make(&walk.taps, &drawn.device, &walk.plan, walk.scatter);
    walk_image(&walk);
    bool is_right = drawn_job_is_right(&drawn);
    if (!is_right && fault == FAULT_NONE)
        printf("%s: %s in blocks of %d x %d differs\n", drawn.text,
               walk.scatter ? "scattering" : "collecting", width, height);
    drawn_job_release(&drawn);
    return is_right;
}

int main(int argument_count, char **arguments)
{
    const struct walks general = {"blocks", 0, fault_names, FAULTS, 1000, 100, walk_job};
    const struct walks two_levels = {"two levels", 1, fault_names, FAULTS, 1000, 100, walk_job};

    return walks_run(&general, argument_count, arguments) +
               walks_run(&two_levels, argument_count, arguments) >
           0;
}
