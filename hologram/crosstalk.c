/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Smooths the phases of a display whose pixels affect each other. */
#include "crosstalk.h"

#include <math.h>
#include <stddef.h>

static const double turn = 6.28318530717958648;

/* Samples of the Gaussian, relative to the one in the middle, that are smaller are left out. */
static const double least_sample = 1e-4;

struct errdiff_crosstalk errdiff_crosstalk_of(double sigma)
{
    double reach = sigma * sqrt(-2 * log(least_sample)), sum = 0;
    struct errdiff_crosstalk crosstalk = {.reach =
                                              (int)fmin(fmax(reach, 1), ERRDIFF_CROSSTALK_REACH)};
    for (int d = -crosstalk.reach; d <= crosstalk.reach; d++)
        sum += exp(-0.5 * d * d / (sigma * sigma));
    for (int d = -crosstalk.reach; d <= crosstalk.reach; d++)
        crosstalk.samples[d + crosstalk.reach] = (float)(exp(-0.5 * d * d / (sigma * sigma)) / sum);
    return crosstalk;
}

float errdiff_crosstalk_share(const struct errdiff_crosstalk *crosstalk, int at, int from, int side)
{
    int reach = crosstalk->reach, first = from - at, last = first;
    float share = 0;
    if (first < -reach || first > reach)
        return 0;
    if (from == 0)
        first = -reach;
    if (from == side - 1)
        last = reach;
    for (int d = first; d <= last; d++)
        share += crosstalk->samples[d + reach];
    return share;
}

float errdiff_crosstalk_phase(errdiff_complex value)
{
    double angle = atan2((double)value.im, (double)value.re);
    /* The phase 0 may have been rounded to one a little below it. */
    return (float)(angle < -1e-5 ? angle + turn : fmax(angle, 0));
}

static int clamp(int at, int side)
{
    return at < 0 ? 0 : at < side ? at : side - 1;
}

/* Along rows from real to imaginary parts, then along columns back. */
void errdiff_crosstalk_apply(const struct errdiff_crosstalk *crosstalk, errdiff_field *phases)
{
    int width = phases->width, height = phases->height, reach = crosstalk->reach;
    const float *samples = crosstalk->samples + reach;
    for (int y = 0; y < height; y++) {
        errdiff_complex *row = phases->values + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int d = -reach; d <= reach; d++)
                sum += samples[d] * row[clamp(x + d, width)].re;
            row[x].im = sum;
        }
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float sum = 0;
            for (int d = -reach; d <= reach; d++)
                sum += samples[d] *
                       phases->values[(size_t)clamp(y + d, height) * (size_t)width + (size_t)x].im;
            phases->values[(size_t)y * (size_t)width + (size_t)x].re = sum;
        }
}
