/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search.h"

#include "light.h"
#include "oklab.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDE = ERRDIFF_CELLS_PER_SIDE,
    CELL_COUNT = SIDE * SIDE * SIDE,
    FIRST_CAPACITY = 8 * CELL_COUNT /* colours in all lists together; grows where it is too few */
};

/* A search in the making. */
struct builder {
    struct errdiff_search *search;
    size_t used, capacity;
};

static bool append(struct builder *builder, int cell, const uint8_t *colours, int count)
{
    struct errdiff_search *search = builder->search;
    if (builder->used + (size_t)count > builder->capacity) {
        uint8_t *larger = realloc(search->candidates, 2 * builder->capacity);
        if (!larger)
            return false;
        search->candidates = larger;
        builder->capacity *= 2;
    }
    search->cells[cell] = (struct errdiff_cell){(uint32_t)builder->used, (uint32_t)count};
    memcpy(search->candidates + builder->used, colours, (size_t)count);
    builder->used += (size_t)count;
    return true;
}

/* ---- Exact: the colours that can be nearest within a box ----------------------------------- */

struct box {
    int32_t low[3], high[3]; /* both inside it */
};

static int64_t square(int64_t number)
{
    return number * number;
}

static int64_t least_squared_distance(const struct box *box, const int32_t colour[3])
{
    int64_t sum = 0;
    for (int c = 0; c < 3; c++)
        sum += square(colour[c] - errdiff_clamp(colour[c], box->low[c], box->high[c]));
    return sum;
}

static int64_t greatest_squared_distance(const struct box *box, const int32_t colour[3])
{
    int64_t sum = 0;
    for (int c = 0; c < 3; c++) {
        int64_t to_low = square(colour[c] - box->low[c]);
        int64_t to_high = square(box->high[c] - colour[c]);
        sum += to_low > to_high ? to_low : to_high;
    }
    return sum;
}

/* Whatever the point, some colour is as near as `bound`; one that is farther everywhere can never
 * be the nearest. */
static int keep_possible(const struct errdiff_search *search, const struct box *box,
                         const uint8_t *colours, int count, uint8_t *kept)
{
    int64_t bound = INT64_MAX;
    for (int i = 0; i < count; i++) {
        int64_t distance = greatest_squared_distance(box, search->colours[colours[i]]);
        bound = distance < bound ? distance : bound;
    }
    int kept_count = 0;
    for (int i = 0; i < count; i++)
        if (least_squared_distance(box, search->colours[colours[i]]) <= bound)
            kept[kept_count++] = colours[i];
    return kept_count;
}

/* A block of side³ cells whose first cell is at `at`; halved until it is one cell, so that a far
 * colour is dropped for many cells at once. */
static bool fill_block(struct builder *builder, const int at[3], int side, const uint8_t *colours,
                       int count)
{
    const struct errdiff_search *search = builder->search;
    struct box box;
    for (int c = 0; c < 3; c++) {
        box.low[c] = at[c] << search->cell_shift;
        box.high[c] = ((at[c] + side) << search->cell_shift) - 1;
    }
    uint8_t kept[ERRDIFF_MAX_COLOURS];
    int kept_count = keep_possible(search, &box, colours, count, kept);
    if (side == 1)
        return append(builder, (at[0] * SIDE + at[1]) * SIDE + at[2], kept, kept_count);

    for (int corner = 0; corner < 8; corner++) {
        int half = side / 2;
        const int part[3] = {at[0] + (corner >> 2 & 1) * half, at[1] + (corner >> 1 & 1) * half,
                             at[2] + (corner & 1) * half};
        if (!fill_block(builder, part, half, kept, kept_count))
            return false;
    }
    return true;
}

static bool fill_exact(struct builder *builder)
{
    uint8_t all[ERRDIFF_MAX_COLOURS];
    for (int i = 0; i < builder->search->colour_count; i++)
        all[i] = (uint8_t)i;
    const int origin[3] = {0, 0, 0};
    return fill_block(builder, origin, SIDE, all, builder->search->colour_count);
}

/* ---- Perceptual: the colour that looks nearest to a cell's middle -------------------------- */

static struct errdiff_oklab oklab_of(const double value[3], bool is_light)
{
    double light[3];
    for (int c = 0; c < 3; c++)
        light[c] = is_light ? value[c] : errdiff_light(value[c]);
    return errdiff_oklab_from_light(light[0], light[1], light[2]);
}

static bool fill_perceptual(struct builder *builder, bool is_light)
{
    struct errdiff_search *search = builder->search;
    struct errdiff_oklab colours[ERRDIFF_MAX_COLOURS];
    for (int i = 0; i < search->colour_count; i++) {
        double value[3];
        for (int c = 0; c < 3; c++)
            value[c] = (double)search->colours[i][c] / search->white;
        colours[i] = oklab_of(value, is_light);
    }
    for (int cell = 0; cell < CELL_COUNT; cell++) {
        double width = (double)(1 << search->cell_shift) / search->white;
        const double middle[3] = {(cell / (SIDE * SIDE) + 0.5) * width,
                                  (cell / SIDE % SIDE + 0.5) * width, (cell % SIDE + 0.5) * width};
        struct errdiff_oklab seen = oklab_of(middle, is_light);
        uint8_t nearest = 0;
        for (int i = 1; i < search->colour_count; i++)
            if (errdiff_oklab_squared_distance(seen, colours[i]) <
                errdiff_oklab_squared_distance(seen, colours[nearest]))
                nearest = (uint8_t)i;
        if (!append(builder, cell, &nearest, 1))
            return false;
    }
    return true;
}

bool errdiff_search_make(struct errdiff_search *search, const errdiff_palette *palette,
                         errdiff_match match, int in_bits, int out_bits, const uint16_t *light)
{
    int32_t max_value = in_bits == 8 && !light ? UINT8_MAX : UINT16_MAX;
    *search = (struct errdiff_search){
        .white = max_value << ERRDIFF_FRACTION_BITS,
        .colour_count = palette->count,
        .cells = malloc(CELL_COUNT * sizeof *search->cells),
        .candidates = malloc(FIRST_CAPACITY),
    };
    if (!search->cells || !search->candidates)
        return false;
    while (search->white >> search->cell_shift >= SIDE)
        search->cell_shift++;
    for (int i = 0; i < palette->count; i++)
        for (int c = 0; c < 3; c++) {
            int32_t colour = palette->colours[i][c];
            int32_t display = in_bits == 8 ? colour : 257 * colour;
            search->stored[i][c] = (uint16_t)(out_bits == 8 ? colour : 257 * colour);
            search->colours[i][c] = (light ? light[display] : display) << ERRDIFF_FRACTION_BITS;
        }

    struct builder builder = {.search = search, .capacity = FIRST_CAPACITY};
    return match == ERRDIFF_MATCH_OKLAB ? fill_perceptual(&builder, light != NULL)
                                        : fill_exact(&builder);
}

void errdiff_search_release(struct errdiff_search *search)
{
    free(search->cells);
    free(search->candidates);
}
