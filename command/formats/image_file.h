/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes image files of all formats. */
#ifndef CLI_IMAGE_FILE_H
#define CLI_IMAGE_FILE_H

#include "memory_image.h"
#include "output_file.h"

/* The functions that return an int return 0, or an exit status after an error message. */

/* Opens the image at `path`, which must outlive it, or standard input for "-", and finds its
 * format, by its first byte, and its shape. Most formats are decoded here, as a whole, turned
 * upright and converted to sRGB. Until the image is read, pixels.channels of 2 and 4
 * include alpha. Free it with image_free in either case. */
int image_open(struct image *image, const char *path);

/* Like image_open, for a file that is already open and that image_free will close. `name` is
 * used in messages. */
int image_open_stream(struct image *image, FILE *file, const char *name);

/* Reads all of an opened image, and turns it upright if that was not done before, which changes its
 * shape. Its mask is 0 for pixels with alpha 0. */
int image_read(struct image *image);

/* Whether an opened image can be read with image_read_rows, a few rows at a time. */
bool image_comes_in_rows(const struct image *image);

/*
 * The colors of files that are decoded as a whole are sRGB when they have been opened. Those of
 * other files with another color profile are as they are stored; image_needs_conversion says
 * that, and after image_read image_convert converts them to sRGB. Returns 0, or an exit status
 * after an error message.
 */
bool image_needs_conversion(const struct image *image);
int image_convert(struct image *image);

/* The resolution that the file of an opened image says it has, in pixels per inch from left to
 * right; 0: it says none. */
double image_dpi(const struct image *image);

/* Sets the resolution of what an image becomes, in pixels per inch in both directions. */
void image_set_dpi(struct image *image, double dpi);

/* Reads the next rows->height rows, the first of which is row `first_row` of the image. */
int image_read_rows(const struct image *image, const errdiff_image *rows, int first_row);

/* After an image was read, opens the next one of its file in *image if *has_next becomes TRUE.
 * Only PNM files and animations can contain several images. */
int image_open_next(struct image *image, bool *has_next);

/* Opens the first frame of an animation again. */
int image_open_again(struct image *image);

/* Writes the image to `output`, in the format of the extension of `path`, or in image->format
 * for "-". */
int image_write(const struct image *image, const struct output_file *output, const char *path);

/* Call this after `image` was read and before `result` is written. It is an error if the file of
 * `image` contains another image while `path` has a format for a single image. */
int image_check_single(const struct image *image, const struct image *result, const char *path);

/* Closes the file and frees everything that belongs to the image. */
void image_free(struct image *image);

#endif
