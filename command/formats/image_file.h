/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes picture files of all formats. */
#ifndef CLI_PICTURE_FILE_H
#define CLI_PICTURE_FILE_H

#include "output_file.h"
#include "memory_image.h"

/* The functions that return an int return 0, or an exit status after an error message. */

/* Opens the picture at `path`, which must outlive it, or standard input for "-", and finds its
 * format, by its first byte, and its shape. Most formats are decoded here, as a whole, turned
 * upright and converted to sRGB. Until the picture is read, image.channels of 2 and 4
 * include alpha. Free it with picture_free in either case. */
int picture_open(struct picture *picture, const char *path);

/* Like picture_open, for a file that is already open and that picture_free will close. `name` is
 * used in messages. */
int picture_open_stream(struct picture *picture, FILE *file, const char *name);

/* Reads all of an opened picture. Its mask is 0 for pixels with alpha 0. */
int picture_read(struct picture *picture);

/* Whether an opened picture can be read with picture_read_rows, a few rows at a time. */
bool picture_comes_in_rows(const struct picture *picture);

/*
 * The colors of files that are decoded as a whole are sRGB when they have been opened. Those of
 * other files with another color profile are as they are stored; picture_needs_conversion says
 * that, and after picture_read picture_convert converts them to sRGB. Returns 0, or an exit status
 * after an error message.
 */
bool picture_needs_conversion(const struct picture *picture);
int picture_convert(struct picture *picture);

/* The resolution that the file of an opened picture says it has, in pixels per inch from left to
 * right; 0: it says none. */
double picture_dpi(const struct picture *picture);

/* Reads the next rows->height rows, the first of which is row `first_row` of the picture. */
int picture_read_rows(const struct picture *picture, const errdiff_image *rows, int first_row);

/* After a picture was read, opens the next one of its file in *picture if *has_next becomes TRUE.
 * Only PNM files and animations can contain several pictures. */
int picture_open_next(struct picture *picture, bool *has_next);

/* Opens the first frame of an animation again. */
int picture_open_again(struct picture *picture);

/* Writes the picture to `output`, in the format of the extension of `path`, or in picture->format
 * for "-". */
int picture_write(const struct picture *picture, const struct output_file *output,
                  const char *path);

/* Call this after `picture` was read and before `result` is written. It is an error if the file of
 * `picture` contains another picture while `path` has a format for a single picture. */
int picture_check_single(const struct picture *picture, const struct picture *result,
                         const char *path);

/* Closes the file and frees everything that belongs to the picture. */
void picture_free(struct picture *picture);

#endif
