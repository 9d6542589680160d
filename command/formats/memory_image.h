/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of the command, in memory. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "errdiff.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct device;
struct picture_format;

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

struct picture {
    FILE *file;                     /* from which it is read; NULL if the command made it */
    const char *name;               /* of the file, for messages */
    errdiff_image image;            /* data and mask are the picture's own */
    const errdiff_palette *palette; /* NULL: the image has samples. Otherwise it has numbers of the
                                     * colors of this palette, which belongs to the caller */
    const errdiff_palette *few;     /* the colors of its samples, if these are all that pixels can
                                     * have, and may be stored as numbers; it belongs to the caller.
                                     * NULL: not known */
    int significant_bits;           /* of samples of 16 bits that have fewer, such as 10 or 12 that
                                     * are spread over them; 0: as many as the file says */
    void *alpha;                    /* one sample of image.bits for each pixel; NULL: opaque */
    uint64_t held;                  /* bytes of other memory that is held meanwhile: the file's, a
                                     * decoder's, those of an older picture */
    const struct picture_format *format; /* of the file */
    bool is_interlaced;                  /* all rows must be read at once */
    bool is_srgb;                        /* or counts as sRGB, whatever the file says */
    struct resolution resolution;        /* not of a PNG, whose pHYs chunk is copied */
    struct pnm_layout pnm;               /* only for a picture from a PNM or PAM file */
    struct png_source *png_source;       /* only for a picture from a PNG file, else NULL */
    const struct device *device; /* for which it is written instead of to a picture file; NULL: for
                                  * none */
    struct animation *animation; /* of which it is a frame; NULL: of none */
};

/* Frees data, mask and alpha. */
void picture_free_pixels(struct picture *picture);

/* The bytes of data, mask and alpha, as far as they are allocated. */
uint64_t picture_memory(const struct picture *picture);

/* The alpha channel as a picture of one channel. Its data belong to the picture. */
errdiff_image picture_alpha(const struct picture *picture);

/* Converts a 16-bit alpha channel to 8 bits. Only fully transparent pixels become 0. */
void picture_narrow_alpha(struct picture *picture);

/* Makes image.mask again from alpha, if there is an alpha channel. */
void picture_update_mask(struct picture *picture);

/* Allocates memory for the samples of image.width × image.height pixels with image.channels
 * channels of image.bits bits, and sets data and stride. `name` is the name of the file. Returns 0,
 * or an exit status after an error message, also if this and picture->held are more than
 * --max-memory allows. With an even number of channels that counts the alpha channel and the mask,
 * too, which the picture will get. */
int picture_allocate(struct picture *picture, const char *name);

/* Allocates memory for the alpha channel and the mask of a picture. Returns 0, or an exit status
 * after an error message. */
int picture_allocate_alpha(struct picture *picture);

/* Makes *resized a picture that is like `picture` but of another size, with memory for pixels and,
 * if `picture` has them, for alpha and mask. `beside` are the bytes that are needed meanwhile
 * besides both pictures. Returns 0, or an exit status after an error message; *resized then has no
 * memory. */
int picture_allocate_resized(struct picture *resized, const struct picture *picture, int width,
                             int height, uint64_t beside);

#endif
