/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_HOLOGRAM_ARGUMENTS_H
#define CLI_HOLOGRAM_ARGUMENTS_H

#include "dither_arguments.h"
#include "field_file.h"

/* A call of `errdiff hologram`. */
struct hologram_arguments {
    const char *scene; /* to be written in place of all else; NULL: none */
    struct field_source source;
    const char *out;
    const char *reconstruction; /* NULL: none */
    double depth;               /* of it, in µm */
    errdiff_hologram_options options;
    int bits; /* of OUT: 8 or 16 */
    bool json;
};

/* Reads a call; argv[0] is "hologram". --help is done here. A wrong call has been told to the user. */
enum arguments_outcome hologram_arguments_read(struct hologram_arguments *arguments, int argc,
                                               char **argv);

/* The names of the options' methods and outputs. */
extern const char *const hologram_methods[];
extern const char *const hologram_outputs[];

#endif
