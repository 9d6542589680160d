/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OKLab, a color space in which the distance of two colors is roughly how different they look:
 * B. Ottosson, A perceptual color space for image processing (2020). */
#ifndef ERRDIFF_OKLAB_H
#define ERRDIFF_OKLAB_H

struct errdiff_oklab {
    double lightness, green_red, blue_yellow;
};

/* Converts linear light, 0..1, of sRGB's red, green and blue primaries. */
struct errdiff_oklab errdiff_oklab_from_light(double red, double green, double blue);

/* As errdiff_oklab_from_light, with the derivatives: slopes[i][c] is that of lightness (i = 0),
 * green_red or blue_yellow by light[c]. They are infinite where a cone of the eye sees nothing; a
 * response below `least_cones` has the slopes of that one. */
struct errdiff_oklab errdiff_oklab_with_slopes(const double light[3], double least_cones,
                                               double slopes[3][3]);

static inline double errdiff_oklab_squared_distance(struct errdiff_oklab one,
                                                    struct errdiff_oklab other)
{
    double lightness = one.lightness - other.lightness;
    double green_red = one.green_red - other.green_red;
    double blue_yellow = one.blue_yellow - other.blue_yellow;
    return lightness * lightness + green_red * green_red + blue_yellow * blue_yellow;
}

#endif
