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

enum { REFERENCE_MAX_TAPS = 64, REFERENCE_MAX_COLOURS = 256, REFERENCE_TONES = 256 };

/* A pixel at (x, y) hands weight/divisor of its error to the pixel at (x + dx, y + dy). */
struct reference_tap {
    int dx;
    int dy;
    int64_t weight;
};

/* Shares of 65536 for the pixels to the right, below left and below of one with a given tone. */
struct reference_tone {
    int64_t right;
    int64_t below_left;
    int64_t below;
    int64_t modulation; /* of the threshold, in half percents of half a step */
};

struct reference_kernel {
    int64_t divisor;
    int tap_count;
    struct reference_tap taps[REFERENCE_MAX_TAPS];

    int by_tone; /* 1: `tones` in place of the taps */
    struct reference_tone tones[REFERENCE_TONES];
};

struct reference_quantizer {
    int levels[3]; /* 2..256 for each channel */

    int colour_count; /* 1..256: colours in place of levels; 0: levels */
    uint8_t colours[REFERENCE_MAX_COLOURS][3];
    int oklab; /* 1: the colours are compared in OKLab */
};

struct reference_job {
    int width;
    int height;
    int channels; /* 1 or 3 */
    int bits;     /* 8 or 16; 16 in native byte order */
    int out_bits; /* 8, or bits */
    int indexed;  /* 1: write the colours' numbers, 8 bits */

    const void *in;
    ptrdiff_t in_stride; /* bytes */
    void *out;           /* may be in, where channels and bits are the same */
    ptrdiff_t out_stride;
    const uint8_t *mask; /* a byte a pixel, 0: left out; NULL: none is left out */
    ptrdiff_t mask_stride;

    struct reference_kernel kernel;
    struct reference_quantizer quantizer;
    int strength; /* percent */
    int noise;    /* percent */
    uint32_t seed;
    int serpentine;
    int linear;

    /* Filled in. */
    int64_t pixels;  /* that the mask lets take part */
    int64_t clamped; /* of those: pixels with an s outside 0..16·W, with colours */
};

/* The name of kernel `index`, or NULL past the last one. */
const char *reference_kernel_name(int index);

/* Fills *kernel with the kernel of that name. Returns 0, or -1 where there is none. */
int reference_kernel_find(const char *name, struct reference_kernel *kernel);

/* The value of level i of L levels on samples of 0..W. */
int64_t reference_level_value(int64_t i, int64_t L, int64_t W);

/* Channels of what is written: 1, or 3. */
int reference_out_channels(const struct reference_job *job);

/* Returns 0, or -1 where there is no memory for the errors. */
int reference_dither(struct reference_job *job);

#endif
