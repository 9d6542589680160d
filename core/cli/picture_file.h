/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures in files, whatever their format. */
#ifndef CLI_PICTURE_FILE_H
#define CLI_PICTURE_FILE_H

#include "output_file.h"
#include "picture.h"

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

/* After a picture was read: opens the next one in its file, where there is one, in its place. Only
 * PNM files hold several. */
int picture_open_next(struct picture *picture, bool *has_next);

/* Writes the picture to `output`, in the format that the ending of `path` says; in picture->format
 * for "-". */
int picture_write(const struct picture *picture, const struct output_file *output,
                  const char *path);

/* After `picture` was read and before `result` is written: whether its file holds no other one,
 * where `path` can only take one. */
int picture_check_single(const struct picture *picture, const struct picture *result,
                         const char *path);

/* Closes the file and frees all that the picture has. */
void picture_free(struct picture *picture);

#endif
