/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once for each instruction set, with the source of the lane kernel, so that this calls
 * the very functions that run there. */
#define ERRDIFF_ONLY_FUNCTIONS
#include "engines/wavefront/wide.c"

#include "probe.h"

void ERRDIFF_ISA(probe_round)(enum errdiff_wide_rounding kind,
                              const struct errdiff_rounding *rounding, const int32_t *sums,
                              int count, int32_t *rounded)
{
    struct collector collector = {.rounding = kind, .fraction = *rounding};
    for (int i = 0; i < count; i += LANES) {
        v32 sum;
        memcpy(&sum, sums + i, sizeof sum);
        sum = round_sum(&collector, sum);
        memcpy(rounded + i, &sum, sizeof sum);
    }
}
