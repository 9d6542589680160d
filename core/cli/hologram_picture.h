/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes gray pictures of quantized holograms and of what is seen of them. */
#ifndef CLI_HOLOGRAM_PICTURE_H
#define CLI_HOLOGRAM_PICTURE_H

#include "errdiff_hologram.h"
#include "picture.h"

/* These functions return 0, or an exit status after an error message. Free the picture with
 * picture_free in either case. `name` is the name of the file. */

/* Makes a picture of the samples that a display is sent for the levels of a width × height
 * hologram; `bits` is 8 or 16. `two_pi` is the sample of a phase of 2π; 0: 2^bits. */
int hologram_picture_of_levels(struct picture *picture, const uint16_t *levels, int width,
                               int height, const errdiff_hologram_options *options, int bits,
                               int two_pi, const char *name);

/* Draws the moduli of two fields of the same size side by side, those of the second divided by
 * `gain`. White is the modulus that at most one pixel in a thousand of the first field exceeds. */
int hologram_picture_of_views(struct picture *picture, const errdiff_field *first, double gain,
                              const errdiff_field *second, const char *name);

#endif
