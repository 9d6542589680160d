/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An image of the command, in memory. */
#ifndef CLI_MEMORY_IMAGE_H
#define CLI_MEMORY_IMAGE_H

#include "errdiff.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct device;
struct image_format;

/* Pixels per meter; 0: unknown. */
struct resolution {
    uint32_t x, y;
};

/* How the samples of a PNM or PAM are stored in its file. */
struct pnm_layout {
    char kind;  /* '1' to '7', the second character of the file */
    int maxval; /* the sample that stands for white, 1 to 65535; 1 for P1 and P4 */
};

struct animation;
struct png_source; /* the chunks of a PNG file besides its pixels */

struct image {
    FILE *file;                     /* from which it is read; NULL if the command made it */
    const char *name;               /* of the file, for messages */
    errdiff_image pixels;           /* data and mask are the image's own */
    const errdiff_palette *palette; /* NULL: the image has samples. Otherwise it has numbers of the
                                     * colors of this palette, which belongs to the caller */
    const errdiff_palette *few;     /* the colors of its samples, if these are all that pixels can
                                     * have, and may be stored as numbers; it belongs to the caller.
                                     * NULL: not known */
    int significant_bits;           /* of samples of 16 bits that have fewer, such as 10 or 12 that
                                     * are spread over them; 0: as many as the file says */
    void *alpha;                    /* one sample of pixels.bits for each pixel; NULL: opaque */
    uint64_t held;                  /* bytes of other memory that is held meanwhile: the file's, a
                                     * decoder's, those of an older image */
    const struct image_format *format; /* of the file */
    bool is_interlaced;                /* all rows must be read at once */
    bool is_srgb;                      /* or counts as sRGB, whatever the file says */
    struct resolution resolution;      /* of a PNG only if its unit is the meter */
    struct pnm_layout pnm;             /* only for an image from a PNM or PAM file */
    struct png_source *png_source;     /* only for an image from a PNG file, else NULL */
    const struct device *device; /* for which it is written instead of to an image file; NULL: for
                                  * none */
    struct animation *animation; /* of which it is a frame; NULL: of none */
};

/* Frees data, mask and alpha. */
void image_free_pixels(struct image *image);

/* The bytes of data, mask and alpha, as far as they are allocated. */
uint64_t image_memory(const struct image *image);

/* The alpha channel as an image of one channel. Its data belong to the image. */
errdiff_image image_alpha(const struct image *image);

/* Converts a 16-bit alpha channel to 8 bits. Only fully transparent pixels become 0. */
void image_narrow_alpha(struct image *image);

/* Makes pixels.mask again from alpha, if there is an alpha channel. */
void image_update_mask(struct image *image);

/* Allocates memory for the samples of pixels.width × pixels.height pixels with pixels.channels
 * channels of pixels.bits bits, and sets data and stride. `name` is the name of the file. Returns
 * 0, or an exit status after an error message, also if this and image->held are more than
 * --max-memory allows. With an even number of channels that counts the alpha channel and the mask,
 * too, which the image will get. */
int image_allocate(struct image *image, const char *name);

/* Allocates memory for the alpha channel and the mask of an image. Returns 0, or an exit status
 * after an error message. */
int image_allocate_alpha(struct image *image);

/* Makes *resized an image that is like `image` but of another size, with memory for pixels and,
 * if `image` has them, for alpha and mask. `beside` are the bytes that are needed meanwhile
 * besides both images. Returns 0, or an exit status after an error message; *resized then has no
 * memory. */
int image_allocate_resized(struct image *resized, const struct image *image, int width, int height,
                           uint64_t beside);

#endif
