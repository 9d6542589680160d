/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_EXIF_H
#define CLI_EXIF_H

#include "picture_tags.h"

/* Reads the orientation and the resolution from Exif data (Exif 2.32, section 4.6), `size` bytes
 * that begin with the TIFF header. What is missing or damaged is left as it is in *tags. */
void exif_read(const uint8_t *bytes, size_t size, struct picture_tags *tags);

/* The resolution in pixels per meter, from a number of pixels and a unit of TIFF and Exif: 2 is the
 * inch, 3 the centimeter. 0 for other units. */
double exif_resolution(double pixels, int unit);

#endif
