/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores the errors that pass from block to block in the block engine. */
#include "block_errors.h"

#include <stdlib.h>
#include <string.h>

static bool allocate(struct errdiff_traces *traces, ptrdiff_t rows, ptrdiff_t row_length,
                     bool has_tones)
{
    /* One more than needed, since calloc may return NULL for a size of 0. */
    size_t count = (size_t)(rows * row_length + 1);
    traces->errors = calloc(count, sizeof *traces->errors);
    if (has_tones)
        traces->tones = calloc(count, sizeof *traces->tones);
    return traces->errors && (traces->tones || !has_tones);
}

static void release(struct errdiff_traces *traces)
{
    free(traces->errors);
    free(traces->tones);
}

static struct errdiff_traces traces_at(struct errdiff_traces traces, ptrdiff_t index)
{
    traces.errors += index;
    if (traces.tones)
        traces.tones += index;
    return traces;
}

static void copy(struct errdiff_traces to, struct errdiff_traces from, size_t count)
{
    memcpy(to.errors, from.errors, count * sizeof *to.errors);
    if (to.tones)
        memcpy(to.tones, from.tones, count);
}

static ptrdiff_t side_length(const struct errdiff_block_errors *errors)
{
    return (ptrdiff_t)errors->shape->reach * errors->channels;
}

static ptrdiff_t line_length(const struct errdiff_block_errors *errors)
{
    return ((ptrdiff_t)errors->image_width + 2 * errors->margin) * errors->channels;
}

static ptrdiff_t own_row_length(const struct errdiff_block_errors *errors)
{
    return (ptrdiff_t)(errors->shape->reach + errors->shape->width) * errors->channels;
}

/* Two rows are dithered at once, and the upper one may collect from reach_up rows above it. */
static ptrdiff_t own_row_count(const struct errdiff_block_shape *shape)
{
    return shape->reach_up + 2;
}

bool errdiff_block_errors_make(struct errdiff_block_errors *errors,
                               const struct errdiff_block_shape *shape,
                               const struct errdiff_job *job, int thread_count)
{
    *errors = (struct errdiff_block_errors){
        .shape = shape,
        .image_width = job->in.width,
        .channels = job->rule.channels,
        .margin = job->analysis.kernel.reach_across,
    };
    bool has_tones = job->rule.tone_weights != NULL;
    ptrdiff_t own_rows = (ptrdiff_t)thread_count * own_row_count(shape);
    bool has_sides = allocate(&errors->sides, job->in.height, side_length(errors), has_tones);
    bool has_lines = allocate(&errors->lines, 2 * shape->reach_up, line_length(errors), has_tones);
    bool has_own = allocate(&errors->own, own_rows, own_row_length(errors), has_tones);
    return has_sides && has_lines && has_own;
}

void errdiff_block_errors_release(struct errdiff_block_errors *errors)
{
    release(&errors->sides);
    release(&errors->lines);
    release(&errors->own);
}

static struct errdiff_traces side(const struct errdiff_block_errors *errors, int y)
{
    return traces_at(errors->sides, y * side_length(errors));
}

/* The line with the errors of row y, one of the last reach_up rows of a block row. y may be
 * negative: the rows above the image. */
static struct errdiff_traces line(const struct errdiff_block_errors *errors, int y, int x)
{
    const struct errdiff_block_shape *shape = errors->shape;
    int from_above = y + 2 * shape->height;
    int turn = from_above / shape->height % 2;
    int row = from_above % shape->height - (shape->height - shape->reach_up);
    return traces_at(errors->lines, (turn * shape->reach_up + row) * line_length(errors) +
                                        ((ptrdiff_t)errors->margin + x) * errors->channels);
}

/* Row y of the block that a thread works on; it begins with the `reach` pixels left of the
 * block. */
static struct errdiff_traces own_row(const struct errdiff_block_errors *errors, int member, int y)
{
    ptrdiff_t row_count = own_row_count(errors->shape);
    return traces_at(errors->own, (member * row_count + y % row_count) * own_row_length(errors));
}

static void clear(const struct errdiff_block_errors *errors, struct errdiff_traces row, int begin,
                  int end)
{
    ptrdiff_t first = ((ptrdiff_t)errors->shape->reach + begin) * errors->channels;
    size_t count = (size_t)(end - begin) * (size_t)errors->channels;
    memset(row.errors + first, 0, count * sizeof *row.errors);
}

/* The first column of a block in row y, which may be outside the image. */
static int first_column(const struct errdiff_block_shape *shape, int column, int y)
{
    return column * shape->width - shape->slant * (y % shape->height);
}

void errdiff_block_errors_begin_row(const struct errdiff_block_errors *errors, int member,
                                    int column, int y, struct errdiff_span *span)
{
    const struct errdiff_block_shape *shape = errors->shape;
    struct errdiff_traces own = own_row(errors, member, y);
    copy(own, side(errors, y), (size_t)side_length(errors));

    int first = first_column(shape, column, y), width = shape->width;
    int begin = errdiff_clamp(-first, 0, width);
    int end = errdiff_clamp(errors->image_width - first, 0, width);
    clear(errors, own, 0, begin);
    clear(errors, own, end, width);

    *span = (struct errdiff_span){
        .y = y, .begin = first + begin, .end = first + end, .end_channel = errors->channels};
    for (int dy = 0; dy <= shape->reach_up && begin < end; dy++) {
        struct errdiff_traces row;
        if (dy <= y % shape->height)
            row =
                traces_at(own_row(errors, member, y - dy),
                          ((ptrdiff_t)shape->reach + begin - shape->slant * dy) * errors->channels);
        else
            row = line(errors, y - dy, span->begin);
        span->errors[dy] = row.errors;
        span->tones[dy] = row.tones;
    }
}

void errdiff_block_errors_end_row(const struct errdiff_block_errors *errors, int member, int y,
                                  const struct errdiff_span *span)
{
    const struct errdiff_block_shape *shape = errors->shape;
    ptrdiff_t right_side = (ptrdiff_t)shape->width * errors->channels;
    copy(side(errors, y), traces_at(own_row(errors, member, y), right_side),
         (size_t)side_length(errors));
    if (span->begin < span->end && y % shape->height >= shape->height - shape->reach_up)
        copy(line(errors, y, span->begin), (struct errdiff_traces){span->errors[0], span->tones[0]},
             (size_t)(span->end - span->begin) * (size_t)errors->channels);
}
