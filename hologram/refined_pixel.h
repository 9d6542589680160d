/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a pass of the refinement (refine.c) does with one pixel, for the processor and for the
 * GPU. */
#ifndef ERRDIFF_HOLOGRAM_REFINED_PIXEL_H
#define ERRDIFF_HOLOGRAM_REFINED_PIXEL_H

#include "base/host_device.h"
#include "errdiff_hologram.h"

#include <math.h>

/* The hologram's value, `wanted`, times `scale`, minus `ahead`. A product that is not finite counts
 * as 0. */
HOST_DEVICE_INLINE errdiff_complex errdiff_refining_missing(errdiff_complex wanted, float scale,
                                                            errdiff_complex ahead)
{
    errdiff_complex missing = {scale * wanted.re, scale * wanted.im};
    if (!isfinite(missing.re) || !isfinite(missing.im))
        missing.re = missing.im = 0;
    missing.re -= ahead.re;
    missing.im -= ahead.im;
    return missing;
}

/* The value of modulus 1 with the phase of (re, im), or `otherwise` for 0. */
HOST_DEVICE_INLINE errdiff_complex errdiff_refining_unit(float re, float im,
                                                         errdiff_complex otherwise)
{
    /* In single precision squares of large values would overflow. */
    double wide_re = re, wide_im = im, modulus = sqrt(wide_re * wide_re + wide_im * wide_im);
    errdiff_complex unit = {(float)(wide_re / modulus), (float)(wide_im / modulus)};
    return modulus > 0 ? unit : otherwise;
}

/* Adds to a pixel what it lacks of the window's light, and takes it further in the direction of
 * this change. */
HOST_DEVICE_INLINE void errdiff_refining_take(errdiff_complex *shown, errdiff_complex *ahead,
                                              errdiff_complex missing)
{
    const float momentum = 0.9f; /* how much of the change each pass adds */
    errdiff_complex last = *shown;
    *shown = errdiff_refining_unit(ahead->re + missing.re, ahead->im + missing.im, last);
    *ahead = errdiff_refining_unit(shown->re + momentum * (shown->re - last.re),
                                   shown->im + momentum * (shown->im - last.im), *shown);
}

#endif
