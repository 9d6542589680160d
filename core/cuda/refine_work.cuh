/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels of the search after the dithering (refine/refine_rule.h), and what they share:
 *
 *     refine_start     finds the codes of the result's colors, and the sums of the blocks
 *     refine_look      finds the seen errors in tiles of a phase, and one pixel around each
 *                      (refine_look.cuh)
 *     refine_visit     visits the pixels of these tiles (refine_visit.cuh)
 *     refine_choose    finds the tiles that the next pass visits
 *     refine_finish    writes the colors
 *
 * Seen errors are not kept from half to half: to find them anew takes less time than to add what
 * a change far away does to each.
 */
#ifndef ERRDIFF_REFINE_WORK_CUH
#define ERRDIFF_REFINE_WORK_CUH

#include "engines/decisions.h"
#include "refine/refine_rule.h"
#include "rule/pixel.h"

enum {
    REFINE_LANES = 32,
    REFINE_TILE = ERRDIFF_REFINE_TILE,
    REFINE_BLOCK = ERRDIFF_REFINE_BLOCK,
    REFINE_NEAR = REFINE_TILE + 2 /* side of a tile with one pixel around it */
};

/* Everything that pointers lead to is in device memory. Rows of images and masks have no gaps. A
 * code stands for the color of a pixel: with a list of colors it is the color's number, in 8 bits,
 * otherwise it has 8 bits for each level, in 32. */
struct refine_work {
    const struct errdiff_refine_tables *tables;
    struct errdiff_pixel_rule rule;
    errdiff_image in, out;
    const uint8_t *stays; /* 1: the pixel counts but must not change; NULL: none is so */
    const struct errdiff_decisions *decisions;

    int32_t share[ERRDIFF_EYE_CHANNELS][3]; /* of a channel of a part */
    int32_t value_scale;
    /* Of the eye, by the part and the distances down and across. */
    const int32_t *weights;
    int32_t reach;
    int32_t own_weight[ERRDIFF_EYE_CHANNELS]; /* of a pixel's own change */
    int32_t block_weight;
    /* With a list, for each color that is tried for each color: the growth that does not depend on
     * seen errors, and by how much the parts, roughly, become larger. */
    const int4 *trials;
    int32_t tried_count;
    /* Without a list: what each level of each channel contributes to the parts. */
    const int4 *level_parts;
    int32_t level_count[3];

    void *codes;
    int32_t *sums; /* of the blocks */
    int32_t blocks_across, blocks_down;
    int32_t across, down; /* tiles */
    uint8_t *wanted, *changed;
    int32_t *has_any; /* whether a tile is wanted */

    /* Of a launch: tiles of a phase, from `first` on, with their seen errors. */
    int32_t *errors;
    int32_t phase, first;
    int32_t half; /* of the tiles' pixels: 0 or 1, those at an even or an odd x + y */
};

enum { REFINE_WEIGHTS = (ERRDIFF_EYE_REACH + 1) * (ERRDIFF_EYE_REACH + 1) };

template <bool IS_LISTED> struct refine_code {
    typedef int32_t type;
};
template <> struct refine_code<true> {
    typedef uint8_t type;
};

static __device__ int refine_code_of_levels(const int32_t level[3])
{
    return level[0] << 16 | level[1] << 8 | level[2];
}

static __device__ void refine_levels_of(int code, int32_t level[3])
{
    level[0] = code >> 16;
    level[1] = code >> 8 & 0xFF;
    level[2] = code & 0xFF;
}

static __device__ int refine_columns(const struct refine_work *work)
{
    return (work->across + 1 - work->phase % 2) / 2;
}

/* The tile of a thread block, in tiles. */
static __device__ int2 refine_tile_of(const struct refine_work *work)
{
    const int i = work->first + (int)blockIdx.x, columns = refine_columns(work);
    return make_int2(2 * (i % columns) + work->phase % 2, 2 * (i / columns) + work->phase / 2);
}

static __device__ size_t refine_pixel_at(const struct refine_work *work, int x, int y)
{
    return (size_t)y * (size_t)work->in.width + (size_t)x;
}

/* Whether there is a pixel that counts. */
static __device__ bool refine_counts(const struct refine_work *work, int x, int y)
{
    return x >= 0 && x < work->in.width && y >= 0 && y < work->in.height &&
           (!work->in.mask || work->in.mask[refine_pixel_at(work, x, y)] != 0);
}

static __device__ bool refine_may_change(const struct refine_work *work, int x, int y)
{
    return refine_counts(work, x, y) && !(work->stays && work->stays[refine_pixel_at(work, x, y)]);
}

template <bool IS_LISTED>
static __device__ int refine_code_at(const struct refine_work *work, int x, int y)
{
    typedef typename refine_code<IS_LISTED>::type type;
    return ((const type *)work->codes)[refine_pixel_at(work, x, y)];
}

template <bool IS_LISTED>
static __device__ void refine_set_code_at(const struct refine_work *work, int x, int y, int code)
{
    typedef typename refine_code<IS_LISTED>::type type;
    ((type *)work->codes)[refine_pixel_at(work, x, y)] = (type)code;
}

/* The parts of a combination of levels. */
static __device__ int4 refine_color_of_levels(const struct refine_work *work,
                                              const int32_t level[3])
{
    int4 sum = make_int4(0, 0, 0, 0);
#pragma unroll
    for (int c = 0; c < 3; c++) {
        const int4 share = __ldg(&work->level_parts[c * ERRDIFF_MAX_LEVELS + level[c]]);
        sum = make_int4(sum.x + share.x, sum.y + share.y, sum.z + share.z, 0);
    }
    return make_int4(ERRDIFF_REFINE_ROUNDED_PART(sum.x), ERRDIFF_REFINE_ROUNDED_PART(sum.y),
                     ERRDIFF_REFINE_ROUNDED_PART(sum.z), 0);
}

/* The parts of a color. */
template <bool IS_LISTED>
static __device__ int4 refine_color_of(const struct refine_work *work, int code)
{
    if constexpr (IS_LISTED) {
        const int32_t *part = work->tables->colors[code].part;
        return make_int4(part[0], part[1], part[2], 0);
    } else {
        int32_t level[3];
        refine_levels_of(code, level);
        return refine_color_of_levels(work, level);
    }
}

static __device__ int4 refine_rough(int4 color)
{
    return make_int4(errdiff_refine_rough(color.x), errdiff_refine_rough(color.y),
                     errdiff_refine_rough(color.z), 0);
}

static __device__ int4 refine_minus(int4 a, int4 b)
{
    return make_int4(a.x - b.x, a.y - b.y, a.z - b.z, 0);
}

template <int PARTS> static __device__ void refine_unpack(int4 parts, int32_t part[PARTS])
{
    part[0] = parts.x;
    if (PARTS > 1) {
        part[PARTS > 1] = parts.y;
        part[PARTS - 1] = parts.z;
    }
}

/* D of a pixel. */
template <int PARTS, bool IS_LISTED>
static __device__ void refine_difference(const struct refine_work *work, int x, int y, int code,
                                         int32_t difference[PARTS])
{
    const char *row = (const char *)work->in.data + (ptrdiff_t)y * work->in.stride;
    refine_unpack<PARTS>(refine_color_of<IS_LISTED>(work, code), difference);
    int32_t value[3] = {0};
    errdiff_load_pixel(&work->rule, &work->in, row, x, value);
    for (int part = 0; part < PARTS; part++) {
        int32_t sum = 0;
        for (int c = 0; c < PARTS; c++)
            sum += work->share[part][c] * (work->value_scale * value[c]);
        difference[part] -= ERRDIFF_REFINE_ROUNDED_PART(sum);
    }
}

/* ---- The first codes and sums -------------------------------------------------------------- */

/* A thread block for each block, with a thread for each pixel. */
template <int PARTS, bool IS_LISTED>
static __global__ void refine_start(const struct refine_work work)
{
    __shared__ int32_t sum;
    const int column = (int)blockIdx.x % work.blocks_across;
    const int row = (int)blockIdx.x / work.blocks_across;
    const int x = column * REFINE_BLOCK + (int)threadIdx.x % REFINE_BLOCK;
    const int y = row * REFINE_BLOCK + (int)threadIdx.x / REFINE_BLOCK;
    int32_t difference[PARTS] = {0};
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    if (refine_counts(&work, x, y)) {
        const char *pixels = (const char *)work.out.data + (ptrdiff_t)y * work.out.stride;
        int code = errdiff_decisions_number(work.decisions, &work.rule, &work.out, pixels, x);
        if (!IS_LISTED) {
            int32_t level[3];
            errdiff_refine_split(work.level_count, 3, code, level);
            code = refine_code_of_levels(level);
        }
        refine_set_code_at<IS_LISTED>(&work, x, y, code);
        refine_difference<PARTS, IS_LISTED>(&work, x, y, code, difference);
    }
    atomicAdd(&sum, difference[0]);
    __syncthreads();
    if (threadIdx.x == 0)
        work.sums[blockIdx.x] = sum;
}

/* ---- After a pass, and after all of them --------------------------------------------------- */

/* Tiles are wanted in the next pass if they or tiles beside them have changed. */
static __global__ void refine_choose(const struct refine_work work)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)work.across * (size_t)work.down)
        return;
    const int column = (int)(i % (size_t)work.across), row = (int)(i / (size_t)work.across);
    bool is_wanted = false;
    for (int y = max(row - 1, 0); y <= min(row + 1, work.down - 1); y++)
        for (int x = max(column - 1, 0); x <= min(column + 1, work.across - 1); x++)
            is_wanted |= work.changed[(size_t)y * (size_t)work.across + (size_t)x] != 0;
    work.wanted[i] = is_wanted;
    if (is_wanted)
        *work.has_any = 1;
}

/* A thread for each pixel. */
template <bool IS_LISTED> static __global__ void refine_finish(const struct refine_work work)
{
    const size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)work.in.width * (size_t)work.in.height)
        return;
    const int x = (int)(i % (size_t)work.in.width), y = (int)(i / (size_t)work.in.width);
    if (!refine_counts(&work, x, y))
        return;
    const int code = refine_code_at<IS_LISTED>(&work, x, y);
    int32_t level[3] = {code};
    if (!IS_LISTED)
        refine_levels_of(code, level);
    else if (!work.rule.search)
        errdiff_refine_split(work.level_count, work.rule.channels, code, level);
    errdiff_store_pixel(&work.rule, &work.out,
                        (char *)work.out.data + (ptrdiff_t)y * work.out.stride, x, level);
}

#endif
