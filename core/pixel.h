/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole pixels of a job: from samples to values, and from levels to samples. */
#ifndef ERRDIFF_PIXEL_H
#define ERRDIFF_PIXEL_H

#include "job.h"
#include "sample.h"

/* The values v of pixel x of a row of job->in; a gray one is the same in all channels. */
static inline void errdiff_load_pixel(const struct errdiff_job *job, const void *row, int x,
                                      int32_t value[3])
{
    ptrdiff_t first = (ptrdiff_t)x * job->in.channels;
    for (int c = 0; c < job->channels; c++) {
        int32_t sample = errdiff_load(row, job->in.bits, first + (job->in.channels == 3 ? c : 0));
        value[c] = job->light ? job->light[sample] : sample;
    }
}

/* Writes what was decided to pixel x of a row of job->out. */
static inline void errdiff_store_pixel(const struct errdiff_job *job, void *row, int x,
                                       const int32_t level[3])
{
    ptrdiff_t first = (ptrdiff_t)x * job->out.channels;
    for (int c = 0; c < job->out.channels; c++) {
        int32_t sample = job->indexed           ? level[0]
                         : job->decision.search ? job->search.stored[level[0]][c]
                                                : job->quantizers[c].stored[level[c]];
        errdiff_store(row, job->out.bits, first + c, sample);
    }
}

/* What is written for a sample of a pixel that takes no part. */
static inline int32_t errdiff_kept_sample(const struct errdiff_job *job, int32_t sample)
{
    return job->out.bits < job->in.bits ? (sample + 128) / 257 : sample;
}

/* Writes a pixel that takes no part: as it was, or the number of its nearest colour. */
static inline void errdiff_keep_pixel(const struct errdiff_job *job, const void *in, void *out,
                                      int x, const int32_t value[3])
{
    if (job->indexed) {
        int32_t modified[3];
        for (int c = 0; c < 3; c++)
            modified[c] = value[c] << ERRDIFF_FRACTION_BITS;
        errdiff_store(out, job->out.bits, x, errdiff_nearest(&job->search, modified));
        return;
    }
    for (int c = 0; c < job->out.channels; c++) {
        ptrdiff_t from = (ptrdiff_t)x * job->in.channels + (job->in.channels == 3 ? c : 0);
        int32_t sample = errdiff_kept_sample(job, errdiff_load(in, job->in.bits, from));
        errdiff_store(out, job->out.bits, (ptrdiff_t)x * job->out.channels + c, sample);
    }
}

/* The direction in which row y runs: +1, or −1 for the odd rows of serpentine order. */
static inline int errdiff_direction(const struct errdiff_job *job, int y)
{
    return job->serpentine && y % 2 != 0 ? -1 : 1;
}

#endif
