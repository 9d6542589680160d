/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PNG pictures through libpng. Samples are read as they are: no gamma is applied. */
#ifndef CLI_PNG_PICTURE_H
#define CLI_PNG_PICTURE_H

#include "picture.h"

/* Palettes become RGB, fewer than 8 bits become 8, a transparent colour becomes alpha. */
int png_picture_read(struct picture *picture, FILE *file, const char *name);

/* Colour space and resolution are those of the PNG file that the picture came from, if it did. */
int png_picture_write(const struct picture *picture, FILE *file, const char *name);

void png_source_free(struct png_source *source);

#endif
