/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PAM_HEADER_H
#define CLI_PAM_HEADER_H

#include "errdiff.h"

#include <stdio.h>

/* Reads the header of a P7, after these two characters. Sets *maxval and the width, height and
 * channels of *image; the caller must check whether these values are possible. `name` is used in
 * messages. Returns 0, or an exit status after an error message. */
int pam_read_header(int *maxval, errdiff_image *image, FILE *file, const char *name);

#endif
