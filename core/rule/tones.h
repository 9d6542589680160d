/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels whose weights depend on the tone of the pixel that hands its error on. */
#ifndef ERRDIFF_TONES_H
#define ERRDIFF_TONES_H

#include "rule.h"

enum { ERRDIFF_TONES = 256 };

struct errdiff_tone_table {
    struct errdiff_tone_weights weights[ERRDIFF_TONES];
    uint8_t modulation[ERRDIFF_TONES]; /* of the threshold, in half percents of half a step */
    bool has_modulation;
};

extern const struct errdiff_tone_keys errdiff_ostromoukhov;
extern const struct errdiff_tone_keys errdiff_zhou_fang;

/* Fills a table from key tones: linear between them, tone i > 127 as 255 − i. */
void errdiff_tone_table_make(struct errdiff_tone_table *table,
                             const struct errdiff_tone_keys *keys);

#endif
