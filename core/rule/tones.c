/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the weights of kernels that depend on the tone of a pixel: Ostromoukhov's, and Zhou and
 * Fang's. */
#include "tones.h"

#include <stddef.h>

enum { WEIGHT_SUM = 65536, MAX_KEYS = 20, MAX_MODULATIONS = 10 };

struct key {
    int tone;
    int32_t right, below_left, below; /* only their ratios matter */
};

/* How strongly the threshold is modulated at a tone. */
struct modulation {
    int tone;
    int percent;
};

struct errdiff_tone_keys {
    struct key keys[MAX_KEYS];                      /* by rising tone, from 0 to 127 */
    struct modulation modulations[MAX_MODULATIONS]; /* by rising tone; all 0: no modulation */
};

/* V. Ostromoukhov, A Simple and Efficient Error-Diffusion Algorithm, SIGGRAPH 2001, appendix I. Of
 * its table only the key tones are listed; between them it is linear. */
const struct errdiff_tone_keys errdiff_ostromoukhov = {
    .keys = {{0, 13, 0, 5},
             {1, 13, 0, 5},
             {2, 21, 0, 10},
             {3, 7, 0, 4},
             {4, 8, 0, 5},
             {10, 7, 3, 3},
             {22, 3, 2, 1},
             {32, 20, 10, 19},
             {64, 11, 10, 0},
             {72, 5, 7, 1},
             {77, 4, 1, 1},
             {85, 4, 1, 1},
             {95, 5, 3, 2},
             {107, 5, 3, 2},
             {127, 4, 1, 1}},
};

/* B. Zhou, X. Fang, Improving Mid-tone Quality of Variable-Coefficient Error Diffusion Using
 * Threshold Modulation, SIGGRAPH 2003: the weights and the modulation at key tones. */
const struct errdiff_tone_keys errdiff_zhou_fang = {
    .keys = {{0, 13, 0, 5},
             {1, 1300249, 0, 499250},
             {2, 213113, 287, 99357},
             {3, 351854, 0, 199965},
             {4, 801100, 0, 490999},
             {10, 704075, 297466, 303694},
             {22, 46613, 31917, 21469},
             {32, 47482, 30617, 21900},
             {44, 43024, 42131, 14826},
             {64, 36411, 43219, 20369},
             {72, 38477, 53843, 7678},
             {77, 40503, 51547, 7948},
             {85, 35865, 34108, 30026},
             {95, 34117, 36899, 28983},
             {102, 35464, 35049, 29485},
             {107, 16477, 18810, 14712},
             {112, 33360, 37954, 28685},
             {127, 35269, 36066, 28664}},
    .modulations = {{0, 0},
                    {44, 34},
                    {64, 50},

                    {85, 100},
                    {95, 17},
                    {102, 50},
                    {107, 70},
                    {112, 79},
                    {127, 100}},
};

/* round(2^16 · weight) at a tone between two keys, with weights normalized to sum 1 and
 * interpolated linearly; in integers. */
static int32_t between(const struct key *left, const struct key *right, int tone,
                       int32_t left_weight, int32_t right_weight)
{
    int64_t left_sum = left->right + left->below_left + left->below;
    int64_t right_sum = right->right + right->below_left + right->below;
    int64_t numerator = WEIGHT_SUM * ((right->tone - tone) * left_weight * right_sum +
                                      (tone - left->tone) * right_weight * left_sum);
    int64_t denominator = (right->tone - left->tone) * left_sum * right_sum;
    return (int32_t)((2 * numerator + denominator) / (2 * denominator));
}

void errdiff_tone_table_make(struct errdiff_tone_table *table, const struct errdiff_tone_keys *keys)
{
    const struct key *key = keys->keys;
    const struct modulation *key_modulation = keys->modulations;
    table->has_modulation = key_modulation[1].tone != 0;
    for (int tone = 0; tone < ERRDIFF_TONES / 2; tone++) {
        if (tone > key[1].tone)
            key++;
        struct errdiff_tone_weights weights = {
            .right = between(&key[0], &key[1], tone, key[0].right, key[1].right),
            .below_left = between(&key[0], &key[1], tone, key[0].below_left, key[1].below_left)};
        uint8_t modulation = 0;
        if (table->has_modulation) {
            if (tone > key_modulation[1].tone)
                key_modulation++;
            /* In the paper the threshold varies over half a level step at 100 %, so by ± half of
             * half a step: 1 % of that is 0.5 % of half a step. */
            int width = key_modulation[1].tone - key_modulation[0].tone;
            modulation = (uint8_t)(((key_modulation[1].tone - tone) * key_modulation[0].percent +
                                    (tone - key_modulation[0].tone) * key_modulation[1].percent) /
                                   width);
        }
        table->weights[tone] = table->weights[ERRDIFF_TONES - 1 - tone] = weights;
        table->modulation[tone] = table->modulation[ERRDIFF_TONES - 1 - tone] = modulation;
    }
}
