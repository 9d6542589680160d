/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the number in a palette of each pixel of a result. */
#include "color_numbers.h"

enum { SLOTS = COLOR_NUMBER_SLOTS, SLOT_BITS = 10 };
G_STATIC_ASSERT(SLOTS == 1 << SLOT_BITS);

static guint32 packed(const guint8 color[3])
{
    return (guint32)color[0] << 16 | (guint32)color[1] << 8 | color[2];
}

/* The slot of a color, or the empty one where it would be. */
static guint slot_of(const ColorNumbers *numbers, guint32 color)
{
    guint slot = (color * 2654435769u) >> (32 - SLOT_BITS);

    while (numbers->number[slot] != NO_COLOR_NUMBER && numbers->color[slot] != color)
        slot = (slot + 1) % SLOTS;
    return slot;
}

void color_numbers_begin(ColorNumbers *numbers, const errdiff_palette *palette)
{
    for (gint i = 0; i < SLOTS; i++)
        numbers->number[i] = NO_COLOR_NUMBER;
    for (gint i = 0; i < palette->count; i++) {
        guint32 color = packed(palette->colors[i]);
        guint slot = slot_of(numbers, color);

        if (numbers->number[slot] == NO_COLOR_NUMBER) {
            numbers->color[slot] = color;
            numbers->number[slot] = i;
        }
    }
}

/* Colors of 16 bits are those of 8 bits times 257. */
static guint32 color_at(const errdiff_image *image, const guint8 *row, gint x)
{
    gsize sample = (gsize)x * (gsize)image->channels;
    guint8 color[3];

    for (gsize c = 0; c < 3; c++) {
        gsize at = image->channels == 3 ? sample + c : sample;

        color[c] =
            image->bits == 8 ? row[at] : (guint8)(((const guint16 *)(gconstpointer)row)[at] >> 8);
    }
    return packed(color);
}

void color_numbers_of_row(const ColorNumbers *numbers, const DitherResult *result, gint y,
                          gint *of_pixels)
{
    const errdiff_image *image = &result->image;
    const guint8 *row = (const guint8 *)image->data + (gssize)y * image->stride;
    const guchar *mask = result->mask ? result->mask + (gsize)y * (gsize)image->width : NULL;

    for (gint x = 0; x < image->width; x++)
        if (mask && mask[x] == 0)
            of_pixels[x] = NO_COLOR_NUMBER;
        else
            of_pixels[x] = result->has_numbers
                               ? row[x]
                               : numbers->number[slot_of(numbers, color_at(image, row, x))];
}
