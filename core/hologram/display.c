/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From levels to what a display is sent, and what it shows. */
#include "quantiser.h"

uint16_t errdiff_hologram_sample(int k, const errdiff_hologram_options *options, int bits)
{
    uint64_t range = UINT64_C(1) << bits, levels = (uint64_t)options->levels, level = (uint64_t)k;
    if (options->output == ERRDIFF_HOLOGRAM_AMPLITUDE)
        return (uint16_t)((2 * level * (range - 1) + levels - 1) / (2 * (levels - 1)));
    return (uint16_t)((2 * level * range + levels) / (2 * levels) % range);
}

errdiff_status errdiff_hologram_show(const uint16_t *levels,
                                     const errdiff_hologram_options *options, errdiff_field *field)
{
    struct errdiff_hologram_quantiser quantiser;
    if (!errdiff_hologram_quantiser_make(&quantiser, options))
        return ERRDIFF_NO_MEMORY;
    size_t pixels = (size_t)field->width * (size_t)field->height;
    for (size_t i = 0; i < pixels; i++)
        field->values[i] = quantiser.values[levels[i]];
    errdiff_hologram_quantiser_release(&quantiser);
    return ERRDIFF_OK;
}
