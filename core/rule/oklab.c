/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "oklab.h"

#include <math.h>

struct errdiff_oklab errdiff_oklab_from_light(double red, double green, double blue)
{
    double l = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    double m = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    double s = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    return (struct errdiff_oklab){
        .lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
        .green_red = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
        .blue_yellow = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
    };
}
