/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the samples of a row with thresholds: the inner loop of the engine `ordered`, compiled
 * for each instruction set. */
#ifndef ERRDIFF_THRESHOLD_ROW_H
#define ERRDIFF_THRESHOLD_ROW_H

#include <stdint.h>

/* Sets out[i] to `high` where in[i] ≥ thresholds[i], and to `low` elsewhere. The first number is
 * the bits of a sample of `in`, the last one those of `out`; thresholds have as many bits as `in`
 * or, if they are wide, 32. */
struct errdiff_threshold_rows {
    void (*from_8)(const uint8_t *in, const uint8_t *thresholds, int count, uint8_t low,
                   uint8_t high, uint8_t *out);
    void (*from_8_wide)(const uint8_t *in, const int32_t *thresholds, int count, uint8_t low,
                        uint8_t high, uint8_t *out);
    void (*from_16_to_8)(const uint16_t *in, const uint16_t *thresholds, int count, uint8_t low,
                         uint8_t high, uint8_t *out);
    void (*from_16_to_8_wide)(const uint16_t *in, const int32_t *thresholds, int count, uint8_t low,
                              uint8_t high, uint8_t *out);
    void (*from_16)(const uint16_t *in, const uint16_t *thresholds, int count, uint16_t low,
                    uint16_t high, uint16_t *out);
    void (*from_16_wide)(const uint16_t *in, const int32_t *thresholds, int count, uint16_t low,
                         uint16_t high, uint16_t *out);
};

extern const struct errdiff_threshold_rows errdiff_threshold_rows_avx512,
    errdiff_threshold_rows_avx2, errdiff_threshold_rows_sse41, errdiff_threshold_rows_neon,
    errdiff_threshold_rows_c;

#endif
