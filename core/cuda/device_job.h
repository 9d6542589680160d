/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job as kernels see it. It is small enough to be a kernel argument, passed by value, so what
 * every pixel needs lies in constant memory. Pictures and tables, and what the tables refer to, are
 * in device memory.
 *
 * The headers of the schedules are plain C, so that tests can walk a schedule on the CPU with the
 * same code; there everything is in host memory.
 */
#ifndef ERRDIFF_DEVICE_JOB_H
#define ERRDIFF_DEVICE_JOB_H

#include "job/job.h"

/* Fields that struct errdiff_job has as well mean the same here. */
struct errdiff_device_job {
    errdiff_image in, out; /* their strides are positive */
    int32_t channels;      /* 1 or 3; alpha is not included */
    int32_t max_value;
    int32_t strength;
    int32_t slope; /* the kernel's slope p */
    bool indexed;
    bool by_tone; /* tone-dependent weights; the taps are then (1, 0), (−1, 1) and (0, 1) */
    struct errdiff_rounding rounding;
    struct errdiff_decision decision;
    const uint16_t *light;
    const struct errdiff_quantizer *quantizers;
    const struct errdiff_tone_weights *tone_weights;
    unsigned long long *clamped; /* counts the pixels that the palette clamp changed */
    int32_t tap_count;
    errdiff_tap taps[ERRDIFF_MAX_TAPS];
};

/* Copies the fields from `job`. Pictures and tables still point to host memory. `slope` is the
 * slope of the job's kernel. */
static inline void errdiff_device_job_fill(struct errdiff_device_job *device,
                                           struct errdiff_job *job, int slope)
{
    device->in = job->in;
    device->out = job->out;
    device->channels = job->channels;
    device->max_value = job->max_value;
    device->strength = job->strength;
    device->slope = slope;
    device->indexed = job->indexed;
    device->by_tone = job->kernel.tone_keys != NULL;
    device->rounding = job->rounding;
    device->decision = job->decision;
    device->light = job->light;
    device->quantizers = job->quantizers;
    device->tone_weights = job->tones.weights;
    device->clamped = NULL;
    device->tap_count = job->kernel.tap_count;
    for (int i = 0; i < job->kernel.tap_count; i++)
        device->taps[i] = job->kernel.taps[i];
}

#endif
