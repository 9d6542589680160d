/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_COLOR_PROFILE_H
#define CLI_COLOR_PROFILE_H

#include "image_tags.h"
#include "memory_image.h"

/*
 * Converts the colors of an image from the color profile in *tags to sRGB, gray to gray with the
 * tone curve of sRGB, and CMYK to RGB; with lcms2, relative colorimetric with black point
 * compensation. Without a profile, and if the profile is that of sRGB, RGB and gray are left as
 * they are. A profile that does not fit, or that cannot be used because errdiff was built without
 * lcms2, is ignored after a warning; CMYK is then an error. Channels of 2, and of 4 that are not
 * CMYK, include alpha, which is kept. Without a profile, a gamma and chromaticities count as one.
 * Sets image->is_srgb if colors were converted or a profile is ignored. Returns 0, or an exit
 * status after an error message.
 */
int color_profile_apply(struct image *image, const struct image_tags *tags);

/* Whether color_profile_apply would change colors or warn. */
bool color_profile_is_needed(const struct image *image, const struct image_tags *tags);

#endif
