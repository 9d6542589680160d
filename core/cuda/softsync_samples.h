/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The images of the general variant of cuda-softsync, whose lanes take one pixel in each step.
 * Pixels are stored in the order in which they are dithered, so whatever does not depend on that
 * order is done in separate kernels before and after. The variant that passes sums has records in
 * place of inputs (softsync_sums_record.h), and the last of these functions in common:
 *
 *     before     samples → values, and whether the pixel is dithered     errdiff_any_bands_input
 *     bands      values → levels                                         the variant
 *     after      levels → samples                                        errdiff_any_bands_output
 */
#ifndef ERRDIFF_SOFTSYNC_SAMPLES_H
#define ERRDIFF_SOFTSYNC_SAMPLES_H

#include "device_job.h"

#include "rule/pixel.h"

/* Packs three values of 16 bits; bit 48 says whether the pixel is dithered at all. */
HOST_DEVICE_INLINE uint64_t errdiff_any_bands_input(const struct errdiff_device_job *job, int64_t x,
                                                    int y)
{
    if (x < 0 || x >= job->in.width || y >= job->in.height)
        return 0;
    ptrdiff_t index = (ptrdiff_t)y * job->in.width + x;
    if (job->in.mask && job->in.mask[index] == 0)
        return 0;
    int32_t value[3];
    errdiff_load_pixel(&job->rule, &job->in, job->in.data, index, value);
    uint64_t input = (uint64_t)1 << 48;
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        input |= (uint64_t)value[c] << 16 * c;
    return input;
}

/* Writes the pixel at (x, y) of the result from what a variant decided: the level of each channel,
 * with 8 bits each, or the number of the color. A masked pixel keeps its value. */
HOST_DEVICE_INLINE void errdiff_any_bands_output(const struct errdiff_device_job *job, int64_t x,
                                                 int y, uint32_t levels)
{
    ptrdiff_t index = (ptrdiff_t)y * job->in.width + x;
    int32_t level[3], value[3] = {0, 0, 0};
    if (job->in.mask && job->in.mask[index] == 0) {
        errdiff_load_pixel(&job->rule, &job->in, job->in.data, index, value);
        errdiff_keep_pixel(&job->rule, &job->in, &job->out, job->in.data, job->out.data, index,
                           value);
        return;
    }
    for (int c = 0; c < 3; c++)
        level[c] = (int32_t)(levels >> 8 * c & 255);
    errdiff_store_pixel(&job->rule, &job->out, job->out.data, index, level);
}

#endif
