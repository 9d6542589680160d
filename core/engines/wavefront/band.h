/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wavefront schedule: a band of rows runs side by side, a row in each lane of a vector. A row
 * trails the row above it by `skew` samples, so that what it collects is there:
 *
 *     step       0 1 2 3 4 5 6 7 8 …
 *     row 0      a b c d e f g h i         skew 3
 *     row 1            a b c d e f
 *     row 2                  a b c         one step: i, f and c at once
 *
 * Samples are what is dithered: with several channels those of a pixel lie side by side, a tap
 * (dx, dy) reaches dx · channels samples far, and the skew is a multiple of the channels, so that
 * all lanes are at the same channel. The error that a tap brings to a step was left dx · channels +
 * skew · dy steps before, dy lanes above; it is the tap's delay.
 *
 * The last lane down is lane 0: what falls out of the band there goes to lines, one for each row
 * below that is reached. Line k has at place `step` what the rows above hand to the sample of row k
 * that the next band has in its lane of row k at step + skew · k.
 *
 * Horner's scheme moves every sum by one lane a step, whatever the reach:
 *
 *     x[k] = Σ weight · e(step − delay) over the taps with dy = k + 1, and x[k + 1] a lane down
 */
#ifndef ERRDIFF_BAND_H
#define ERRDIFF_BAND_H

#include "job/job.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    ERRDIFF_MOST_LINES = ERRDIFF_MAX_REACH,
    ERRDIFF_MOST_STATE = 80 << 10 /* bytes */
};

/* What all bands of a job have in common. */
struct errdiff_wave {
    struct errdiff_job *job;
    const struct errdiff_form *form;
    const void *plan;                    /* the form's own */
    int samples;                         /* in a row */
    int skew;                            /* samples */
    int line_count;                      /* rows below a row that its errors reach */
    int tile_count;                      /* of a band */
    int32_t nothing[ERRDIFF_MOST_LINES]; /* in line k: what is handed down where no error is */
};

/* A band in flight. */
struct errdiff_band {
    const struct errdiff_wave *wave;
    int first_row;
    int row_count;                        /* 1..lanes; lanes beyond it run on zeros */
    const void *from[ERRDIFF_MOST_LINES]; /* lines of the band above, at step 0 */
    void *to[ERRDIFF_MOST_LINES];         /* lines to the band below, at step 0 */
    void *state;                          /* the form's own, aligned to 64 bytes */
    int64_t clamped;                      /* adds up */
};

/* How a band is run: by which instruction set, with which numbers in a lane. */
struct errdiff_form {
    int lanes;
    int tile;           /* steps that are run at a time */
    size_t number_size; /* bytes, of the numbers in lines */
    int least_samples;  /* for a thread, a millisecond of work: to wait for others takes longer
                         * where processors are busy */

    void (*start)(struct errdiff_band *band);
    void (*run_tile)(struct errdiff_band *band, int tile);
    void (*finish)(struct errdiff_band *band);
};

/* The sample of a row that is run at `step` in row `row` of a band. */
static inline int64_t errdiff_sample_at(const struct errdiff_wave *wave, int64_t step, int row)
{
    return step - (int64_t)wave->skew * row;
}

/* Whether some sample of a tile is outside the row, in a lane. */
static inline bool errdiff_is_edge(const struct errdiff_wave *wave, int tile)
{
    int64_t first = (int64_t)tile * wave->form->tile;
    return errdiff_sample_at(wave, first, wave->form->lanes - 1) < 0 ||
           first + wave->form->tile > wave->samples;
}

#endif
