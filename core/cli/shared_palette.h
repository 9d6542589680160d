/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One palette for several pictures. */
#ifndef CLI_SHARED_PALETTE_H
#define CLI_SHARED_PALETTE_H

#include "dither_arguments.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Some colours of a picture. */
struct colour_sample {
    uint8_t (*colours)[3]; /* display values of red, green and blue; from malloc */
    size_t count;
    bool is_gray; /* the picture has one channel */
};

/* The number of colours to take from each of `picture_count` pictures. */
size_t colour_sample_size(int picture_count);

/* Reads the picture at `path` and takes the colours of its pixels that are not fully transparent:
 * of all pixels, or of `max_count` that are spread evenly. If a file contains several pictures,
 * those of the first one. Returns 0, or an exit status after an error message. The caller frees
 * sample->colours in either case. */
int colour_sample_take(const char *path, size_t max_count, struct colour_sample *sample);

/* Makes the palette that --colours and --lock ask for, from all samples. Each picture has the
 * weight of its sample. Returns 0, or an exit status after an error message. */
int shared_palette_make(const struct arguments *arguments, const struct colour_sample *samples,
                        int sample_count, errdiff_palette *palette);

#endif
