/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What happens to an image between reading and dithering, and between dithering and writing. */
#ifndef CLI_IMAGE_STAGES_H
#define CLI_IMAGE_STAGES_H

#include "dither_arguments.h"
#include "memory_image.h"

/* The dots that an image is made of after it was dithered. */
struct dots {
    int side;          /* of a dot, in pixels */
    int width, height; /* of the result, in pixels; the last dots may be cut */
    void *alpha;       /* the alpha channel of the result, from malloc; NULL: that of the dots */
    int alpha_bits;    /* of its samples */
};

/* Whether the arguments ask for anything but the size that images have. */
bool resize_is_needed(const struct arguments *arguments);

/* Whether the image's colors are needed in sRGB: palettes are sRGB, and so are the weights that
 * make colors gray. Levels are values of the image's own channels. */
bool needs_srgb(const struct image *image, const struct arguments *arguments);

/* Turns an image that was read into the one that is dithered: converts it to sRGB for a palette,
 * gives it its size, or a pixel for each dot, and makes partly transparent pixels opaque or
 * transparent. Sets *dots, whose alpha the caller frees in either case. Returns 0, or an exit
 * status after an error message. */
int image_make_ready(struct image *image, const struct arguments *arguments, struct dots *dots);

/* The colors of a result. */
struct result_colors {
    errdiff_palette written; /* those of the palette, as they are written */
    errdiff_palette few;     /* all that its pixels can have, of a palette or of levels */
};

/* Sets up the result for an image or a piece of one. It uses the image's own memory if it has
 * the same shape, else new memory. With a palette colors->written gets the colors that are written.
 * result->palette and result->few may point into *colors. Returns 0, or an exit status after an
 * error message. */
int result_prepare(struct image *result, const struct image *image,
                   const struct arguments *arguments, const errdiff_options *options,
                   struct result_colors *colors);

/* Makes a square of pixels of each pixel of a dithered image. Its colors (or numbers of
 * colors), alpha and mask become new memory, which the caller frees with image_free_pixels; the
 * old memory is not freed. dots->alpha becomes NULL. Returns 0, or an exit status after an error
 * message; nothing is then allocated. */
int image_enlarge_dots(struct image *image, struct dots *dots);

#endif
