/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The thresholds of screens, for the reference. */
#ifndef REFERENCE_SCREEN_H
#define REFERENCE_SCREEN_H

#include <stdint.h>

enum reference_screen_kind {
    REFERENCE_NO_SCREEN,
    REFERENCE_BAYER,
    REFERENCE_MATRIX,
    REFERENCE_ROUND,
    REFERENCE_DIAMOND,
    REFERENCE_LINE
};

struct reference_screen {
    enum reference_screen_kind kind;
    int side;                /* of Bayer's matrix */
    int width, height;       /* of a matrix of numbers */
    const uint16_t *numbers; /* the caller's */
    double period;           /* of dots, in pixels */
    double angles[4];        /* of red, green, blue and gray, in degrees */
    int amount;              /* percent */
};

/* A tile of thresholds in 65536ths; height rows below, it begins with pixel `shift` of its row. */
struct reference_tile {
    int width, height, shift;
    int64_t *thresholds;
};

/* Makes the tile for one of the angles. Returns 0, or -1 if there is not enough memory. */
int reference_tile_make(struct reference_tile *tile, const struct reference_screen *screen,
                        int angle);

int64_t reference_tile_at(const struct reference_tile *tile, int x, int y);

#endif
