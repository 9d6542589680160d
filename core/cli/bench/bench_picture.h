/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is dithered to take the time of it. */
#ifndef CLI_BENCH_PICTURE_H
#define CLI_BENCH_PICTURE_H

#include "errdiff.h"

#include <stdbool.h>

/* A job that is timed. */
struct bench_job {
    int width, height; /* pixels */
    int channels;      /* of the picture to dither: 1 or 3 */
    int bits;          /* 8 or 16 */
    const char *kernel_text;
    errdiff_kernel kernel;          /* of fixed weights */
    int levels;                     /* 2..256 */
    const errdiff_palette *palette; /* in place of levels, or NULL; the caller's */
    int hogel, weights, slope; /* of a hologram, whose phases have `levels`; hogel 0: a picture */
    bool is_pinned;            /* pictures are to lie in memory that a GPU copies by itself */
};

/* Three pictures without gaps between rows, each in memory that is aligned to 64 bytes. */
struct bench_picture {
    errdiff_image in;       /* a gradient with noise, the same on every machine; of a hologram its
                             * complex values lie there, 8 bytes a pixel */
    errdiff_image out;      /* what is timed writes it */
    errdiff_image expected; /* the plain loop's result; of a hologram the serial engine's levels */
    void *memory;           /* of all three */
    bool is_pinned;         /* that memory */
};

/* Makes the pictures of a job, all pages touched; to be freed with bench_picture_free. FALSE where
 * memory is short, or cannot be pinned. */
bool bench_picture_make(struct bench_picture *picture, const struct bench_job *job);
void bench_picture_free(struct bench_picture *picture);

/* 0..2^16 − 1, of a sample's number. */
int32_t bench_picture_noise(uint64_t number);

/* Copies `in` to the memory of `out`, by as many threads. */
void bench_picture_copy(const struct bench_picture *picture, int threads);

/* Overwrites `out`, so that nothing of an earlier result is left in it. */
void bench_picture_clear(const struct bench_picture *picture);

/* Finds the first pixel, in raster order, where `out` is not as expected. FALSE where there is none. */
bool bench_picture_differs(const struct bench_picture *picture, int *x, int *y);

#endif
