/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loading and storing whole pixels of a job: samples to values v, and levels q to samples. */
#ifndef ERRDIFF_PIXEL_H
#define ERRDIFF_PIXEL_H

#include "job/job.h"
#include "rule/sample.h"

/* The GPU engines use these functions with their own job structure, which has the same fields. */
#if !defined(ERRDIFF_PIXEL_JOB)
#define ERRDIFF_PIXEL_JOB struct errdiff_job
#endif

/* Sets value[c] to v of pixel x of a row of job->in; a gray sample is used for all channels. */
HOST_DEVICE_INLINE void errdiff_load_pixel(const ERRDIFF_PIXEL_JOB *job, const void *row,
                                           ptrdiff_t x, int32_t value[3])
{
    ptrdiff_t first = x * job->in.channels;
    for (int c = 0; c < 3 && c < job->channels; c++) {
        int32_t sample = errdiff_load(row, job->in.bits, first + (job->in.channels == 3 ? c : 0));
        value[c] = job->light ? job->light[sample] : sample;
    }
}

/* Writes the samples of the levels q to pixel x of a row of job->out. */
HOST_DEVICE_INLINE void errdiff_store_pixel(const ERRDIFF_PIXEL_JOB *job, void *row, ptrdiff_t x,
                                            const int32_t level[3])
{
    ptrdiff_t first = x * job->out.channels;
    for (int c = 0; c < 3 && c < job->out.channels; c++) {
        int32_t sample = job->indexed           ? level[0]
                         : job->decision.search ? job->decision.search->stored[level[0]][c]
                                                : job->quantizers[c].stored[level[c]];
        errdiff_store(row, job->out.bits, first + c, sample);
    }
}

/* The sample to write for a pixel whose mask is 0. */
HOST_DEVICE_INLINE int32_t errdiff_kept_sample(const ERRDIFF_PIXEL_JOB *job, int32_t sample)
{
    return job->out.bits < job->in.bits ? (sample + 128) / 257 : sample;
}

/* Writes a pixel whose mask is 0: its value or, if the job is indexed, the number of its nearest
 * colour. */
HOST_DEVICE_INLINE void errdiff_keep_pixel(const ERRDIFF_PIXEL_JOB *job, const void *in, void *out,
                                           ptrdiff_t x, const int32_t value[3])
{
    if (job->indexed) {
        int32_t modified[3];
        for (int c = 0; c < 3; c++)
            modified[c] = value[c] << ERRDIFF_FRACTION_BITS;
        errdiff_store(out, job->out.bits, x, errdiff_nearest(job->decision.search, modified));
        return;
    }
    for (int c = 0; c < 3 && c < job->out.channels; c++) {
        ptrdiff_t from = x * job->in.channels + (job->in.channels == 3 ? c : 0);
        int32_t sample = errdiff_kept_sample(job, errdiff_load(in, job->in.bits, from));
        errdiff_store(out, job->out.bits, x * job->out.channels + c, sample);
    }
}

#endif
