/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Portable anymaps: P5 (gray) and P6 (RGB), maxval 255 or 65535, as in netpbm's pgm(5), ppm(5). */
#ifndef CLI_PNM_H
#define CLI_PNM_H

#include "picture.h"

int pnm_read(struct picture *picture, FILE *file, const char *name);

/* Alpha is left out: the format has none. An error stays in `file` (ferror). */
void pnm_write(const struct picture *picture, FILE *file);

#endif
