/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PNG_PROFILE_H
#define CLI_PNG_PROFILE_H

#include "picture.h"

/*
 * What the PNG file of a picture says about its colors: its chunk iCCP, or else gAMA and cHRM if
 * they are not those of sRGB. Nothing if it has the chunk sRGB.
 */

/* Whether the pixels must be converted to become sRGB, or have a profile that cannot be used. */
bool png_profile_is_needed(const struct picture *picture);

/* Converts the pixels, which were read, to sRGB. Returns 0, or an exit status after an error
 * message. */
int png_profile_apply(struct picture *picture);

#endif
