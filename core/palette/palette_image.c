/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the colors of an image as a palette. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff.h"
#include "rule/float_sample.h"
#include "rule/image.h"

#include <stdbool.h>
#include <string.h>

/* Adds the color of a pixel, unless the palette has it. Returns false if there is no room. The
 * latest color is looked at first, because neighbors are often equal. */
static bool add_color(errdiff_palette *palette, const uint8_t color[3])
{
    for (int i = palette->count - 1; i >= 0; i--)
        if (memcmp(palette->colors[i], color, 3) == 0)
            return true;
    if (palette->count == ERRDIFF_MAX_COLORS)
        return false;
    memcpy(palette->colors[palette->count++], color, 3);
    return true;
}

/* The 8-bit value of a channel of a pixel; a gray image has the same one in all channels. */
static uint8_t value_at(const errdiff_image *image, int x, int y, int channel)
{
    ptrdiff_t at = (ptrdiff_t)x * image->channels + (image->channels == 3 ? channel : 0);
    uint32_t sample = (uint32_t)errdiff_read(errdiff_row(image, y, 0), image->bits, at);
    return (uint8_t)(image->bits == 8 ? sample : (sample * 255 + 32767) / 65535);
}

/* Returns false if the row has colors for which there is no room. */
static bool add_row(errdiff_palette *palette, const errdiff_image *image, int y)
{
    for (int x = 0; x < image->width; x++) {
        uint8_t color[3];
        for (int c = 0; c < 3; c++)
            color[c] = value_at(image, x, y, c);
        bool is_seen = !image->mask || image->mask[y * image->mask_stride + x];
        if (is_seen && !add_color(palette, color))
            return false;
    }
    return true;
}

errdiff_status errdiff_palette_of_image(const errdiff_image *image, errdiff_palette *palette,
                                        errdiff_message *message)
{
    errdiff_palette found = {.count = 0};
    errdiff_status status = errdiff_image_check(image, "image", message);
    if (status != ERRDIFF_OK)
        return status;
    for (int y = 0; y < image->height; y++)
        if (!add_row(&found, image, y))
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                N_("the image has more than %d colors, so it is not a palette"),
                                ERRDIFF_MAX_COLORS);
    if (found.count == 0)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, N_("the image has no colors"));
    *palette = found;
    return ERRDIFF_OK;
}
