/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reference implementation: the rule of a pixel, written a second time as simply as possible.
 *
 * It shares no code with the library under test, so that a mistake in one is not repeated in the
 * other. It is not fast and is not to be optimized.
 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "reference_screen.h"
#include "reference_tone.h"

#include <stddef.h>
#include <stdint.h>

enum {
    REFERENCE_MAX_TAPS = 64,
    REFERENCE_MAX_COLORS = 256,
    REFERENCE_TONES = 256,
    REFERENCE_MAX_GAIN_POINTS = 8
};

/* The pixel at (x, y) passes weight / divisor of its error to the pixel at (x + dx, y + dy). */
struct reference_tap {
    int dx;
    int dy;
    int64_t weight;
};

/* For one tone: the shares, in 65536ths, of the pixels to the right, below left and below. */
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

    int by_tone; /* 1: `tones` are used instead of the taps */
    struct reference_tone tones[REFERENCE_TONES];
};

struct reference_quantizer {
    int levels[3]; /* 2..4096 for each channel; above 256, of samples with 16 bits */

    int color_count; /* 1..256: colors instead of levels; 0: levels */
    uint8_t colors[REFERENCE_MAX_COLORS][3];
    int oklab;     /* 1: the colors are compared in OKLab */
    int lightness; /* 1: they are compared, and errors added, where luminance counts more */

    int has_sent; /* 1: these are written in place of the colors */
    uint8_t sent[REFERENCE_MAX_COLORS][3];
};

/* What is known of the frame before, and where the errors of this one go. */
struct reference_before {
    int percent;         /* how strongly it counts; 0: there is none */
    const void *in;      /* with which the input is compared: of the same size, channels and bits */
    ptrdiff_t in_stride; /* bytes */
    const uint8_t *mask; /* as that of the job */
    ptrdiff_t mask_stride;
    const int32_t *errors; /* e of each dithered channel of each pixel, row by row */
    int error_channels;    /* of these, and the W of their rule */
    int64_t error_W;
    int32_t *kept; /* of the result; NULL: not wanted */
    /* The numbers of the colors of each pixel before and after the search: of the frame before,
     * with has_colors, and then of the result. NULL: nothing is known or wanted of them. */
    int has_colors;
    int32_t *dithered, *searched;
};

struct reference_job {
    int width;
    int height;
    int channels; /* 1 or 3 */
    int bits;     /* 8 or 16; 16 in native byte order */
    int out_bits; /* 8, or bits */
    int indexed;  /* 1: write color indices of 8 bits */

    const void *in;
    ptrdiff_t in_stride; /* bytes */
    void *out;           /* may equal `in` if channels and bits are the same */
    ptrdiff_t out_stride;
    const uint8_t *mask; /* a byte per pixel, 0: left out; NULL: none is left out */
    ptrdiff_t mask_stride;

    struct reference_kernel kernel;
    struct reference_quantizer quantizer;
    int strength; /* percent */
    int noise;    /* percent */
    uint32_t seed;
    int detail; /* percent */
    struct reference_before before;
    struct reference_screen screen;
    int serpentine;
    int starts; /* 1: the first rows get errors as if the image went on above */
    int linear;
    int gray; /* an image with 3 channels becomes gray first; the number of channels, 1 or 3, that
               * the result then has with levels; 0: it stays */
    struct reference_tone_options tone;
    int keep_exact; /* 1: pixels whose color is in the palette, or at levels, keep it */
    int gamut;      /* 1: colors that the palette cannot mix are replaced first */
    int relative;   /* 1: before that, white and black become the palette's lightest and darkest */
    int gain_count; /* of the points of the curve of dot gain; 0: there is none */
    int64_t gain_points[REFERENCE_MAX_GAIN_POINTS][2]; /* coverage, printed: thousandths of a
                                                        * percent, from 0, 0 to 100000, 100000 */
    int passes;     /* of the search after the dithering; 0: there is none */
    double viewing; /* pixels in a degree, for the search */
    int compress;   /* percent by which lightness is compressed before that; 0: not at all */

    /* Results. */
    int64_t pixels;  /* that are not left out */
    int64_t clamped; /* of these, those with a part of s lost by clamping; only with colors */
};

/* The name of kernel `index`; NULL if there is none. */
const char *reference_kernel_name(int index);

/* Sets *kernel to the kernel of that name. Returns 0, or -1 if there is none. */
int reference_kernel_find(const char *name, struct reference_kernel *kernel);

/* The value of level i, 0..L - 1, of L levels for samples of 0..W. */
int64_t reference_level_value(int64_t i, int64_t L, int64_t W);

/* The number of channels that are written: 1 or 3. */
int reference_out_channels(const struct reference_job *job);

/* Dithers. Returns 0, or -1 if there is not enough memory. */
int reference_dither(struct reference_job *job);

#endif
