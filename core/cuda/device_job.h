/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job as kernels see it. It is small enough to be handed to a kernel by value, so that what every
 * pixel needs is in constant memory; pictures and tables are in the device's memory, and what tables
 * refer to is there, too.
 *
 * Plain C, as all headers here but session.h: tests walk the schedules on a processor with the same
 * code, and there it all lies in the host's memory.
 */
#ifndef ERRDIFF_DEVICE_JOB_H
#define ERRDIFF_DEVICE_JOB_H

#include "job/job.h"

/* Fields that struct errdiff_job has, too, mean the same. */
struct errdiff_device_job {
    errdiff_image in, out; /* strides are positive */
    int32_t channels;      /* that are dithered: 1, or 3 */
    int32_t max_value;
    int32_t strength;
    int32_t slope; /* p of the kernel */
    bool indexed;
    bool by_tone; /* the weights depend on tone; then the taps are (1, 0), (−1, 1), (0, 1) */
    struct errdiff_rounding rounding;
    struct errdiff_decision decision;
    const uint16_t *light;
    const struct errdiff_quantizer *quantizers;
    const struct errdiff_tone_weights *tone_weights;
    unsigned long long *clamped; /* how many pixels a palette's clamp changed */
    int32_t tap_count;
    errdiff_tap taps[ERRDIFF_MAX_TAPS];
};

/* Fills *device with what job has, where job has it: pictures and tables are still the host's. `slope`
 * is the kernel's. */
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
