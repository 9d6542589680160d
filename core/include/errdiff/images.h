/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images in memory, and the curve between their samples and light. */
#ifndef ERRDIFF_IMAGES_H
#define ERRDIFF_IMAGES_H

#include "status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ERRDIFF_MAX_SIDE (1 << 28) /* largest width and height, in pixels */

/* errdiff_image.bits of floating-point samples. */
#define ERRDIFF_HALF (-16)  /* binary16 of IEEE 754, as uint16_t */
#define ERRDIFF_FLOAT (-32) /* float */

/*
 * An image in the caller's memory. Samples are display values (gamma encoded), 0..W, where W is
 * 255 for 8 bits and 65535 for 16; the channels of a pixel lie side by side.
 *
 * An image that is only read may have floating-point samples of 0..1. They are converted where they
 * are read, without a copy of the image, and everything is as for an image of 16 bits with the
 * samples floor(65535 · x + 1/2); what is above 1 counts as 1, and what is below 0, and NaN, as 0.
 * Only where an engine would read such an image itself, because nothing is done before, is there an
 * image of 16 bits: often in the memory of a result with the same channels and 16 bits, else in
 * memory of the library's own. errdiff_dots_enlarge takes integers only.
 */
typedef struct errdiff_image {
    void *data;   /* first sample of the top row; uint8_t; uint16_t or float in native byte order */
    int width;    /* pixels, 1..ERRDIFF_MAX_SIDE */
    int height;   /* pixels, 1..ERRDIFF_MAX_SIDE */
    int channels; /* 1 (gray) or 3 (red, green, blue) */
    int bits; /* 8 or 16 per sample; in images that are only read, ERRDIFF_HALF or ERRDIFF_FLOAT,
               * too */
    ptrdiff_t stride; /* bytes from a row to the next, a multiple of a sample's; may be negative */

    /* Optional: one byte for each pixel. Where it is 0 the pixel keeps its value (with
     * options->indexed: gets the number of its nearest color), receives no error and passes none
     * on. NULL: all pixels are dithered. Ignored in an image that is written. */
    const uint8_t *mask;
    ptrdiff_t mask_stride; /* bytes from a row of the mask to the next; may be negative */
} errdiff_image;

/* The tone curve of sRGB (IEC 61966-2-1) and its inverse: the linear light of a display value, and
 * the display value of linear light. Both are 0..1; values below 0 continue the straight part of
 * the curve, and values above 1 its power. The option `linear` uses the same curve. */
ERRDIFF_API double errdiff_srgb_to_linear(double display);
ERRDIFF_API double errdiff_srgb_from_linear(double light);

#ifdef __cplusplus
}
#endif

#endif
