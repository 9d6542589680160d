/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_DITHER_ARGUMENTS_H
#define CLI_DITHER_ARGUMENTS_H

#include "errdiff.h"

#include <stdbool.h>

/* The arguments of a call that dithers. */
struct arguments {
    const char *in;          /* a path, or "-" */
    const char *out;         /* a path, or "-" */
    errdiff_options options; /* without the palette, which is made later */
    const char *palette;     /* a name or a path; NULL: levels */
    int colours;             /* size of a palette to make from the picture; 0: none */
    bool has_levels;         /* --levels was given */
    errdiff_palette locked;  /* colours that this palette must contain */
    errdiff_alpha alpha;
    bool narrow; /* write 8 bits per sample, whatever IN has */
    int json;
};

/* The help for --palette. The other programs make palettes from the picture by the same text; the
 * command has --colors for that. */
extern const char palette_help[];

/* What to do next: the work, nothing more, or exit because the call was wrong. */
enum arguments_outcome { ARGUMENTS_WORK, ARGUMENTS_DONE, ARGUMENTS_WRONG };

/* Reads the arguments of a call that dithers. Prints the answer to --help and --version. A wrong
 * call gets an error message here. The strings stay argv's. */
enum arguments_outcome arguments_read(struct arguments *arguments, int argc, char **argv);

#endif
