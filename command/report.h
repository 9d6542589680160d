/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "dither_arguments.h"
#include "errdiff.h"

#include <stdio.h>

/* Writes a report of the dithering of `image` as one JSON object and a newline. `palette` is NULL
 * if levels were used. */
void report_write_json(FILE *file, const struct arguments *arguments,
                       const errdiff_palette *palette, const errdiff_image *image,
                       const errdiff_report *report);

#endif
