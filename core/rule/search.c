/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search.h"

#include "errdiff.h"
#include "oklab.h"

#include <stdlib.h>
#include <string.h>

enum {
    SIDE = ERRDIFF_CELLS_PER_SIDE,
    CELL_COUNT = SIDE * SIDE * SIDE,
    PARTS_PER_SIDE = 1 << ERRDIFF_PART_BITS,
    PART_COUNT = PARTS_PER_SIDE * PARTS_PER_SIDE * PARTS_PER_SIDE,
    MAX_CELL_COLORS = 12,        /* a cell with more colors is subdivided */
    MAX_CELLS = 16 * CELL_COUNT, /* once there are this many, no cell is subdivided any more */
    FIRST_CANDIDATES = 8 * CELL_COUNT
};

/* A search under construction, with arrays that grow. */
struct builder {
    struct errdiff_search *search;
    size_t candidate_capacity, cell_capacity;
};

static bool set_candidates(struct builder *builder, uint32_t cell, const uint8_t *colors, int count)
{
    struct errdiff_search *search = builder->search;
    size_t end = search->candidate_count + (size_t)count + ERRDIFF_CANDIDATES_MARGIN;
    if (end > builder->candidate_capacity) {
        uint8_t *larger = realloc(search->candidates, 2 * builder->candidate_capacity);
        if (!larger)
            return false;
        search->candidates = larger;
        builder->candidate_capacity *= 2;
    }
    search->cells[cell] = (struct errdiff_cell){search->candidate_count, (uint32_t)count};
    memcpy(search->candidates + search->candidate_count, colors, (size_t)count);
    search->candidate_count += (uint32_t)count;
    return true;
}

/* Subdivides `cell`. The caller must then fill its parts. */
static bool add_parts(struct builder *builder, uint32_t cell)
{
    struct errdiff_search *search = builder->search;
    if (search->cell_count + PART_COUNT > builder->cell_capacity) {
        struct errdiff_cell *larger =
            realloc(search->cells, 2 * builder->cell_capacity * sizeof *larger);
        if (!larger)
            return false;
        search->cells = larger;
        builder->cell_capacity *= 2;
    }
    search->cells[cell] = (struct errdiff_cell){search->cell_count, 0};
    search->cell_count += PART_COUNT;
    return true;
}

/* ---- Exact: the colors that can be nearest within a box ----------------------------------- */

/* A box of modified values; it contains its bounds. */
struct box {
    int32_t low[3], high[3];
};

static int64_t square(int64_t number)
{
    return number * number;
}

static int64_t min_squared_distance(const struct box *box, const int32_t color[3])
{
    int64_t sum = 0;
    for (int c = 0; c < 3; c++)
        sum += square(color[c] - errdiff_clamp(color[c], box->low[c], box->high[c]));
    return sum;
}

static int64_t max_squared_distance(const struct box *box, const int32_t color[3])
{
    int64_t sum = 0;
    for (int c = 0; c < 3; c++) {
        int64_t to_low = square(color[c] - box->low[c]);
        int64_t to_high = square(box->high[c] - color[c]);
        sum += to_low > to_high ? to_low : to_high;
    }
    return sum;
}

/*
 * Whether `one` is preferred to `other` at every point x of the box. |x − one|² − |x − other|² is
 * linear in x, so it is greatest in a corner of the box. If it is not positive there, `one` is
 * never farther away than `other`; on a tie the color with the lower number is preferred.
 */
static bool is_always_before(const struct errdiff_search *search, const struct box *box,
                             uint8_t one, uint8_t other)
{
    int64_t greatest = 0;
    for (int c = 0; c < 3; c++) {
        int64_t from = search->colors[one][c], to = search->colors[other][c];
        int64_t corner = to > from ? box->high[c] : box->low[c];
        greatest += 2 * (to - from) * corner + from * from - to * to;
    }
    return one < other ? greatest <= 0 : greatest < 0;
}

/* Keeps the colors that can be chosen in the box, and returns their number. It drops first the
 * colors whose least distance exceeds another one's greatest distance, which is fast, and then
 * those to which another one is preferred everywhere in the box. */
static int keep_possible(const struct errdiff_search *search, const struct box *box,
                         const uint8_t *colors, int count, uint8_t *kept)
{
    int64_t bound = INT64_MAX;
    for (int i = 0; i < count; i++) {
        int64_t distance = max_squared_distance(box, search->colors[colors[i]]);
        bound = distance < bound ? distance : bound;
    }
    uint8_t near[ERRDIFF_MAX_COLORS];
    int near_count = 0;
    for (int i = 0; i < count; i++)
        if (min_squared_distance(box, search->colors[colors[i]]) <= bound)
            near[near_count++] = colors[i];

    int kept_count = 0;
    for (int i = 0; i < near_count; i++) {
        bool is_beaten = false;
        for (int j = 0; j < near_count && !is_beaten; j++)
            is_beaten = j != i && is_always_before(search, box, near[j], near[i]);
        if (!is_beaten)
            kept[kept_count++] = near[i];
    }
    return kept_count;
}

static struct box box_at(const int32_t low[3], int32_t width)
{
    struct box box;
    for (int c = 0; c < 3; c++) {
        box.low[c] = low[c];
        box.high[c] = low[c] + width - 1;
    }
    return box;
}

/* Fills a cell, 2^shift wide, whose lowest corner is `low`: lists its colors or subdivides it. */
static bool fill_cell(struct builder *builder, uint32_t cell, const int32_t low[3], int32_t shift,
                      const uint8_t *colors, int count)
{
    struct errdiff_search *search = builder->search;
    struct box box = box_at(low, 1 << shift);
    uint8_t kept[ERRDIFF_MAX_COLORS];
    int kept_count = keep_possible(search, &box, colors, count, kept);
    if (kept_count <= MAX_CELL_COLORS || shift < ERRDIFF_PART_BITS ||
        search->cell_count >= MAX_CELLS)
        return set_candidates(builder, cell, kept, kept_count);

    if (!add_parts(builder, cell))
        return false;
    int32_t part_shift = shift - ERRDIFF_PART_BITS;
    uint32_t first = search->cells[cell].first;
    for (int part = 0; part < PART_COUNT; part++) {
        const int32_t part_low[3] = {
            low[0] + ((part / (PARTS_PER_SIDE * PARTS_PER_SIDE)) << part_shift),
            low[1] + ((part / PARTS_PER_SIDE % PARTS_PER_SIDE) << part_shift),
            low[2] + ((part % PARTS_PER_SIDE) << part_shift)};
        if (!fill_cell(builder, first + (uint32_t)part, part_low, part_shift, kept, kept_count))
            return false;
    }
    return true;
}

/* Fills side³ cells, the first of them at `at`. It halves the block until it is one cell, so that a
 * distant color is dropped for many cells at once. */
static bool fill_block(struct builder *builder, const int at[3], int side, const uint8_t *colors,
                       int count)
{
    const struct errdiff_search *search = builder->search;
    int32_t low[3];
    for (int c = 0; c < 3; c++)
        low[c] = at[c] << search->cell_shift;
    if (side == 1)
        return fill_cell(builder, (uint32_t)((at[0] * SIDE + at[1]) * SIDE + at[2]), low,
                         search->cell_shift, colors, count);

    struct box box = box_at(low, side << search->cell_shift);
    uint8_t kept[ERRDIFF_MAX_COLORS];
    int kept_count = keep_possible(search, &box, colors, count, kept);
    for (int corner = 0; corner < 8; corner++) {
        int half = side / 2;
        const int part[3] = {at[0] + (corner >> 2 & 1) * half, at[1] + (corner >> 1 & 1) * half,
                             at[2] + (corner & 1) * half};
        if (!fill_block(builder, part, half, kept, kept_count))
            return false;
    }
    return true;
}

/* Keeps the first of equal colors; returns the number of those kept. */
static int distinct_colors(const struct errdiff_search *search, uint8_t *distinct)
{
    int count = 0;
    for (int i = 0; i < search->color_count; i++) {
        int earlier = 0;
        while (earlier < i &&
               memcmp(search->colors[earlier], search->colors[i], sizeof search->colors[i]) != 0)
            earlier++;
        if (earlier == i)
            distinct[count++] = (uint8_t)i;
    }
    return count;
}

static bool fill_exact(struct builder *builder)
{
    struct errdiff_search *search = builder->search;
    for (int32_t unit = 0; unit < ERRDIFF_CELL_UNITS; unit++)
        search->cell_of[unit] = (uint8_t)((unit << search->unit_shift) >> search->cell_shift);
    uint8_t distinct[ERRDIFF_MAX_COLORS];
    int count = distinct_colors(search, distinct);
    const int origin[3] = {0, 0, 0};
    return fill_block(builder, origin, SIDE, distinct, count);
}

/* ---- Perceptual: the color nearest to a cell's middle in OKLab ---------------------------- */

static struct errdiff_oklab oklab_of_display(const double display[3])
{
    return errdiff_oklab_from_light(errdiff_srgb_to_linear(display[0]),
                                    errdiff_srgb_to_linear(display[1]),
                                    errdiff_srgb_to_linear(display[2]));
}

/* Sets cell_of so that all cells have the same width in display values. */
static void set_perceptual_cells(struct errdiff_search *search, bool is_light)
{
    for (int32_t unit = 0; unit < ERRDIFF_CELL_UNITS; unit++) {
        double middle = (unit + 0.5) * (1 << search->unit_shift) / search->white;
        int32_t cell = (int32_t)(SIDE * (is_light ? errdiff_srgb_from_linear(middle) : middle));
        search->cell_of[unit] = (uint8_t)errdiff_clamp(cell, 0, SIDE - 1);
    }
}

static uint8_t nearest_in_oklab(const struct errdiff_oklab *colors, int count,
                                struct errdiff_oklab seen)
{
    int nearest = 0;
    double min_distance = errdiff_oklab_squared_distance(seen, colors[0]);
    for (int i = 1; i < count; i++) {
        double distance = errdiff_oklab_squared_distance(seen, colors[i]);
        if (distance < min_distance) {
            min_distance = distance;
            nearest = i;
        }
    }
    return (uint8_t)nearest;
}

static bool fill_perceptual(struct builder *builder, const errdiff_palette *palette, bool is_light)
{
    struct errdiff_oklab colors[ERRDIFF_MAX_COLORS];
    for (int i = 0; i < palette->count; i++) {
        double display[3];
        for (int c = 0; c < 3; c++)
            display[c] = palette->colors[i][c] / 255.0;
        colors[i] = oklab_of_display(display);
    }
    set_perceptual_cells(builder->search, is_light);
    for (int cell = 0; cell < CELL_COUNT; cell++) {
        const double middle[3] = {(cell / (SIDE * SIDE) + 0.5) / SIDE,
                                  (cell / SIDE % SIDE + 0.5) / SIDE, (cell % SIDE + 0.5) / SIDE};
        uint8_t nearest = nearest_in_oklab(colors, palette->count, oklab_of_display(middle));
        if (!set_candidates(builder, (uint32_t)cell, &nearest, 1))
            return false;
    }
    return true;
}

void errdiff_search_set_stored(struct errdiff_search *search, const errdiff_palette *written,
                               int out_bits)
{
    for (int i = 0; i < search->color_count; i++)
        for (int c = 0; c < 3; c++)
            search->stored[i][c] = (uint16_t)((out_bits == 8 ? 1 : 257) * written->colors[i][c]);
}

bool errdiff_search_make(struct errdiff_search *search, const errdiff_palette *palette,
                         errdiff_match match, int in_bits, int out_bits, const uint16_t *light)
{
    int32_t max_value = in_bits == 8 && !light ? UINT8_MAX : UINT16_MAX;
    *search = (struct errdiff_search){
        .white = max_value << ERRDIFF_FRACTION_BITS,
        .color_count = palette->count,
        .cells = malloc(CELL_COUNT * sizeof *search->cells),
        .candidates = malloc(FIRST_CANDIDATES),
        .cell_count = CELL_COUNT,
    };
    if (!search->cells || !search->candidates)
        return false;
    while (search->white >> search->unit_shift >= ERRDIFF_CELL_UNITS)
        search->unit_shift++;
    while (search->white >> search->cell_shift >= SIDE)
        search->cell_shift++;
    for (int i = 0; i < palette->count; i++)
        for (int c = 0; c < 3; c++) {
            int32_t color = palette->colors[i][c];
            int32_t display = in_bits == 8 ? color : 257 * color;
            search->colors[i][c] = (light ? light[display] : display) << ERRDIFF_FRACTION_BITS;
        }

    errdiff_search_set_stored(search, palette, out_bits);
    struct builder builder = {
        .search = search, .candidate_capacity = FIRST_CANDIDATES, .cell_capacity = CELL_COUNT};
    return match == ERRDIFF_MATCH_OKLAB ? fill_perceptual(&builder, palette, light != NULL)
                                        : fill_exact(&builder);
}

void errdiff_search_release(struct errdiff_search *search)
{
    free(search->cells);
    free(search->candidates);
}
