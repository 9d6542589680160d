/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A picture of the command, in memory. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "errdiff.h"
#include "pnm.h"

#include <stdbool.h>
#include <stdio.h>

/* PNM here is P1 to P6; P7 is PAM. */
enum picture_format { PICTURE_PNM, PICTURE_PAM, PICTURE_PNG };

struct png_source; /* what a PNG file said besides its pixels */

struct picture {
    FILE *file;                     /* where it comes from; NULL where it was made */
    const char *name;               /* the file's, for messages */
    errdiff_image image;            /* data and mask are the picture's own */
    const errdiff_palette *palette; /* of numbers in image; NULL: they are samples. The caller's */
    void *alpha; /* one sample of image.bits a pixel; NULL where the picture is opaque */
    enum picture_format format;    /* of the file */
    struct pnm_layout pnm;         /* unless it is from a PNG file */
    struct png_source *png_source; /* NULL but for a picture from a PNG file */
};

/* Frees data, mask and alpha. */
void picture_free_pixels(struct picture *picture);

/* The alpha channel as a picture of its own. */
errdiff_image picture_alpha(const struct picture *picture);

/* Turns a 16-bit alpha channel into one of 8 bits; only what is fully transparent stays so. */
void picture_narrow_alpha(struct picture *picture);

/* Makes image.mask anew from alpha, where there is one. */
void picture_update_mask(struct picture *picture);

/* Memory for the samples of image.width × image.height pixels of image.channels channels and
 * image.bits bits; sets data and stride. `name` is the file's. Returns 0, or an exit status after
 * the user has been told what is wrong. */
int picture_allocate(struct picture *picture, const char *name);

#endif
