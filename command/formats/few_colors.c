/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the numbers of the few colors that a picture has. */
#include "few_colors.h"

#include <string.h>

static uint32_t joined(const uint8_t color[3])
{
    return (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2];
}

/* The slot of a color, or the empty one in which it belongs. There are 16 times as many slots as
 * colors. */
static int slot_of(const struct few_colors *few, uint32_t color)
{
    uint32_t slot = (color * UINT32_C(2654435761)) >> 20;
    while (few->numbers[slot] >= 0 && few->colors[slot] != color)
        slot = (slot + 1) % FEW_COLORS_SLOTS;
    return (int)slot;
}

static int bits_for(int count)
{
    return count <= 2 ? 1 : count <= 4 ? 2 : count <= 16 ? 4 : 8;
}

/* Whether all colors are among the grays that `bits` bits have. */
static bool are_grays(const errdiff_palette *palette, int bits)
{
    int step = UINT8_MAX / ((1 << bits) - 1);
    for (int i = 0; i < palette->count; i++)
        if (palette->colors[i][0] % step != 0)
            return false;
    return errdiff_palette_is_gray(palette);
}

void few_colors_prepare(struct few_colors *few, const struct picture *shape)
{
    const errdiff_palette *palette = shape->few;
    few->palette = palette;
    few->channels = shape->image.channels;
    few->bits = shape->image.bits;
    few->number_bits = bits_for(palette->count);
    few->gray_bits = 0;
    for (int bits = 4; bits >= 1; bits /= 2)
        if (are_grays(palette, bits))
            few->gray_bits = bits;
    memset(few->numbers, -1, sizeof few->numbers);
    for (int i = palette->count - 1; i >= 0; i--) {
        int slot = slot_of(few, joined(palette->colors[i]));
        few->colors[slot] = joined(palette->colors[i]);
        few->numbers[slot] = (int16_t)i;
    }
}

/* The color of a pixel. With 16 bits, those of 8 bits have the same byte twice. */
static bool color_at(const struct few_colors *few, const void *row, int x, uint32_t *color)
{
    uint8_t values[3];
    for (int c = 0; c < 3; c++) {
        ptrdiff_t at = (ptrdiff_t)x * few->channels + (few->channels == 3 ? c : 0);
        if (few->bits == 8) {
            values[c] = ((const uint8_t *)row)[at];
            continue;
        }
        uint16_t value = ((const uint16_t *)row)[at];
        if (value >> 8 != (value & UINT8_MAX))
            return false;
        values[c] = (uint8_t)value;
    }
    *color = joined(values);
    return true;
}

bool few_colors_of_row(const struct few_colors *few, const void *row, int width, uint8_t *numbers)
{
    uint32_t color, last = UINT32_MAX;
    int number = -1;
    for (int x = 0; x < width; x++) {
        if (!color_at(few, row, x, &color))
            return false;
        if (color != last)
            number = few->numbers[slot_of(few, color)];
        if (number < 0)
            return false;
        last = color;
        numbers[x] = (uint8_t)number;
    }
    return true;
}

uint8_t few_colors_gray(const struct few_colors *few, int number)
{
    return (uint8_t)(few->palette->colors[number][0] / (UINT8_MAX / ((1 << few->gray_bits) - 1)));
}
