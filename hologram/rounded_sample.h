/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample that a level is rounded to, and whether there are enough samples. */
#ifndef ERRDIFF_HOLOGRAM_ROUNDED_SAMPLE_H
#define ERRDIFF_HOLOGRAM_ROUNDED_SAMPLE_H

#include "errdiff/status.h"

#include <stdint.h>

/* Checks that samples of so many bits hold the levels. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT
 * with the reason in *message. */
errdiff_status errdiff_sample_bits_check(int bits, int levels, errdiff_message *message);

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
