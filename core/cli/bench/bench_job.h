/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `errdiff bench` takes the time of: jobs, their pictures, and the ways to do them. */
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
    errdiff_kernel kernel;          /* of fixed weights */
    int levels;                     /* 2..256 */
    const errdiff_palette *palette; /* in place of levels, or NULL; the caller's */
    int hogel, tap_count, slope; /* of a hologram, whose phases have `levels`; hogel 0: a picture */
    bool is_pinned;              /* pictures are to lie in memory that a GPU copies by itself */
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

/* A row of the table: one way to do a job, and how long it took in each round. */
struct bench_row {
    const char *engine; /* "plain": the plain loop */
    const char *isa;    /* "" where there is no choice */
    int threads;
    const char *variable; /* of the environment, that sets a size of the engine; NULL: none */
    int size;             /* what it is set to */
    int rounds;           /* in which its time was taken so far */
    double *ms;           /* one a round: of one call */
    double *kernel_ms;    /* one a round: of that the GPU's work alone; 0 where there is none */
    double *copy_ms; /* one a round: of a copy of the picture by as many threads; 0 for holograms */
};

#endif
