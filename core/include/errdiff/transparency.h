/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alpha channels. */
#ifndef ERRDIFF_TRANSPARENCY_H
#define ERRDIFF_TRANSPARENCY_H

#include "dither.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is done with an alpha channel. */
typedef enum errdiff_alpha {
    ERRDIFF_ALPHA_KEEP,      /* nothing */
    ERRDIFF_ALPHA_THRESHOLD, /* pixels of half opacity or more become opaque, others transparent */
    ERRDIFF_ALPHA_DITHER     /* error diffusion to the two levels opaque and fully transparent */
} errdiff_alpha;

/*
 * Makes each pixel of an alpha channel, an image of one channel, opaque or fully transparent, in
 * place, where its mask is not 0. Fully transparent pixels stay so; they receive no error and pass
 * none on. Of `options`, which are meant for the colors, only kernel, strength, noise, seed, start,
 * serpentine, engine, threads and progress are used. A mask for the colors should be made from the
 * result, so call this first. Returns and reports as errdiff_dither does.
 */
ERRDIFF_API errdiff_status errdiff_alpha_reduce(const errdiff_image *alpha, errdiff_alpha how,
                                                const errdiff_options *options,
                                                errdiff_report *report);

#ifdef __cplusplus
}
#endif

#endif
