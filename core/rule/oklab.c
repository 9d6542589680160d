/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts linear light to OKLab, also with the derivatives. */
#include "oklab.h"

#include <math.h>

/* From light to the responses of the eye's three kinds of cones, and from their cube roots to
 * lightness, green-red and blue-yellow. */
static const double cones_from_light[3][3] = {
    {0.4122214708, 0.5363325363, 0.0514459929},
    {0.2119034982, 0.6806995451, 0.1073969566},
    {0.0883024619, 0.2817188376, 0.6299787005},
};
static const double lab_from_roots[3][3] = {
    {0.2104542553, 0.7936177850, -0.0040720468},
    {1.9779984951, -2.4285922050, 0.4505937099},
    {0.0259040371, 0.7827717662, -0.8086757660},
};

static void multiply(const double matrix[3][3], const double vector[3], double product[3])
{
    for (int i = 0; i < 3; i++)
        product[i] = matrix[i][0] * vector[0] + matrix[i][1] * vector[1] + matrix[i][2] * vector[2];
}

static void roots_of(const double light[3], double roots[3])
{
    multiply(cones_from_light, light, roots);
    for (int i = 0; i < 3; i++)
        roots[i] = cbrt(roots[i]);
}

static struct errdiff_oklab lab_of(const double roots[3])
{
    double lab[3];
    multiply(lab_from_roots, roots, lab);
    return (struct errdiff_oklab){lab[0], lab[1], lab[2]};
}

struct errdiff_oklab errdiff_oklab_from_light(double red, double green, double blue)
{
    double roots[3];
    roots_of((const double[]){red, green, blue}, roots);
    return lab_of(roots);
}

struct errdiff_oklab errdiff_oklab_with_slopes(const double light[3], double least_cones,
                                               double slopes[3][3])
{
    double roots[3], least_root = cbrt(least_cones);
    roots_of(light, roots);
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++)
            slopes[i][c] = 0;
    for (int cone = 0; cone < 3; cone++) {
        double root = fmax(fabs(roots[cone]), least_root);
        double root_slope = 1 / (3 * root * root);
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++)
                slopes[i][c] += lab_from_roots[i][cone] * root_slope * cones_from_light[cone][c];
    }
    return lab_of(roots);
}
