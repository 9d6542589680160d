/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_ORIENTATION_H
#define CLI_ORIENTATION_H

#include "picture.h"

/* Turns the pixels of a picture upright, and its resolution with them. `orientation` is that of
 * Exif, 1..8: where the first row and the first column of the stored picture belong. The picture
 * has no mask and no separate alpha; its rows have no gaps. Returns 0, or an exit status after an
 * error message. */
int orientation_turn(struct picture *picture, int orientation);

#endif
