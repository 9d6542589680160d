/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The decisions that a result has: the levels or colors for which its samples stand. */
#ifndef ERRDIFF_DECISIONS_H
#define ERRDIFF_DECISIONS_H

#include "rule/rule.h"
#include "rule/sample.h"

#include <stdint.h>

struct errdiff_job;

enum { ERRDIFF_DECISION_BITS = 10, ERRDIFF_DECISION_SLOTS = 1 << ERRDIFF_DECISION_BITS };

/* The numbers of the colors by the samples that are written for them: an open hash table with four
 * slots or more for each color. */
struct errdiff_decisions {
    int16_t number[ERRDIFF_DECISION_SLOTS]; /* −1: the slot is empty */
    uint64_t key[ERRDIFF_DECISION_SLOTS];
};

/* Of two colors with the same samples the table has the first one. */
void errdiff_decisions_make(struct errdiff_decisions *decisions, const struct errdiff_job *job);

HOST_DEVICE_INLINE uint64_t errdiff_decisions_key(const uint16_t sample[3], int channels)
{
    uint64_t key = 0;
    for (int c = 0; c < channels; c++)
        key = key << 16 | sample[c];
    return key;
}

HOST_DEVICE_INLINE int errdiff_decisions_slot(const struct errdiff_decisions *decisions,
                                              uint64_t key)
{
    uint64_t slot = (key * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - ERRDIFF_DECISION_BITS);
    while (decisions->number[slot] >= 0 && decisions->key[slot] != key)
        slot = (slot + 1) % ERRDIFF_DECISION_SLOTS;
    return (int)slot;
}

/* The level that a sample stands for. Samples rise with the levels. */
HOST_DEVICE_INLINE int errdiff_decisions_level(const struct errdiff_quantizer *quantizer,
                                               int32_t sample)
{
    int first = 0, end = quantizer->level_count;
    while (end - first > 1) {
        int middle = (first + end) / 2;
        if (errdiff_stored_of(quantizer, middle) <= sample)
            first = middle;
        else
            end = middle;
    }
    return first;
}

HOST_DEVICE_INLINE void errdiff_decisions_load(const errdiff_image *out, const void *row,
                                               ptrdiff_t x, uint16_t sample[3])
{
    for (int c = 0; c < 3 && c < out->channels; c++)
        sample[c] = (uint16_t)errdiff_load(row, out->bits, x * out->channels + c);
}

/* The number of the color with these samples, with a palette. */
HOST_DEVICE_INLINE int errdiff_decisions_color(const struct errdiff_decisions *decisions,
                                               const struct errdiff_pixel_rule *rule,
                                               const errdiff_image *out, const uint16_t sample[3])
{
    if (rule->indexed)
        return sample[0];
    uint64_t key = errdiff_decisions_key(sample, out->channels);
    return decisions->number[errdiff_decisions_slot(decisions, key)];
}

/* The number of the color of pixel x of `row`, a row of `out`, whose mask is not 0; without a
 * palette, of the combination of its levels, of which the last channel's changes first.
 * `decisions` are only read with a palette. */
HOST_DEVICE_INLINE int errdiff_decisions_number(const struct errdiff_decisions *decisions,
                                                const struct errdiff_pixel_rule *rule,
                                                const errdiff_image *out, const void *row,
                                                ptrdiff_t x)
{
    uint16_t sample[3] = {0};
    int number = 0;
    errdiff_decisions_load(out, row, x, sample);
    if (rule->search)
        return errdiff_decisions_color(decisions, rule, out, sample);
    for (int c = 0; c < rule->channels; c++)
        number = number * rule->quantizers[c].level_count +
                 errdiff_decisions_level(&rule->quantizers[c], sample[c]);
    return number;
}

#endif
