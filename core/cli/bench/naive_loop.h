/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The baseline of `errdiff bench`: error diffusion as an ordinary program does it, in one loop
 * that collects errors. The results of the engines are compared with its result, so it shares no
 * code with the library. In reports it is called the plain loop.
 */
#ifndef CLI_NAIVE_LOOP_H
#define CLI_NAIVE_LOOP_H

#include "errdiff.h"

#include <stdbool.h>

/*
 * Dithers `in` into `out`, which is different memory, with a kernel of fixed weights: to `levels`
 * levels per channel, 2..256, or, if palette is not NULL, to the nearest of its colors. `out`
 * has the size and bits of `in`. It also has the channels of `in`; with a palette it has 3,
 * unless both the picture and the palette are gray. Masks are ignored.
 *
 * Returns FALSE, with `out` unchanged, if there is not enough memory.
 */
bool naive_loop(const errdiff_image *in, const errdiff_image *out, const errdiff_kernel *kernel,
                int levels, const errdiff_palette *palette);

#endif
