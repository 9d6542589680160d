/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "srgb.h"

#include <math.h>

double srgb_from_linear(double light)
{
    return light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

double srgb_to_linear(double value)
{
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}
