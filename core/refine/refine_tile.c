/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches in a tile. Compiled once for each instruction set. */
#include "refine_tile.h"

#include "base/vector.h"

#include <string.h>

enum {
    TILE = ERRDIFF_REFINE_TILE,
    MARGIN = ERRDIFF_REFINE_MARGIN,
    SIDE = ERRDIFF_REFINE_SIDE,
    BLOCK = ERRDIFF_REFINE_BLOCK,
    BLOCKS = ERRDIFF_REFINE_TILE_BLOCKS,
    SWAPS = ERRDIFF_REFINE_SWAPS,
    CENTER = ERRDIFF_EYE_CENTER,
    CHANNELS = ERRDIFF_EYE_CHANNELS,
    ROW = LANES_32 + 2 /* a vector of pixels, with one more on both sides */
};

/* Where a tile is in the picture, and which part of what surrounds it is in the picture, in columns
 * and rows of the tile's planes. */
struct place {
    int left, top; /* of the planes, in the picture */
    int first_column, end_column, first_row, end_row;
};

static struct place find_place(const struct errdiff_refine_planes *planes, int column, int row,
                               int margin)
{
    struct place place = {.left = column * TILE - MARGIN, .top = row * TILE - MARGIN};
    int before = MARGIN - margin, end = MARGIN + TILE + margin;
    place.first_column = place.left + before < 0 ? -place.left : before;
    place.first_row = place.top + before < 0 ? -place.top : before;
    place.end_column = place.left + end > planes->width ? planes->width - place.left : end;
    place.end_row = place.top + end > planes->height ? planes->height - place.top : end;
    return place;
}

static size_t pixel_at(const struct errdiff_refine_planes *planes, const struct place *place,
                       int column, int row)
{
    return (size_t)(place->top + row) * (size_t)planes->width + (size_t)(place->left + column);
}

static size_t plane_size(const struct errdiff_refine_planes *planes)
{
    return (size_t)planes->width * (size_t)planes->height;
}

static bool counts(const struct errdiff_refine_planes *planes, const struct place *place,
                   int column, int row)
{
    return !planes->mask ||
           planes->mask[(place->top + row) * planes->mask_stride + place->left + column] != 0;
}

/* ---- The first seen errors ----------------------------------------------------------------- */

static v32 load(const int32_t *numbers)
{
    v32 a;
    memcpy(&a, numbers, sizeof a);
    return a;
}

static void store(int32_t *numbers, v32 a)
{
    memcpy(numbers, &a, sizeof a);
}

/* The parts of the colors of some pixels, of which `numbers` has the numbers. */
static v32 parts_of_numbers(const struct errdiff_refine_tables *tables, int part,
                            const int32_t *numbers)
{
    if (tables->color_count > 0)
        return v32_gather(&tables->colors[0].part[part], load(numbers) * CHANNELS);
    v32 parts = {0};
    for (int i = 0; i < LANES_32; i++)
        parts[i] = errdiff_refine_color_of(tables, numbers[i]).part[part];
    return parts;
}

/* The parts of the values of some pixels, for each channel. */
static v32 parts_of_values(const struct errdiff_refine_tables *tables, int part,
                           int32_t values[3][SIDE], int first)
{
    v32 sum = {0};
    for (int c = 0; c < tables->channels; c++)
        sum += load(values[c] + first) *
               errdiff_refine_share(tables->channels, tables->maps_values, part, c);
    return ERRDIFF_REFINE_ROUNDED_PART(sum);
}

/* Sets `row` to the differences of a row of pixels. */
static void find_difference_row(const struct errdiff_refine_planes *planes,
                                const struct place *place, int row,
                                struct errdiff_refine_tile *tile)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    int32_t values[3][SIDE] = {{0}}, numbers[SIDE] = {0}, mask[SIDE] = {0};
    size_t first = pixel_at(planes, place, place->first_column, row);
    int count = place->end_column - place->first_column;
    const uint16_t *from = planes->values + first * (size_t)tables->channels;
    for (int c = 0; c < tables->channels; c++)
        for (int i = 0; i < count; i++)
            values[c][place->first_column + i] = from[i * tables->channels + c];
    memcpy(numbers + place->first_column, planes->numbers + first, (size_t)count * sizeof *numbers);
    for (int i = 0; i < count; i++)
        mask[place->first_column + i] =
            counts(planes, place, place->first_column + i, row) ? -1 : 0;
    for (int part = 0; part < tables->channels; part++)
        for (int i = 0; i < SIDE; i += LANES_32)
            store(tile->error[part] + row * SIDE + i, (parts_of_numbers(tables, part, numbers + i) -
                                                       parts_of_values(tables, part, values, i)) &
                                                          load(mask + i));
}

static void find_differences(const struct errdiff_refine_planes *planes, const struct place *place,
                             struct errdiff_refine_tile *tile)
{
    for (int part = 0; part < planes->tables->channels; part++)
        memset(tile->error[part], 0, sizeof tile->error[part]);
    for (int row = place->first_row; row < place->end_row; row++)
        find_difference_row(planes, place, row, tile);
}

/* Rows and columns at equal distances have equal weights. */
static void find_error_row(const struct errdiff_eye *eye, int part, const int32_t *differences,
                           int32_t *errors)
{
    v32 sum[TILE / LANES_32] = {{0}};
    for (int v = 0; v <= eye->reach; v++) {
        int32_t both[SIDE];
        const int32_t *weight = eye->weight[part][v] + CENTER;
        for (int i = 0; i < SIDE; i += LANES_32) {
            v32 a = load(differences + v * SIDE + i);
            store(both + i, v > 0 ? a + load(differences - v * SIDE + i) : a);
        }
        for (int i = 0; i < TILE / LANES_32; i++) {
            const int32_t *at = both + MARGIN + i * LANES_32;
            sum[i] += load(at) * weight[0];
            for (int u = 1; u <= eye->reach; u++)
                sum[i] += (load(at - u) + load(at + u)) * weight[u];
        }
    }
    memcpy(errors, sum, sizeof sum);
}

static int32_t *block_sum(const struct errdiff_refine_planes *planes, const struct place *place,
                          int column, int row)
{
    int x = place->left / BLOCK + column, y = place->top / BLOCK + row;
    int down = (planes->height + BLOCK - 1) / BLOCK;
    bool is_inside = x >= 0 && x < planes->blocks_across && y >= 0 && y < down;
    return is_inside ? planes->sums + (ptrdiff_t)y * planes->blocks_across + x : NULL;
}

static void find_sums(const struct errdiff_refine_planes *planes, const struct place *place,
                      const struct errdiff_refine_tile *tile)
{
    for (int row = MARGIN / BLOCK; row < (MARGIN + TILE) / BLOCK; row++)
        for (int column = MARGIN / BLOCK; column < (MARGIN + TILE) / BLOCK; column++) {
            int32_t *to = block_sum(planes, place, column, row), sum = 0;
            for (int i = 0; i < BLOCK * BLOCK; i++)
                sum +=
                    tile->error[0][(row * BLOCK + i / BLOCK) * SIDE + column * BLOCK + i % BLOCK];
            if (to)
                *to = sum;
        }
}

static void start(const struct errdiff_refine_planes *planes, int column, int row,
                  struct errdiff_refine_tile *tile)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    struct place around = find_place(planes, column, row, tables->eye.reach);
    struct place place = find_place(planes, column, row, 0);
    int width = place.end_column - place.first_column;
    find_differences(planes, &around, tile);
    find_sums(planes, &place, tile);
    for (int part = 0; part < tables->channels; part++)
        for (int y = place.first_row; y < place.end_row; y++) {
            int32_t errors[TILE];
            find_error_row(&tables->eye, part, tile->error[part] + y * SIDE, errors);
            memcpy(planes->errors + (size_t)part * plane_size(planes) +
                       pixel_at(planes, &place, place.first_column, y),
                   errors, (size_t)width * sizeof *errors);
        }
}

/* ---- A tile in the picture ----------------------------------------------------------------- */

static void set_number(const struct errdiff_refine_tables *tables, struct errdiff_refine_tile *tile,
                       int at, int32_t number)
{
    struct errdiff_refine_color color = errdiff_refine_color_of(tables, number);
    tile->number[at] = number;
    for (int part = 0; part < tables->channels; part++)
        tile->rough[part][at] = errdiff_refine_rough(color.part[part]);
}

static void set_sum(const struct errdiff_refine_tables *tables, struct errdiff_refine_tile *tile,
                    int column, int row, int32_t sum)
{
    tile->sum[row][column] = sum;
    tile->of_block[row][column] = errdiff_refine_of_block(tables, sum);
}

static void read_tile(const struct errdiff_refine_planes *planes, const struct place *around,
                      const struct place *beside, struct errdiff_refine_tile *tile)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    size_t bytes = (size_t)(around->end_column - around->first_column) * sizeof(int32_t);
    for (int part = 0; part < tables->channels; part++)
        for (int row = around->first_row; row < around->end_row; row++)
            memcpy(tile->error[part] + row * SIDE + around->first_column,
                   planes->errors + (size_t)part * plane_size(planes) +
                       pixel_at(planes, around, around->first_column, row),
                   bytes);
    for (int i = 0; i < BLOCKS * BLOCKS; i++) {
        const int32_t *sum = block_sum(planes, around, i % BLOCKS, i / BLOCKS);
        set_sum(tables, tile, i % BLOCKS, i / BLOCKS, sum ? *sum : 0);
    }
    for (int row = MARGIN - 1; row <= MARGIN + TILE; row++)
        memset(tile->may_change + row * SIDE + MARGIN - 1, 0,
               (size_t)(TILE + 2) * sizeof *tile->may_change);
    for (int row = beside->first_row; row < beside->end_row; row++)
        for (int column = beside->first_column; column < beside->end_column; column++) {
            size_t pixel = pixel_at(planes, beside, column, row);
            int at = row * SIDE + column;
            if (!counts(planes, beside, column, row) || (planes->stays && planes->stays[pixel]))
                continue;
            tile->may_change[at] = -1;
            set_number(tables, tile, at, planes->numbers[pixel]);
        }
}

static void write_tile(const struct errdiff_refine_planes *planes, const struct place *around,
                       const struct place *beside, const struct errdiff_refine_tile *tile)
{
    size_t bytes = (size_t)(around->end_column - around->first_column) * sizeof(int32_t);
    for (int part = 0; part < planes->tables->channels; part++)
        for (int row = around->first_row; row < around->end_row; row++)
            memcpy(planes->errors + (size_t)part * plane_size(planes) +
                       pixel_at(planes, around, around->first_column, row),
                   tile->error[part] + row * SIDE + around->first_column, bytes);
    for (int i = 0; i < BLOCKS * BLOCKS; i++) {
        int32_t *sum = block_sum(planes, around, i % BLOCKS, i / BLOCKS);
        if (sum)
            *sum = tile->sum[i / BLOCKS][i % BLOCKS];
    }
    for (int row = beside->first_row; row < beside->end_row; row++)
        for (int column = beside->first_column; column < beside->end_column; column++)
            if (tile->may_change[row * SIDE + column])
                planes->numbers[pixel_at(planes, beside, column, row)] =
                    tile->number[row * SIDE + column];
}

/* ---- Changes ------------------------------------------------------------------------------- */

static const int neighbors[SWAPS][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                        {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

/* The best change of a pixel. */
struct change {
    int32_t growth; /* below 0; 0: there is none */
    int32_t to;     /* the color */
    int swap;       /* the neighbor with which it is swapped, of `neighbors`; −1: none */
};

/* The best swaps of a vector of pixels of a row. */
struct swaps {
    int32_t growth[LANES_32], neighbor[LANES_32];
};

/* What the search asks of its tables again and again. */
struct search {
    const struct errdiff_refine_tables *tables;
    struct errdiff_refine_tile *tile;
    int parts, tried_count;
    bool tries_all; /* for all pixels the same colors are tried */
    int32_t own_weight[CHANNELS];
    int32_t swap_weight[CHANNELS][SWAPS]; /* in a block */
    int32_t listed_for;                   /* the color whose tried colors are listed; −1: none */
    int32_t tried[ERRDIFF_REFINE_TRIED];
    int32_t rough[CHANNELS][ERRDIFF_REFINE_TRIED];
};

static void start_search(struct search *search, const struct errdiff_refine_tables *tables,
                         struct errdiff_refine_tile *tile)
{
    *search = (struct search){.tables = tables,
                              .tile = tile,
                              .parts = tables->channels,
                              .tried_count = errdiff_refine_tried_count(tables),
                              .tries_all = tables->color_count > 0 &&
                                           tables->color_count == tables->tried_count,
                              .listed_for = -1};
    for (int part = 0; part < search->parts; part++) {
        search->own_weight[part] = errdiff_refine_weight(tables, part, 0, 0, 1);
        for (int i = 0; i < SWAPS; i++)
            search->swap_weight[part][i] =
                errdiff_refine_weight(tables, part, neighbors[i][0], neighbors[i][1], 0);
    }
}

/* Behind the last color the first one follows, which never counts twice. */
static void list_tried(struct search *search, int32_t from)
{
    for (int i = 0; i < ERRDIFF_REFINE_TRIED; i++) {
        int32_t number =
            errdiff_refine_tried(search->tables, from, i < search->tried_count ? i : 0);
        struct errdiff_refine_color color = errdiff_refine_color_of(search->tables, number);
        search->tried[i] = number;
        for (int part = 0; part < search->parts; part++)
            search->rough[part][i] = errdiff_refine_rough(color.part[part]);
    }
    search->listed_for = from;
}

static int32_t seen_at(const struct search *search, int part, int at)
{
    const struct errdiff_refine_tile *tile = search->tile;
    int32_t error = tile->error[part][at];
    if (part == 0)
        error += tile->of_block[at / SIDE / BLOCK][at % SIDE / BLOCK];
    return errdiff_refine_seen(error);
}

static void try_colors(struct search *search, int at, struct change *best)
{
    const struct errdiff_refine_tile *tile = search->tile;
    int32_t from = tile->number[at];
    if (search->listed_for < 0 || (from != search->listed_for && !search->tries_all))
        list_tried(search, from);
    int32_t own[CHANNELS], slope[CHANNELS];
    for (int part = 0; part < search->parts; part++) {
        own[part] = tile->rough[part][at];
        slope[part] = 2 * seen_at(search, part, at);
    }
    int32_t growths[ERRDIFF_REFINE_TRIED];
    v32 least = {0};
    for (int i = 0; i < search->tried_count; i += LANES_32) {
        v32 growth = {0};
        for (int part = 0; part < search->parts; part++) {
            v32 d = load(search->rough[part] + i) - own[part];
            growth += ERRDIFF_REFINE_GROWTH(d, search->own_weight[part], slope[part]);
        }
        store(growths + i, growth);
        least = v32_min(least, growth);
    }
    if (!mask32_is_any(v32_above(v32_all(0), least)))
        return;
    for (int i = 0; i < search->tried_count; i++)
        if (growths[i] < best->growth)
            *best = (struct change){growths[i], search->tried[i], -1};
}

/* The seen errors of three rows of pixels. */
static void look_at_rows(const struct search *search, int part, int at, int32_t seen[3][ROW])
{
    const struct errdiff_refine_tile *tile = search->tile;
    for (int row = 0; row < 3; row++) {
        int from = at + (row - 1) * SIDE;
        int32_t of_block = part == 0 ? tile->of_block[from / SIDE / BLOCK][from % SIDE / BLOCK] : 0;
        v32 error = load(tile->error[part] + from) + of_block;
        seen[row][0] = seen_at(search, part, from - 1);
        store(seen[row] + 1, ERRDIFF_REFINE_SEEN(error));
        seen[row][ROW - 1] = seen_at(search, part, from + LANES_32);
    }
}

/* What a swap with the neighbor at (dx, dy) weighs more if that is in another block, for pixels of
 * which `at` is the first. */
static v32 extra_weight(const struct search *search, int at, int dx, int dy)
{
    static const int32_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    int column = at % BLOCK + dx;
    v32 weight = v32_all(search->tables->block_weight);
    if (at / SIDE / BLOCK != (at / SIDE + dy) / BLOCK)
        return weight;
    v32 place = load(numbers) + column;
    return v32_where(v32_above(v32_all(0), place), weight) +
           v32_where(v32_above(place, v32_all(BLOCK - 1)), weight);
}

/* For a vector of pixels of a row, of which `at` is the first. */
static void try_swaps(const struct search *search, int at, struct swaps *best)
{
    const struct errdiff_refine_tile *tile = search->tile;
    int32_t seen[CHANNELS][3][ROW];
    for (int part = 0; part < search->parts; part++)
        look_at_rows(search, part, at, seen[part]);
    v32 least = {0}, which = {0};
    for (int i = 0; i < SWAPS; i++) {
        int dx = neighbors[i][0], dy = neighbors[i][1], there = at + dy * SIDE + dx;
        v32 growth = {0}, extra = extra_weight(search, at, dx, dy);
        for (int part = 0; part < search->parts; part++) {
            v32 d = load(tile->rough[part] + there) - load(tile->rough[part] + at);
            v32 weight = v32_all(search->swap_weight[part][i]);
            v32 slope = load(seen[part][1] + 1) - load(seen[part][1 + dy] + 1 + dx);
            if (part == 0)
                weight += extra;
            growth += ERRDIFF_REFINE_GROWTH(d, weight, slope);
        }
        growth &= load(tile->may_change + there);
        mask32 is_better = v32_above(least, growth);
        least = v32_choose(is_better, least, growth);
        which = v32_choose(is_better, which, v32_all(i));
    }
    store(best->growth, least * 2);
    store(best->neighbor, which);
}

/* The eye's weights `down` rows away; 0 beyond its reach. */
static const int32_t *weights_of_row(const struct errdiff_eye *eye, int part, int down)
{
    static const int32_t none[ERRDIFF_EYE_ROW];
    int away = down < 0 ? -down : down;
    return away > eye->reach ? none : eye->weight[part][away];
}

/* Brings the seen errors up to date after D of a pixel has become larger by d. */
static void add_difference(const struct search *search, int part, int at, int32_t d)
{
    const struct errdiff_eye *eye = &search->tables->eye;
    for (int v = -eye->reach; v <= eye->reach; v++) {
        int32_t *errors = search->tile->error[part] + at + v * SIDE - eye->reach;
        const int32_t *weight = weights_of_row(eye, part, v) + CENTER - eye->reach;
        for (int i = 0; i <= 2 * eye->reach; i += LANES_32)
            store(errors + i, load(errors + i) + load(weight + i) * d);
    }
}

/* As add_difference, for two neighbors: the D of that at (dx, dy) has become smaller by d. One
 * round for both takes half the time. */
static void move_difference(const struct search *search, int part, int at, int dx, int dy,
                            int32_t d)
{
    const struct errdiff_eye *eye = &search->tables->eye;
    int reach = eye->reach, first = -reach + (dy < 0 ? dy : 0), last = reach + (dy > 0 ? dy : 0);
    for (int v = first; v <= last; v++) {
        int32_t *errors = search->tile->error[part] + at + v * SIDE - reach - 1;
        const int32_t *here = weights_of_row(eye, part, v) + CENTER - reach - 1;
        const int32_t *there = weights_of_row(eye, part, v - dy) + CENTER - reach - 1 - dx;
        for (int i = 0; i <= 2 * reach + 2; i += LANES_32)
            store(errors + i, load(errors + i) + (load(here + i) - load(there + i)) * d);
    }
}

static void add_to_sum(const struct search *search, int at, int32_t d)
{
    int column = at % SIDE / BLOCK, row = at / SIDE / BLOCK;
    set_sum(search->tables, search->tile, column, row, search->tile->sum[row][column] + d);
}

static void make_change(const struct search *search, int at, const struct change *change)
{
    struct errdiff_refine_tile *tile = search->tile;
    int32_t from = tile->number[at];
    struct errdiff_refine_color before = errdiff_refine_color_of(search->tables, from);
    struct errdiff_refine_color after = errdiff_refine_color_of(search->tables, change->to);
    const int *by = change->swap < 0 ? NULL : neighbors[change->swap];
    int there = by ? at + by[1] * SIDE + by[0] : at;
    for (int part = 0; part < search->parts; part++) {
        int32_t d = after.part[part] - before.part[part];
        if (d != 0 && by)
            move_difference(search, part, at, by[0], by[1], d);
        else if (d != 0)
            add_difference(search, part, at, d);
    }
    add_to_sum(search, at, after.part[0] - before.part[0]);
    if (by) {
        add_to_sum(search, there, before.part[0] - after.part[0]);
        set_number(search->tables, tile, there, from);
    }
    set_number(search->tables, tile, at, change->to);
}

/* Visits a vector of pixels of a row. */
static bool visit_pixels(struct search *search, int first)
{
    const struct errdiff_refine_tile *tile = search->tile;
    struct swaps swaps;
    bool has_changed = false, has_swaps = false;
    for (int i = 0; i < LANES_32; i++) {
        int at = first + i;
        if (!tile->may_change[at])
            continue;
        if (!has_swaps)
            try_swaps(search, first, &swaps);
        has_swaps = true;
        struct change best = {.growth = 0};
        try_colors(search, at, &best);
        if (swaps.growth[i] < best.growth) {
            const int *by = neighbors[swaps.neighbor[i]];
            best = (struct change){swaps.growth[i], tile->number[at + by[1] * SIDE + by[0]],
                                   swaps.neighbor[i]};
        }
        if (best.growth == 0)
            continue;
        make_change(search, at, &best);
        has_changed = true;
        has_swaps = false;
    }
    return has_changed;
}

static bool visit(const struct errdiff_refine_planes *planes, int column, int row,
                  struct errdiff_refine_tile *tile)
{
    struct place around = find_place(planes, column, row, planes->tables->eye.reach + 1);
    struct place beside = find_place(planes, column, row, 1);
    bool has_changed = false;
    struct search search;
    read_tile(planes, &around, &beside, tile);
    start_search(&search, planes->tables, tile);
    for (int y = MARGIN; y < MARGIN + TILE; y++)
        for (int x = MARGIN; x < MARGIN + TILE; x += LANES_32)
            has_changed = visit_pixels(&search, y * SIDE + x) || has_changed;
    if (has_changed)
        write_tile(planes, &around, &beside, tile);
    return has_changed;
}

const struct errdiff_refine_code ERRDIFF_ISA(errdiff_refine) = {start, visit};
