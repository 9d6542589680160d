/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample that a level is rounded to. */
#ifndef ERRDIFF_HOLOGRAM_ROUNDED_SAMPLE_H
#define ERRDIFF_HOLOGRAM_ROUNDED_SAMPLE_H

#include <stdint.h>

/* k · range / levels, rounded, for k < levels ≤ range. The result is less than `range`, at which a
 * display has the phase 2π. */
static inline uint16_t errdiff_phase_sample(uint64_t k, uint64_t levels, uint64_t range)
{
    return (uint16_t)((2 * k * range + levels) / (2 * levels));
}

/* k · largest / (levels - 1), rounded. */
static inline uint16_t errdiff_amplitude_sample(uint64_t k, uint64_t levels, uint64_t largest)
{
    return (uint16_t)((2 * k * largest + levels - 1) / (2 * (levels - 1)));
}

#endif
