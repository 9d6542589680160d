/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the grid in which the nearest color of a palette is found. */
#include "search.h"

#include "base/system.h"
#include "errdiff.h"
#include "lightness.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = ERRDIFF_CELLS_PER_SIDE,
    OUTSIDE = SIDE / 4, /* cells of the exact search on either side of 0..16·W */
    INSIDE = SIDE - 2 * OUTSIDE,
    CELL_COUNT = SIDE * SIDE * SIDE,
    PARTS_PER_SIDE = 1 << ERRDIFF_PART_BITS,
    PART_COUNT = PARTS_PER_SIDE * PARTS_PER_SIDE * PARTS_PER_SIDE,
    MAX_CELL_COLORS = 12,        /* a cell with more colors is subdivided */
    MAX_CELLS = 16 * CELL_COUNT, /* once there are this many, no cell is subdivided any more */
    FIRST_CANDIDATES = 8 * CELL_COUNT,
    MIN_OKLAB_SHIFT = 18, /* narrower cells are not subdivided */
    /* The most colors that are all compared, without entries: of 8 bits; of 16 bits, or light. */
    COMPARED_BYTES = 32,
    COMPARED_WORDS = 24,
    /* To make all cells takes longer than to find the colors of so many pixels in a coarse grid. */
    FEW_PIXELS = 1 << 16,
    COARSE_SIDE = 8
};

/* A search under construction, with arrays that grow. */
struct builder {
    struct errdiff_search *search;
    int least_side; /* of the blocks of cells that are told apart, a power of two */
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

/* ---- The colors that can be nearest within a box ------------------------------------------ */

/* A box of modified values; it contains its bounds. */
struct box {
    int32_t low[3], high[3];
};

/* A color that may be possible in a box. */
struct candidate {
    const int32_t *place;
    int64_t distance; /* the square of that to the center of the box, plus the same for all */
    uint8_t color;
};

static struct candidate candidate_of(const struct errdiff_search *search, const struct box *box,
                                     uint8_t color)
{
    struct candidate candidate = {.place = search->places[color], .color = color};
    for (int c = 0; c < 3; c++) {
        int64_t at = candidate.place[c];
        candidate.distance += at * (at - box->low[c] - box->high[c]);
    }
    return candidate;
}

/*
 * Whether `one` is preferred to `other` at every point x of the box. |x − one|² − |x − other|² is
 * linear in x, so it is greatest in a corner of the box: as much greater than in the center as the
 * sum below. If it is not positive there, `one` is never farther away than `other`; on a tie the
 * color with the lower number is preferred.
 */
static bool is_always_before(const struct box *box, const struct candidate *one,
                             const struct candidate *other)
{
    int64_t greatest = one->distance - other->distance;
    if (greatest > 0)
        return false;
    for (int c = 0; c < 3; c++)
        greatest += (int64_t)abs(other->place[c] - one->place[c]) * (box->high[c] - box->low[c]);
    return one->color < other->color ? greatest <= 0 : greatest < 0;
}

/* Whether one of the colors is preferred to `other`, which is not among them, everywhere in the
 * box. */
static bool is_beaten(const struct box *box, const struct candidate *colors, int count,
                      const struct candidate *other)
{
    for (int i = 0; i < count; i++)
        if (is_always_before(box, &colors[i], other))
            return true;
    return false;
}

/* Keeps the colors that can be chosen in the box, and returns their number. It drops first the
 * colors to which the one nearest to the center is preferred everywhere in the box, which are most,
 * and then those to which any other one is. A color that was dropped need not be compared with
 * again, because a color that is left is preferred to it, too. */
static int keep_possible(const struct errdiff_search *search, const struct box *box,
                         const uint8_t *colors, int count, uint8_t *kept)
{
    struct candidate left[ERRDIFF_MAX_COLORS], center = {.distance = INT64_MAX};
    int closest = 0;
    for (int i = 0; i < count; i++) {
        left[i] = candidate_of(search, box, colors[i]);
        if (left[i].distance < center.distance) {
            center = left[i];
            closest = i;
        }
    }
    int left_count = 0;
    for (int i = 0; i < count; i++)
        if (i == closest || !is_always_before(box, &center, &left[i]))
            left[left_count++] = left[i];

    int kept_count = 0;
    for (int i = 0; i < left_count; i++) {
        const struct candidate one = left[i];
        if (is_beaten(box, left, kept_count, &one) ||
            is_beaten(box, left + i + 1, left_count - i - 1, &one))
            continue;
        left[kept_count] = one;
        kept[kept_count++] = one.color;
    }
    return kept_count;
}

static struct box box_at(const struct errdiff_search *search, const int32_t low[3],
                         const int32_t width[3])
{
    int32_t margin = search->is_oklab ? ERRDIFF_OKLAB_MARGIN : 0;
    struct box box;
    for (int c = 0; c < 3; c++) {
        box.low[c] = low[c] - margin;
        box.high[c] = low[c] + width[c] - 1 + margin;
    }
    return box;
}

/* The least value of a cell, or the end of the last one. Cells outside of 0..16·W are twice as wide
 * as those inside; for OKLab there are none outside, and those along lightness (c = 0) are twice as
 * wide as others. */
static int32_t begin_of(const struct errdiff_search *search, int c, int cell)
{
    if (search->is_oklab)
        return cell << (search->cell_shift + (c == 0));
    int32_t inside = errdiff_clamp(cell - OUTSIDE, 0, INSIDE);
    int32_t outside = cell - OUTSIDE - inside;
    return (inside * (ERRDIFF_VALUE_UNITS / INSIDE) + outside * (ERRDIFF_VALUE_UNITS / OUTSIDE)) *
           (1 << search->unit_shift);
}

/* Fills a cell that may be subdivided, 2^shift wide, whose lowest corner is `low`: lists its colors
 * or subdivides it. */
static bool fill_cube(struct builder *builder, uint32_t cell, const int32_t low[3], int32_t shift,
                      const uint8_t *colors, int count)
{
    struct errdiff_search *search = builder->search;
    const int32_t width[3] = {1 << (shift + search->is_oklab), 1 << shift, 1 << shift};
    struct box box = box_at(search, low, width);
    uint8_t kept[ERRDIFF_MAX_COLORS];
    int kept_count = keep_possible(search, &box, colors, count, kept);
    int32_t min_shift = search->is_oklab ? MIN_OKLAB_SHIFT : ERRDIFF_PART_BITS;
    if (kept_count <= MAX_CELL_COLORS || shift < min_shift || search->cell_count >= MAX_CELLS)
        return set_candidates(builder, cell, kept, kept_count);

    if (!add_parts(builder, cell))
        return false;
    int32_t part_shift = shift - ERRDIFF_PART_BITS;
    uint32_t first = search->cells[cell].first;
    for (int part = 0; part < PART_COUNT; part++) {
        const int32_t at[3] = {part / (PARTS_PER_SIDE * PARTS_PER_SIDE),
                               part / PARTS_PER_SIDE % PARTS_PER_SIDE, part % PARTS_PER_SIDE};
        int32_t part_low[3];
        for (int c = 0; c < 3; c++)
            part_low[c] = low[c] + (at[c] << (part_shift + (search->is_oklab && c == 0)));
        if (!fill_cube(builder, first + (uint32_t)part, part_low, part_shift, kept, kept_count))
            return false;
    }
    return true;
}

/* Lists the same colors in each of side³ cells, the first of them at `at`. */
static bool fill_alike(struct builder *builder, const int at[3], int side, const uint8_t *colors,
                       int count)
{
    struct errdiff_cell *cells = builder->search->cells;
    uint32_t first = (uint32_t)((at[0] * SIDE + at[1]) * SIDE + at[2]);
    if (!set_candidates(builder, first, colors, count))
        return false;
    for (int x = at[0]; x < at[0] + side; x++)
        for (int y = at[1]; y < at[1] + side; y++)
            for (int z = at[2]; z < at[2] + side; z++)
                cells[(x * SIDE + y) * SIDE + z] = cells[first];
    return true;
}

/* Fills side³ cells, the first of them at `at`. It halves the block until it has the least side, or
 * until one color is left, so that a distant color is dropped for many cells at once. */
static bool fill_block(struct builder *builder, const int at[3], int side, const uint8_t *colors,
                       int count)
{
    const struct errdiff_search *search = builder->search;
    int32_t low[3], width[3];
    bool is_inside = true;
    for (int c = 0; c < 3; c++) {
        low[c] = begin_of(search, c, at[c]);
        width[c] = begin_of(search, c, at[c] + side) - low[c];
        is_inside &= search->is_oklab || (at[c] >= OUTSIDE && at[c] < SIDE - OUTSIDE);
    }
    if (side == 1 && is_inside) {
        uint32_t cell = (uint32_t)((at[0] * SIDE + at[1]) * SIDE + at[2]);
        return fill_cube(builder, cell, low, search->cell_shift, colors, count);
    }

    struct box box = box_at(search, low, width);
    uint8_t kept[ERRDIFF_MAX_COLORS];
    int kept_count = keep_possible(search, &box, colors, count, kept);
    if (side == builder->least_side || kept_count == 1)
        return fill_alike(builder, at, side, kept, kept_count);
    for (int corner = 0; corner < 8; corner++) {
        int half = side / 2;
        const int part[3] = {at[0] + (corner >> 2 & 1) * half, at[1] + (corner >> 1 & 1) * half,
                             at[2] + (corner & 1) * half};
        if (!fill_block(builder, part, half, kept, kept_count))
            return false;
    }
    return true;
}

/* Keeps the first of colors at one place; returns the number of those kept. */
static int distinct_colors(const struct errdiff_search *search, uint8_t *distinct)
{
    int count = 0;
    for (int i = 0; i < search->color_count; i++) {
        int earlier = 0;
        while (earlier < i &&
               memcmp(search->places[earlier], search->places[i], sizeof search->places[i]) != 0)
            earlier++;
        if (earlier == i)
            distinct[count++] = (uint8_t)i;
    }
    return count;
}

static bool fill_cells(struct builder *builder)
{
    struct errdiff_search *search = builder->search;
    for (int32_t unit = 0, cell = 0; unit < ERRDIFF_CELL_UNITS && !search->is_oklab; unit++) {
        int32_t begin = (unit - ERRDIFF_VALUE_UNITS) * (1 << search->unit_shift);
        cell += begin == begin_of(search, 1, cell + 1);
        search->cell_of[unit] = (uint8_t)cell;
    }
    uint8_t distinct[ERRDIFF_MAX_COLORS];
    int count = distinct_colors(search, distinct);
    const int origin[3] = {0, 0, 0};
    return fill_block(builder, origin, SIDE, distinct, count);
}

/* ---- For OKLab ----------------------------------------------------------------------------- */

/* Makes the table of light for display values 0..max_value. Returns false if there is not enough
 * memory. */
static bool make_lights(struct errdiff_oklab_light *light, int32_t max_value)
{
    /* Of 8-bit values, each u has an entry. */
    light->shift = max_value == UINT8_MAX ? 0 : ERRDIFF_FRACTION_BITS;
    int32_t last = max_value << (ERRDIFF_FRACTION_BITS - light->shift);
    light->count = last + 2;
    light->lights = malloc((size_t)light->count * sizeof *light->lights);
    for (int32_t i = 0; light->lights && i < light->count; i++)
        light->lights[i] = llround(ldexp(errdiff_srgb_to_linear(i < last ? (double)i / last : 1),
                                         ERRDIFF_OKLAB_LIGHT_BITS));
    return light->lights;
}

/* Sets what is needed to find places in OKLab. Returns false if there is not enough memory. */
static bool make_places(struct errdiff_search *search)
{
    search->cell_shift = ERRDIFF_OKLAB_CELL_SHIFT;
    if (!search->is_light && !make_lights(&search->light, search->white >> ERRDIFF_FRACTION_BITS))
        return false;
    for (int i = 0; i < search->color_count; i++)
        errdiff_oklab_place(&search->light, search->colors[i], search->places[i]);
    return true;
}

void errdiff_search_set_stored(struct errdiff_search *search, const errdiff_palette *written,
                               int out_bits)
{
    for (int i = 0; i < search->color_count; i++)
        for (int c = 0; c < 3; c++)
            search->stored[i][c] = (uint16_t)((out_bits == 8 ? 1 : 257) * written->colors[i][c]);
}

/* ---- For vectors ---------------------------------------------------------------------------- */

/* The colors of a palette as in entries. */
struct packed {
    uint32_t colors[ERRDIFF_MAX_COLORS];
    uint32_t reds_and_greens[ERRDIFF_MAX_COLORS]; /* if values are light */
};

static void pack(struct packed *packed, const struct errdiff_search *search)
{
    uint32_t scale = (uint32_t)(search->white >> ERRDIFF_FRACTION_BITS) / UINT8_MAX;
    for (int i = 0; i < search->color_count; i++) {
        uint32_t p[3];
        for (int c = 0; c < 3; c++)
            p[c] = (uint32_t)search->colors[i][c] >> ERRDIFF_FRACTION_BITS;
        packed->reds_and_greens[i] = p[0] | p[1] << 16;
        packed->colors[i] =
            (uint32_t)i << 24 |
            (search->has_words ? p[2] : p[0] / scale | p[1] / scale << 8 | p[2] / scale << 16);
    }
}

/* How many entries more a cell needs for its colors. */
static uint32_t further_entries(const struct errdiff_search *search,
                                const struct errdiff_cell *cell)
{
    if (cell->count <= ERRDIFF_ENTRY_COLORS)
        return 0;
    /* In light, the last place of an entry says where the next ones are. */
    if (search->has_words)
        return (cell->count - 2) / (ERRDIFF_ENTRY_COLORS - 1);
    return (cell->count + ERRDIFF_ENTRY_COLORS - 1) / ERRDIFF_ENTRY_COLORS;
}

/* Writes the colors of a cell to `count` entries. */
static void list_colors(struct errdiff_search *search, const struct packed *packed,
                        const struct errdiff_cell *cell, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count * ERRDIFF_ENTRY_COLORS; i++) {
        uint32_t entry = first + i / ERRDIFF_ENTRY_COLORS, place = i % ERRDIFF_ENTRY_COLORS;
        uint8_t number = search->candidates[cell->first + (i < cell->count ? i : cell->count - 1)];
        search->entries[entry].colors[place] = packed->colors[number];
    }
}

static void fill_entries(struct errdiff_search *search)
{
    struct packed packed;
    pack(&packed, search);
    uint32_t end = search->cell_count;
    for (uint32_t i = 0; i < search->cell_count; i++) {
        const struct errdiff_cell *cell = &search->cells[i];
        uint32_t further = further_entries(search, cell);
        if (cell->count != 0 && further == 0) {
            list_colors(search, &packed, cell, i, 1);
            continue;
        }
        uint32_t *colors = search->entries[i].colors;
        colors[0] = UINT32_MAX;
        colors[1] = further;
        colors[ERRDIFF_ENTRY_COLORS - 1] = further > 0 ? end : cell->first;
        list_colors(search, &packed, cell, end, further);
        end += further;
    }
}

static void set_light(struct errdiff_search *search, uint32_t entry, uint32_t place, uint32_t color,
                      uint32_t red_green)
{
    search->entries[2 * entry].colors[place] = color;
    search->entries[2 * entry + 1].colors[place] = red_green;
}

/* Writes the colors of a cell to its entry and to those from number `further` on. */
static void list_lights(struct errdiff_search *search, const struct packed *packed, uint32_t entry,
                        uint32_t further)
{
    const struct errdiff_cell *cell = &search->cells[entry];
    uint32_t place = 0;
    for (uint32_t i = 0; i < cell->count; i++, place++) {
        if (place == ERRDIFF_ENTRY_COLORS - 1 && i + 1 < cell->count) {
            set_light(search, entry, place, ERRDIFF_ENTRY_FOLLOWED, further);
            entry = further++;
            place = 0;
        }
        uint8_t number = search->candidates[cell->first + i];
        set_light(search, entry, place, packed->colors[number], packed->reds_and_greens[number]);
    }
    for (; place < ERRDIFF_ENTRY_COLORS; place++)
        set_light(search, entry, place, ERRDIFF_ENTRY_EMPTY, 0);
    if (cell->count == 0)
        set_light(search, entry, place - 1, ERRDIFF_ENTRY_PARTS, cell->first);
}

static void fill_light_entries(struct errdiff_search *search)
{
    struct packed packed;
    pack(&packed, search);
    uint32_t end = search->cell_count;
    for (uint32_t i = 0; i < search->cell_count; i++) {
        list_lights(search, &packed, i, end);
        end += further_entries(search, &search->cells[i]);
    }
}

static bool make_entries(struct errdiff_search *search)
{
    size_t count = search->cell_count;
    for (uint32_t i = 0; i < search->cell_count; i++)
        count += further_entries(search, &search->cells[i]);
    size_t entry = (search->has_words ? 2 : 1) * sizeof *search->entries;
    search->entries = errdiff_system_allocate_aligned(entry, count * entry);
    if (!search->entries)
        return false;
    if (search->has_words)
        fill_light_entries(search);
    else
        fill_entries(search);
    return true;
}

/* Adds the colors of a cell and of its parts to a set. */
static void add_to_set(const struct errdiff_search *search, const struct errdiff_cell *cell,
                       uint64_t *set)
{
    for (uint32_t i = 0; i < cell->count; i++) {
        uint8_t color = search->candidates[cell->first + i];
        set[color / 64] |= UINT64_C(1) << color % 64;
    }
    for (uint32_t i = 0; cell->count == 0 && i < PART_COUNT; i++)
        add_to_set(search, &search->cells[cell->first + i], set);
}

static bool make_sets(struct errdiff_search *search)
{
    size_t words = (size_t)(search->color_count + 63) / 64;
    search->set_words = (int32_t)words;
    search->sets = calloc(CELL_COUNT * words, sizeof *search->sets);
    for (size_t cell = 0; search->sets && cell < CELL_COUNT; cell++)
        add_to_set(search, &search->cells[cell], search->sets + cell * words);
    return search->sets;
}

static void set_colors(struct errdiff_search *search, const errdiff_palette *palette, bool maps,
                       int in_bits, const uint16_t *light)
{
    int32_t unit = search->white >> ERRDIFF_FRACTION_BITS == UINT8_MAX ? 1 : 257;
    for (int i = 0; i < palette->count; i++) {
        int32_t value[3];
        for (int c = 0; c < 3; c++) {
            int32_t color = palette->colors[i][c];
            value[c] = light ? light[in_bits == 8 ? color : 257 * color] : unit * color;
            search->unmapped[i][c] = value[c] << ERRDIFF_FRACTION_BITS;
        }
        if (maps)
            errdiff_lightness_map(value);
        for (int c = 0; c < 3; c++)
            search->colors[i][c] = value[c] << ERRDIFF_FRACTION_BITS;
    }
}

bool errdiff_search_make(struct errdiff_search *search, const errdiff_palette *palette,
                         errdiff_match match, int in_bits, int out_bits, const uint16_t *light,
                         int64_t pixels)
{
    bool maps = match == ERRDIFF_MATCH_LIGHTNESS;
    int32_t max_value = in_bits == 8 && !light && !maps ? UINT8_MAX : UINT16_MAX;
    *search = (struct errdiff_search){
        .white = max_value << ERRDIFF_FRACTION_BITS,
        .is_light = light != NULL,
        .has_words = light || maps,
        .is_oklab = match == ERRDIFF_MATCH_OKLAB,
        .color_count = palette->count,
        .cells = malloc(CELL_COUNT * sizeof *search->cells),
        .candidates = malloc(FIRST_CANDIDATES),
        .cell_count = CELL_COUNT,
    };
    if (!search->cells || !search->candidates)
        return false;
    while (search->white >> search->unit_shift >= ERRDIFF_VALUE_UNITS)
        search->unit_shift++;
    while (search->white >> search->cell_shift >= INSIDE)
        search->cell_shift++;
    set_colors(search, palette, maps, in_bits, light);
    errdiff_search_set_stored(search, palette, out_bits);
    memcpy(search->places, search->colors, sizeof search->places);
    if (search->is_oklab && !make_places(search))
        return false;
    bool has_entries = palette->count > (max_value == UINT8_MAX ? COMPARED_BYTES : COMPARED_WORDS);
    bool is_coarse = pixels <= FEW_PIXELS && !search->is_oklab && !has_entries;
    struct builder builder = {.search = search,
                              .least_side = is_coarse ? COARSE_SIDE : 1,
                              .candidate_capacity = FIRST_CANDIDATES,
                              .cell_capacity = CELL_COUNT};
    if (!fill_cells(&builder))
        return false;
    if (search->is_oklab)
        return make_sets(search);
    return !has_entries || make_entries(search);
}

void errdiff_search_release(struct errdiff_search *search)
{
    free(search->cells);
    free(search->candidates);
    errdiff_system_free_aligned(search->entries);
    free(search->sets);
    free(search->light.lights);
}
