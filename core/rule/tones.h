/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels whose weights depend on the tone of the pixel whose error they distribute. */
#ifndef ERRDIFF_TONES_H
#define ERRDIFF_TONES_H

#include "rule.h"

enum { ERRDIFF_TONES = 256 };

struct errdiff_tone_table {
    struct errdiff_tone_weights weights[ERRDIFF_TONES];
    /* Modulation of the threshold, in units of 0.5 % of half a level step. */
    uint8_t modulation[ERRDIFF_TONES];
    bool has_modulation;
};

extern const struct errdiff_tone_keys errdiff_ostromoukhov;
extern const struct errdiff_tone_keys errdiff_zhou_fang;

/* Fills a table from a paper's key tones, which are in 0..127: interpolates linearly between them,
 * and gives tone 255 − i the values of tone i. */
void errdiff_tone_table_make(struct errdiff_tone_table *table,
                             const struct errdiff_tone_keys *keys);

#endif
