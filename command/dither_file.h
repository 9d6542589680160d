/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_DITHER_FILE_H
#define CLI_DITHER_FILE_H

#include "dither_arguments.h"
#include "output_file.h"

/* Dithers all images of the file arguments->in, each by itself, and writes them to `output` in
 * the format of arguments->out. `palette` is the one to use, or it has no colors; with
 * arguments->colors a palette made from each image is stored there. Returns 0, or an exit status
 * after an error message. */
int dither_file(const struct arguments *arguments, errdiff_palette *palette,
                struct output_file *output);

#endif
