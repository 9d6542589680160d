/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference_light.h"

#include <math.h>

const double reference_lms_from_rgb[3][3] = {
    {0.4122214708, 0.5363325363, 0.0514459929},
    {0.2119034982, 0.6806995451, 0.1073969566},
    {0.0883024619, 0.2817188376, 0.6299787005},
};
const double reference_lab_from_lms[3][3] = {
    {0.2104542553, 0.7936177850, -0.0040720468},
    {1.9779984951, -2.4285922050, 0.4505937099},
    {0.0259040371, 0.7827717662, -0.8086757660},
};

double reference_srgb_decode(double display)
{
    return display <= 0.04045 ? display / 12.92 : pow((display + 0.055) / 1.055, 2.4);
}

void reference_oklab(const double light[3], double lms[3], double lab[3])
{
    const double(*m)[3] = reference_lms_from_rgb;

    for (int i = 0; i < 3; i++)
        lms[i] = cbrt(m[i][0] * light[0] + m[i][1] * light[1] + m[i][2] * light[2]);
    m = reference_lab_from_lms;
    for (int i = 0; i < 3; i++)
        lab[i] = m[i][0] * lms[0] + m[i][1] * lms[1] + m[i][2] * lms[2];
}
