/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `errdiff bench` times: jobs, their images, and the ways to run them. */
#ifndef CLI_BENCH_JOB_H
#define CLI_BENCH_JOB_H

#include "errdiff.h"

#include <stdbool.h>
#include <stddef.h>

/* A job that is timed. */
struct bench_job {
    int width, height;       /* pixels */
    int channels;            /* of the image to dither: 1 or 3 */
    int bits;                /* 8 or 16 */
    errdiff_options options; /* of an image; a row sets engine, threads and progress. The palette
                              * and the kernel's text are the caller's */
    errdiff_kernel kernel;   /* options.kernel, parsed */
    bool has_mask;           /* only the pixels in an ellipse as large as the image are dithered */
    int phases, hogel, tap_count, slope; /* of a hologram; hogel 0: an image */
    int method;     /* of a hologram: an errdiff_hologram_method; that of AUTO is OPT */
    bool is_pinned; /* allocate the images in pinned memory */
    int copies;     /* of the image that are dithered at the same time, as images of their own */
};

/* Images without padding between rows, each aligned to 64 bytes. */
struct bench_image {
    errdiff_image in;       /* a gradient with noise, the same on every machine; or a hologram's
                             * complex values, 8 bytes per pixel */
    errdiff_image out;      /* written by what is timed */
    errdiff_image expected; /* the result of the row that bench_row_reference returns */
    double expected_ms, expected_prepare_ms; /* what dithering `expected` took, as in a report */
    int copies;                              /* of `in` and `out`, each behind the one before */
    size_t in_size, out_size;                /* bytes from a copy of `in` or `out` to the next */
    void *memory;                            /* of all images, and of the mask */
    bool is_pinned;                          /* `memory` is pinned */
};

/* Image 0 is `in`, and the others are its copies. */
static inline errdiff_image bench_image_in(const struct bench_image *image, int number)
{
    errdiff_image pixels = image->in;
    pixels.data = (char *)pixels.data + (size_t)number * image->in_size;
    return pixels;
}

/* Image 0 is `out`, and the others are its copies. */
static inline errdiff_image bench_image_out(const struct bench_image *image, int number)
{
    errdiff_image pixels = image->out;
    pixels.data = (char *)pixels.data + (size_t)number * image->out_size;
    return pixels;
}

/* An environment variable that sets a size or a form of an engine. */
struct bench_setting {
    const char *variable; /* NULL: none */
    char value[16];
};

enum { BENCH_MAX_SETTINGS = 3 };

/* A row of the table: one way to run a job, and the times it took in each round. */
struct bench_row {
    const char *engine; /* "plain": the naive loop */
    const char *isa;    /* "" if the engine has no choice */
    int threads;
    struct bench_setting settings[BENCH_MAX_SETTINGS];
    int size;           /* the value of the first setting in a sweep; otherwise 0 */
    const char *label;  /* the row's name in a table of a paper; otherwise NULL */
    bool is_reordering; /* kernel_ms is errdiff_report.reorder_ms */
    int rounds;         /* in which the row has been timed so far */
    double *ms;         /* for each round: time of one call */
    double *prepare_ms; /* for each round: what the call took besides */
    double *kernel_ms;  /* for each round: errdiff_report.kernel_ms; 0: no GPU */
    double *copy_ms;    /* for each round: time of a copy with as many threads; 0 for holograms */
};

enum { BENCH_NAME_SIZE = 256 };

/* The number of colors or levels, or of phases of a hologram. If the channels have different
 * numbers of levels, it is that of red. */
int bench_job_colors(const struct bench_job *job);

/* Writes what a job is, without the size of the image, in one line. */
void bench_job_name(const struct bench_job *job, char name[BENCH_NAME_SIZE]);

/* Writes the members of a JSON object that say what a job is to standard output, each with a comma
 * after it. */
void bench_job_write_json(const struct bench_job *job);

#endif
