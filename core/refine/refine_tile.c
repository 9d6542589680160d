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
    REACH = ERRDIFF_EYE_REACH,
    CHANNELS = ERRDIFF_EYE_CHANNELS,
    LANES = 16, /* the pixels, or colors, that are looked at together */
    VECTORS = LANES / LANES_32
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

static bool may_change(const struct errdiff_refine_planes *planes, const struct place *place,
                       int column, int row)
{
    return !planes->mask ||
           planes->mask[(place->top + row) * planes->mask_stride + place->left + column] != 0;
}

/* ---- The first seen errors ----------------------------------------------------------------- */

static void find_differences(const struct errdiff_refine_planes *planes, const struct place *place,
                             struct errdiff_refine_tile *tile)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    for (int part = 0; part < tables->channels; part++)
        memset(tile->error[part], 0, sizeof tile->error[part]);
    for (int row = place->first_row; row < place->end_row; row++)
        for (int column = place->first_column; column < place->end_column; column++) {
            size_t pixel = pixel_at(planes, place, column, row);
            if (!may_change(planes, place, column, row))
                continue;
            struct errdiff_refine_color to =
                errdiff_refine_color_of(tables, planes->numbers[pixel]);
            struct errdiff_refine_color from =
                errdiff_refine_parts(tables, planes->values + pixel * (size_t)tables->channels);
            for (int part = 0; part < tables->channels; part++)
                tile->error[part][row * SIDE + column] = to.part[part] - from.part[part];
        }
}

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

/* Rows and columns at equal distances have equal weights. */
static void find_error_row(const struct errdiff_eye *eye, int part, const int32_t *differences,
                           int32_t *errors)
{
    v32 sum[TILE / LANES_32] = {{0}};
    for (int v = 0; v <= eye->reach; v++) {
        int32_t both[SIDE];
        const int32_t *weight = eye->weight[part][v] + REACH;
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
        tile->sum[i / BLOCKS][i % BLOCKS] = sum ? *sum : 0;
    }
    for (int row = MARGIN - 1; row <= MARGIN + TILE; row++)
        memset(tile->may_change + row * SIDE + MARGIN - 1, 0,
               (size_t)(TILE + 2) * sizeof *tile->may_change);
    for (int row = beside->first_row; row < beside->end_row; row++)
        for (int column = beside->first_column; column < beside->end_column; column++) {
            size_t pixel = pixel_at(planes, beside, column, row);
            int at = row * SIDE + column;
            if (!may_change(planes, beside, column, row))
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

/* The best swaps of some pixels of a row. */
struct swaps {
    int32_t growth[LANES], neighbor[LANES];
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
        error += errdiff_refine_of_block(search->tables,
                                         tile->sum[at / SIDE / BLOCK][at % SIDE / BLOCK]);
    return errdiff_refine_seen(error);
}

static void try_colors(struct search *search, int at, struct change *best)
{
    const struct errdiff_refine_tile *tile = search->tile;
    int32_t from = tile->number[at];
    if (search->listed_for < 0 || (from != search->listed_for && !search->tries_all))
        list_tried(search, from);
    v32 growth[ERRDIFF_REFINE_TRIED / LANES_32] = {{0}};
    int vectors = (search->tried_count + LANES_32 - 1) / LANES_32;
    for (int part = 0; part < search->parts; part++) {
        int32_t own = tile->rough[part][at], slope = 2 * seen_at(search, part, at);
        for (int i = 0; i < vectors; i++) {
            v32 d = load(search->rough[part] + i * LANES_32) - own;
            growth[i] += ((d * d >> 6) * search->own_weight[part] >> 4) + d * slope;
        }
    }
    v32 least = growth[0];
    for (int i = 1; i < vectors; i++)
        least = v32_min(least, growth[i]);
    if (!mask32_is_any(v32_above(v32_all(0), least)))
        return;
    int32_t growths[ERRDIFF_REFINE_TRIED];
    memcpy(growths, growth, sizeof growths);
    for (int i = 0; i < search->tried_count; i++)
        if (growths[i] < best->growth)
            *best = (struct change){growths[i], search->tried[i], -1};
}

/* The seen errors of three rows of pixels, with one more pixel on both sides. */
static void look_at_rows(const struct search *search, int part, int at,
                         int32_t seen[3][LANES + 2 + LANES_32])
{
    const struct errdiff_refine_tile *tile = search->tile;
    for (int row = 0; row < 3; row++) {
        int from = at + (row - 1) * SIDE;
        const int32_t *sum = &tile->sum[from / SIDE / BLOCK][from % SIDE / BLOCK];
        int32_t of_block = part == 0 ? errdiff_refine_of_block(search->tables, *sum) : 0;
        for (int i = 0; i < LANES; i += LANES_32)
            store(seen[row] + 1 + i,
                  (load(tile->error[part] + from + i) + of_block + (1 << ERRDIFF_EYE_BITS)) >>
                      (ERRDIFF_EYE_BITS + 1));
        seen[row][0] = seen_at(search, part, from - 1);
        seen[row][LANES + 1] = seen_at(search, part, from + LANES);
    }
}

/* For the pixels of a row in one block, of which `at` is the first. */
static void try_swaps(const struct search *search, int at, struct swaps *best)
{
    const struct errdiff_refine_tile *tile = search->tile;
    int32_t seen[CHANNELS][3][LANES + 2 + LANES_32];
    for (int part = 0; part < search->parts; part++)
        look_at_rows(search, part, at, seen[part]);
    v32 least[VECTORS] = {{0}}, which[VECTORS] = {{0}};
    for (int i = 0; i < SWAPS; i++) {
        int dx = neighbors[i][0], dy = neighbors[i][1], there = at + dy * SIDE + dx;
        bool is_other_row = at / SIDE / BLOCK != (at / SIDE + dy) / BLOCK;
        int32_t extra[LANES] = {0};
        for (int k = 0; k < LANES; k++)
            extra[k] =
                is_other_row || k + dx < 0 || k + dx >= LANES ? search->tables->block_weight : 0;
        for (int k = 0; k < VECTORS; k++) {
            v32 growth = {0};
            for (int part = 0; part < search->parts; part++) {
                const int32_t *rough = tile->rough[part];
                v32 d = load(rough + there + k * LANES_32) - load(rough + at + k * LANES_32);
                v32 weight = v32_all(search->swap_weight[part][i]);
                v32 slope = load(seen[part][1] + 1 + k * LANES_32) -
                            load(seen[part][1 + dy] + 1 + dx + k * LANES_32);
                if (part == 0)
                    weight += load(extra + k * LANES_32);
                growth += ((d * d >> 6) * weight >> 4) + d * slope;
            }
            growth &= load(tile->may_change + there + k * LANES_32);
            mask32 is_better = v32_above(least[k], growth);
            least[k] = v32_choose(is_better, least[k], growth);
            which[k] = v32_choose(is_better, which[k], v32_all(i));
        }
    }
    for (int k = 0; k < VECTORS; k++)
        least[k] *= 2;
    memcpy(best->growth, least, sizeof best->growth);
    memcpy(best->neighbor, which, sizeof best->neighbor);
}

/* Gives a pixel another color, and brings the seen errors up to date. */
static void set_color(const struct search *search, int at, int32_t to)
{
    const struct errdiff_refine_tables *tables = search->tables;
    struct errdiff_refine_tile *tile = search->tile;
    struct errdiff_refine_color before = errdiff_refine_color_of(tables, tile->number[at]);
    struct errdiff_refine_color after = errdiff_refine_color_of(tables, to);
    int reach = tables->eye.reach;
    for (int part = 0; part < search->parts; part++) {
        int32_t d = after.part[part] - before.part[part];
        if (d == 0)
            continue;
        for (int v = -reach; v <= reach; v++) {
            int32_t *errors = tile->error[part] + at + v * SIDE - REACH;
            const int32_t *weight = tables->eye.weight[part][v < 0 ? -v : v];
            for (int i = 0; i < ERRDIFF_EYE_ROW; i += LANES_32)
                store(errors + i, load(errors + i) + load(weight + i) * d);
        }
    }
    tile->sum[at / SIDE / BLOCK][at % SIDE / BLOCK] += after.part[0] - before.part[0];
    set_number(tables, tile, at, to);
}

static void make_change(const struct search *search, int at, const struct change *change)
{
    int32_t from = search->tile->number[at];
    if (change->swap >= 0)
        set_color(search, at + neighbors[change->swap][1] * SIDE + neighbors[change->swap][0],
                  from);
    set_color(search, at, change->to);
}

/* Visits the pixels of a row in one block. */
static bool visit_pixels(struct search *search, int first)
{
    const struct errdiff_refine_tile *tile = search->tile;
    struct swaps swaps;
    bool has_changed = false, has_swaps = false;
    for (int i = 0; i < LANES; i++) {
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
        for (int x = MARGIN; x < MARGIN + TILE; x += LANES)
            has_changed = visit_pixels(&search, y * SIDE + x) || has_changed;
    if (has_changed)
        write_tile(planes, &around, &beside, tile);
    return has_changed;
}

const struct errdiff_refine_code ERRDIFF_ISA(errdiff_refine) = {start, visit};
