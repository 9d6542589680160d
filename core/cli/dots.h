/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_DOTS_H
#define CLI_DOTS_H

#include "picture.h"

/* Makes a square of dot × dot pixels of each pixel of a dithered picture, and cuts the last ones,
 * so that the picture has width × height pixels. Its colours (or numbers of colours), alpha and
 * mask become new memory, which the caller frees with picture_free_pixels; the old memory is not
 * freed. Returns 0, or an exit status after an error message; nothing is then allocated. */
int dots_enlarge(struct picture *picture, int dot, int width, int height);

#endif
