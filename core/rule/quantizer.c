/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the quantizer of a channel: its levels, and the thresholds between them. */
#include "quantizer.h"

static int32_t threshold_at(const struct errdiff_quantizer *quantizer, int level)
{
    bool is_last = level == quantizer->level_count - 1;
    return is_last ? INT32_MAX : errdiff_threshold_of(quantizer, level);
}

/* Chooses the widest buckets that are no wider than the smallest distance of two thresholds. A
 * bucket then contains at most one threshold. */
static void fill_buckets(struct errdiff_quantizer *quantizer, struct errdiff_fine_levels *fine)
{
    int32_t min_distance = quantizer->white;
    for (int i = 0; i + 2 < quantizer->level_count; i++) {
        int32_t distance = threshold_at(quantizer, i + 1) - threshold_at(quantizer, i);
        min_distance = distance < min_distance ? distance : min_distance;
    }
    quantizer->bucket_shift = 0;
    while (2 << quantizer->bucket_shift <= min_distance)
        quantizer->bucket_shift++;

    int level = 0;
    int bucket_count = (quantizer->white >> quantizer->bucket_shift) + 1;
    for (int bucket = 0; bucket < bucket_count; bucket++) {
        while (threshold_at(quantizer, level) < bucket << quantizer->bucket_shift)
            level++;
        if (fine)
            fine->first_level[bucket] = level;
        else
            quantizer->first_level[bucket] = (uint8_t)level;
    }
}

void errdiff_quantizer_make(struct errdiff_quantizer *quantizer, struct errdiff_fine_levels *fine,
                            int level_count, int in_bits, int out_bits, const uint16_t *light)
{
    int32_t max_stored = out_bits == 8 ? UINT8_MAX : UINT16_MAX;
    int32_t display_per_stored = in_bits == out_bits ? 1 : UINT16_MAX / UINT8_MAX;
    for (int32_t i = 0; i < level_count; i++) {
        int32_t stored = (int32_t)((2 * (int64_t)i * max_stored + level_count - 1) /
                                   (2 * ((int64_t)level_count - 1)));
        int32_t display = stored * display_per_stored;
        int32_t output = light ? light[display] : display;
        if (fine) {
            fine->levels[i] = (uint32_t)output | (uint32_t)stored << 16;
        } else {
            quantizer->stored[i] = (uint16_t)stored;
            quantizer->output[i] = output;
        }
    }
    quantizer->fine = fine;
    quantizer->level_count = level_count;
    quantizer->white = errdiff_output_of(quantizer, level_count - 1) << ERRDIFF_FRACTION_BITS;
    for (int i = 0; i < level_count && !fine; i++)
        quantizer->threshold[i] = threshold_at(quantizer, i);
    fill_buckets(quantizer, fine);
}
