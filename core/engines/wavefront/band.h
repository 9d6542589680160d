/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The wavefront schedule: the rows of a band are dithered at the same time, a row in each lane of a
 * vector. A row trails the row above it by `skew` samples, so that the errors that it collects are
 * known. README.md has a worked example.
 *
 *     step       0 1 2 3 4 5 6 7 8 …
 *     row 0      a b c d e f g h i         skew 3
 *     row 1            a b c d e f
 *     row 2                  a b c         step 8: samples i, f and c at once
 *
 * A row's samples are those of all its channels, pixel by pixel. A tap (dx, dy) reaches dx ·
 * channels samples far. The skew is a multiple of the number of channels, so that all lanes are at
 * the same channel. The error that a tap needs was computed dx · channels + skew · dy steps before,
 * in the row dy above; this number of steps is the tap's delay.
 *
 * The lowest row of a band is in lane 0. Errors for the rows below the band are stored as sums in
 * lines in memory, one for each row that they reach. Element `step` of line k is the sum, from all
 * rows above, for the sample that row k of the next band dithers at step + skew · k.
 *
 * Every sum moves by one lane at a time, however far the taps reach (Horner's scheme):
 *
 *     x[k] = Σ weight · e(step − delay) over the taps with dy = k + 1, plus x[k + 1] moved one lane
 */
#ifndef ERRDIFF_BAND_H
#define ERRDIFF_BAND_H

#include "engines/job.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    ERRDIFF_MAX_LINES = ERRDIFF_MAX_REACH,
    ERRDIFF_MAX_STATE_BYTES = 96 << 10 /* what a lane kernel keeps of a band */
};

/* A tap as a step needs it. */
struct errdiff_wave_tap {
    int64_t offset; /* from the error of a step to the one that it needs, in bytes; negative */
    int32_t weight; /* of 8-bit samples, whose errors have 16 bits, in the low half */
    int32_t delay;  /* in steps, 1 or more */
};

/* What all bands of a job share. */
struct errdiff_wave {
    const struct errdiff_job *job;
    const struct errdiff_lane_kernel *lane_kernel;
    const void *plan; /* the lane kernel's own */
    int samples;      /* in a row: width · channels */
    int skew;         /* in samples */
    int line_count;   /* rows below a row that its errors reach: largest dy; a plan may add lines */
    int max_delay;    /* of the taps */
    size_t number_size; /* of an element of a line, in bytes: that of a lane, unless a plan needs
                         * larger ones */
    struct errdiff_wave_tap taps[ERRDIFF_MAX_TAPS];
    int first_tap[ERRDIFF_MAX_LINES + 2]; /* the first with dy = 0, 1, …; past the last one */
    int32_t bias_sum[ERRDIFF_MAX_LINES];  /* the sum in line k if all errors are 0; itself not 0 if
                                          * lanes hold errors with a bias */
};

/* A band that is being dithered. */
struct errdiff_band {
    const struct errdiff_wave *wave;
    int first_row;
    int row_count;                       /* 1..lanes; further lanes compute on zeros */
    const void *from[ERRDIFF_MAX_LINES]; /* lines of the band above, at step 0 */
    void *to[ERRDIFF_MAX_LINES];         /* lines to the band below, at step 0 */
    void *state;                         /* of the lane kernel, aligned to 64 bytes */
    int64_t clamped;                     /* pixels that were clamped, so far */
};

/* The code that dithers bands, for one instruction set and one width of lanes. */
struct errdiff_lane_kernel {
    int lanes;
    int tile;         /* steps between which memory is read and written */
    int blocks;       /* that a tile consists of */
    size_t lane_size; /* in bytes */
    int min_samples;  /* per thread: 0.15 ms of work or more. With less, further threads cost as
                         * much time as they save */

    void (*start)(struct errdiff_band *band);
    /* Runs blocks first..end − 1 of a tile. Each block runs once, in the order of its steps. */
    void (*run_blocks)(struct errdiff_band *band, int tile, int first, int end);
    void (*finish)(struct errdiff_band *band);
};

/* What all lane kernels have in common for a job: everything but the lane kernel and its plan, and
 * the offsets of the taps. */
struct errdiff_wave errdiff_wave_of(const struct errdiff_job *job);

/* Sets the lane kernel, which determines the offsets of the taps. */
void errdiff_wave_set_lane_kernel(struct errdiff_wave *wave,
                                  const struct errdiff_lane_kernel *lane_kernel);

/* Lanes are to hold e + error_bias in place of e. Adds to wave->bias_sum what this adds to the sums
 * in each line, and returns what it adds to the sum of a pixel: Σ weight · error_bias. */
int32_t errdiff_add_error_bias(struct errdiff_wave *wave, int32_t error_bias);

/* The number of tiles of a band: enough for its last row to end, and for its lines to have a sum
 * for each sample of the rows below. */
static inline int errdiff_tile_count(const struct errdiff_wave *wave)
{
    int tile = wave->lane_kernel->tile;
    int64_t trailing = (int64_t)wave->skew * (wave->lane_kernel->lanes - 1 + wave->line_count);
    return (int)((wave->samples + trailing + tile - 1) / tile);
}

/* The sample that row `row` of a band dithers in step `step`; outside the row if < 0 or ≥
 * samples. */
static inline int64_t errdiff_sample_at(const struct errdiff_wave *wave, int64_t step, int row)
{
    return step - (int64_t)wave->skew * row;
}

/* Returns whether a lane has a sample outside its row in any step of a tile. */
static inline bool errdiff_is_edge(const struct errdiff_wave *wave, int tile)
{
    int64_t first = (int64_t)tile * wave->lane_kernel->tile;
    return errdiff_sample_at(wave, first, wave->lane_kernel->lanes - 1) < 0 ||
           first + wave->lane_kernel->tile > wave->samples;
}

#endif
