/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Error collection as a plain program does it: the baseline of `errdiff bench`, and what the engines'
 * bytes are compared with there. It shares no code with the library.
 */
#ifndef CLI_NAIVE_LOOP_H
#define CLI_NAIVE_LOOP_H

#include "errdiff.h"

#include <stdbool.h>

/*
 * Dithers `in` into `out`, another picture, by a kernel of fixed weights: with `levels` levels in
 * every channel, 2..256, or, where palette is not NULL, with the nearest of its colours. `out` has
 * the size and bits of `in`; its channels are those of `in`, but 3 with a palette, unless both the
 * picture and the palette are gray. Masks are not looked at.
 *
 * FALSE, with `out` untouched, where memory is short.
 */
bool naive_loop(const errdiff_image *in, const errdiff_image *out, const errdiff_kernel *kernel,
                int levels, const errdiff_palette *palette);

#endif
