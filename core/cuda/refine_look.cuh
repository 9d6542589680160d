/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds what an eye sees of the differences in tiles, for the search after the dithering. */
#ifndef ERRDIFF_REFINE_LOOK_CUH
#define ERRDIFF_REFINE_LOOK_CUH

#include "refine_work.cuh"

/* A thread finds half a row of one part. REACH is at least that of the eye. */
template <int REACH> struct refine_look_shape {
    enum {
        SIDE = REFINE_NEAR + 2 * REACH,
        STRIDE = SIDE + (SIDE + 2) % 4, /* so that 16 rows begin in different pairs of banks */
        HALF = REFINE_NEAR / 2,
        WINDOW = HALF + 2 * REACH
    };
};

template <int PARTS> static constexpr int refine_look_threads()
{
    return (PARTS * REFINE_NEAR * 2 + REFINE_LANES - 1) / REFINE_LANES * REFINE_LANES;
}

template <int PARTS, int REACH> static constexpr size_t refine_look_bytes()
{
    typedef refine_look_shape<REACH> shape;
    return PARTS * ((size_t)shape::SIDE * shape::STRIDE + REFINE_WEIGHTS) * sizeof(int32_t);
}

/* Rows, and then columns, at equal distances have equal weights. */
template <int REACH>
static __device__ void refine_look_along(const int32_t *differences, const int32_t *weights,
                                         int reach, int32_t errors[REFINE_NEAR / 2])
{
    typedef refine_look_shape<REACH> shape;
    for (int i = 0; i < shape::HALF; i++)
        errors[i] = 0;
    for (int v = 0; v <= reach; v++) {
        const int32_t *above = differences - v * shape::STRIDE;
        const int32_t *below = differences + v * shape::STRIDE;
        const int32_t *weight = weights + v * (ERRDIFF_EYE_REACH + 1);
        int32_t both[shape::WINDOW];
#pragma unroll
        for (int i = 0; i < shape::WINDOW; i++)
            both[i] = above[i] + (v > 0 ? below[i] : 0);
#pragma unroll
        for (int u = 0; u <= REACH; u++) {
            const int32_t of_pair = weight[u];
#pragma unroll
            for (int i = 0; i < shape::HALF; i++)
                errors[i] += of_pair *
                             (u == 0 ? both[REACH + i] : both[REACH + i - u] + both[REACH + i + u]);
        }
    }
}

template <int PARTS, bool IS_LISTED, int REACH>
static __global__ void __launch_bounds__(refine_look_threads<PARTS>())
    refine_look(const struct refine_work work)
{
    typedef refine_look_shape<REACH> shape;
    enum { PLANE = shape::SIDE * shape::STRIDE, AREA = REFINE_NEAR * REFINE_NEAR };
    extern __shared__ int32_t memory[];
    int32_t *const weights = memory + PARTS * PLANE;
    const int2 tile = refine_tile_of(&work);
    const int thread = (int)threadIdx.x, count = (int)blockDim.x;
    if (!work.wanted[(size_t)tile.y * (size_t)work.across + (size_t)tile.x])
        return;
    for (int i = thread; i < PARTS * REFINE_WEIGHTS; i += count)
        weights[i] = work.weights[i];
    for (int i = thread; i < shape::SIDE * shape::SIDE; i += count) {
        const int column = i % shape::SIDE, row = i / shape::SIDE;
        const int x = tile.x * REFINE_TILE - 1 - REACH + column;
        const int y = tile.y * REFINE_TILE - 1 - REACH + row;
        int32_t difference[PARTS] = {0};
        if (refine_counts(&work, x, y))
            refine_difference<PARTS, IS_LISTED>(&work, x, y, refine_code_at<IS_LISTED>(&work, x, y),
                                                difference);
        for (int part = 0; part < PARTS; part++)
            memory[part * PLANE + row * shape::STRIDE + column] = difference[part];
    }
    __syncthreads();
    const int part = thread / (2 * REFINE_NEAR), row = thread % (2 * REFINE_NEAR) / 2;
    const int first = thread % 2 * shape::HALF;
    int32_t errors[shape::HALF];
    if (part < PARTS)
        refine_look_along<REACH>(memory + part * PLANE + (REACH + row) * shape::STRIDE + first,
                                 weights + part * REFINE_WEIGHTS, work.reach, errors);
    __syncthreads();
    if (part < PARTS)
        for (int i = 0; i < shape::HALF; i++)
            memory[part * AREA + row * REFINE_NEAR + first + i] = errors[i];
    __syncthreads();
    int32_t *const to = work.errors + (size_t)blockIdx.x * PARTS * AREA;
    for (int i = thread; i < PARTS * AREA; i += count)
        to[i] = memory[i];
}

#endif
