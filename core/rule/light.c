/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts between display values and linear light by the sRGB curve. */
#include "light.h"

#include "errdiff.h"

#include <math.h>

double errdiff_srgb_to_linear(double display)
{
    return display <= 0.04045 ? display / 12.92 : pow((display + 0.055) / 1.055, 2.4);
}

double errdiff_srgb_from_linear(double light)
{
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

void errdiff_light_table(uint16_t *table, int bits)
{
    int32_t max_value = (1 << bits) - 1;
    for (int32_t value = 0; value <= max_value; value++)
        table[value] =
            (uint16_t)floor(65535 * errdiff_srgb_to_linear((double)value / max_value) + 0.5);
}
