/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One palette for several pictures. */
#ifndef CLI_SHARED_PALETTE_H
#define CLI_SHARED_PALETTE_H

#include "dither_arguments.h"

#include <stddef.h>
#include <stdint.h>

/* Some colors of a picture. */
struct color_sample {
    uint8_t (*colors)[3]; /* display values of red, green and blue; from malloc */
    size_t count;
};

/* Reads the picture arguments->in, and takes colors of what would be dithered of it, that is, after
 * the changes of size, transparency and tone: those of all pixels that are not fully transparent,
 * or, if there are more than max_count, of so many that are spread evenly. If a file contains
 * several pictures, those of the first one. Returns 0, or an exit status after an error message.
 * The caller frees sample->colors in either case. */
int color_sample_take(const struct arguments *arguments, size_t max_count,
                      struct color_sample *sample);

/* Makes the palette that --colors and --lock ask for, from all samples. Each picture has the
 * weight of its sample. Returns 0, or an exit status after an error message. */
int shared_palette_make(const struct arguments *arguments, const struct color_sample *samples,
                        int sample_count, errdiff_palette *palette);

#endif
