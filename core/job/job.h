/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A checked request with the tables that every engine needs. */
#ifndef ERRDIFF_JOB_H
#define ERRDIFF_JOB_H

#include "base/progress.h"
#include "base/team.h"
#include "errdiff.h"
#include "rule/rule.h"
#include "rule/tones.h"

/* What a piece of a picture leaves to the next one. */
struct errdiff_carry {
    void *state; /* NULL before the first piece; then the engine's own, to be freed with free() */
};

/* Sizes of the GPU's engines as they were measured on this machine; 0: the engine's own choice. */
struct errdiff_sizes {
    int block_width, block_height; /* pixels of a block of cuda-bwec and cuda-bwed */
    int handover;                  /* pixels of the least iteration that handover gives the GPU */
    int strip;                     /* columns of hybrid's processor, at most */
    int group;                     /* iterations of hybrid from exchange to exchange */
};

struct errdiff_job {
    errdiff_image in; /* with a carry: a piece, once there is one */
    errdiff_image out;
    errdiff_kernel kernel;
    int strength;
    bool any_engine;      /* "auto": where one drops out, another takes over */
    uint32_t passed_over; /* "auto": engines that cannot do this, or dropped out, a bit each */
    struct errdiff_sizes sizes;
    bool serpentine;
    bool indexed;
    errdiff_match match;
    struct errdiff_carry *carry; /* the caller's; NULL where the picture comes whole */
    int first_row;               /* of a longer picture's, that `in` begins with */
    int32_t max_value;           /* W */
    int32_t channels;            /* that are dithered: 1, or 3 */
    bool has_fast_path; /* levels, fixed weights, display values, no noise, raster order, and the
                        * same bits in and out: an engine may have a faster way for it */
    uint16_t *light;    /* light of each sample, or NULL where samples are values */
    struct errdiff_rounding rounding;
    struct errdiff_quantizer quantizers[3]; /* one a channel; a gray picture has the first */
    struct errdiff_search search;           /* with a palette */
    struct errdiff_tone_table tones;        /* with tone-dependent weights */
    struct errdiff_decision decision;       /* refers to the three above */
    struct errdiff_threads threads;         /* for an engine that uses several */
    struct errdiff_progress_state progress;
    int64_t clamped; /* pixels that the palette did not reach; the engine counts */
};

/* Checks the pictures of errdiff_dither's call and fills *job; the options were checked by
 * errdiff_options_check before. With `carry`, which may be NULL, the picture
 * will come in pieces: *in and *out only say the shape of the whole. ERRDIFF_OK, ERRDIFF_NO_MEMORY,
 * or ERRDIFF_BAD_ARGUMENT with the reason in *message. To be freed with errdiff_job_release in any
 * case. *job must not be moved: parts of it refer to others. */
errdiff_status errdiff_job_prepare(struct errdiff_job *job, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   struct errdiff_carry *carry, errdiff_message *message);

void errdiff_job_release(struct errdiff_job *job);

/* The direction in which row y runs: +1, or −1 for the odd rows of serpentine order. */
HOST_DEVICE_INLINE int errdiff_direction(const struct errdiff_job *job, int y)
{
    return job->serpentine && y % 2 != 0 ? -1 : 1;
}

#endif
