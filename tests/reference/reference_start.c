/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The errors that come down into the first rows, as core/prepare/start.h describes them. */
#include "reference_start.h"

#include <math.h>

/* The sum of the weights that lead down by more than y rows; times their rows if `times_rows`. */
static int64_t weights_below(const struct reference_kernel *kernel, int y, int times_rows)
{
    const struct reference_tone *middle = &kernel->tones[127];
    int64_t sum = 0;

    if (kernel->by_tone)
        return y == 0 ? middle->below_left + middle->below : 0;
    for (int i = 0; i < kernel->tap_count; i++) {
        if (kernel->taps[i].dy > y)
            sum += kernel->taps[i].weight * (times_rows ? kernel->taps[i].dy : 1);
    }
    return sum;
}

static int64_t divisor_of(const struct reference_kernel *kernel)
{
    return kernel->by_tone ? 65536 : kernel->divisor;
}

/* A(y) · D */
static int64_t share_of_row(const struct reference_kernel *kernel, int y)
{
    int64_t sum = weights_below(kernel, y, 0);

    if (y > 0)
        return sum > 0 ? sum : 0;
    for (int row = 1; row < 64; row++) {
        int64_t lower = weights_below(kernel, row, 0);
        sum += lower < 0 ? lower : 0;
    }
    return sum;
}

int reference_start_has_row(const struct reference_kernel *kernel, int y)
{
    return share_of_row(kernel, 0) > 0 && share_of_row(kernel, y) > 0;
}

static uint32_t mixed(uint32_t bits)
{
    bits = (bits ^ bits >> 16) * 0x7FEB352Du;
    bits = (bits ^ bits >> 15) * 0x846CA68Bu;
    return bits ^ bits >> 16;
}

/* -65536..65536 */
static int64_t knot(int64_t number, int k)
{
    uint32_t hash = mixed(mixed(mixed(0) + (uint32_t)number) + (uint32_t)k);

    return (int64_t)((uint64_t)hash * 131073 >> 32) - 65536;
}

static int64_t n_of(int64_t r, int x)
{
    int k = 0;

    while (k < 8 && r * (INT64_C(1) << 2 * (k + 1)) <= 65536)
        k++;
    int64_t span = INT64_C(1) << k, number = x / span, into = x % span;
    double both = (double)(knot(number, k) * (span - into) + knot(number + 1, k) * into);
    return (int64_t)floor(both / (double)span);
}

static int64_t times(int64_t a, int64_t b)
{
    return (int64_t)floor((double)a * (double)b / 65536);
}

int64_t reference_start_amount(const struct reference_kernel *kernel, int64_t r, int64_t tone,
                               int64_t half_percents, int x, int y)
{
    int64_t D = divisor_of(kernel);
    int64_t depth = weights_below(kernel, 0, 1) * 65536 / D;
    int64_t share = share_of_row(kernel, y) * 65536 / D;
    int64_t root = (int64_t)floor(sqrt((double)(r * 65536)));
    int64_t slope, mean, grain = times(216269, root);

    if (kernel->by_tone)
        depth = share = 65536 - kernel->tones[tone].right;
    slope = 78643 - depth;

    mean = 26542 - times(slope > 0 ? slope : 0, root) - 29491 * half_percents / 200;
    mean = mean > 0 ? mean : 0;
    grain = grain < 16384 ? grain : 16384;
    return times(share, mean + times(grain, n_of(r, x)));
}
