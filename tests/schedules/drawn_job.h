/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs at random, with what serial-ec makes of them, for walks of the GPU's schedules. */
#ifndef DRAWN_JOB_H
#define DRAWN_JOB_H

#include "../support/random.h"
#include "device_job.h"

/* 0..count − 1 in any order. */
void random_order(struct random *random, int *order, int count);

struct drawn_job {
    char text[256]; /* what was drawn */
    char kernel[256];
    errdiff_palette palette;
    errdiff_options options;
    errdiff_image in, out; /* without gaps, as on a device; out is filled with something */
    void *expected;
    struct errdiff_job job; /* of in and out */
    struct errdiff_device_job device;
};

/* Draws job `number` of a seed: any part of the rule but serpentine order. Exits where memory is
 * short. To be freed with drawn_job_release. */
void drawn_job_make(struct drawn_job *drawn, uint64_t seed, int number);

/* Whether out is as serial-ec's. */
bool drawn_job_is_right(const struct drawn_job *drawn);

void drawn_job_release(struct drawn_job *drawn);

#endif
