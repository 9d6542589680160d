/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pixels of the variant of cuda-softsync that passes sums from row to row. All that depends on
 * the image alone is computed before, in a kernel that uses the whole GPU: a *record* of each
 * pixel of each plane (softsync_sums_order.h). Levels become samples in another kernel after it.
 *
 * A record is 1, 2, 4 or 8 numbers of 32 bits. With one channel in a plane:
 *
 *     two levels                           base
 *     table, no offsets, fixed weights     base
 *     no offsets                           mark, base
 *     offsets                              mark, base, hash of the noise, d
 *
 * With three channels:
 *
 *     no offsets                           mark, base of each channel
 *     offsets                              mark, base of each channel, n + d of each channel, 0
 *
 * The base of a channel is 16·v, less what biased sums add to it. The mark is 0 if the pixel is not
 * dithered; otherwise bit 24 is set, and bits 8·c to 8·c + 7 are the tone of channel c.
 */
#ifndef ERRDIFF_SOFTSYNC_SUMS_RECORD_H
#define ERRDIFF_SOFTSYNC_SUMS_RECORD_H

#include "softsync_sums_rule.h"

enum { ERRDIFF_SUMS_MAX_RECORD = 8, ERRDIFF_SUMS_DITHERED = 1 << 24 };

/* The number of 32-bit numbers in a record. */
HOST_DEVICE_INLINE int errdiff_sums_record_size(const struct errdiff_sums_rule *rule, int channels)
{
    const bool has_offsets = errdiff_sums_needs_offsets(rule);
    if (errdiff_sums_is_base_only(rule->decision, rule->by_tone, has_offsets))
        return 1;
    return (channels == 1 ? 2 : 4) * (has_offsets ? 2 : 1);
}

/* Makes the record of the pixel at (x, y) in a plane. `job` has pointers to images and tables
 * that can be read here, with offsets d of its own rows. */
HOST_DEVICE_INLINE void errdiff_sums_record_make(const struct errdiff_device_job *job,
                                                 const struct errdiff_sums_rule *rule, int channels,
                                                 int plane, int x, int y, int32_t *record)
{
    const bool has_offsets = errdiff_sums_needs_offsets(rule);
    const bool is_base_only = errdiff_sums_is_base_only(rule->decision, rule->by_tone, has_offsets);
    const int size = errdiff_sums_record_size(rule, channels);
    for (int i = 0; i < size; i++)
        record[i] = is_base_only ? rule->undithered : 0;
    if (x < 0 || x >= job->in.width || y >= job->in.height)
        return;
    const ptrdiff_t index = (ptrdiff_t)y * job->in.width + x;
    if (job->in.mask && job->in.mask[index] == 0)
        return;
    const int32_t less = rule->rounding.offset - rule->origin;
    int32_t value[3] = {0, 0, 0}, base[3], mark = ERRDIFF_SUMS_DITHERED;
    errdiff_load_pixel(&job->rule, &job->in, job->in.data, index, value);
    for (int i = 0; i < channels; i++) {
        const int c = channels == 1 ? plane : i;
        base[i] = (value[c] << ERRDIFF_FRACTION_BITS) - less;
        if (rule->by_tone)
            mark |= errdiff_tone(value[c], job->rule.max_value) << 8 * i;
    }
    if (is_base_only) {
        record[0] = base[0];
        return;
    }
    record[0] = mark;
    for (int i = 0; i < channels; i++)
        record[1 + i] = base[i];
    if (has_offsets && channels == 1) {
        record[2] = (int32_t)errdiff_noise_hash(job->rule.seed, x, y);
        record[3] = errdiff_planned_offset(&job->rule, x, y, plane);
    }
    for (int c = 0; has_offsets && channels == 3 && c < 3; c++) /* n does not depend on s here */
        record[4 + c] = errdiff_offset_of(&job->rule, x, y, c, value[c], 0);
}

#endif
