/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `errdiff bench` times: jobs, their pictures, and the ways to run them. */
#ifndef CLI_BENCH_JOB_H
#define CLI_BENCH_JOB_H

#include "errdiff.h"

#include <stdbool.h>

/* A job that is timed. */
struct bench_job {
    int width, height; /* pixels */
    int channels;      /* of the picture to dither: 1 or 3 */
    int bits;          /* 8 or 16 */
    const char *kernel_text;
    errdiff_kernel kernel;          /* with fixed weights */
    int levels;                     /* 2..256 */
    const errdiff_palette *palette; /* instead of levels, or NULL; the caller's */
    int hogel, tap_count, slope;    /* of a hologram of `levels` phases; hogel 0: a picture */
    bool is_pinned;                 /* allocate the pictures in pinned memory */
};

/* Three pictures without padding between rows, each aligned to 64 bytes. */
struct bench_picture {
    errdiff_image in;       /* a gradient with noise, the same on every machine; or a hologram's
                             * complex values, 8 bytes per pixel */
    errdiff_image out;      /* written by what is timed */
    errdiff_image expected; /* the naive loop's result; for a hologram the serial engine's levels */
    void *memory;           /* of all three */
    bool is_pinned;         /* `memory` is pinned */
};

/* A row of the table: one way to run a job, and the times it took in each round. */
struct bench_row {
    const char *engine; /* "plain": the naive loop */
    const char *isa;    /* "" if the engine has no choice */
    int threads;
    const char *variable; /* environment variable that sets a size of the engine; NULL: none */
    int size;             /* its value */
    int rounds;           /* in which the row has been timed so far */
    double *ms;           /* for each round: time of one call */
    double *kernel_ms;    /* for each round: the GPU's part of this time; 0: no GPU */
    double *copy_ms;      /* for each round: time of a copy with as many threads; 0 for holograms */
};

#endif
