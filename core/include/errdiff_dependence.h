/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which pixels of an image can be processed at the same time, derived from the taps alone, for any
 * method in which a pixel passes something on to the pixels at its taps: after Deshpande, Misra and
 * Narayanan 2011, section 6. All rows run from left to right, so serpentine order is not covered.
 *
 * A schedule numbers iterations from 0. All pixels of an iteration are independent of each other,
 * and each tap leads from an earlier iteration to a later one:
 *
 *     pattern            taps                      iteration of (x, y)
 *     all at once        none                      0
 *     L-shaped           dx ≥ 1 and dy ≥ 1         min(x, y)
 *     row by row         dy ≥ 1                    y
 *     column by column   dx ≥ 1                    x
 *     slanted            all others                x + p · y
 *
 * The first pattern that fits all taps is taken. p is the slope (see errdiff_kernel_slope): with p
 * = 1 the iterations are diagonals, and p = 2 is the knight's move.
 */
#ifndef ERRDIFF_DEPENDENCE_H
#define ERRDIFF_DEPENDENCE_H

#include "errdiff.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum errdiff_pattern {
    ERRDIFF_ALL_AT_ONCE,
    ERRDIFF_L_SHAPED,
    ERRDIFF_ROW_BY_ROW,
    ERRDIFF_COLUMN_BY_COLUMN,
    ERRDIFF_SLANTED
} errdiff_pattern;

typedef struct errdiff_schedule {
    errdiff_pattern pattern;
    int slope;         /* p, 1 or more if the pattern is slanted; otherwise 0 */
    int width, height; /* of the image, pixels */
} errdiff_schedule;

/* Derives the schedule for an image of width × height pixels, each 1..ERRDIFF_MAX_SIDE, from
 * tap_count taps, 0 or more; their weights do not matter. ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT if a
 * size or a tap is out of range; *schedule is then unchanged. */
ERRDIFF_API errdiff_status errdiff_schedule_derive(const errdiff_tap *taps, int tap_count,
                                                   int width, int height,
                                                   errdiff_schedule *schedule);

/* The number of iterations, at least 1. Some have no pixel if the width is less than the slope. */
ERRDIFF_API int64_t errdiff_schedule_iterations(const errdiff_schedule *schedule);

/* The largest number of pixels in one iteration. */
ERRDIFF_API int64_t errdiff_schedule_most_pixels(const errdiff_schedule *schedule);

/* The iteration of a pixel of the image. */
ERRDIFF_API int64_t errdiff_schedule_iteration(const errdiff_schedule *schedule, int x, int y);

/* The number of a pixel when the pixels of each iteration are stored side by side, and the
 * iterations one after the other: 0..width · height − 1. Within an iteration the order is that of
 * the rows; an L begins with its row, from left to right. */
ERRDIFF_API int64_t errdiff_schedule_place(const errdiff_schedule *schedule, int x, int y);

#ifdef __cplusplus
}
#endif

#endif
