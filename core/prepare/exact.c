/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognizes colors that are in the palette, or are levels, and so need no dithering. */
#include "exact.h"

enum { SHORT_UNIT = 257 /* of 8-bit samples, in 16-bit display values */ };

static uint32_t slot_of(const int32_t value[3])
{
    uint32_t key = (uint32_t)value[0];
    for (int c = 1; c < 3; c++)
        key = errdiff_mix(key) + (uint32_t)value[c];
    return errdiff_mix(key) % ERRDIFF_EXACT_SLOTS;
}

static bool has_values(const struct errdiff_search *search, int color, const int32_t value[3])
{
    for (int c = 0; c < 3; c++)
        if (search->unmapped[color][c] != value[c] << ERRDIFF_FRACTION_BITS)
            return false;
    return true;
}

/* The slot of the color with these values, or the free one where it belongs. */
static uint32_t find_slot(const struct errdiff_exact *exact, const int32_t value[3])
{
    uint32_t slot = slot_of(value);
    while (exact->slots[slot] >= 0 && !has_values(exact->rule->search, exact->slots[slot], value))
        slot = (slot + 1) % ERRDIFF_EXACT_SLOTS;
    return slot;
}

void errdiff_exact_make(struct errdiff_exact *exact, const struct errdiff_pixel_rule *rule,
                        int out_bits, bool is_relative)
{
    exact->rule = rule;
    exact->by_light = rule->light != NULL && !is_relative;
    exact->level_unit = rule->max_value == UINT16_MAX && out_bits == 8 ? SHORT_UNIT : 1;
    for (int i = 0; i < ERRDIFF_EXACT_SLOTS; i++)
        exact->slots[i] = -1;
    for (int i = 0; rule->search && i < rule->search->color_count; i++) {
        int32_t value[3];
        for (int c = 0; c < 3; c++)
            value[c] = rule->search->unmapped[i][c] >> ERRDIFF_FRACTION_BITS;
        uint32_t slot = find_slot(exact, value);
        if (exact->slots[slot] < 0)
            exact->slots[slot] = (int16_t)i;
    }
}

static bool find_color(const struct errdiff_exact *exact, const int32_t value[3],
                       const int32_t display[3], int32_t *color)
{
    *color = exact->slots[find_slot(exact, value)];
    /* The light of no two of the 256 display values that colors can have is the same. */
    for (int c = 0; exact->by_light && c < 3; c++)
        if (display[c] % SHORT_UNIT != 0)
            return false;
    return *color >= 0;
}

bool errdiff_exact_find(const struct errdiff_exact *exact, const int32_t value[3],
                        const int32_t display[3], int32_t level[3])
{
    const struct errdiff_pixel_rule *rule = exact->rule;
    if (rule->search)
        return find_color(exact, value, display, &level[0]);
    for (int32_t c = 0; c < rule->channels; c++) {
        const struct errdiff_quantizer *quantizer = &rule->quantizers[c];
        level[c] = errdiff_level_of(quantizer, value[c] << ERRDIFF_FRACTION_BITS);
        if (exact->level_unit * errdiff_stored_of(quantizer, level[c]) != display[c])
            return false;
    }
    return true;
}
