/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_RESIZE_OPTION_H
#define CLI_RESIZE_OPTION_H

#include "memory_image.h"
#include "size_text.h"

/* How the help writes the value of --resize. */
extern const char resize_syntax[];

/* Reads the value of --resize. Returns false after an error message. */
bool resize_read(const char *text, struct named_size *size);

/* Converts millimeters to pixels, at `dpi` pixels per inch, or if that is 0, at the resolution of
 * an opened image, and gives the image that resolution. Returns 0, or an exit status after an error
 * message if it has none. A size in pixels changes nothing. */
int resize_take_resolution(struct named_size *size, double dpi, struct image *image);

#endif
