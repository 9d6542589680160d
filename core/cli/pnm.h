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
    int maxval; /* 1 to 65535, the sample that becomes white; 1 for P1 and P4 */
};

/* These return 0, or an exit status after they have told the user what is wrong with `name`. */

/* Sets *layout and the shape of *image. Samples get 8 bits up to a maxval of 255, else 16. With 2
 * or 4 channels the last one is alpha, which only P7 can have. */
int pnm_read_header(struct pnm_layout *layout, errdiff_image *image, FILE *file, const char *name);

/* Reads the next rows, image->height of them, and scales their samples to the whole range of
 * image->bits; the first row has the number `first_row` of `row_count` in the picture. */
int pnm_read_rows(const struct pnm_layout *layout, const errdiff_image *image, int first_row,
                  int row_count, FILE *file, const char *name);

/* After the last row of a picture: whether another picture follows, rather than the end of the
 * file. Blanks between the two are skipped, as Netpbm does. */
int pnm_find_next(const struct pnm_layout *layout, bool *has_next, FILE *file, const char *name);

#endif
