/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the numbers of the few colors that an image has. */
#include "few_colors.h"

#include <string.h>

static uint32_t joined(const uint8_t color[3])
{
    return (uint32_t)color[0] << 16 | (uint32_t)color[1] << 8 | color[2];
}

static uint32_t slot_of(const struct few_colors *few, uint32_t color)
{
    return color * few->multiplier >> (32 - FEW_COLORS_SLOT_BITS);
}

/* Gives each color a slot, and equal ones that of the first. Returns false if different colors have
 * the same one. */
static bool fill_slots(struct few_colors *few)
{
    bool is_right = true;
    for (int i = few->palette->count - 1; i >= 0; i--)
        few->numbers[slot_of(few, few->colors[i])] = (uint8_t)i;
    for (int i = 0; i < few->palette->count; i++)
        is_right &= few->colors[few->numbers[slot_of(few, few->colors[i])]] == few->colors[i];
    return is_right;
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

void few_colors_prepare(struct few_colors *few, const struct image *shape)
{
    const errdiff_palette *palette = shape->few;
    few->palette = palette;
    few->channels = shape->pixels.channels;
    few->bits = shape->pixels.bits;
    few->number_bits = bits_for(palette->count);
    few->gray_bits = 0;
    for (int bits = 4; bits >= 1; bits /= 2)
        if (are_grays(palette, bits))
            few->gray_bits = bits;
    for (int i = 0; i < palette->count; i++)
        few->colors[i] = joined(palette->colors[i]);
    memset(few->numbers, 0, sizeof few->numbers);
    few->multiplier = UINT32_C(2654435761);
    while (!fill_slots(few))
        few->multiplier += UINT32_C(0x3C6EF372); /* so it stays odd */
}

/* The numbers of pixels of 8 bits. There is no branch in the loop, since no processor can guess
 * dithered pixels. */
static inline bool find_numbers(const struct few_colors *few, const uint8_t *row, int channels,
                                int width, uint8_t *numbers)
{
    uint32_t difference = 0;
    for (int x = 0; x < width; x++, row += channels) {
        uint32_t color = channels == 3 ? joined(row) : row[0] * UINT32_C(0x10101);
        numbers[x] = few->numbers[slot_of(few, color)];
        difference |= few->colors[numbers[x]] ^ color;
    }
    return difference == 0;
}

/* Those of pixels of 16 bits; colors of 8 bits have the same byte twice. */
static bool find_numbers_of_16_bits(const struct few_colors *few, const uint16_t *row, int width,
                                    uint8_t *numbers)
{
    for (int x = 0; x < width; x++, row += few->channels) {
        uint8_t color[3];
        for (int c = 0; c < 3; c++) {
            uint16_t value = row[few->channels == 3 ? c : 0];
            if (value >> 8 != (value & UINT8_MAX))
                return false;
            color[c] = (uint8_t)value;
        }
        if (!find_numbers(few, color, 3, 1, &numbers[x]))
            return false;
    }
    return true;
}

bool few_colors_of_row(const struct few_colors *few, const void *row, int width, uint8_t *numbers)
{
    if (few->bits == 16)
        return find_numbers_of_16_bits(few, row, width, numbers);
    return few->channels == 3 ? find_numbers(few, row, 3, width, numbers)
                              : find_numbers(few, row, 1, width, numbers);
}

uint8_t few_colors_gray(const struct few_colors *few, int number)
{
    return (uint8_t)(few->palette->colors[number][0] / (UINT8_MAX / ((1 << few->gray_bits) - 1)));
}
