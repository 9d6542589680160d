/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts how many pixels of a result have each color of its palette. */
#include "color_count.h"

/* A hash table with open addressing, a quarter full at most. */
enum { SLOT_BITS = 10, SLOTS = 1 << SLOT_BITS, NO_COLOR = -1 };

typedef struct {
    guint32 color[SLOTS];
    gint number[SLOTS]; /* of the color in the palette; NO_COLOR: the slot is empty */
} Numbers;

static guint32 packed(const guint8 color[3])
{
    return (guint32)color[0] << 16 | (guint32)color[1] << 8 | color[2];
}

/* The slot of a color, or the empty one where it would be. */
static guint slot_of(const Numbers *numbers, guint32 color)
{
    guint slot = (color * 2654435769u) >> (32 - SLOT_BITS);

    while (numbers->number[slot] != NO_COLOR && numbers->color[slot] != color)
        slot = (slot + 1) % SLOTS;
    return slot;
}

/* A color that is twice in the palette counts as the first. */
static void number_colors(Numbers *numbers, const errdiff_palette *palette)
{
    for (gint i = 0; i < SLOTS; i++)
        numbers->number[i] = NO_COLOR;
    for (gint i = 0; i < palette->count; i++) {
        guint32 color = packed(palette->colors[i]);
        guint slot = slot_of(numbers, color);

        if (numbers->number[slot] == NO_COLOR) {
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

void color_count(const DitherResult *result, gint first_row, gint rows,
                 guint64 counts[ERRDIFF_MAX_COLORS])
{
    const errdiff_image *image = &result->image;
    Numbers numbers;

    number_colors(&numbers, &result->palette);
    for (gint y = first_row; y < first_row + rows; y++) {
        const guint8 *row = (const guint8 *)image->data + (gssize)y * image->stride;
        const guchar *mask = result->mask ? result->mask + (gsize)y * (gsize)image->width : NULL;

        for (gint x = 0; x < image->width; x++) {
            gint number;

            if (mask && mask[x] == 0)
                continue;
            number = result->has_numbers
                         ? row[x]
                         : numbers.number[slot_of(&numbers, color_at(image, row, x))];
            if (number >= 0)
                counts[number]++;
        }
    }
}
