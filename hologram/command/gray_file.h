/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes gray images for displays: in all formats of image_file.h, and as BMP and TIFF, which
 * programs that drive displays read. */
#ifndef CLI_GRAY_FILE_H
#define CLI_GRAY_FILE_H

#include "memory_image.h"
#include "output_file.h"

/* These functions return 0, or an exit status after an error message. */

/* Checks that gray_file_write knows the format of `path`, and that it can hold samples of `bits`.
 * Call this before long work. */
int gray_file_check_path(const char *path, int bits);

/* Checks that the format of `path` can hold width × height samples of `bits`. Call this as soon as
 * the size is known. */
int gray_file_check_size(const char *path, int width, int height, int bits);

/* Writes an opaque image of one channel in the format of the extension of `path`. A write error
 * may also be left for the caller to find with ferror. */
int gray_file_write(const struct image *image, const struct output_file *output, const char *path);

#endif
