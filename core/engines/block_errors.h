/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the pixels of a picture in blocks leave: their errors and, where weights depend on them,
 * their tones. Few of them are kept, as Deshpande, Misra and Narayanan 2011, section 3.2, do:
 *
 *     the block's own       the last rows of the block that a thread works on
 *     its right side        for each row of the picture, what the next block of the row needs
 *     its lower edge        lines across the picture: the last rows of a block row
 */
#ifndef ERRDIFF_BLOCK_ERRORS_H
#define ERRDIFF_BLOCK_ERRORS_H

#include "block_shape.h"
#include "span.h"

struct errdiff_traces {
    int32_t *errors;
    uint8_t *tones; /* at the same places, or NULL */
};

struct errdiff_block_errors {
    const struct errdiff_block_shape *shape;
    int picture_width, channels;
    int margin;                  /* zeros at each end of a line, in pixels */
    struct errdiff_traces sides; /* `reach` pixels for each row of the picture */
    struct errdiff_traces lines; /* `reach_up` for each of two block rows, taking turns */
    struct errdiff_traces own;   /* for each thread reach_up + 2 rows of reach + width pixels */
};

/* Makes room for `thread_count` threads, all zeros. `shape` is referred to. FALSE: memory is short.
 * To be freed with errdiff_block_errors_release in either case. */
bool errdiff_block_errors_make(struct errdiff_block_errors *errors,
                               const struct errdiff_block_shape *shape,
                               const struct errdiff_job *job, int thread_count);

void errdiff_block_errors_release(struct errdiff_block_errors *errors);

/* Begins row y of a block: says what of the row is in the block and the picture, which may be
 * nothing, and where its errors are, in the room of thread `member`. The row above may be begun and
 * not yet ended. */
void errdiff_block_errors_begin_row(const struct errdiff_block_errors *errors, int member,
                                    int column, int y, struct errdiff_span *span);

/* Ends the row, which was dithered: keeps what others need. */
void errdiff_block_errors_end_row(const struct errdiff_block_errors *errors, int member, int y,
                                  const struct errdiff_span *span);

#endif
