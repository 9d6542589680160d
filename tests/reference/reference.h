/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The plain reference: the rule of a pixel, written once more and as obviously as possible.
 *
 * It shares no line with the library under test, so that a mistake in one does not hide in the
 * other. Nothing here is fast, and nothing here may become fast.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stddef.h>
#include <stdint.h>

enum { REFERENCE_MAX_TAPS = 64 };

/* A pixel at (x, y) hands weight/divisor of its error to the pixel at (x + dx, y + dy). */
struct reference_tap {
    int dx;
    int dy;
    int64_t weight;
};

struct reference_kernel {
    int64_t divisor;
    int tap_count;
    struct reference_tap taps[REFERENCE_MAX_TAPS];
};

struct reference_quantizer {
    int levels[3]; /* 2..256 for each channel */
};

struct reference_job {
    int width;
    int height;
    int channels; /* 1 or 3 */
    int bits;     /* 8 or 16; 16 in native byte order */

    const void *in;
    ptrdiff_t in_stride; /* bytes */
    void *out;           /* may be in */
    ptrdiff_t out_stride;
    const uint8_t *mask; /* a byte a pixel, 0: left out; NULL: none is left out */
    ptrdiff_t mask_stride;

    struct reference_kernel kernel;
    struct reference_quantizer quantizer;
    int strength; /* percent */
};

/* The name of fixed kernel `index`, or NULL past the last one. */
const char *reference_kernel_name(int index);

/* Fills *kernel with the fixed kernel of that name. Returns 0, or -1 where there is none. */
int reference_kernel_find(const char *name, struct reference_kernel *kernel);

/* The value of level i of L levels on samples of 0..W. */
int64_t reference_level_value(int64_t i, int64_t L, int64_t W);

/* Returns 0, or -1 where there is no memory for the errors. */
int reference_dither(const struct reference_job *job);

#endif
