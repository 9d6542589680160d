/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PAM_HEADER_H
#define CLI_PAM_HEADER_H

#include "errdiff.h"

#include <stdio.h>

/* Reads the header of a P7, from behind these two characters: sets *maxval and the width, height
 * and channels of *image, whose values are still to be checked. Returns 0, or an exit status after
 * it has told the user what is wrong with `name`. */
int pam_read_header(int *maxval, errdiff_image *image, FILE *file, const char *name);

#endif
