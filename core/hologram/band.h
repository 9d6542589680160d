/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Four rows of a hologram, worked on side by side in blocks of 16 columns. Each row is two blocks
 * behind the row above it, so that all it collects from there is there before its block begins:
 *
 *     row 0             ....[block b]
 *     row 1     ....[b - 2]
 *     row 2 [b - 4]
 *
 * What comes from above is summed for all of a block in SIMD; then the rows' pixels take turns, since
 * each waits only for the one at its left, and a processor works on four at once.
 *
 * band.c is compiled once for each instruction set. (With AVX-512 it is no faster than with AVX2.)
 */
#ifndef ERRDIFF_HOLOGRAM_BAND_H
#define ERRDIFF_HOLOGRAM_BAND_H

#include "job.h"

enum {
    ERRDIFF_HOLOGRAM_BAND_ROWS = 4,
    ERRDIFF_HOLOGRAM_BLOCK = 16,
    ERRDIFF_HOLOGRAM_LAG = 2 * ERRDIFF_HOLOGRAM_BLOCK, /* covers every slope up to a block */
};

/* Pixel 0 of the errors of a row and of the rows above it, whose parts lie apart; zeros, which are not
 * written to, lie ERRDIFF_HOLOGRAM_REACH before it and a block and that behind the last pixel. */
struct errdiff_hologram_error_rows {
    float *re[ERRDIFF_HOLOGRAM_REACH + 1], *im[ERRDIFF_HOLOGRAM_REACH + 1];
};

struct errdiff_hologram_band {
    const struct errdiff_hologram_job *job;
    int first_row, row_count; /* 1..4 of them */
    struct errdiff_hologram_error_rows errors[ERRDIFF_HOLOGRAM_BAND_ROWS];
    uint16_t *levels; /* of the whole hologram */
    int64_t clipped;
};

/* Does block b of row 0, b - 2 of row 1 and so on, those that are in the hologram. */
typedef void errdiff_hologram_band_step(struct errdiff_hologram_band *band, int b);

errdiff_hologram_band_step errdiff_hologram_band_step_c;
#ifdef ERRDIFF_X86
errdiff_hologram_band_step errdiff_hologram_band_step_avx2;
#endif

#endif
