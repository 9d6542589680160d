/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures in files, whatever their format. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "errdiff.h"

#include <stdbool.h>
#include <stdio.h>

enum picture_format { PICTURE_PNM, PICTURE_PNG };

struct png_source; /* what a PNG file said besides its pixels */

struct picture {
    FILE *file;                     /* where it comes from; NULL once it is closed */
    const char *name;               /* the file's, for messages */
    errdiff_image image;            /* data and mask are the picture's own */
    const errdiff_palette *palette; /* of numbers in image; NULL: they are samples. The caller's */
    void *alpha; /* one sample of image.bits a pixel; NULL where the picture is opaque */
    enum picture_format format;
    struct png_source *png_source; /* NULL but for a picture from a PNG file */
};

/* All of these return 0, or an exit status after they have told the user what is wrong. */

/* Opens the picture at `path`, which must outlive it, or standard input for "-", and finds out its
 * format; of a PNM its shape, too. To be freed with picture_free in any case. */
int picture_open(struct picture *picture, const char *path);

/* The same for a file that is open already, which the picture takes over; `name` is the one for
 * messages. */
int picture_open_stream(struct picture *picture, FILE *file, const char *name);

/* Reads an opened picture. Pixels with alpha 0 are left out by its mask. */
int picture_read(struct picture *picture);

struct output_file;

/* Writes the picture to `output`, in the format that the ending of `path` says; in picture->format
 * for "-". */
int picture_write(const struct picture *picture, const struct output_file *output,
                  const char *path);

/* Whether picture_write will know a format for `path`, which must be PNG for palettes; to be asked
 * before long work. */
int picture_check_path(const char *path, bool needs_png);

/* Whether picture_write will make a PNG of it. */
bool picture_is_written_as_png(const struct picture *picture, const char *path);

/* Whether the format of `path` can hold a picture of this shape; to be asked before long work. */
int picture_check_shape(const struct picture *picture, const char *path);

void picture_free(struct picture *picture);

/* The alpha channel as a picture of its own. */
errdiff_image picture_alpha(const struct picture *picture);

/* Turns a 16-bit alpha channel into one of 8 bits; only what is fully transparent stays so. */
void picture_narrow_alpha(struct picture *picture);

/* Makes image.mask anew from alpha, where there is one. */
void picture_update_mask(struct picture *picture);

/* Memory for the samples of image.width × image.height pixels of image.channels channels and
 * image.bits bits; sets data and stride. `name` is the file's. */
int picture_allocate(struct picture *picture, const char *name);

#endif
