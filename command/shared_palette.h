/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One palette for several images. */
#ifndef CLI_SHARED_PALETTE_H
#define CLI_SHARED_PALETTE_H

#include "dither_arguments.h"
#include "memory_image.h"

/* Reads an opened image, and sets *sample to a sample, as errdiff_palette_sample takes it, of
 * what would be dithered of it, that is, after the changes of size, transparency and tone.
 * `image_count` images share the palette. Returns 0, or an exit status after an error message.
 * The caller frees sample->data in either case; it is NULL after a failure, and if the image has
 * no visible pixel. */
int shared_palette_sample(struct image *image, const struct arguments *arguments, int image_count,
                          errdiff_image *sample);

/* The same for the file arguments->in; if it contains several images, for the first one. */
int shared_palette_sample_file(const struct arguments *arguments, int image_count,
                               errdiff_image *sample);

/* Makes the palette that --colors and --lock ask for, from all samples, of which there may be none.
 * Returns 0, or an exit status after an error message. */
int shared_palette_make(const struct arguments *arguments, const errdiff_image *samples,
                        int sample_count, errdiff_palette *palette);

#endif
