/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "histogram.h"

#include "rule/image.h"
#include "rule/sample.h"

#include <math.h>
#include <stdlib.h>

static void count_row(const errdiff_image *picture, int y, int64_t *counts)
{
    const void *row = errdiff_row(picture, y, 0);
    const uint8_t *mask = errdiff_mask_row(picture, y);
    for (int x = 0; x < picture->width; x++)
        for (int c = 0; c < picture->channels && (!mask || mask[x] != 0); c++)
            counts[errdiff_load(row, picture->bits, (ptrdiff_t)x * picture->channels + c)]++;
}

bool errdiff_histogram_points(const errdiff_image *picture, double share, int32_t *black,
                              int32_t *white)
{
    int32_t max_value = (1 << picture->bits) - 1;
    int64_t *counts = calloc((size_t)max_value + 1, sizeof *counts);
    if (!counts)
        return false;
    for (int y = 0; y < picture->height; y++)
        count_row(picture, y, counts);

    int64_t all = 0;
    for (int32_t sample = 0; sample <= max_value; sample++)
        all += counts[sample];
    int64_t allowed = (int64_t)floor((double)all * share / 100);
    int32_t low = 0, high = max_value;
    for (int64_t below = counts[0]; low < max_value && below <= allowed; below += counts[low])
        low++;
    for (int64_t above = counts[max_value]; high > 0 && above <= allowed; above += counts[high])
        high--;
    free(counts);
    *black = low < high ? low : 0;
    *white = low < high ? high : max_value;
    return true;
}
