/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes made from images. */
#ifndef ERRDIFF_MADE_PALETTES_H
#define ERRDIFF_MADE_PALETTES_H

#include "dither_options.h"
#include "images.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From so many passes of a search on, options->refine, a palette is made for what the search makes
 * of it, for a viewer as options->viewing says. */
#define ERRDIFF_PALETTE_PASSES 5

/*
 * Makes a palette of at most `count` colors for an image, from the pixels whose mask is not 0. If
 * these pixels have at most `count` different colors, the palette is exactly their colors. If there
 * are no such pixels, so that nothing is dithered, it is black and white.
 *
 * Otherwise libimagequant finds colors for an image that is reduced to 2^18 pixels, which is then
 * dithered with them in linear light. The colors are fitted by least squares to what an eye sees of
 * the result, and again, in five rounds, of whose palettes the best one is taken. After the first
 * round up to two colors of a palette of 16 or more move to where few colors are far apart. That
 * mixtures of dots decide is from Puzicha, Held, Ketterer, Buhmann and Fellner 1998, and Kolpatzik
 * and Bouman 1995. With ERRDIFF_PALETTE_PASSES passes of a search or more (options->refine) a
 * search of two passes follows the dithering in each round. The palette does not depend on the
 * number of threads.
 *
 * count    2..ERRDIFF_MAX_COLORS, and not below the number of colors in `locked`
 * locked   colors that the palette must have; they come first, unchanged. If it has sent colors,
 *          the others are sent as they are. May be NULL
 * options  the palette suits the image after the changes of tone that these ask for, from
 *          `gray` to `invert`, and the search; it is made in at most `threads` threads, and
 *          `progress` is called while it is made. All others have no effect. NULL: the defaults
 * palette  set on success only
 *
 * Returns ERRDIFF_OK, or with the reason in *message (which may be NULL): ERRDIFF_BAD_ARGUMENT;
 * ERRDIFF_CANNOT_RUN if libimagequant fails or if the library was built without it;
 * ERRDIFF_CANCELLED; ERRDIFF_NO_MEMORY. If libimagequant uses OpenMP, libgomp ends the process if
 * it cannot allocate the 2 KB that a parallel region needs.
 */
ERRDIFF_API errdiff_status errdiff_palette_make(const errdiff_image *image, int count,
                                                const errdiff_palette *locked,
                                                const errdiff_options *options,
                                                errdiff_palette *palette, errdiff_message *message);

/*
 * Takes a sample of an image, for a palette that is made for `image_count` images, 1 or more:
 * the image after the changes of tone, reduced to an equal share of 2^18 pixels, but at least
 * 2^10. An image of at most 256 colors keeps them: its sample has an equal share of 2^24 of its
 * pixels.
 *
 * options  as for errdiff_palette_make; progress is not called
 * sample   set to an image of 3 channels of 8 bits, with a mask if `image` has one. The caller
 *          frees sample->data with free(), and with it the mask. sample->data is NULL after a
 *          failure, and if all pixels of the image are masked
 *
 * Returns ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT or ERRDIFF_NO_MEMORY, with the reason in *message (which
 * may be NULL).
 */
ERRDIFF_API errdiff_status errdiff_palette_sample(const errdiff_image *image,
                                                  const errdiff_options *options, int image_count,
                                                  errdiff_image *sample, errdiff_message *message);

/* Makes a palette for several images from their samples, `sample_count`, 1 or more. Each image
 * has the weight of its sample. Of the options only the search, threads and progress have an
 * effect. The rest, and what is returned, is as for errdiff_palette_make. */
ERRDIFF_API errdiff_status errdiff_palette_make_shared(
    const errdiff_image *samples, int sample_count, int count, const errdiff_palette *locked,
    const errdiff_options *options, errdiff_palette *palette, errdiff_message *message);

/*
 * Sets *palette to the colors of an image, in the order in which they come first in its rows.
 * Samples of 16 bits are rounded to 8, and masked pixels have no color.
 *
 * Returns ERRDIFF_OK; or ERRDIFF_BAD_ARGUMENT, with the reason in *message (which may be NULL), if
 * the image has no colors or more than ERRDIFF_MAX_COLORS; *palette is then unchanged.
 */
ERRDIFF_API errdiff_status errdiff_palette_of_image(const errdiff_image *image,
                                                    errdiff_palette *palette,
                                                    errdiff_message *message);

#ifdef __cplusplus
}
#endif

#endif
