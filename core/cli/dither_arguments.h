/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include "errdiff.h"

#include <stdbool.h>

struct arguments {
    const char *in;          /* a path, or "-" */
    const char *out;         /* a path, or "-" */
    errdiff_options options; /* its palette is set up later, by palette_choose */
    const char *palette;     /* a name or a path; NULL: levels */
    int colours;             /* of a palette made from the picture; 0: none is made */
    bool has_levels;         /* levels were asked for */
    errdiff_palette locked;  /* colours that it must have */
    errdiff_alpha alpha;
    bool narrow; /* write 8 bits a sample, whatever IN has */
    bool json;
};

/* What to do after the arguments were read. */
enum arguments_outcome { ARGUMENTS_WORK, ARGUMENTS_DONE, ARGUMENTS_WRONG };

/* Reads a call that dithers; --help and --version are done here. A wrong one has been told to the
 * user. The strings stay argv's. */
enum arguments_outcome arguments_read(struct arguments *arguments, int argc, char **argv);

#endif
