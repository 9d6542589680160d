/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the tables that turn colors into the grays of their luminance. */
#include "gray.h"

#include <math.h>
#include <stdlib.h>

static const double full_light = 1 << ERRDIFF_GRAY_LIGHT_BITS;

bool errdiff_gray_make(struct errdiff_gray *gray, int bits)
{
    int32_t max_value = (1 << errdiff_integer_bits(bits)) - 1;
    gray->light = malloc(((size_t)max_value + 1) * sizeof *gray->light);
    gray->thresholds = malloc((size_t)max_value * sizeof *gray->thresholds);
    if (!gray->light || !gray->thresholds)
        return false;
    for (int32_t i = 0; i <= max_value; i++)
        gray->light[i] =
            (uint32_t)floor(full_light * errdiff_srgb_to_linear((double)i / max_value) + 0.5);
    for (int32_t i = 0; i < max_value; i++)
        gray->thresholds[i] =
            (uint64_t)ceil(65536 * full_light * errdiff_srgb_to_linear((i + 0.5) / max_value));
    int32_t passed = 0;
    for (uint64_t bucket = 0; bucket < ERRDIFF_GRAY_BUCKETS + 2; bucket++) {
        uint64_t begin = bucket << ERRDIFF_GRAY_BUCKET_SHIFT;
        while (passed < max_value && gray->thresholds[passed] <= begin)
            passed++;
        gray->starts[bucket] = (uint16_t)passed;
    }
    return true;
}

void errdiff_gray_release(struct errdiff_gray *gray)
{
    free(gray->light);
    free(gray->thresholds);
}
