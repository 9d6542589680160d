/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The levels of a channel, and how the nearest one is found, in C and in CUDA C: the part of the
 * rule (rule.h) for images without a palette. */
#ifndef ERRDIFF_QUANTIZE_H
#define ERRDIFF_QUANTIZE_H

#include "base/host_device.h"
#include "errdiff.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ERRDIFF_FRACTION_BITS = 4,
    ERRDIFF_MAX_LEVELS = 256,
    ERRDIFF_MAX_BUCKETS = 8192,
    /* The distance of two thresholds is 16 or more, also in light, where the darkest of so many
     * levels are 1.2 apart. */
    ERRDIFF_MAX_FINE_BUCKETS = 65536
};

HOST_DEVICE_INLINE int32_t errdiff_clamp(int32_t value, int32_t lowest, int32_t highest)
{
#if defined(__CUDA_ARCH__)
    return min(max(value, lowest), highest); /* two instructions, without a comparison */
#else
    return value < lowest ? lowest : value > highest ? highest : value;
#endif
}

/* Tables of more levels than the quantizer has room for, of samples with 16 bits. */
struct errdiff_fine_levels {
    uint32_t levels[ERRDIFF_MAX_FINE_LEVELS]; /* o(i) and, 16 bits higher, what is written for it */
    int32_t first_level[ERRDIFF_MAX_FINE_BUCKETS];
};

/*
 * The output levels of a channel. 2·s > 16·(o(i) + o(i+1)) means s > threshold[i]. To find the
 * level without a search, 0..16·W is divided into buckets of 2^bucket_shift values, each with at
 * most one threshold:
 *
 *     thresholds          |        |        |        |
 *     buckets        |____|____|____|____|____|____|____|____|
 *     first_level      0    0    1    1    2    3    3    4     number of thresholds below it
 */
struct errdiff_quantizer {
    int32_t white;                         /* 16·W */
    int32_t level_count;                   /* L, 2..ERRDIFF_MAX_FINE_LEVELS */
    int32_t output[ERRDIFF_MAX_LEVELS];    /* o(i), 0..W, rising, from 0 to W */
    int32_t threshold[ERRDIFF_MAX_LEVELS]; /* 8·(o(i) + o(i+1)); the last is above every s */
    int32_t bucket_shift;
    uint8_t first_level[ERRDIFF_MAX_BUCKETS];
    uint16_t stored[ERRDIFF_MAX_LEVELS]; /* the sample to write for each level */

    /* With more than ERRDIFF_MAX_LEVELS levels these take the place of the four tables above, and
     * are in memory of the host; else NULL. */
    const struct errdiff_fine_levels *fine;
};

/* The level q of a modified value s, with up to ERRDIFF_MAX_LEVELS levels. `two_levels` is
 * level_count == 2; callers pass a constant to get code for that case alone. */
HOST_DEVICE_INLINE int32_t errdiff_quantize(const struct errdiff_quantizer *quantizer,
                                            bool two_levels, int32_t modified)
{
    if (two_levels)
        return modified > quantizer->threshold[0];
    int32_t inside = errdiff_clamp(modified, 0, quantizer->white);
    int32_t level = quantizer->first_level[inside >> quantizer->bucket_shift];
    return level + (inside > quantizer->threshold[level]);
}

/* 16·o(q), for so many levels; with two that is 0 or 16·W. */
HOST_DEVICE_INLINE int32_t errdiff_output(const struct errdiff_quantizer *quantizer,
                                          bool two_levels, int32_t level)
{
    /* No branch: it would be mispredicted half of the time. */
    if (two_levels)
        return -level & quantizer->white;
    return quantizer->output[level] << ERRDIFF_FRACTION_BITS;
}

HOST_DEVICE_INLINE int32_t errdiff_error(const struct errdiff_quantizer *quantizer,
                                         int32_t modified, int32_t output)
{
    int32_t white = quantizer->white;
    return errdiff_clamp(modified - output, -white, white);
}

/* ---- Any number of levels ------------------------------------------------------------------ */

/* The tables of more than ERRDIFF_MAX_LEVELS levels, or NULL. Jobs on a GPU have none. */
HOST_DEVICE_INLINE const struct errdiff_fine_levels *
errdiff_fine_of(const struct errdiff_quantizer *quantizer)
{
#if defined(__CUDA_ARCH__)
    (void)quantizer;
    return NULL;
#else
    return quantizer->fine;
#endif
}

/* o(i). */
HOST_DEVICE_INLINE int32_t errdiff_output_of(const struct errdiff_quantizer *quantizer,
                                             int32_t level)
{
    const struct errdiff_fine_levels *fine = errdiff_fine_of(quantizer);
    return fine ? (int32_t)(fine->levels[level] & UINT16_MAX) : quantizer->output[level];
}

/* The sample to write for level i. */
HOST_DEVICE_INLINE int32_t errdiff_stored_of(const struct errdiff_quantizer *quantizer,
                                             int32_t level)
{
    const struct errdiff_fine_levels *fine = errdiff_fine_of(quantizer);
    return fine ? (int32_t)(fine->levels[level] >> 16) : quantizer->stored[level];
}

/* The threshold between the levels i and i + 1, which has to be there. */
HOST_DEVICE_INLINE int32_t errdiff_threshold_of(const struct errdiff_quantizer *quantizer,
                                                int32_t level)
{
    return 8 * (errdiff_output_of(quantizer, level) + errdiff_output_of(quantizer, level + 1));
}

/* The level q of a modified value s. */
HOST_DEVICE_INLINE int32_t errdiff_level_of(const struct errdiff_quantizer *quantizer,
                                            int32_t modified)
{
    const struct errdiff_fine_levels *fine = errdiff_fine_of(quantizer);
    if (!fine)
        return errdiff_quantize(quantizer, false, modified);
    int32_t inside = errdiff_clamp(modified, 0, quantizer->white);
    int32_t level = fine->first_level[inside >> quantizer->bucket_shift];
    if (level == quantizer->level_count - 1)
        return level;
    return level + (inside > errdiff_threshold_of(quantizer, level));
}

/* Half the distance of the two levels around `modified`, with 4 fractional bits. */
HOST_DEVICE_INLINE int32_t errdiff_half_step(const struct errdiff_quantizer *quantizer,
                                             int32_t modified)
{
    int32_t level = errdiff_level_of(quantizer, modified);
    int32_t below =
        level - (modified < errdiff_output_of(quantizer, level) << ERRDIFF_FRACTION_BITS);
    below = errdiff_clamp(below, 0, quantizer->level_count - 2);
    return (errdiff_output_of(quantizer, below + 1) - errdiff_output_of(quantizer, below))
           << (ERRDIFF_FRACTION_BITS - 1);
}

#endif
