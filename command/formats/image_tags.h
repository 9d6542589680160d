/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What image files say about their pixels: orientation, resolution and color space. */
#ifndef CLI_IMAGE_TAGS_H
#define CLI_IMAGE_TAGS_H

#include "memory_image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a file says about its pixels. */
struct image_tags {
    int orientation;       /* 1..8, as in Exif: how the pixels must be turned; 1: not at all */
    size_t orientation_at; /* the byte of this number in Exif data; 0: there is none */
    double x_resolution;   /* pixels per meter, as stored, before turning; 0: unknown */
    double y_resolution;
    uint8_t *profile; /* an ICC color profile, from malloc except for PNG; NULL: none */
    size_t profile_size;
    double gamma; /* without a profile: light is the value to this power; 0: the curve of sRGB */
    bool has_chromaticities;
    double chromaticities[8]; /* without a profile: x and y of white, red, green and blue */
    bool is_cmyk; /* the four channels are cyan, magenta, yellow and black; the largest value is
                   * full ink */
};

enum { ORIENTATION_UPRIGHT = 1, ORIENTATION_LAST = 8 };

/* Reads the orientation and the resolution from Exif data (Exif 2.32, section 4.6), `size` bytes
 * that begin with the TIFF header. What is missing or damaged is left as it is in *tags. */
void exif_read(const uint8_t *bytes, size_t size, struct image_tags *tags);

/* The resolution in pixels per meter, from a number of pixels and a unit of TIFF and Exif: 2 is the
 * inch, 3 the centimeter. 0 for other units. */
double exif_resolution(double pixels, int unit);

/* Whether rows become columns. */
static inline bool orientation_is_sideways(int orientation)
{
    return orientation >= 5;
}

/* Turns the pixels of an image upright, and its resolution with them. `orientation` is that of
 * Exif, 1..8: where the first row and the first column of the stored image belong. The image
 * has no mask and no separate alpha; its rows have no gaps. Returns 0, or an exit status after an
 * error message. */
int orientation_turn(struct image *image, int orientation);

/* Whether this machine stores the low byte of a number first. */
static inline bool host_is_little_endian(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 1;
}

#endif
