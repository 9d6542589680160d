/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PICTURE_TAGS_H
#define CLI_PICTURE_TAGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a file says about its pixels. */
struct picture_tags {
    int orientation;     /* 1..8, as in Exif: how the pixels must be turned; 1: not at all */
    double x_resolution; /* pixels per meter, as stored, before turning; 0: unknown */
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

#endif
