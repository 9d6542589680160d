/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Visits the pixels of tiles, for the search after the dithering.
 *
 * A warp visits half the pixels of a tile, every other one of each row. Pixels depend on each other
 * only through changes. So it looks at several pixels at once, with REFINE_GROUP lanes for each,
 * makes the change of the first pixel that has one, and goes on behind that. Each lane has the seen
 * errors of a column in registers: those of the row that is visited, of the row above it, and of
 * the rows below it as far as changes reach; nothing depends on those farther up. For the two
 * columns beside the tile each lane has those of a row. What the pixels of three rows see is in
 * shared memory, where all lanes read it.
 */
#ifndef ERRDIFF_REFINE_VISIT_CUH
#define ERRDIFF_REFINE_VISIT_CUH

#include "refine_work.cuh"

#include <climits>

enum {
    REFINE_GROUP = ERRDIFF_REFINE_SWAPS, /* lanes that look at one pixel, each at one swap */
    REFINE_AT_ONCE = REFINE_LANES / REFINE_GROUP,
    REFINE_NEAR_BLOCKS = REFINE_TILE / REFINE_BLOCK + 2,
    REFINE_NO_CHANGE = INT_MAX
};

/* ---- A tile in shared memory --------------------------------------------------------------- */

/* Of a tile and one pixel around it. */
template <bool IS_LISTED> struct refine_colors {
    int16_t code[REFINE_NEAR][REFINE_NEAR]; /* −1: the pixel stays */
    int4 rough[ERRDIFF_REFINE_COLORS];      /* of each color */
};

template <> struct refine_colors<false> {
    int32_t code[REFINE_NEAR][REFINE_NEAR];
    short4 rough[REFINE_NEAR][REFINE_NEAR]; /* of each pixel */
};

/* Row y and column x of the tile are at y + 1 and x + 1. ROWS is 3 more than the eye's reach, or
 * larger. */
template <int PARTS, bool IS_LISTED, int ROWS> struct refine_tile {
    /* Of the row that is visited, that above it and that below it: the parts of the seen errors, as
     * changes are compared with them, and the codes of the colors. */
    int4 seen[3][REFINE_NEAR];
    struct refine_colors<IS_LISTED> colors;
    /* Of the eye, from two rows above on, by the distance across; 0 beyond its reach. The parts of
     * color see with one weight (eye.h); it is above the 16 bits of that of luminance. */
    uint32_t weights[ROWS + 3][REFINE_NEAR];
    /* What the sums of blocks add to the seen errors. */
    int32_t of_block[REFINE_NEAR_BLOCKS][REFINE_NEAR_BLOCKS];
};

static __device__ int refine_block_of(int x)
{
    return (x + REFINE_BLOCK) / REFINE_BLOCK;
}

template <bool IS_LISTED>
static __device__ void refine_set_code(const struct refine_work *work,
                                       struct refine_colors<IS_LISTED> *colors, int x, int y,
                                       int code)
{
    colors->code[y + 1][x + 1] = code;
    if constexpr (!IS_LISTED) {
        const int4 rough = refine_rough(refine_color_of<IS_LISTED>(work, code));
        colors->rough[y + 1][x + 1] =
            make_short4((short)rough.x, (short)rough.y, (short)rough.z, 0);
    }
}

/* Without a list: replaces the levels of a pixel by those of the i-th color that is tried for it.
 * Each is one lower, the same, or one higher, where there is such a level. (list_beside in
 * refine/refine_tile.c has all of them at once.) */
static __device__ void refine_levels_beside(const int32_t *level_count, int i, int32_t level[3])
{
#pragma unroll
    for (int c = 2; c >= 0; c--) {
        level[c] = errdiff_clamp(level[c] + i % 3 - 1, 0, level_count[c] - 1);
        i /= 3;
    }
}

/* The rough parts of the color of the pixel at (x, y). */
template <bool IS_LISTED>
static __device__ int4 refine_rough_at(const struct refine_colors<IS_LISTED> *colors, int x, int y,
                                       int code)
{
    if constexpr (IS_LISTED) {
        return colors->rough[max(code, 0)];
    } else {
        const short4 rough = colors->rough[y + 1][x + 1];
        return make_int4(rough.x, rough.y, rough.z, 0);
    }
}

template <int PARTS, bool IS_LISTED, int ROWS>
static __device__ void refine_read_tile(const struct refine_work *work, int2 place, int lane,
                                        struct refine_tile<PARTS, IS_LISTED, ROWS> *tile)
{
    const int left = place.x * REFINE_TILE, top = place.y * REFINE_TILE;
    for (int i = lane; i < REFINE_NEAR * REFINE_NEAR; i += REFINE_LANES) {
        const int x = i % REFINE_NEAR - 1, y = i / REFINE_NEAR - 1;
        if (refine_may_change(work, left + x, top + y))
            refine_set_code<IS_LISTED>(work, &tile->colors, x, y,
                                       refine_code_at<IS_LISTED>(work, left + x, top + y));
        else
            tile->colors.code[y + 1][x + 1] = -1;
    }
    if constexpr (IS_LISTED)
        for (int i = lane; i < work->tables->color_count; i += REFINE_LANES)
            tile->colors.rough[i] = refine_rough(refine_color_of<IS_LISTED>(work, i));
    for (int i = lane; i < (ROWS + 3) * REFINE_NEAR; i += REFINE_LANES) {
        const int v = abs(i / REFINE_NEAR - 2), u = i % REFINE_NEAR;
        const int32_t *weight = work->weights + v * (ERRDIFF_EYE_REACH + 1) + u;
        uint32_t both = 0;
        if (v <= ERRDIFF_EYE_REACH && u <= ERRDIFF_EYE_REACH)
            both = (uint32_t)weight[0] |
                   (PARTS > 1 ? (uint32_t)weight[REFINE_WEIGHTS] << 16 : (uint32_t)0);
        tile->weights[i / REFINE_NEAR][u] = both;
    }
}

/* The sum of block `number` of those in the tile and around it; NULL if it is not in the
 * image. */
static __device__ int32_t *refine_sum_at(const struct refine_work *work, int2 place, int number)
{
    const int x = place.x * (REFINE_TILE / REFINE_BLOCK) - 1 + number % REFINE_NEAR_BLOCKS;
    const int y = place.y * (REFINE_TILE / REFINE_BLOCK) - 1 + number / REFINE_NEAR_BLOCKS;
    const bool is_inside = number < REFINE_NEAR_BLOCKS * REFINE_NEAR_BLOCKS && x >= 0 &&
                           x < work->blocks_across && y >= 0 && y < work->blocks_down;
    return is_inside ? work->sums + (size_t)y * (size_t)work->blocks_across + (size_t)x : NULL;
}

template <bool IS_LISTED>
static __device__ void refine_write_codes(const struct refine_work *work, int2 place, int lane,
                                          const struct refine_colors<IS_LISTED> *colors)
{
    for (int i = lane; i < REFINE_NEAR * REFINE_NEAR; i += REFINE_LANES) {
        const int column = i % REFINE_NEAR, row = i / REFINE_NEAR;
        const int code = colors->code[row][column];
        if (code >= 0)
            refine_set_code_at<IS_LISTED>(work, place.x * REFINE_TILE + column - 1,
                                          place.y * REFINE_TILE + row - 1, code);
    }
}

/* ---- What a lane has ----------------------------------------------------------------------- */

enum { REFINE_SIDES = 2 };

/* Seen errors of the row above that which is visited, and of ROWS − 1 more. */
template <int PARTS, int ROWS> struct refine_lane {
    int number;
    int32_t error[ROWS][PARTS];          /* of a column */
    int32_t beside[REFINE_SIDES][PARTS]; /* of a row, in the columns beside the tile */
    const int32_t *first;                /* all of the tile's when its visit began */
    int32_t of_block[3];                 /* what their blocks add to those that are shown */
    int32_t sum;                         /* of a block */
    int dx, dy;                          /* the neighbor with which it tries to swap a pixel */
    int32_t weight[PARTS];               /* of that, in a block */
};

/* The first seen error of a pixel in the tile or beside it; 0 farther down. */
static __device__ int32_t refine_first_error(const int32_t *first, int part, int x, int y)
{
    return y > REFINE_TILE ? 0 : first[(part * REFINE_NEAR + y + 1) * REFINE_NEAR + x + 1];
}

template <int PARTS, int ROWS>
static __device__ void refine_open_lane(const struct refine_work *work, int2 place,
                                        struct refine_lane<PARTS, ROWS> *own)
{
    enum { AREA = REFINE_NEAR * REFINE_NEAR };
    own->number = (int)threadIdx.x;
    own->first = work->errors + (size_t)blockIdx.x * PARTS * AREA;
    const int32_t *sum = refine_sum_at(work, place, own->number);
    own->sum = sum ? *sum : 0;
#pragma unroll
    for (int part = 0; part < PARTS; part++) {
#pragma unroll
        for (int k = 0; k < ROWS; k++)
            own->error[k][part] = refine_first_error(own->first, part, own->number, k - 1);
        own->beside[0][part] = refine_first_error(own->first, part, -1, own->number - 1);
        own->beside[1][part] = refine_first_error(own->first, part, REFINE_TILE, own->number - 1);
    }
    errdiff_refine_neighbor(own->number % REFINE_GROUP, &own->dx, &own->dy);
#pragma unroll
    for (int part = 0; part < PARTS; part++)
        own->weight[part] = errdiff_refine_weight(work->tables, part, own->dx, own->dy, 0);
}

/* Goes from row y to the next one. */
template <int PARTS, int ROWS>
static __device__ void refine_step_down(struct refine_lane<PARTS, ROWS> *own, int y)
{
    const int next = y + ROWS - 1;
#pragma unroll
    for (int part = 0; part < PARTS; part++) {
#pragma unroll
        for (int k = 0; k + 1 < ROWS; k++)
            own->error[k][part] = own->error[k + 1][part];
        own->error[ROWS - 1][part] = refine_first_error(own->first, part, own->number, next);
#pragma unroll
        for (int side = 0; side < REFINE_SIDES; side++) {
            int32_t below = __shfl_down_sync(~0u, own->beside[side][part], 1);
            if (own->number == REFINE_LANES - 1)
                below = refine_first_error(own->first, part, side == 0 ? -1 : REFINE_TILE,
                                           y + REFINE_LANES - 1);
            own->beside[side][part] = below;
        }
    }
}

/* A change of D: at a pixel in column x of the row that is visited it becomes larger by d. If it
 * is a swap, at the neighbor it becomes smaller by d. */
struct refine_step {
    int x, dx, dy;
    bool is_swap;
    int4 d;
};

/* Adds what one weight, or the difference of two, stands for. */
template <int PARTS>
static __device__ void refine_add_weighted(uint32_t weights, int4 d, int32_t error[PARTS])
{
    if (PARTS == 1) {
        error[0] += (int32_t)weights * d.x;
        return;
    }
    const int32_t luminance = (int16_t)(weights & 0xFFFF);
    const int32_t color =
        (int32_t)(weights + 0x8000) >> 16; /* not less 1 if luminance is below 0 */
    error[0] += luminance * d.x;
    error[PARTS > 1] += color * d.y;
    error[PARTS - 1] += color * d.z;
}

/* Brings the seen errors up to date after a step, in the first `rows` rows at least. */
template <int PARTS, bool IS_SWAP, bool IS_LISTED, int ROWS>
static __device__ void refine_add(const struct refine_tile<PARTS, IS_LISTED, ROWS> *tile, int reach,
                                  int rows, const struct refine_step *step,
                                  struct refine_lane<PARTS, ROWS> *own)
{
    enum { LAST = ROWS + 2, AT_ONCE = 3 };
    const int there_x = step->x + step->dx, there_row = 1 - step->dy;
    const uint32_t *here = &tile->weights[1][abs(own->number - step->x)];
    const uint32_t *there = &tile->weights[there_row][abs(own->number - there_x)];
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        if (k % AT_ONCE == 0 && k >= rows)
            break;
        const uint32_t weights =
            here[k * REFINE_NEAR] - (IS_SWAP ? there[k * REFINE_NEAR] : (uint32_t)0);
        refine_add_weighted<PARTS>(weights, step->d, own->error[k]);
    }
#pragma unroll
    for (int side = 0; side < REFINE_SIDES; side++) {
        const int here_across = side == 0 ? step->x + 1 : REFINE_TILE - step->x;
        const int there_across = side == 0 ? there_x + 1 : REFINE_TILE - there_x;
        if (here_across > reach + IS_SWAP)
            continue;
        uint32_t weights = tile->weights[min(own->number + 1, LAST)][here_across];
        if (IS_SWAP)
            weights -= tile->weights[min(own->number + there_row, LAST)][there_across];
        refine_add_weighted<PARTS>(weights, step->d, own->beside[side]);
    }
}

template <int PARTS>
static __device__ int4 refine_seen(const int32_t error[PARTS], int32_t of_block, int code)
{
    int4 seen = make_int4(errdiff_refine_seen(error[0] + of_block), 0, 0, code);
    if (PARTS > 1) {
        seen.y = errdiff_refine_seen(error[PARTS > 1]);
        seen.z = errdiff_refine_seen(error[PARTS - 1]);
    }
    return seen;
}

/* Looks up what the blocks around row y add. */
template <int PARTS, bool IS_LISTED, int ROWS>
static __device__ void refine_look_at_blocks(const struct refine_tile<PARTS, IS_LISTED, ROWS> *tile,
                                             int y, struct refine_lane<PARTS, ROWS> *own)
{
#pragma unroll
    for (int k = 0; k < 3; k++)
        own->of_block[k] = tile->of_block[refine_block_of(y - 1 + k)][refine_block_of(own->number)];
}

/* Shows all lanes the seen errors around row y in the tile. */
template <int PARTS, bool IS_LISTED, int ROWS>
static __device__ void refine_show(const struct refine_lane<PARTS, ROWS> *own, int y,
                                   struct refine_tile<PARTS, IS_LISTED, ROWS> *tile)
{
    int code[3];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < 3; k++)
        code[k] = tile->colors.code[y + k][own->number + 1];
#pragma unroll
    for (int k = 0; k < 3; k++)
        tile->seen[k][own->number + 1] =
            refine_seen<PARTS>(own->error[k], own->of_block[k], code[k]);
    __syncwarp();
}

/* Shows those on one side of it. */
template <int SIDE, int PARTS, bool IS_LISTED, int ROWS>
static __device__ void refine_show_beside(const struct refine_lane<PARTS, ROWS> *own, int y,
                                          struct refine_tile<PARTS, IS_LISTED, ROWS> *tile)
{
    const int column = SIDE == 0 ? -1 : REFINE_TILE, row = y - 1 + own->number;
    if (own->number < 3)
        tile->seen[own->number][column + 1] = refine_seen<PARTS>(
            own->beside[SIDE], tile->of_block[refine_block_of(row)][refine_block_of(column)],
            tile->colors.code[row + 1][column + 1]);
    __syncwarp();
}

/* ---- Changes ------------------------------------------------------------------------------- */

/* The best change of a pixel that a lane knows: first come the colors that are tried, then the
 * swaps. */
struct refine_change {
    int32_t growth; /* below 0; 0: there is none */
    int order;
};

static __device__ void refine_take_better(struct refine_change *best, int32_t growth, int order)
{
    if (growth < best->growth) {
        best->growth = growth;
        best->order = order;
    }
}

/* The growth for parts that become larger by d. */
template <int PARTS>
static __device__ int32_t refine_growth(int4 d, int4 slope, const int32_t weight[PARTS])
{
    int32_t growth = errdiff_refine_growth(d.x, weight[0], slope.x);
    if (PARTS > 1)
        growth += errdiff_refine_growth(d.y, weight[PARTS > 1], slope.y) +
                  errdiff_refine_growth(d.z, weight[PARTS - 1], slope.z);
    return growth;
}

/* Beyond the last color that is tried, the table has zeros. */
template <int PARTS>
static __device__ void refine_try_listed(const struct refine_work *work, int4 seen, int first,
                                         struct refine_change *best)
{
    const int4 *trials = work->trials + seen.w * ERRDIFF_REFINE_TRIED + first;
#pragma unroll
    for (int i = 0; i < ERRDIFF_REFINE_TRIED; i += REFINE_GROUP) {
        if (i >= work->tried_count)
            break;
        const int4 trial = __ldg(&trials[i]);
        int32_t growth = seen.x * trial.y;
        if (PARTS > 1)
            growth += seen.y * trial.z + seen.z * trial.w;
        refine_take_better(best, trial.x + 2 * growth, i + first);
    }
}

static __device__ void refine_try_levels(const struct refine_work *work, int4 seen, int4 rough,
                                         int first, struct refine_change *best)
{
    const int4 slope = make_int4(2 * seen.x, 2 * seen.y, 2 * seen.z, 0);
    for (int i = first; i < work->tried_count; i += REFINE_GROUP) {
        int32_t level[3];
        refine_levels_of(seen.w, level);
        refine_levels_beside(work->level_count, i, level);
        const int4 d = refine_minus(refine_rough(refine_color_of_levels(work, level)), rough);
        refine_take_better(best, refine_growth<3>(d, slope, work->own_weight), i);
    }
}

/* Whether two pixels are in different blocks. */
static __device__ bool refine_crosses(int x, int y, int other_x, int other_y)
{
    return (((x ^ other_x) | (y ^ other_y)) & ~(REFINE_BLOCK - 1)) != 0;
}

/* Tries the changes of the pixel at (x, y) that are the lane's share. */
template <int PARTS, bool IS_LISTED, int ROWS>
static __device__ struct refine_change
refine_try(const struct refine_work *work, const struct refine_tile<PARTS, IS_LISTED, ROWS> *tile,
           const struct refine_lane<PARTS, ROWS> *own, int x, int y)
{
    struct refine_change best = {0, REFINE_NO_CHANGE};
    const int4 seen = tile->seen[1][x + 1];
    if (seen.w < 0)
        return best;
    const int4 rough = refine_rough_at(&tile->colors, x, y, seen.w);
    if constexpr (IS_LISTED)
        refine_try_listed<PARTS>(work, seen, own->number % REFINE_GROUP, &best);
    else
        refine_try_levels(work, seen, rough, own->number % REFINE_GROUP, &best);
    const int there_x = x + own->dx, there_y = y + own->dy;
    const int4 there = tile->seen[1 + own->dy][there_x + 1];
    const int4 d = refine_minus(refine_rough_at(&tile->colors, there_x, there_y, there.w), rough);
    int32_t weight[PARTS];
#pragma unroll
    for (int part = 0; part < PARTS; part++)
        weight[part] = own->weight[part];
    weight[0] += refine_crosses(x, y, there_x, there_y) ? work->block_weight : 0;
    const int32_t growth = 2 * refine_growth<PARTS>(d, refine_minus(seen, there), weight);
    refine_take_better(&best, there.w < 0 ? 0 : growth,
                       ERRDIFF_REFINE_TRIED + own->number % REFINE_GROUP);
    return best;
}

/* The least of the lanes' numbers. */
static __device__ int refine_least(int number)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_min_sync(~0u, number);
#else
    for (int i = REFINE_LANES / 2; i > 0; i /= 2)
        number = min(number, __shfl_xor_sync(~0u, number, i));
    return number;
#endif
}

/* The code of the color `order` that is tried for one with the code `from`. */
template <bool IS_LISTED>
static __device__ int refine_tried(const struct refine_work *work, int from, int order)
{
    if constexpr (IS_LISTED) {
        return work->tables->tried[from][order];
    } else {
        int32_t level[3];
        refine_levels_of(from, level);
        refine_levels_beside(work->level_count, order, level);
        return refine_code_of_levels(level);
    }
}

/* Brings the sums of blocks up to date after a step in row y. */
template <int PARTS, bool IS_LISTED, int ROWS>
static __device__ void refine_add_to_sums(const struct refine_work *work, int y,
                                          const struct refine_step *step,
                                          struct refine_lane<PARTS, ROWS> *own,
                                          struct refine_tile<PARTS, IS_LISTED, ROWS> *tile)
{
    const int there_x = step->x + step->dx, there_y = y + step->dy;
    if (step->is_swap && !refine_crosses(step->x, y, there_x, there_y))
        return;
    if (own->number == refine_block_of(y) * REFINE_NEAR_BLOCKS + refine_block_of(step->x))
        own->sum += step->d.x;
    if (step->is_swap &&
        own->number == refine_block_of(there_y) * REFINE_NEAR_BLOCKS + refine_block_of(there_x))
        own->sum -= step->d.x;
    if (own->number < REFINE_NEAR_BLOCKS * REFINE_NEAR_BLOCKS)
        (&tile->of_block[0][0])[own->number] = errdiff_refine_of_block(work->tables, own->sum);
    __syncwarp();
    refine_look_at_blocks(tile, y, own);
}

/* Makes a change of the pixel at (x, y), which all lanes know. */
template <int PARTS, bool IS_LISTED, int ROWS>
static __device__ void refine_make(const struct refine_work *work, int x, int y, int order,
                                   struct refine_lane<PARTS, ROWS> *own,
                                   struct refine_tile<PARTS, IS_LISTED, ROWS> *tile)
{
    const int rows = min(work->reach + 3, REFINE_TILE + 2 - y);
    struct refine_step step = {x, 0, 0, order >= ERRDIFF_REFINE_TRIED, {0, 0, 0, 0}};
    if (step.is_swap)
        errdiff_refine_neighbor(order - ERRDIFF_REFINE_TRIED, &step.dx, &step.dy);
    const int from = tile->seen[1][x + 1].w;
    const int to = step.is_swap ? tile->seen[1 + step.dy][x + 1 + step.dx].w
                                : refine_tried<IS_LISTED>(work, from, order);
    step.d =
        refine_minus(refine_color_of<IS_LISTED>(work, to), refine_color_of<IS_LISTED>(work, from));
    __syncwarp();
    if (own->number == 0)
        refine_set_code<IS_LISTED>(work, &tile->colors, x, y, to);
    if (own->number == 1 && step.is_swap)
        refine_set_code<IS_LISTED>(work, &tile->colors, x + step.dx, y + step.dy, from);
    refine_add_to_sums(work, y, &step, own, tile);
    if (step.is_swap)
        refine_add<PARTS, true>(tile, work->reach, rows, &step, own);
    else
        refine_add<PARTS, false>(tile, work->reach, rows, &step, own);
}

/* Visits every other pixel of row y. Returns whether any has changed. */
template <int PARTS, bool IS_LISTED, int ROWS>
static __device__ bool refine_visit_row(const struct refine_work *work, int y,
                                        struct refine_lane<PARTS, ROWS> *own,
                                        struct refine_tile<PARTS, IS_LISTED, ROWS> *tile)
{
    bool has_changed = false;
    refine_look_at_blocks(tile, y, own);
    refine_show(own, y, tile);
    refine_show_beside<0>(own, y, tile);
    for (int first = (y + work->half) % 2; first < REFINE_TILE;) {
        if (first + 2 * REFINE_AT_ONCE > REFINE_TILE)
            refine_show_beside<1>(own, y, tile);
        const int x = first + 2 * (own->number / REFINE_GROUP);
        struct refine_change best = {0, REFINE_NO_CHANGE};
        if (x < REFINE_TILE)
            best = refine_try(work, tile, own, x, y);
        const unsigned those = __ballot_sync(~0u, best.growth < 0);
        if (those == 0) {
            first += 2 * REFINE_AT_ONCE;
            continue;
        }
        const int changed = (__ffs((int)those) - 1) / REFINE_GROUP;
        const bool is_asked = own->number / REFINE_GROUP == changed;
        const int32_t least = refine_least(is_asked ? best.growth : 0);
        const int order =
            refine_least(is_asked && best.growth == least ? best.order : REFINE_NO_CHANGE);
        refine_make(work, first + 2 * changed, y, order, own, tile);
        first += 2 * (changed + 1);
        refine_show(own, y, tile);
        has_changed = true;
    }
    return has_changed;
}

/* How many tiles a multiprocessor should visit at once, by its registers and its shared memory. */
template <bool IS_LISTED> static constexpr int refine_visitors()
{
    return IS_LISTED ? 16 : 12;
}

/* A thread block of one warp for each tile. */
template <int PARTS, bool IS_LISTED, int ROWS>
static __global__ void __launch_bounds__(REFINE_LANES, refine_visitors<IS_LISTED>())
    refine_visit(const struct refine_work work)
{
    __shared__ struct refine_tile<PARTS, IS_LISTED, ROWS> tile;
    const int2 place = refine_tile_of(&work);
    const size_t number = (size_t)place.y * (size_t)work.across + (size_t)place.x;
    const int rows = min(REFINE_TILE, work.in.height - place.y * REFINE_TILE);
    struct refine_lane<PARTS, ROWS> own;
    bool has_changed = false;
    if (work.wanted[number]) {
        refine_open_lane(&work, place, &own);
        refine_read_tile(&work, place, own.number, &tile);
        if (own.number < REFINE_NEAR_BLOCKS * REFINE_NEAR_BLOCKS)
            (&tile.of_block[0][0])[own.number] = errdiff_refine_of_block(work.tables, own.sum);
        __syncwarp();
        for (int y = 0; y < rows; y++) {
            has_changed |= refine_visit_row(&work, y, &own, &tile);
            refine_step_down(&own, y);
        }
        if (has_changed) {
            refine_write_codes(&work, place, own.number, &tile.colors);
            int32_t *sum = refine_sum_at(&work, place, own.number);
            if (sum)
                *sum = own.sum;
        }
    }
    if (threadIdx.x == 0)
        work.changed[number] = has_changed || (work.half > 0 && work.changed[number] != 0);
}

#endif
