/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Portable anymaps: P5 (gray) and P6 (RGB), maxval 255 or 65535, as in netpbm's pgm(5), ppm(5). */
#ifndef CLI_PNM_H
#define CLI_PNM_H

#include "picture.h"

/* These return 0, or an exit status after they have told the user what is wrong with `name`. */

/* Sets the shape of *image. */
int pnm_read_header(errdiff_image *image, FILE *file, const char *name);

/* Reads the next rows, image->height of them; the first has the number `first_row` of `row_count` in
 * the picture. */
int pnm_read_rows(const errdiff_image *image, int first_row, int row_count, FILE *file,
                  const char *name);

/* An error of these stays in `file` (ferror). */

void pnm_write_header(const errdiff_image *image, FILE *file);
void pnm_write_rows(const errdiff_image *image, FILE *file);

#endif
