/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample that a level is rounded to. */
#ifndef ERRDIFF_HOLOGRAM_ROUNDED_SAMPLE_H
#define ERRDIFF_HOLOGRAM_ROUNDED_SAMPLE_H

#include <stdint.h>

/* k · range / levels, rounded. A display with the phase 2π at the sample `range` shows 0 there. */
static inline uint16_t errdiff_phase_sample(uint64_t k, uint64_t levels, uint64_t range)
{
    return (uint16_t)((2 * k * range + levels) / (2 * levels) % range);
}

/* k · largest / (levels - 1), rounded. */
static inline uint16_t errdiff_amplitude_sample(uint64_t k, uint64_t levels, uint64_t largest)
{
    return (uint16_t)((2 * k * largest + levels - 1) / (2 * (levels - 1)));
}

#endif
