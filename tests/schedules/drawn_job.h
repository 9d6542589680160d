/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random jobs with the result of serial-ec, for tests of the GPU's schedules. */
#ifndef DRAWN_JOB_H
#define DRAWN_JOB_H

#include "../support/random.h"
#include "cuda/device_job.h"

/* Sets order to 0..count − 1 in random order. */
void random_order(struct random *random, int *order, int count);

struct drawn_job {
    char text[256]; /* describes the job */
    char kernel[256];
    errdiff_palette palette;
    errdiff_options options;
    errdiff_image in, out; /* without gaps, as on a device; out holds other data */
    void *expected;
    struct errdiff_job job; /* of in and out */
    struct errdiff_device_job device;
};

/* Makes random job `number` of a seed, with any part of the rule except serpentine order. Exits if
 * there is not enough memory. Must be released with drawn_job_release. */
void drawn_job_make(struct drawn_job *drawn, uint64_t seed, int number);

/* The same for gray with 8 bits, two levels and a kernel of few taps. */
void drawn_job_make_two_levels(struct drawn_job *drawn, uint64_t seed, int number);

/* Whether `out` equals the result of serial-ec. */
bool drawn_job_is_right(const struct drawn_job *drawn);

void drawn_job_release(struct drawn_job *drawn);

#endif
