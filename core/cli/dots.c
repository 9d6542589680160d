/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dots.h"

#include "fail.h"

#include <stdlib.h>
#include <string.h>

/* Returns width × height pixels of `pixel` bytes, from malloc, or NULL. `from` has rows of `stride`
 * bytes. */
static void *enlarge(const void *from, ptrdiff_t stride, size_t pixel, int dot, int width,
                     int height)
{
    size_t row = (size_t)width * pixel;
    uint8_t *enlarged = malloc(row * (size_t)height), *to = enlarged;
    for (int y = 0; enlarged && y < height; y++, to += row) {
        const uint8_t *from_row = (const uint8_t *)from + y / dot * stride;
        if (y % dot != 0)
            memcpy(to, to - row, row);
        for (int x = 0; x < width && y % dot == 0; x++)
            memcpy(to + (size_t)x * pixel, from_row + (size_t)(x / dot) * pixel, pixel);
    }
    return enlarged;
}

int dots_enlarge(struct picture *picture, int dot, int width, int height)
{
    struct picture small = *picture;
    errdiff_image *image = &picture->image;
    size_t sample = (size_t)image->bits / 8, pixel = (size_t)image->channels * sample;
    picture->alpha = NULL;
    image->data = enlarge(small.image.data, small.image.stride, pixel, dot, width, height);
    image->stride = (ptrdiff_t)((size_t)width * pixel);
    image->mask = NULL;
    if (small.alpha) {
        ptrdiff_t alpha_stride = small.image.width * (ptrdiff_t)sample;
        picture->alpha = enlarge(small.alpha, alpha_stride, sample, dot, width, height);
        image->mask = enlarge(small.image.mask, small.image.mask_stride, 1, dot, width, height);
        image->mask_stride = width;
    }
    image->width = width;
    image->height = height;
    if (image->data && (!small.alpha || (picture->alpha && image->mask)))
        return 0;
    picture_free_pixels(picture);
    *picture = small;
    return fail(EXIT_FAILED, "%s: not enough memory for %d × %d pixels", picture->name, width,
                height);
}
