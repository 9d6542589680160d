/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What CUDA kernels need of a job. It is small enough to be a kernel argument that is passed by
 * value, so what every pixel needs is in constant memory. Images and tables, and what the tables
 * point to, are in device memory.
 *
 * The headers of the schedules are plain C, so that tests can run a schedule on the CPU with the
 * same code. There everything is in host memory.
 */
#ifndef ERRDIFF_DEVICE_JOB_H
#define ERRDIFF_DEVICE_JOB_H

#include "engines/job.h"

/* Fields that struct errdiff_job has as well mean the same here. */
struct errdiff_device_job {
    errdiff_image in, out;          /* their strides are positive */
    int32_t slope;                  /* the kernel's slope p */
    int32_t reach_up;               /* how many rows up a pixel collects from */
    int32_t iteration_reach;        /* how many iterations back a pixel collects from */
    struct errdiff_pixel_rule rule; /* with tone weights the taps are (1, 0), (−1, 1) and (0, 1) */
    unsigned long long *clamped;    /* counts the pixels of a palette with clamped errors */
    int32_t tap_count;
    errdiff_tap taps[ERRDIFF_MAX_TAPS];
};

/* Copies the fields from `job`. Images and tables still point to host memory. */
static inline void errdiff_device_job_fill(struct errdiff_device_job *device,
                                           const struct errdiff_job *job)
{
    device->in = job->in;
    device->out = job->out;
    device->slope = job->analysis.kernel.slope;
    device->reach_up = job->analysis.kernel.reach_up;
    device->iteration_reach = job->analysis.kernel.iteration_reach;
    device->rule = job->rule;
    device->clamped = NULL;
    device->tap_count = job->asked.kernel.tap_count;
    for (int i = 0; i < job->asked.kernel.tap_count; i++)
        device->taps[i] = job->asked.kernel.taps[i];
}

#endif
