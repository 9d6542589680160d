/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws small numbers into images. */
#ifndef CLI_DIGITS_H
#define CLI_DIGITS_H

#include "errdiff.h"

enum { DIGIT_WIDTH = 5, DIGIT_HEIGHT = 7 }; /* at scale 1 */

/* The width of a text in pixels: digits and points, with a column between them. */
int digits_width(const char *text, int scale);

/* Draws a text of digits and points in black, with its upper left corner at (x, y), into an image
 * of one channel of 8 bits that has room for it. */
void digits_draw(const errdiff_image *image, int x, int y, int scale, const char *text);

#endif
