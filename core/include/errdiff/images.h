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

/*
 * An image in the caller's memory. Samples are display values (gamma encoded), 0..W, where W is
 * 255 for 8 bits and 65535 for 16; the channels of a pixel lie side by side.
 */
typedef struct errdiff_image {
    void *data;       /* first sample of the top row; uint8_t, or uint16_t in native byte order */
    int width;        /* pixels, 1..ERRDIFF_MAX_SIDE */
    int height;       /* pixels, 1..ERRDIFF_MAX_SIDE */
    int channels;     /* 1 (gray) or 3 (red, green, blue) */
    int bits;         /* 8 or 16 per sample */
    ptrdiff_t stride; /* bytes from a row to the next; may be negative; even for 16 bits */

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
