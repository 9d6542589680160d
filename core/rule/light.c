/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "light.h"

#include <math.h>

double errdiff_light(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

double errdiff_display(double light)
{
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

void errdiff_light_table(uint16_t *table, int bits)
{
    int32_t max_value = (1 << bits) - 1;
    for (int32_t value = 0; value <= max_value; value++)
        table[value] = (uint16_t)floor(65535 * errdiff_light((double)value / max_value) + 0.5);
}
