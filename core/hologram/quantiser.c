/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "quantiser.h"

#include "weights.h"

#include <math.h>
#include <stdlib.h>

/* e^{j2π · eighths/(8 · whole)}, mirrored from the first eighth of the circle, so that what lies
 * evenly on the circle lies evenly in floating point and ties are ties. */
static errdiff_complex on_circle(int64_t eighths, int64_t whole)
{
    static const double pi = 3.14159265358979323846;
    int64_t octant = eighths / whole, rest = eighths % whole;
    if (octant % 2 == 1)
        rest = whole - rest;
    double angle = pi / 4 * (double)rest / (double)whole;
    float long_side = (float)cos(angle), short_side = (float)sin(angle);
    if (rest == whole)
        short_side = long_side;
    float across = octant % 4 == 1 || octant % 4 == 2 ? short_side : long_side;
    float up = octant % 4 == 1 || octant % 4 == 2 ? long_side : short_side;
    return (errdiff_complex){.re = octant >= 2 && octant <= 5 ? -across : across,
                             .im = octant >= 4 ? -up : up};
}

static void fill_phases(errdiff_complex *values, errdiff_complex *turns, int levels)
{
    for (int64_t k = 0; k < levels; k++) {
        values[k] = on_circle(8 * k, levels);
        /* Half a level on is the line to the next; a quarter of the circle on, its normal. */
        turns[k] = on_circle((8 * k + 4 + 2 * (int64_t)levels) % (8 * (int64_t)levels), levels);
    }
}

static void fill_reals(errdiff_complex *values, int levels, bool is_binary)
{
    for (int k = 0; k < levels; k++) {
        double value = is_binary ? 1 - 2 * k : -1 + 2.0 * k / (levels - 1);
        values[k] = (errdiff_complex){.re = (float)value};
    }
}

bool errdiff_hologram_quantiser_make(struct errdiff_hologram_quantiser *quantiser,
                                     const errdiff_hologram_options *options)
{
    int levels = options->levels;
    errdiff_complex *values = malloc(2 * (size_t)levels * sizeof *values);
    *quantiser = (struct errdiff_hologram_quantiser){
        .levels = levels,
        .is_real = errdiff_hologram_is_real(options),
        .is_binary =
            errdiff_hologram_is_real(options) && options->output != ERRDIFF_HOLOGRAM_AMPLITUDE,
        .error_is_from_hologram = options->method == ERRDIFF_HOLOGRAM_PAPER,
        .values = values,
        .turns = values ? values + levels : NULL,
    };
    if (!values)
        return false;
    if (quantiser->is_real)
        fill_reals(values, levels, quantiser->is_binary);
    else
        fill_phases(values, values + levels, levels);
    return true;
}

void errdiff_hologram_quantiser_release(struct errdiff_hologram_quantiser *quantiser)
{
    free((void *)quantiser->values);
    *quantiser = (struct errdiff_hologram_quantiser){0};
}
