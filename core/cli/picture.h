/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures in files, whatever their format. */
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

/* All of these return 0, or an exit status after they have told the user what is wrong. */

/* Opens the picture at `path`, which must outlive it, or standard input for "-", and finds out its
 * format and shape. Until it is read, image.channels of 2 and 4 count alpha. To be freed with
 * picture_free in any case. */
int picture_open(struct picture *picture, const char *path);

/* The same for a file that is open already, which the picture takes over; `name` is the one for
 * messages. */
int picture_open_stream(struct picture *picture, FILE *file, const char *name);

/* Reads all of an opened picture. Pixels with alpha 0 are left out by its mask. */
int picture_read(struct picture *picture);

/* Whether an opened picture can be read with picture_read_rows, a few rows at a time. */
bool picture_comes_in_rows(const struct picture *picture);

/* Reads the next rows, rows->height of them, from number `first_row`. */
int picture_read_rows(const struct picture *picture, const errdiff_image *rows, int first_row);

/* After a picture was read: opens the next one in its file, where there is one, in its place. Only PNM
 * files hold several. */
int picture_open_next(struct picture *picture, bool *has_next);

struct output_file;

/* Writes the picture to `output`, in the format that the ending of `path` says; in picture->format
 * for "-". */
int picture_write(const struct picture *picture, const struct output_file *output,
                  const char *path);

/* Whether picture_write will know a format for `path`, which must be PNG for palettes; to be asked
 * before long work. */
int picture_check_path(const char *path, bool needs_png);

/* The format that picture_write will use for `path`. */
enum picture_format picture_output_format(const struct picture *picture, const char *path);

/* Whether the format of `path` can hold a picture of this shape; to be asked before long work. */
int picture_check_shape(const struct picture *picture, const char *path);

/* After `picture` was read and before `result` is written: whether its file holds no other one, where
 * `path` can only take one. */
int picture_check_single(const struct picture *picture, const struct picture *result,
                         const char *path);

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
