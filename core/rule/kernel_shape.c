/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes how far a kernel reaches and the sums of its weights, and recognizes known kernels. */
#include "kernel_shape.h"

#include "rounding.h"

#include <stdlib.h>

/* The taps of the known kernels, sorted as those of every kernel are: by dy, then by dx. */
static const struct {
    enum errdiff_known_kernel known;
    int divisor, tap_count;
    errdiff_tap taps[10];
} known_kernels[] = {
    {ERRDIFF_KERNEL_FLOYD_STEINBERG, 16, 4, {{1, 0, 7}, {-1, 1, 3}, {0, 1, 5}, {1, 1, 1}}},
    {ERRDIFF_KERNEL_SIERRA_LITE, 4, 3, {{1, 0, 2}, {-1, 1, 1}, {0, 1, 1}}},
    {ERRDIFF_KERNEL_ATKINSON,
     8,
     6,
     {{1, 0, 1}, {2, 0, 1}, {-1, 1, 1}, {0, 1, 1}, {1, 1, 1}, {0, 2, 1}}},
    {ERRDIFF_KERNEL_FAN, 16, 4, {{1, 0, 7}, {-2, 1, 1}, {-1, 1, 3}, {0, 1, 5}}},
    {ERRDIFF_KERNEL_SHIAU_FAN_2, 16, 5, {{1, 0, 8}, {-3, 1, 1}, {-2, 1, 1}, {-1, 1, 2}, {0, 1, 4}}},
    {ERRDIFF_KERNEL_SIERRA_3,
     32,
     10,
     {{1, 0, 5},
      {2, 0, 3},
      {-2, 1, 2},
      {-1, 1, 4},
      {0, 1, 5},
      {1, 1, 4},
      {2, 1, 2},
      {-1, 2, 2},
      {0, 2, 3},
      {1, 2, 2}}},
};

static bool has_taps(const errdiff_kernel *kernel, const errdiff_tap *taps, int count)
{
    if (kernel->tap_count != count)
        return false;
    for (int i = 0; i < count; i++)
        if (kernel->taps[i].dx != taps[i].dx || kernel->taps[i].dy != taps[i].dy ||
            kernel->taps[i].weight != taps[i].weight)
            return false;
    return true;
}

static void recognize(struct errdiff_kernel_shape *shape, const errdiff_kernel *kernel)
{
    if (kernel->tone_keys)
        return;
    for (size_t i = 0; i < sizeof known_kernels / sizeof *known_kernels; i++)
        if (has_taps(kernel, known_kernels[i].taps, known_kernels[i].tap_count)) {
            shape->known = known_kernels[i].known;
            shape->has_known_divisor = kernel->divisor == known_kernels[i].divisor;
        }
}

void errdiff_kernel_reduce(errdiff_kernel *kernel)
{
    int common = kernel->divisor;
    for (int i = 0; i < kernel->tap_count; i++)
        common = errdiff_common_divisor(common, abs(kernel->taps[i].weight));
    kernel->divisor /= common;
    for (int i = 0; i < kernel->tap_count; i++)
        kernel->taps[i].weight /= common;
}

static int max(int a, int b)
{
    return a > b ? a : b;
}

struct errdiff_kernel_shape errdiff_kernel_shape_of(const errdiff_kernel *kernel)
{
    struct errdiff_kernel_shape shape = {.slope = errdiff_kernel_slope(kernel)};
    recognize(&shape, kernel);
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        shape.reach_across = max(shape.reach_across, abs(tap->dx));
        shape.reach_up = max(shape.reach_up, tap->dy);
        shape.iteration_reach = max(shape.iteration_reach, tap->dx + shape.slope * tap->dy);
        shape.has_negative_weights |= tap->weight < 0;
        shape.weight_sum += tap->weight;
        shape.absolute_weight_sum += abs(tap->weight);
    }
    shape.is_adjacent = shape.reach_across <= 1 && shape.reach_up <= 1;
    return shape;
}
