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
    ROW = LANES_32 + 2, /* a vector of pixels, with one more on both sides */
    FEW_GRAYS = 4
};

/* Where a tile is in the image, and which part of what surrounds it is in the image, in columns
 * and rows of the tile's planes. */
struct place {
    int left, top; /* of the planes, in the image */
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

/* Sets to −1 what `mask`, which is 0 before, has for the pixels of a row that count. */
static void find_counting(const struct errdiff_refine_planes *planes, const struct place *place,
                          int row, int32_t *mask)
{
    int first = place->first_column, end = place->end_column;
    if (!planes->mask)
        for (int i = first; i < end; i++)
            mask[i] = -1;
    else
        for (int i = first; i < end; i++)
            mask[i] = counts(planes, place, i, row) ? -1 : 0;
}

/* Sets `row` to the differences of a row of pixels. */
static void find_difference_row(const struct errdiff_refine_planes *planes,
                                const struct place *place, int row,
                                struct errdiff_refine_tile *tile)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    int32_t values[3][SIDE] = {{0}}, numbers[SIDE] = {0}, mask[SIDE] = {0};
    size_t first = pixel_at(planes, place, place->first_column, row);
    int column = place->first_column, count = place->end_column - column;
    int channels = tables->channels;
    const uint16_t *from = planes->values + first * (size_t)channels;
    for (int c = 0; c < channels; c++)
        for (int i = 0; i < count; i++)
            values[c][column + i] = from[i * channels + c];
    memcpy(numbers + column, planes->numbers + first, (size_t)count * sizeof *numbers);
    find_counting(planes, place, row, mask);
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

/* Rows and columns at equal distances have equal weights. All sums of two rows are stored before
 * the first is read again: a vector that begins elsewhere than what was just stored has to wait. */
static void find_error_row(const struct errdiff_eye *eye, int part, const int32_t *differences,
                           int32_t *errors)
{
    int32_t both[ERRDIFF_EYE_REACH + 1][SIDE];
    v32 sum[TILE / LANES_32] = {{0}};
    int reach = eye->reach;
    memcpy(both[0], differences, sizeof both[0]);
    for (int v = 1; v <= reach; v++)
        for (int i = 0; i < SIDE; i += LANES_32)
            store(both[v] + i, load(differences + v * SIDE + i) + load(differences - v * SIDE + i));
    for (int v = 0; v <= reach; v++) {
        const int32_t *weight = eye->weight[part][v] + CENTER;
        for (int i = 0; i < TILE / LANES_32; i++)
            sum[i] += load(both[v] + MARGIN + i * LANES_32) * weight[0];
        for (int u = 1; u <= reach; u++) {
            v32 factor = v32_all(weight[u]);
            for (int i = 0; i < TILE / LANES_32; i++) {
                const int32_t *at = both[v] + MARGIN + i * LANES_32;
                sum[i] += (load(at - u) + load(at + u)) * factor;
            }
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

/* ---- A tile in the image ----------------------------------------------------------------- */

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

/* Sets the numbers and rough parts of a row of pixels, and which of them may change. */
static void read_number_row(const struct errdiff_refine_planes *planes, const struct place *beside,
                            int row, struct errdiff_refine_tile *tile)
{
    int first = beside->first_column, count = beside->end_column - first;
    size_t pixel = pixel_at(planes, beside, first, row);
    int32_t numbers[SIDE] = {0}, *may_change = tile->may_change + row * SIDE;
    memcpy(numbers + first, planes->numbers + pixel, (size_t)count * sizeof *numbers);
    memcpy(tile->number + row * SIDE, numbers, sizeof numbers);
    find_counting(planes, beside, row, may_change);
    if (planes->stays)
        for (int i = 0; i < count; i++)
            if (planes->stays[pixel + (size_t)i])
                may_change[first + i] = 0;
    for (int part = 0; part < planes->tables->channels; part++)
        for (int i = 0; i < SIDE; i += LANES_32)
            store(tile->rough[part] + row * SIDE + i,
                  ERRDIFF_REFINE_ROUGH(parts_of_numbers(planes->tables, part, numbers + i)));
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
        read_number_row(planes, beside, row, tile);
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

/* The best changes of a vector of pixels of a row: swaps and, if the colors are a few grays, these,
 * whose numbers follow those of the neighbors. */
struct changes {
    int32_t growth[LANES_32], which[LANES_32];
};

/* What the search asks of its tables again and again. */
struct search {
    const struct errdiff_refine_tables *tables;
    struct errdiff_refine_tile *tile;
    int parts, tried_count;
    bool tries_all;     /* for all pixels the same colors are tried */
    bool has_few_grays; /* these are tried for a vector of pixels at once */
    int32_t own_weight[CHANNELS];
    int32_t swap_weight[CHANNELS][SWAPS]; /* in a block */
    const struct errdiff_refine_spread *spreads;
    int32_t listed_for; /* the color whose tried colors are listed; −1: none */
    int32_t tried[ERRDIFF_REFINE_TRIED];
    int32_t rough[CHANNELS][ERRDIFF_REFINE_TRIED];
    const int32_t *own_growth; /* of these colors, as errdiff_refine_tables has them */
    int32_t own_beside[ERRDIFF_REFINE_TRIED];
};

static void start_search(struct search *search, const struct errdiff_refine_planes *planes,
                         struct errdiff_refine_tile *tile)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    *search = (struct search){.tables = tables,
                              .spreads = planes->spreads,
                              .tile = tile,
                              .parts = tables->channels,
                              .tried_count = errdiff_refine_tried_count(tables),
                              .tries_all = tables->color_count > 0 &&
                                           tables->color_count == tables->tried_count,
                              .listed_for = -1};
    search->has_few_grays =
        search->parts == 1 && search->tries_all && search->tried_count <= FEW_GRAYS;
    for (int part = 0; part < search->parts; part++) {
        search->own_weight[part] = errdiff_refine_weight(tables, part, 0, 0, 1);
        for (int i = 0; i < SWAPS; i++)
            search->swap_weight[part][i] =
                errdiff_refine_weight(tables, part, neighbors[i][0], neighbors[i][1], 0);
    }
}

/* The colors that are listed for a color. Behind the last one the first one follows, which never
 * counts twice. */
static void list_nearest(struct search *search, int32_t from)
{
    const struct errdiff_refine_tables *tables = search->tables;
    for (int i = 0; i < ERRDIFF_REFINE_TRIED; i++)
        search->tried[i] = tables->tried[from][i < search->tried_count ? i : 0];
    for (int part = 0; part < search->parts; part++)
        for (int i = 0; i < ERRDIFF_REFINE_TRIED; i += LANES_32)
            store(search->rough[part] + i,
                  ERRDIFF_REFINE_ROUGH(v32_gather(&tables->colors[0].part[part],
                                                  load(search->tried + i) * (int32_t)CHANNELS)));
    search->own_growth = tables->own_growth[from];
}

/* What the levels beside those of a color, and these themselves, contribute to it. */
struct steps {
    int32_t number[CHANNELS][3];
    int32_t part[CHANNELS][3][CHANNELS]; /* by the channel and the step */
};

static void find_steps(const struct errdiff_refine_tables *tables, int32_t from,
                       struct steps *steps)
{
    int32_t level[CHANNELS], factor = 1;
    errdiff_refine_split(tables->level_count, CHANNELS, from, level);
    for (int c = CHANNELS - 1; c >= 0; factor *= tables->level_count[c], c--)
        for (int step = 0; step < 3; step++) {
            int32_t to = errdiff_clamp(level[c] + step - 1, 0, tables->level_count[c] - 1);
            steps->number[c][step] = to * factor;
            memcpy(steps->part[c][step], tables->level_part[c][to], sizeof steps->part[c][step]);
        }
}

/* Without a list: the combinations of these levels, of which the last channel's changes first. */
static void list_beside(struct search *search, int32_t from)
{
    struct steps steps;
    int32_t sums[CHANNELS][ERRDIFF_REFINE_TRIED];
    find_steps(search->tables, from, &steps);
    for (int i = 0; i < ERRDIFF_REFINE_TRIED; i++) {
        int place = i < search->tried_count ? i : 0, step[] = {place / 9, place / 3 % 3, place % 3};
        search->tried[i] =
            steps.number[0][step[0]] + steps.number[1][step[1]] + steps.number[2][step[2]];
        for (int part = 0; part < CHANNELS; part++)
            sums[part][i] = steps.part[0][step[0]][part] + steps.part[1][step[1]][part] +
                            steps.part[2][step[2]][part];
    }
    struct errdiff_refine_color before = errdiff_refine_color_of(search->tables, from);
    for (int i = 0; i < ERRDIFF_REFINE_TRIED; i += LANES_32) {
        v32 growth = {0};
        for (int part = 0; part < CHANNELS; part++) {
            v32 rough = ERRDIFF_REFINE_ROUGH(ERRDIFF_REFINE_ROUNDED_PART(load(sums[part] + i)));
            v32 d = rough - errdiff_refine_rough(before.part[part]);
            growth += ERRDIFF_REFINE_GROWTH(d, search->own_weight[part], 0);
            store(search->rough[part] + i, rough);
        }
        store(search->own_beside + i, growth);
    }
    search->own_growth = search->own_beside;
}

static void list_tried(struct search *search, int32_t from)
{
    if (search->tables->color_count > 0)
        list_nearest(search, from);
    else
        list_beside(search, from);
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
    if (search->tries_all && search->listed_for >= 0)
        search->own_growth = search->tables->own_growth[from];
    else if (from != search->listed_for)
        list_tried(search, from);
    int32_t rough[CHANNELS], slope[CHANNELS];
    for (int part = 0; part < search->parts; part++) {
        rough[part] = tile->rough[part][at];
        slope[part] = 2 * seen_at(search, part, at);
    }
    int32_t growths[ERRDIFF_REFINE_TRIED];
    v32 least = {0};
    for (int i = 0; i < search->tried_count; i += LANES_32) {
        v32 growth = load(search->own_growth + i);
        for (int part = 0; part < search->parts; part++)
            growth += (load(search->rough[part] + i) - rough[part]) * slope[part];
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

/* Changes where a few grays are better than nothing. */
static void try_few_grays(const struct search *search, int at, const int32_t *seen, v32 *least,
                          v32 *which)
{
    v32 rough = load(search->tile->rough[0] + at), slope = load(seen) * 2;
    for (int i = 0; i < search->tried_count; i++) {
        v32 d = search->rough[0][i] - rough;
        v32 growth = ERRDIFF_REFINE_GROWTH(d, search->own_weight[0], slope);
        mask32 is_better = v32_above(*least, growth);
        *least = v32_choose(is_better, *least, growth);
        *which = v32_choose(is_better, *which, v32_all(SWAPS + i));
    }
}

/* For a vector of pixels of a row, of which `at` is the first. */
static void try_changes(const struct search *search, int at, struct changes *best)
{
    const struct errdiff_refine_tile *tile = search->tile;
    int32_t seen[CHANNELS][3][ROW];
    for (int part = 0; part < search->parts; part++)
        look_at_rows(search, part, at, seen[part]);
    v32 least = {0}, which = {0};
    if (search->has_few_grays)
        try_few_grays(search, at, seen[0][1] + 1, &least, &which);
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
        growth = 2 * growth & load(tile->may_change + there);
        mask32 is_better = v32_above(least, growth);
        least = v32_choose(is_better, least, growth);
        which = v32_choose(is_better, which, v32_all(i));
    }
    store(best->growth, least);
    store(best->which, which);
}

/* Brings the seen errors up to date after a change, of which `d` is by how much D of the parts has
 * become larger. `at` is where the first weight of the spread counts. */
INLINE void spread_difference(struct errdiff_refine_tile *tile,
                              const struct errdiff_refine_spread *spread, int at, const int32_t *d,
                              int parts)
{
    v32 factor[CHANNELS];
    for (int part = 0; part < parts; part++)
        factor[part] = v32_all(d[part]);
    int rows = spread->rows, columns = spread->columns;
    for (int row = 0; row < rows; row++, at += SIDE)
        for (int i = 0; i < columns; i += LANES_32) {
            v32 weight[2];
            for (int kind = 0; kind < 2 && kind < parts; kind++)
                weight[kind] = load(spread->weight[kind][row] + i);
            for (int part = 0; part < parts; part++) {
                int32_t *errors = tile->error[part] + at + i;
                store(errors,
                      load(errors) + v16_sum_of_products((v16)weight[part > 0], (v16)factor[part]));
            }
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
    bool is_mirrored = change->swap >= SWAPS / 2;
    const struct errdiff_refine_spread *spread =
        &search->spreads[!by           ? ERRDIFF_REFINE_ALONE
                         : is_mirrored ? SWAPS - 1 - change->swap
                                       : change->swap];
    int32_t d[CHANNELS];
    for (int part = 0; part < search->parts; part++)
        d[part] = is_mirrored ? before.part[part] - after.part[part]
                              : after.part[part] - before.part[part];
    int first = (is_mirrored ? there : at) - spread->top * SIDE - spread->left;
    if (search->parts == 1)
        spread_difference(tile, spread, first, d, 1);
    else
        spread_difference(tile, spread, first, d, CHANNELS);
    add_to_sum(search, at, after.part[0] - before.part[0]);
    if (by) {
        add_to_sum(search, there, before.part[0] - after.part[0]);
        set_number(search->tables, tile, there, from);
    }
    set_number(search->tables, tile, at, change->to);
}

static struct change change_of(const struct search *search, int at, int32_t growth, int which)
{
    if (which >= SWAPS)
        return (struct change){growth, search->tried[which - SWAPS], -1};
    const int *by = neighbors[which];
    return (struct change){growth, search->tile->number[at + by[1] * SIDE + by[0]], which};
}

/* Visits every other pixel of a vector of a row, from the one in lane `lane` on. */
static bool visit_pixels(struct search *search, int first, int lane)
{
    const struct errdiff_refine_tile *tile = search->tile;
    struct changes changes;
    bool has_changed = false, has_looked = false;
    for (int i = lane; i < LANES_32; i += 2) {
        int at = first + i;
        if (!tile->may_change[at])
            continue;
        if (!has_looked)
            try_changes(search, first, &changes);
        has_looked = true;
        struct change best = {.growth = 0};
        if (!search->has_few_grays)
            try_colors(search, at, &best);
        if (changes.growth[i] < best.growth)
            best = change_of(search, at, changes.growth[i], changes.which[i]);
        if (best.growth == 0)
            continue;
        make_change(search, at, &best);
        has_changed = true;
        has_looked = false;
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
    start_search(&search, planes, tile);
    if (search.has_few_grays)
        list_tried(&search, 0);
    for (int half = 0; half < ERRDIFF_REFINE_HALVES; half++)
        for (int y = MARGIN; y < MARGIN + TILE; y++)
            for (int x = MARGIN; x < MARGIN + TILE; x += LANES_32)
                has_changed = visit_pixels(&search, y * SIDE + x, (y + half) % 2) || has_changed;
    if (has_changed)
        write_tile(planes, &around, &beside, tile);
    return has_changed;
}

const struct errdiff_refine_code ERRDIFF_ISA(errdiff_refine) = {start, visit};
