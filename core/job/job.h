/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A job: a checked call of errdiff_dither, with the tables that every engine needs. */
#ifndef ERRDIFF_JOB_H
#define ERRDIFF_JOB_H

#include "analysis.h"
#include "base/progress.h"
#include "base/team.h"
#include "errdiff.h"
#include "rule/rule.h"
#include "rule/search.h"
#include "rule/tones.h"

/* What is kept from one piece of a picture for the next one. */
struct errdiff_carry {
    void *state; /* NULL before the first piece; then the engine's own data; freed with free() */
};

/* Sizes for the GPU engines, measured on this machine; 0: the engine's built-in size. */
struct errdiff_sizes {
    int block_width, block_height; /* of a block of cuda-bwec and cuda-bwed, in pixels */
    int handover;                  /* iterations of this many pixels or more run on the GPU */
    int strip;                     /* largest number of columns of the processor in hybrid */
    int group;                     /* iterations of hybrid from one exchange to the next */
};

/* What the caller asked for, besides what is in the rule for a pixel. */
struct errdiff_request {
    errdiff_kernel kernel;
    bool serpentine;
    errdiff_match match;
};

/* One run of a job: what an engine may use, and what it counts. */
struct errdiff_run_state {
    bool any_engine;      /* "auto": if the engine drops out, another takes over */
    uint32_t passed_over; /* "auto": engines that cannot run this or dropped out, a bit for each */
    struct errdiff_sizes sizes;
    struct errdiff_threads threads; /* for an engine that uses several */
    struct errdiff_progress_state progress;
    struct errdiff_carry *carry; /* the caller's; NULL if the picture comes as a whole */
    int first_row;               /* row of the whole picture with which job->in begins */
    int64_t clamped; /* pixels whose s was outside the range of a palette; the engine counts */
};

/* The memory of the tables that the rule points to. */
struct errdiff_tables {
    uint16_t *light;
    struct errdiff_quantizer quantizers[3]; /* one for each channel; gray uses the first */
    struct errdiff_search search;           /* with a palette */
    struct errdiff_tone_table tones;        /* with tone-dependent weights */
};

struct errdiff_job {
    errdiff_image in; /* with a carry: the current piece, or the whole shape before the first */
    errdiff_image out;
    struct errdiff_request asked;
    struct errdiff_analysis analysis;
    struct errdiff_pixel_rule rule; /* points into the tables */
    struct errdiff_tables tables;
    struct errdiff_run_state run;
};

/* Reads the kernel's text, checks the pictures of a call of errdiff_dither, and fills *job. The
 * other options must have passed errdiff_options_check. If `carry` is not NULL the picture comes in
 * pieces, and *in and *out only give the shape of the whole. Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY,
 * or ERRDIFF_BAD_ARGUMENT with the reason in *message. In any case the caller releases *job with
 * errdiff_job_release. *job must not be moved, since it contains pointers to its own members. */
errdiff_status errdiff_job_prepare(struct errdiff_job *job, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   struct errdiff_carry *carry, errdiff_message *message);

void errdiff_job_release(struct errdiff_job *job);

/* The direction in which row y is dithered: +1, or −1 for odd rows in serpentine order. */
HOST_DEVICE_INLINE int errdiff_direction(const struct errdiff_job *job, int y)
{
    return job->asked.serpentine && y % 2 != 0 ? -1 : 1;
}

#endif
