/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches in a tile. Compiled once for each instruction set. */
#include "refine_tile.h"

#include "refine_place.h"

#include <string.h>

enum {
    TILE = ERRDIFF_REFINE_TILE,
    MARGIN = ERRDIFF_REFINE_MARGIN,
    SIDE = ERRDIFF_REFINE_SIDE,
    BLOCK = ERRDIFF_REFINE_BLOCK,
    BLOCKS = ERRDIFF_REFINE_TILE_BLOCKS,
    SWAPS = ERRDIFF_REFINE_SWAPS,
    CHANNELS = ERRDIFF_EYE_CHANNELS,
    SPREAD_BEFORE = ERRDIFF_REFINE_SPREAD_BEFORE,
    FEW_GRAYS = 4
};

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
                  ERRDIFF_REFINE_ROUGH(parts_of_numbers(planes, part, numbers + i)));
}

/* Copies the seen errors of a tile from those of the image, or to them, by blocks' columns: those
 * beyond the reach of a change stay as they are. */
INLINE void copy_errors(const struct errdiff_refine_planes *planes, const struct place *around,
                        struct errdiff_refine_tile *tile, bool writes)
{
    int channels = planes->tables->channels, end_row;
    for (int row = around->first_row; row < around->end_row; row = end_row) {
        end_row = (row / BLOCK + 1) * BLOCK;
        end_row = end_row < around->end_row ? end_row : around->end_row;
        for (int column = around->first_column / BLOCK * BLOCK; column < around->end_column;
             column += BLOCK)
            for (int part = 0; part < channels; part++) {
                int32_t *of_image =
                    errors_at(planes, part, around->left + column, around->top + row);
                int32_t *of_tile = tile->error[part] + row * SIDE + column;
                for (int y = row; y < end_row; y++, of_image += BLOCK, of_tile += SIDE)
                    for (int i = 0; i < BLOCK; i += LANES_32)
                        if (writes)
                            store(of_image + i, load(of_tile + i));
                        else
                            store(of_tile + i, load(of_image + i));
            }
    }
}

static void read_tile(const struct errdiff_refine_planes *planes, const struct place *around,
                      const struct place *beside, struct errdiff_refine_tile *tile)
{
    copy_errors(planes, around, tile, false);
    for (int i = 0; i < BLOCKS * BLOCKS; i++) {
        const int32_t *sum = block_sum(planes, around, i % BLOCKS, i / BLOCKS);
        set_sum(planes->tables, tile, i % BLOCKS, i / BLOCKS, sum ? *sum : 0);
    }
    for (int row = MARGIN - 1; row <= MARGIN + TILE; row++)
        memset(tile->may_change + row * SIDE + MARGIN - 1, 0,
               (size_t)(TILE + 2) * sizeof *tile->may_change);
    for (int row = beside->first_row; row < beside->end_row; row++)
        read_number_row(planes, beside, row, tile);
}

static void write_tile(const struct errdiff_refine_planes *planes, const struct place *around,
                       const struct place *beside, struct errdiff_refine_tile *tile)
{
    copy_errors(planes, around, tile, true);
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
    int32_t seen[CHANNELS][LANES_32]; /* their seen errors */
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

/* How much the error of a pixel grows by each of the colors that are tried for it. Returns the
 * least for each lane of the vectors, and 0 if that is less. */
INLINE v32 growths_of_colors(const struct search *search, int at, const struct changes *changes,
                             int lane, int parts, int32_t growths[ERRDIFF_REFINE_TRIED])
{
    v32 least = {0}, rough[CHANNELS], slope[CHANNELS];
    for (int part = 0; part < parts; part++) {
        rough[part] = v32_all(search->tile->rough[part][at]);
        slope[part] = v32_all(2 * changes->seen[part][lane]);
    }
    for (int i = 0; i < search->tried_count; i += LANES_32) {
        v32 growth = load(search->own_growth + i);
        for (int part = 0; part < parts; part++)
            growth += (load(search->rough[part] + i) - rough[part]) * slope[part];
        store(growths + i, growth);
        least = v32_min(least, growth);
    }
    return least;
}

/* Of the pixel in lane `lane` of a vector, of which `changes` has the seen errors. */
static void try_colors(struct search *search, int at, const struct changes *changes, int lane,
                       struct change *best)
{
    const struct errdiff_refine_tile *tile = search->tile;
    int32_t from = tile->number[at];
    if (search->tries_all && search->listed_for >= 0)
        search->own_growth = search->tables->own_growth[from];
    else if (from != search->listed_for)
        list_tried(search, from);
    int32_t growths[ERRDIFF_REFINE_TRIED];
    v32 least = search->parts == 1
                    ? growths_of_colors(search, at, changes, lane, 1, growths)
                    : growths_of_colors(search, at, changes, lane, CHANNELS, growths);
    if (!mask32_is_any(v32_above(v32_all(0), least)))
        return;
    for (int i = 0; i < search->tried_count; i++)
        if (growths[i] < best->growth)
            *best = (struct change){growths[i], search->tried[i], -1};
}

/* The seen errors of a vector of pixels, of which `at` is the first. */
INLINE v32 seen_at(const struct search *search, int part, int at)
{
    const struct errdiff_refine_tile *tile = search->tile;
    int32_t of_block = part == 0 ? tile->of_block[at / SIDE / BLOCK][at % SIDE / BLOCK] : 0;
    return ERRDIFF_REFINE_SEEN(load(tile->error[part] + at) + of_block);
}

/* The seen errors of three rows of a vector of pixels and of those to their left and right. All
 * vectors that are read begin where those that were written to make a change begin: others would
 * have to wait until these are in the cache. */
INLINE void look_at_rows(const struct search *search, int part, int at, v32 seen[3][3])
{
    for (int row = 0; row < 3; row++) {
        int from = at + (row - 1) * SIDE;
        seen[row][1] = seen_at(search, part, from);
        seen[row][0] = v32_from_last(seen[row][1], seen_at(search, part, from - LANES_32));
        seen[row][2] = v32_from_next(seen[row][1], seen_at(search, part, from + LANES_32));
    }
}

/* What a swap with the neighbor at (dx, dy) weighs more if that is in another block, for pixels of
 * which `at` is the first. */
INLINE v32 extra_weight(const struct search *search, int at, int dx, int dy)
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
static void try_few_grays(const struct search *search, int at, v32 seen, v32 *least, v32 *which)
{
    v32 rough = load(search->tile->rough[0] + at), slope = seen * 2;
    for (int i = 0; i < search->tried_count; i++) {
        v32 d = search->rough[0][i] - rough;
        v32 growth = ERRDIFF_REFINE_GROWTH(d, search->own_weight[0], slope);
        mask32 is_better = v32_above(*least, growth);
        *least = v32_choose(is_better, *least, growth);
        *which = v32_choose(is_better, *which, v32_all(SWAPS + i));
    }
}

/* For a vector of pixels of a row, of which `at` is the first. */
INLINE void try_changes_of(const struct search *search, int at, struct changes *best, int parts)
{
    const struct errdiff_refine_tile *tile = search->tile;
    v32 seen[CHANNELS][3][3];
    for (int part = 0; part < parts; part++) {
        look_at_rows(search, part, at, seen[part]);
        store(best->seen[part], seen[part][1][1]);
    }
    v32 least = {0}, which = {0};
    if (search->has_few_grays)
        try_few_grays(search, at, seen[0][1][1], &least, &which);
#pragma GCC unroll UNROLL_16
    for (int i = 0; i < SWAPS; i++) {
        int dx = neighbors[i][0], dy = neighbors[i][1], there = at + dy * SIDE + dx;
        v32 growth = {0}, extra = extra_weight(search, at, dx, dy);
        for (int part = 0; part < parts; part++) {
            v32 d = load(tile->rough[part] + there) - load(tile->rough[part] + at);
            v32 weight = v32_all(search->swap_weight[part][i]);
            v32 slope = seen[part][1][1] - seen[part][1 + dy][1 + dx];
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

static void try_changes(const struct search *search, int at, struct changes *best)
{
    if (search->parts == 1)
        try_changes_of(search, at, best, 1);
    else
        try_changes_of(search, at, best, CHANNELS);
}

/* Brings the seen errors up to date after a change, of which `d` is by how much D of the parts has
 * become larger. `first` is where the first weight of the spread counts. Vectors of errors are at
 * multiples of their length: those across two lines of the cache take longer, and so do vectors
 * that are read soon after others were written to a part of them. */
INLINE void spread_difference(struct errdiff_refine_tile *tile,
                              const struct errdiff_refine_spread *spread, int first,
                              const int32_t *d, int parts)
{
    v32 factor[CHANNELS];
    for (int part = 0; part < parts; part++)
        factor[part] = v32_all(d[part]);
    int before = first & (LANES_32 - 1), columns = before + spread->columns;
    for (int i = 0; i < columns; i += LANES_32) {
        ptrdiff_t at = first - before + i;
        for (int row = 0; row < spread->rows; row++, at += SIDE) {
            v32 weight[2];
            for (int kind = 0; kind < 2 && kind < parts; kind++)
                weight[kind] = v32_load_16u(spread->weight[kind][row] + SPREAD_BEFORE - before + i);
            for (int part = 0; part < parts; part++)
                store(tile->error[part] + at,
                      load(tile->error[part] + at) +
                          v16_sum_of_products((v16)weight[part > 0], (v16)factor[part]));
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
    /* First, so that these are in the cache when the next change is looked for. */
    set_number(search->tables, tile, at, change->to);
    add_to_sum(search, at, after.part[0] - before.part[0]);
    if (by) {
        set_number(search->tables, tile, there, from);
        add_to_sum(search, there, before.part[0] - after.part[0]);
    }
    int first = (is_mirrored ? there : at) - spread->top * SIDE - spread->left;
    if (search->parts == 1)
        spread_difference(tile, spread, first, d, 1);
    else
        spread_difference(tile, spread, first, d, CHANNELS);
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
            try_colors(search, at, &changes, i, &best);
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
    int left = column * TILE, top = row * TILE;
    struct place around = find_place(planes, left, top, TILE, TILE, planes->tables->eye.reach + 1);
    struct place beside = find_place(planes, left, top, TILE, TILE, 1);
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

const struct errdiff_refine_code ERRDIFF_ISA(errdiff_refine) = {ERRDIFF_ISA(errdiff_refine_start),
                                                                visit};
