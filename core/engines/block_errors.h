/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The traces of dithered pixels: their errors and, if weights depend on it, their tones. As in
 * Deshpande, Misra and Narayanan 2011, section 3.2, only those that are still needed are stored:
 *
 *     own rows     for each thread, the last rows of its current block
 *     sides        for each row of the image, the pixels that the next block to the right needs
 *     lines        across the image, the last rows of a block row, which the next one needs
 */
#ifndef ERRDIFF_BLOCK_ERRORS_H
#define ERRDIFF_BLOCK_ERRORS_H

#include "block_shape.h"
#include "span.h"

struct errdiff_traces {
    int32_t *errors;
    uint8_t *tones; /* at the same indices, or NULL */
};

struct errdiff_block_errors {
    const struct errdiff_block_shape *shape;
    int image_width, channels;
    int margin;                  /* zeros at each end of a line, in pixels */
    struct errdiff_traces sides; /* `reach` pixels for each row of the image */
    struct errdiff_traces lines; /* `reach_up` rows for each of two block rows, in turn */
    struct errdiff_traces own;   /* for each thread reach_up + 2 rows of reach + width pixels */
};

/* Allocates the traces for `thread_count` threads, all zeros. `shape` must outlive them. Returns
 * false if there is not enough memory. In either case the caller releases them with
 * errdiff_block_errors_release. */
bool errdiff_block_errors_make(struct errdiff_block_errors *errors,
                               const struct errdiff_block_shape *shape,
                               const struct errdiff_job *job, int thread_count);

void errdiff_block_errors_release(struct errdiff_block_errors *errors);

/* Begins row y of a block in block column `column`, on thread `member`: sets *span to the pixels of
 * the row that are in the block and in the image, possibly none, and to where their errors are.
 * The row above may have been begun and not yet ended. */
void errdiff_block_errors_begin_row(const struct errdiff_block_errors *errors, int member,
                                    int column, int y, struct errdiff_span *span);

/* Ends a row that was dithered: stores the traces that other blocks need. */
void errdiff_block_errors_end_row(const struct errdiff_block_errors *errors, int member, int y,
                                  const struct errdiff_span *span);

#endif
