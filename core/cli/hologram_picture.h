/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Holograms and what is seen of them, as gray pictures. */
#ifndef CLI_HOLOGRAM_PICTURE_H
#define CLI_HOLOGRAM_PICTURE_H

#include "errdiff_hologram.h"
#include "picture.h"

/* These return 0, or an exit status after they have told the user what is wrong; the picture is to be
 * freed with picture_free in any case. `name` is the file's. */

/* What a display is sent for the levels of a width × height hologram. */
int hologram_picture_of_levels(struct picture *picture, const uint16_t *levels, int width,
                               int height, const errdiff_hologram_options *options, int bits,
                               const char *name);

/* The moduli of two fields of one size side by side, those of the second over `gain`. White is what
 * one pixel in a thousand of the first exceeds. */
int hologram_picture_of_views(struct picture *picture, const errdiff_field *first, double gain,
                              const errdiff_field *second, const char *name);

#endif
