/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the samples of a row with thresholds. The compiler makes vectors of these loops. */
/* Compiled once for each instruction set. */
#include "threshold_row.h"

#include "base/vector.h"

/* The result may take the place of the image, but no pixel depends on another one. */
#if defined(__clang__)
#define EACH_BY_ITSELF _Pragma("clang loop vectorize(assume_safety)")
#else
#define EACH_BY_ITSELF _Pragma("GCC ivdep")
#endif

#define DEFINE_ROW(name, in_type, threshold_type, out_type)                                        \
    static void name(const in_type *in, const threshold_type *thresholds, int count, out_type low, \
                     out_type high, out_type *out)                                                 \
    {                                                                                              \
        EACH_BY_ITSELF                                                                             \
        for (int i = 0; i < count; i++)                                                            \
            out[i] = in[i] >= thresholds[i] ? high : low;                                          \
    }

DEFINE_ROW(from_8, uint8_t, uint8_t, uint8_t)
DEFINE_ROW(from_8_wide, uint8_t, int32_t, uint8_t)
DEFINE_ROW(from_16_to_8, uint16_t, uint16_t, uint8_t)
DEFINE_ROW(from_16_to_8_wide, uint16_t, int32_t, uint8_t)
DEFINE_ROW(from_16, uint16_t, uint16_t, uint16_t)
DEFINE_ROW(from_16_wide, uint16_t, int32_t, uint16_t)

const struct errdiff_threshold_rows ERRDIFF_ISA(errdiff_threshold_rows) = {
    .from_8 = from_8,
    .from_8_wide = from_8_wide,
    .from_16_to_8 = from_16_to_8,
    .from_16_to_8_wide = from_16_to_8_wide,
    .from_16 = from_16,
    .from_16_wide = from_16_wide,
};
