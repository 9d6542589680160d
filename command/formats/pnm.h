/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Portable anymaps as Netpbm defines them: pbm(5), pgm(5), ppm(5), which are P1 to P6, and pam(5),
 * P7. */
#ifndef CLI_PNM_H
#define CLI_PNM_H

#include "errdiff.h"

#include <stdbool.h>
#include <stdio.h>

/* How the samples of a picture are stored in its file. */
struct pnm_layout {
    char kind;  /* '1' to '7', the second character of the file */
    int maxval; /* the sample that stands for white, 1 to 65535; 1 for P1 and P4 */
};

/* These functions return 0, or an exit status after an error message that begins with `name`. */

/* Reads a header, and sets *layout and the shape of *image. Samples have 8 bits if maxval is at
 * most 255, otherwise 16. With 2 or 4 channels, which only P7 can have, the last one is alpha. */
int pnm_read_header(struct pnm_layout *layout, errdiff_image *image, FILE *file, const char *name);

/* Reads the next image->height rows, and scales their samples to the whole range of image->bits.
 * The first of them is row `first_row` of a picture of `row_count` rows. */
int pnm_read_rows(const struct pnm_layout *layout, const errdiff_image *image, int first_row,
                  int row_count, FILE *file, const char *name);

/* After the last row of a picture, sets *has_next to whether another picture follows, and not the
 * end of the file. Blanks between two pictures are skipped, as Netpbm does. */
int pnm_find_next(const struct pnm_layout *layout, bool *has_next, FILE *file, const char *name);

#endif
