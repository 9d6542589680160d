/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The refinement of a hologram (hologram/refine.c): what a pass does besides the Fourier
 * transforms, each with a thread for a pixel or a frequency.
 */
#ifndef ERRDIFF_HOLOGRAM_REFINE_CUH
#define ERRDIFF_HOLOGRAM_REFINE_CUH

#include "hologram/refined_pixel.h"
#include "hologram/transfer.h"
#include "hologram/window.h"

/* Everything is in device memory. */
struct refine_work {
    const errdiff_complex *hologram; /* `width` × `height`, like `shown` and `ahead` */
    errdiff_complex *shown;          /* modulus 1 */
    errdiff_complex *ahead;          /* `shown` with momentum, also of modulus 1 */
    int width, height;
    float scale;

    errdiff_complex *plane; /* transfer.width × transfer.height */
    int left, top;          /* where the hologram is in it */
    struct errdiff_rectangle window;
    struct errdiff_plane_transfer transfer;
    errdiff_complex *factors; /* (transfer.width / 2 + 1) × (transfer.height / 2 + 1) */
};

static __device__ int refine_x()
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

static __device__ int refine_y()
{
    return (int)(blockIdx.y * blockDim.y + threadIdx.y);
}

static __device__ size_t refine_place(int x, int y, int width)
{
    return (size_t)y * (size_t)width + (size_t)x;
}

/* Fills the table of factors. Negated frequencies have the same ones. */
static __global__ void refine_fill_factors(struct refine_work work)
{
    const int x = refine_x(), y = refine_y(), columns = work.transfer.width / 2 + 1;
    if (x < columns && y < work.transfer.height / 2 + 1)
        work.factors[refine_place(x, y, columns)] = errdiff_plane_factor(&work.transfer, x, y);
}

/* Fills the plane with what `ahead` lacks of the hologram, and zeros around it. */
static __global__ void refine_subtract(struct refine_work work)
{
    const int x = refine_x(), y = refine_y();
    if (x >= work.transfer.width || y >= work.transfer.height)
        return;
    errdiff_complex missing = {0, 0};
    const int column = x - work.left, row = y - work.top;
    if (column >= 0 && column < work.width && row >= 0 && row < work.height) {
        const size_t i = refine_place(column, row, work.width);
        missing = errdiff_refining_missing(work.hologram[i], work.scale, work.ahead[i]);
    }
    work.plane[refine_place(x, y, work.transfer.width)] = missing;
}

/* Multiplies the plane's frequencies by their factors or, on the way back, by the conjugates. */
static __global__ void refine_propagate(struct refine_work work, bool is_backward)
{
    const int x = refine_x(), y = refine_y();
    const int width = work.transfer.width, height = work.transfer.height;
    if (x >= width || y >= height)
        return;
    const int factor_x = x <= width / 2 ? x : width - x,
              factor_y = y <= height / 2 ? y : height - y;
    errdiff_complex factor = work.factors[refine_place(factor_x, factor_y, width / 2 + 1)];
    if (is_backward)
        factor.im = -factor.im;
    errdiff_complex_multiply_by(&work.plane[refine_place(x, y, width)], factor);
}

/* Sets everything outside the window to 0. */
static __global__ void refine_crop(struct refine_work work)
{
    const int x = refine_x(), y = refine_y();
    const struct errdiff_rectangle *window = &work.window;
    const bool is_inside = x >= window->x0 && x < window->x1 && y >= window->y0 && y < window->y1;
    const errdiff_complex none = {0, 0};
    if (x < work.transfer.width && y < work.transfer.height && !is_inside)
        work.plane[refine_place(x, y, work.transfer.width)] = none;
}

/* Adds what is in the plane now to what is shown. */
static __global__ void refine_take(struct refine_work work)
{
    const int x = refine_x(), y = refine_y();
    if (x >= work.width || y >= work.height)
        return;
    const size_t i = refine_place(x, y, work.width);
    errdiff_refining_take(
        &work.shown[i], &work.ahead[i],
        work.plane[refine_place(work.left + x, work.top + y, work.transfer.width)]);
}

#endif
