/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Separations of a result: an image for each ink, for printers that put down one ink at a time. */
#ifndef CLI_INKS_H
#define CLI_INKS_H

#include "memory_image.h"

/*
 * Writes a PNG for each ink of a result that is written to `path`, which ends in ".png": NAME.png
 * has NAME-ff48b0.png beside it for the ink #ff48b0. It is black where the ink is, and white
 * elsewhere, as transparent pixels are. `colors` are the result's, whose inks are those of
 * errdiff_palette_inks; NULL: it has levels, and the inks are cyan, magenta and yellow, or black,
 * whose images have these levels. No file is replaced before all are complete. Returns 0, or an
 * exit status after an error message.
 */
int inks_write(const struct image *result, const errdiff_palette *colors, const char *path);

#endif
