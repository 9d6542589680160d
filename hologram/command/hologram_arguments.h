/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_HOLOGRAM_ARGUMENTS_H
#define CLI_HOLOGRAM_ARGUMENTS_H

#include "dither_arguments.h"
#include "field_file.h"

enum { MAX_DEPTHS = 16, MAX_PLACES = 16, COLORS = 3 };

/* Several holograms in one call. */
struct hologram_series {
    bool has_frames;
    int first, last; /* numbers of the frames; 0 without frames */
    int averaged;    /* frames that are made of each hologram, whose mean is seen; 1: one image */
    double wavelengths[COLORS]; /* micrometers: for red, green and blue */
    int wavelength_count;       /* COLORS, or 0: there is one color */
};

/* The arguments of `errdiff hologram`. */
struct hologram_arguments {
    const char *scene; /* the test scene to write instead of a result; NULL: none */
    struct field_source source;
    const char *out;
    const char *reconstruction; /* NULL: none */
    double depths[MAX_DEPTHS];  /* at which it is focused, in µm behind the hologram */
    int depth_count;            /* 1 or more, or 0 without a reconstruction */
    int places;                 /* side by side in the window, from which it is seen; as above */
    errdiff_hologram_options options;
    int bits;               /* of OUT: 8 or 16 */
    int has_all_levels;     /* 1: as many levels as the table of measured phases has samples */
    const char *correction; /* a gray image of phases that are added; NULL: none */
    struct hologram_series series;
    int json;
    uint64_t max_memory; /* bytes, as memory_limit_set has it; 0: the default */
};

extern const struct command_help hologram_help;

/* Reads the arguments; argv[0] is "hologram". Prints the help for --help. A wrong call gets an
 * error message here. The strings are those of argv. */
enum arguments_outcome hologram_arguments_read(struct hologram_arguments *arguments, int argc,
                                               char **argv);

#endif
