/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "errdiff_hologram.h"

uint16_t errdiff_hologram_sample(int k, const errdiff_hologram_options *options, int bits)
{
    uint64_t range = UINT64_C(1) << bits, levels = (uint64_t)options->levels, level = (uint64_t)k;
    if (options->output == ERRDIFF_HOLOGRAM_AMPLITUDE)
        return (uint16_t)((2 * level * (range - 1) + levels - 1) / (2 * (levels - 1)));
    return (uint16_t)((2 * level * range + levels) / (2 * levels) % range);
}
