/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The thresholds of a screen, as a tile that is repeated in both directions: below each tile is
 * one that lies `shift` pixels farther left, as bricks do. Any screen with a rational angle has
 * such a tile (T. Holladay, An optimum algorithm for halftone generation for displays and hard
 * copies, Proc. SID 21, 1980).
 */
#ifndef ERRDIFF_SCREEN_TILE_H
#define ERRDIFF_SCREEN_TILE_H

#include <stdbool.h>
#include <stdint.h>

enum { ERRDIFF_BLUE_NOISE_SIDE = 128 };

/* A rank, 0..16383, for each pixel of a matrix (blue_noise.py). */
extern const uint16_t errdiff_blue_noise[ERRDIFF_BLUE_NOISE_SIDE * ERRDIFF_BLUE_NOISE_SIDE];

struct errdiff_screen_tile {
    int width, height, shift; /* pixels; 0 ≤ shift < width */
    uint16_t *thresholds;     /* of row after row: the share of the range above which a value is the
                               * higher of two levels, in 65536ths; owned; NULL: there is no tile */
};

/* The shapes of clustered dots. Coordinates X and Y are 0 in the middle of a dot and 1 in the
 * middle between it and the next one; dots are black in dark areas where the expression is
 * small. */
enum errdiff_spot {
    ERRDIFF_SPOT_ROUND, /* X² + Y², and 2 − (1 − X)² − (1 − Y)² where X + Y > 1: round black dots,
                           * round white holes, a checkerboard between */
    ERRDIFF_SPOT_DIAMOND, /* X + Y */
    ERRDIFF_SPOT_LINE     /* Y */
};

/*
 * The functions that make tiles return false if there is not enough memory. The caller frees
 * tile->thresholds.
 */

/* Bayer's matrix (B. Bayer, An optimum method for two-level rendition of continuous-tone images,
 * IEEE ICC 1973), with a side of 2, 4, 8 or 16 pixels. */
bool errdiff_screen_make_bayer(struct errdiff_screen_tile *tile, int side);

/* A matrix of numbers of which only the order counts: a threshold is the share of smaller ones, and
 * half of the share of equal ones. */
bool errdiff_screen_make_ordered(struct errdiff_screen_tile *tile, int width, int height,
                                 const uint16_t *numbers);

/*
 * Clustered dots in a square grid.
 *
 * period   from one dot to the next, in pixels, 2..ERRDIFF_MAX_SCREEN_PERIOD
 * degrees  the angle of the rows of dots, counterclockwise from the horizontal
 *
 * Both are approximated so that n × n dots fit into a square with a whole number of pixels in x
 * and in y along its sides; n is chosen for the least difference, with sides of at most 256 pixels.
 */
bool errdiff_screen_make_clustered(struct errdiff_screen_tile *tile, enum errdiff_spot spot,
                                   double period, double degrees);

#endif
