/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_DITHER_ARGUMENTS_H
#define CLI_DITHER_ARGUMENTS_H

#include "errdiff.h"
#include "option_help.h"
#include "resize_option.h"

#include <stdbool.h>

struct device;

/* The arguments of a call that dithers. */
struct arguments {
    const char *in;     /* a path, or "-" */
    const char *out;    /* a path, or "-" */
    const char *output; /* of --output, NULL: OUT is a word by itself */
    const char *folder; /* in which the results of many images are written; NULL: IN and OUT
                              * are named */
    char **inputs;      /* with a folder: the paths of the images, and `in` and `out` are NULL */
    int input_count;
    errdiff_options options;    /* without the palette, which is made later */
    errdiff_matrix matrix;      /* of the file that --screen names; screen_option.h */
    const char *palette;        /* a name or a path; NULL: none */
    bool has_two_levels;        /* "2" was given, not a number for each channel */
    int colors;                 /* size of a palette to make from the image; 0: none */
    int shares_palette;         /* this palette is made from all images */
    int inks;                   /* an image for each ink is written, too */
    int stable;                 /* percent, as for errdiff_sequence_open */
    errdiff_sequence *sequence; /* of all images; NULL: each is dithered by itself */
    errdiff_palette locked;     /* colors that this palette must contain */
    errdiff_alpha alpha;
    struct named_size resize;
    enum size_fit fit;
    bool has_fit;   /* --fit was given */
    int dot;        /* side of the dots of the result, in pixels; 1: it is not enlarged */
    int true_color; /* a file has samples, even if fewer bits hold all colors */
    bool narrow;    /* write 8 bits per sample, whatever IN has */
    int depth;      /* all values of 8, 10 or 12 bits are levels; 0: --depth was not given */
    int json;
    /* For which the result is written; NULL: it is an image file. */
    const struct device *device;
    uint64_t max_memory; /* bytes, as memory_limit_set has it; 0: the default */
};

/* The help for --palette. It differs from the explanation in the library's table, because in the
 * other programs the same text can also ask for a palette made from the image, while the command
 * has --colors for that. */
extern const char palette_help[];

extern const struct command_help dither_help;

/* The names of the other commands, with NULL after the last one. */
extern const char *const command_names[];

/* What the command does next: the work, nothing more, or exit because the call was wrong, or
 * because a preset or a file of an option could not be read. */
enum arguments_outcome { ARGUMENTS_WORK, ARGUMENTS_DONE, ARGUMENTS_WRONG, ARGUMENTS_FAILED };

/* Reads the arguments of a call that dithers. Prints the answer to --help and --version. A wrong
 * call gets an error message here. The strings are those of argv, in which the paths are moved to
 * the front. */
enum arguments_outcome arguments_read(struct arguments *arguments, int argc, char **argv);

#endif
