/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error diffusion of light to two levels with any taps, in raster order, for train_kernel.py. */
#include <stddef.h>
#include <stdlib.h>

enum { MARGIN = 16 };

/* Columns and rows from a pixel to one that gets weight / divisor of its error. */
struct tap {
    int dx, dy, weight;
};

/* Sets result[] to 0 or 1 for each of width × height amounts of light, 0..1. dx is −MARGIN..MARGIN,
 * and dy 0..MARGIN. Returns 0, or 1 if there is not enough memory. */
int diffuse(int width, int height, const float *light, int tap_count, const struct tap *taps,
            int divisor, float *result)
{
    const size_t stride = (size_t)width + 2 * MARGIN;
    float *sums = calloc(stride * (size_t)(height + MARGIN), sizeof *sums);
    if (!sums)
        return 1;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            size_t at = (size_t)y * (size_t)width + (size_t)x;
            float *sum = sums + (size_t)y * stride + (size_t)(x + MARGIN);
            float modified = light[at] + *sum / (float)divisor;
            result[at] = modified > 0.5f;
            for (int i = 0; i < tap_count; i++)
                sum[(ptrdiff_t)taps[i].dy * (ptrdiff_t)stride + taps[i].dx] +=
                    (modified - result[at]) * (float)taps[i].weight;
        }
    free(sums);
    return 0;
}
