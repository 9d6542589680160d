/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples the colors of a picture, for a palette that several pictures share. */
#include "errdiff.h"
#include "prepare/toned.h"
#include "rule/image.h"
#include "rule/sample.h"

/* All pictures together have at most MAX_COLORS_OF_ALL colors, unless there are so many pictures
 * that each would have less than LEAST_OF_A_PICTURE. */
enum { MAX_COLORS_OF_ALL = 1 << 24, LEAST_OF_A_PICTURE = 1 << 10 };

size_t errdiff_palette_sample_size(int picture_count)
{
    int share = MAX_COLORS_OF_ALL / picture_count;
    return share < LEAST_OF_A_PICTURE ? LEAST_OF_A_PICTURE : (size_t)share;
}

errdiff_status errdiff_palette_sample(const errdiff_image *image, const errdiff_options *options,
                                      size_t max_count, uint8_t (*colors)[3], size_t *count,
                                      errdiff_message *message)
{
    struct errdiff_toned picture;
    *count = 0;
    errdiff_status status = errdiff_image_check(image, "image", message);
    if (status != ERRDIFF_OK)
        return status;
    status = errdiff_toned_begin(&picture, image, options, message);
    size_t width = (size_t)image->width, pixels = width * (size_t)image->height;
    size_t taken = pixels < max_count ? pixels : max_count;
    for (size_t i = 0; status == ERRDIFF_OK && i < taken; i++) {
        size_t pixel = (size_t)((double)pixels / (double)taken * (double)i);
        int x = (int)(pixel % width), y = (int)(pixel / width);
        const uint8_t *mask = errdiff_mask_row(image, y);
        if (!mask || mask[x] != 0)
            errdiff_toned_color(&picture, x, y, colors[(*count)++]);
    }
    errdiff_toned_release(&picture);
    return status;
}
