/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dots: results with pixels larger than those of the image. */
#ifndef ERRDIFF_DOTS_H
#define ERRDIFF_DOTS_H

#include "images.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ERRDIFF_MAX_DOT 256 /* largest side of a dot, in pixels */

/* The mean of the samples of a dot. */
typedef enum errdiff_mean {
    ERRDIFF_MEAN_LIGHT, /* of colors: the display value of the mean light */
    ERRDIFF_MEAN_VALUE, /* of numbers that are not light: the mean value */
    ERRDIFF_MEAN_ALPHA  /* of alpha: the mean value, but 0 only if all samples are 0 */
} errdiff_mean;

/* The number of dots along a side of `length` pixels, which is 1 or more. The last one may be cut.
 * A dot has a side of `dot` pixels, 1..ERRDIFF_MAX_DOT. */
ERRDIFF_API int errdiff_dots_along(int length, int dot);

/*
 * Reduces an image to a pixel for each dot: the mean of a square of dot × dot pixels, rounded, or
 * of as much of it as is in the image. The result is to be dithered, and then enlarged by
 * errdiff_dots_enlarge.
 *
 * image    the image. Pixels whose mask is 0 do not count, unless that would leave none in a dot
 * alpha    the weights of the pixels, an image of one channel without a mask; NULL: all are equal.
 *          Pixels with alpha 0 do not count, either
 * dots     the image to write, without a mask; its sides are errdiff_dots_along, and it has the
 *          channels and bits of `image`; 16 bits if it has floating-point samples
 * threads  0..ERRDIFF_MAX_THREADS, how many may be used; 0: one for each processor
 *
 * The bytes depend neither on the number of threads nor, beyond the rounding of the sRGB curve, on
 * the machine. Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT or ERRDIFF_NO_MEMORY, with the reason in
 * *message (which may be NULL).
 */
ERRDIFF_API errdiff_status errdiff_dots_reduce(const errdiff_image *image,
                                               const errdiff_image *alpha, errdiff_mean mean,
                                               int dot, const errdiff_image *dots, int threads,
                                               errdiff_message *message);

/* Writes a square of dot × dot pixels to `image` for each pixel of `dots`; the last ones are cut.
 * The sizes must be those of errdiff_dots_reduce. Samples may be numbers of colors. Masks are
 * ignored. Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message (which may be
 * NULL). */
ERRDIFF_API errdiff_status errdiff_dots_enlarge(const errdiff_image *dots, int dot,
                                                const errdiff_image *image,
                                                errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
