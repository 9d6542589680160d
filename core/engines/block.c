/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Blocks in parallel on several threads: Deshpande, Misra and Narayanan, "Hybrid Implementation of
 * Error Diffusion Dithering" (2011), section 3.2, algorithms 3 and 4, for any kernel.
 *
 * A block can be dithered when the block at its left is finished, and those of the block row above
 * up to look_ahead columns to the right of its own. Blocks with the same label do not depend on
 * each other. The paper's iteration n is label n, and its primal block is the uppermost block of a
 * label. With look_ahead = 1, blocks of the same label are a knight's move apart:
 *
 *       0  1  2  3  4  5
 *       2  3  4  5  6  7
 *       4  5  6  7  8  9
 *
 * In the paper all threads wait at a barrier after each label. ERRDIFF_BLOCK_BARRIER=1 in the
 * environment selects this form, for comparison. Usually each thread takes the next block, in the
 * order of labels and from top to bottom within a label, and waits only for the blocks that this
 * one depends on. There is no deadlock: those have smaller labels, so they were taken before, and
 * the block with the smallest label of all unfinished ones waits for none.
 *
 * block_errors.h stores the errors that pass from block to block; block_shape.h defines the blocks.
 */
#include "base/message.h"
#include "base/translate.h"
#include "block_errors.h"
#include "block_shape.h"
#include "engine.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_BITS = 28 }; /* enough for any block row: at most ERRDIFF_MAX_SIDE = 2^28 */

struct work {
    struct errdiff_job *job;
    struct errdiff_block_shape shape;
    struct errdiff_block_errors errors;
    _Atomic int64_t next; /* where to look for the next block: label << ROW_BITS | block row */
    atomic_int *finished; /* number of finished blocks in each block row */
    _Atomic int64_t finished_count;
    _Atomic int64_t clamped;
    atomic_int member_count;
    atomic_bool is_cancelled;
};

struct block {
    int row, column;
};

/* The first block row from `row` on that has a block of the label; shape->rows or more: none
 * has. */
static int64_t first_row(const struct errdiff_block_shape *shape, int64_t label, int64_t row)
{
    int64_t step = shape->look_ahead + 1;
    /* Row r has blocks of the labels step · r to step · r + columns − 1. */
    int64_t min_start = label - shape->columns + 1;
    int64_t first = min_start > 0 ? (min_start + step - 1) / step : 0;
    first = first > row ? first : row;
    return first * step <= label ? first : shape->rows;
}

/* Finds the next block from block row `row` of a label on. Returns false if there is none. */
static bool find_block(const struct errdiff_block_shape *shape, int64_t label, int64_t row,
                       struct block *block, int64_t *found_label)
{
    int64_t last_label = errdiff_block_label(shape, shape->rows - 1, shape->columns - 1);
    for (; label <= last_label; label++, row = 0) {
        row = first_row(shape, label, row);
        if (row < shape->rows) {
            block->row = (int)row;
            block->column = (int)(label - errdiff_block_label(shape, (int)row, 0));
            *found_label = label;
            return true;
        }
    }
    return false;
}

/* Returns false if all blocks are taken. */
static bool take_block(struct work *work, struct block *block)
{
    int64_t next = atomic_load_explicit(&work->next, memory_order_relaxed);
    int64_t label, after;
    do {
        int64_t row = next & ((INT64_C(1) << ROW_BITS) - 1);
        if (!find_block(&work->shape, next >> ROW_BITS, row, block, &label))
            return false;
        after = (label << ROW_BITS) + block->row + 1;
    } while (!atomic_compare_exchange_weak_explicit(&work->next, &next, after, memory_order_relaxed,
                                                    memory_order_relaxed));
    return true;
}

/* Returns whether the user cancelled. Member 0, the calling thread, reports the progress of all
 * threads. */
static bool is_cancelled(struct work *work, int member)
{
    if (member == 0) {
        double all = (double)work->shape.rows * work->shape.columns;
        double finished = (double)atomic_load_explicit(&work->finished_count, memory_order_relaxed);
        /* One row less than all: other threads may not have finished yet. */
        int rows = (int)(finished / all * (work->job->in.height - 1));
        if (errdiff_progress_cancelled(&work->job->run.progress, rows))
            atomic_store_explicit(&work->is_cancelled, true, memory_order_relaxed);
    }
    return atomic_load_explicit(&work->is_cancelled, memory_order_relaxed);
}

/* Waits until `count` blocks of a block row are finished. Returns false if the user cancelled. */
static bool wait_until_finished(struct work *work, int member, int row, int count)
{
    int tries = 0;
    while (atomic_load_explicit(&work->finished[row], memory_order_acquire) < count) {
        if (is_cancelled(work, member))
            return false;
        errdiff_team_wait(&tries);
    }
    return true;
}

/* Dithers one or two rows of a block, from row y on. Returns the number of clamped pixels. */
static int64_t dither_rows(struct work *work, int member, int column, int y, int row_count)
{
    struct errdiff_span spans[2];
    int64_t clamped = 0;
    int filled = 0;
    for (int i = 0; i < row_count; i++) {
        errdiff_block_errors_begin_row(&work->errors, member, column, y + i, &spans[i]);
        filled += spans[i].begin < spans[i].end;
    }
    if (filled == 2)
        clamped = errdiff_span_dither_pair(work->job, &spans[0], &spans[1]);
    for (int i = 0; i < row_count; i++) {
        if (filled < 2 && spans[i].begin < spans[i].end)
            clamped += errdiff_span_dither(work->job, &spans[i]);
        errdiff_block_errors_end_row(&work->errors, member, y + i, &spans[i]);
    }
    return clamped;
}

static int64_t dither_block(struct work *work, int member, const struct block *block)
{
    int64_t clamped = 0;
    int begin = block->row * work->shape.height;
    int left = work->job->in.height - begin;
    int end = begin + (left < work->shape.height ? left : work->shape.height);
    int y = begin;
    for (; y + 2 <= end; y += 2)
        clamped += dither_rows(work, member, block->column, y, 2);
    if (y < end)
        clamped += dither_rows(work, member, block->column, y, 1);
    return clamped;
}

static void take_and_dither_blocks(void *user, int member)
{
    struct work *work = user;
    const struct errdiff_block_shape *shape = &work->shape;
    int64_t clamped = 0;
    struct block block;
    atomic_fetch_add_explicit(&work->member_count, 1, memory_order_relaxed);
    while (!is_cancelled(work, member) && take_block(work, &block)) {
        int above = block.column + shape->look_ahead + 1;
        if (above > shape->columns)
            above = shape->columns;
        if (!wait_until_finished(work, member, block.row, block.column) ||
            (block.row > 0 && !wait_until_finished(work, member, block.row - 1, above)))
            break;
        clamped += dither_block(work, member, &block);
        atomic_store_explicit(&work->finished[block.row], block.column + 1, memory_order_release);
        atomic_fetch_add_explicit(&work->finished_count, 1, memory_order_relaxed);
    }
    atomic_fetch_add_explicit(&work->clamped, clamped, memory_order_relaxed);
}

/* The blocks of one label, which do not depend on each other. */
struct label {
    struct work *work;
    int64_t number, end; /* its block rows end before this one */
    _Atomic int64_t next_row;
};

static void take_and_dither_rows(void *user, int member)
{
    struct label *label = user;
    struct work *work = label->work;
    int64_t clamped = 0, row, step = work->shape.look_ahead + 1;
    while ((row = atomic_fetch_add_explicit(&label->next_row, 1, memory_order_relaxed)) <
           label->end) {
        struct block block = {(int)row, (int)(label->number - step * row)};
        clamped += dither_block(work, member, &block);
        atomic_fetch_add_explicit(&work->finished_count, 1, memory_order_relaxed);
    }
    atomic_fetch_add_explicit(&work->clamped, clamped, memory_order_relaxed);
}

/* The paper's algorithm 4: one label after the other, each with a barrier at its end. */
static errdiff_status dither_labels(struct work *work, struct errdiff_threads threads,
                                    errdiff_message *message)
{
    const struct errdiff_block_shape *shape = &work->shape;
    int64_t step = shape->look_ahead + 1;
    int64_t last_label = errdiff_block_label(shape, shape->rows - 1, shape->columns - 1);
    errdiff_status status = ERRDIFF_OK;
    for (int64_t number = 0; !status && number <= last_label && !is_cancelled(work, 0); number++) {
        struct label label = {.work = work, .number = number, .end = number / step + 1};
        if (label.end > shape->rows)
            label.end = shape->rows;
        atomic_init(&label.next_row, first_row(shape, number, 0));
        status = errdiff_team_run(threads, take_and_dither_rows, &label, message);
    }
    work->member_count = threads.count;
    return status;
}

static errdiff_status run_team(struct work *work, struct errdiff_threads threads,
                               errdiff_report *report)
{
    const char *has_barrier = getenv("ERRDIFF_BLOCK_BARRIER");
    errdiff_status status =
        has_barrier && strcmp(has_barrier, "1") == 0
            ? dither_labels(work, threads, &report->message)
            : errdiff_team_run(threads, take_and_dither_blocks, work, &report->message);
    if (status != ERRDIFF_OK)
        return status;
    report->threads = atomic_load_explicit(&work->member_count, memory_order_relaxed);
    work->job->run.clamped = atomic_load_explicit(&work->clamped, memory_order_relaxed);
    if (atomic_load_explicit(&work->is_cancelled, memory_order_relaxed) ||
        errdiff_progress_cancelled(&work->job->run.progress, work->job->in.height))
        return ERRDIFF_CANCELLED;
    return ERRDIFF_OK;
}

static errdiff_status run(struct errdiff_job *job, errdiff_report *report)
{
    struct work work = {.job = job};
    const errdiff_image *in = &job->in;
    struct errdiff_threads threads = errdiff_threads_undisturbed(
        errdiff_block_threads(job->run.threads, in->width, in->height, job->rule.channels));
    errdiff_status status =
        errdiff_block_shape_make(&work.shape, &job->asked.kernel, in->width, in->height,
                                 threads.count, getenv("ERRDIFF_BLOCK"), &report->message);
    if (status != ERRDIFF_OK)
        return status;
    bool has_errors = errdiff_block_errors_make(&work.errors, &work.shape, job, threads.count);
    work.finished = calloc((size_t)work.shape.rows, sizeof *work.finished);
    status = has_errors && work.finished ? run_team(&work, threads, report) : ERRDIFF_NO_MEMORY;
    errdiff_block_errors_release(&work.errors);
    free(work.finished);
    return status;
}

static bool can_run(const struct errdiff_job *job, errdiff_message *reason)
{
    if (!job || !job->asked.serpentine)
        return true;
    errdiff_fail(reason, ERRDIFF_CANNOT_RUN,
                 N_("in serpentine order each row begins where the row above it ends, so blocks "
                    "cannot be processed in parallel"));
    return false;
}

const struct errdiff_engine errdiff_block = {
    .info = {.name = "block",
             .title = N_("CPU, blocks in parallel"),
             .description = N_("Slanted blocks of pixels in parallel, one per thread")},
    .has_threads = true,
    .can_run = can_run,
    .run = run,
};
