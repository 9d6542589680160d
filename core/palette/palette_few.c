/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes palettes of exactly the colors that are in images. */
#include "palette_few.h"

#include <stdlib.h>
#include <string.h>

enum { SEEN_BYTES = (1 << 24) / 8 /* one bit for each 24-bit color */ };

bool errdiff_palette_has(const errdiff_palette *palette, const uint8_t color[3])
{
    for (int i = 0; i < palette->count; i++)
        if (memcmp(palette->colors[i], color, 3) == 0)
            return true;
    return false;
}

void errdiff_palette_complete_sent(errdiff_palette *palette, int locked)
{
    for (int i = locked; i < palette->count; i++)
        memcpy(palette->sent[i], palette->colors[i], sizeof palette->sent[i]);
}

/* Adds the colors of an image that are not in the palette yet. `seen` has a bit for each 24-bit
 * color that was looked at. Returns false if that would make more than `count` colors in all. */
static bool add_all_colors(const struct errdiff_toned *image, int count, uint8_t *seen,
                           errdiff_palette *palette)
{
    const errdiff_image *pixels = image->pixels;
    for (int y = 0; y < pixels->height; y++) {
        const uint8_t *mask = errdiff_mask_row(pixels, y);
        for (int x = 0; x < pixels->width; x++) {
            uint8_t color[3];
            if (mask && mask[x] == 0)
                continue;
            errdiff_toned_color(image, x, y, color);
            uint32_t number = (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2];
            if (seen[number / 8] & 1u << number % 8)
                continue;
            seen[number / 8] |= (uint8_t)(1u << number % 8);
            if (errdiff_palette_has(palette, color))
                continue;
            if (palette->count == count)
                return false;
            memcpy(palette->colors[palette->count++], color, sizeof color);
        }
    }
    return true;
}

errdiff_status errdiff_palette_of_few(const struct errdiff_toned *images, int image_count,
                                      int count, const errdiff_palette *locked, bool *are_few,
                                      errdiff_palette *palette)
{
    uint8_t *seen = calloc(SEEN_BYTES, 1);
    if (!seen)
        return ERRDIFF_NO_MEMORY;
    *palette = locked ? *locked : (errdiff_palette){0};
    *are_few = true;
    for (int i = 0; i < image_count && *are_few; i++)
        *are_few = add_all_colors(&images[i], count, seen, palette);
    free(seen);
    errdiff_palette_complete_sent(palette, locked ? locked->count : 0);
    return ERRDIFF_OK;
}
