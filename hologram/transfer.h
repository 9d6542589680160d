/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transfer function of the angular spectrum method, for the processor and for the GPU. */
#ifndef ERRDIFF_HOLOGRAM_TRANSFER_H
#define ERRDIFF_HOLOGRAM_TRANSFER_H

#include "base/host_device.h"
#include "errdiff_hologram.h"

#include <math.h>
#include <stdbool.h>

/* What the factors of a plane's frequencies depend on. Lengths are in micrometers. */
struct errdiff_plane_transfer {
    int width, height; /* of the plane, in pixels */
    double pitch, wavelength;
    double distance; /* by which the light is propagated; negative: backward */
    bool is_tapered; /* the highest frequencies are taken away */
};

/* Returns the factor by which a plane wave with the frequencies (x, y), in cycles per micrometer,
 * changes over `distance`, in micrometers like the wavelength; 0 for an evanescent wave. */
HOST_DEVICE_INLINE errdiff_complex errdiff_transfer(double x, double y, double wavelength,
                                                    double distance)
{
    const double pi = 3.14159265358979323846;
    errdiff_complex factor = {0, 0};
    double square = 1 / (wavelength * wavelength) - x * x - y * y;
    if (square <= 0)
        return factor;
    double turns = distance * sqrt(square);
    double angle = 2 * pi * (turns - floor(turns));
    factor.re = (float)cos(angle);
    factor.im = (float)sin(angle);
    return factor;
}

/*
 * The share of a frequency, in cycles per pixel, that is left in a tapered plane: all of it up to
 * 0.435, and none at 0.5, where the spectrum of the pixels ends. A spectrum that ends sharply
 * belongs to light that spreads endlessly, and what of it returns at the edges of the plane would
 * depend on the plane's size.
 */
HOST_DEVICE_INLINE double errdiff_taper(double frequency)
{
    const double pi = 3.14159265358979323846, begin = 0.435, end = 0.5;
    if (frequency <= begin)
        return 1;
    return 0.5 + 0.5 * cos(pi * (frequency - begin) / (end - begin));
}

/* The factor of frequency (x, y), in cycles over the plane's sides. It contains the factor
 * 1 / (width · height) that the two Fourier transforms leave out. */
HOST_DEVICE_INLINE errdiff_complex
errdiff_plane_factor(const struct errdiff_plane_transfer *transfer, int x, int y)
{
    int width = transfer->width, height = transfer->height;
    double pitch = transfer->pitch, share = 1 / ((double)width * height);
    if (transfer->is_tapered)
        share *= errdiff_taper((double)x / width) * errdiff_taper((double)y / height);
    errdiff_complex factor = errdiff_transfer(x / (width * pitch), y / (height * pitch),
                                              transfer->wavelength, transfer->distance);
    factor.re *= (float)share;
    factor.im *= (float)share;
    return factor;
}

/* Multiplies a value by a factor in place. */
HOST_DEVICE_INLINE void errdiff_complex_multiply_by(errdiff_complex *value, errdiff_complex factor)
{
    errdiff_complex product;
    product.re = value->re * factor.re - value->im * factor.im;
    product.im = value->re * factor.im + value->im * factor.re;
    *value = product;
}

#endif
