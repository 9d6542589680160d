/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of error diffusion as it was first published, for tests of one option at a time. */
#ifndef PLAIN_OPTIONS_H
#define PLAIN_OPTIONS_H

#include "errdiff.h"

/* Floyd and Steinberg's kernel in raster order, two levels, display values, colors
 * compared by RGB values. */
static inline void plain_options_init(errdiff_options *options)
{
    errdiff_options_init(options);
    options->kernel = "floyd-steinberg";
    options->levels[0] = options->levels[1] = options->levels[2] = 2;
    options->serpentine = 0;
    options->start = ERRDIFF_START_PLAIN;
    options->linear = 0;
    options->match = ERRDIFF_MATCH_RGB;
}

#endif
