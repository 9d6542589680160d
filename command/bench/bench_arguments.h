/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_ARGUMENTS_H
#define CLI_BENCH_ARGUMENTS_H

#include "dither_arguments.h"

enum {
    BENCH_MAX_CHOICES = 32,   /* how often an option can be given */
    BENCH_MAX_PAPER_SIZES = 5 /* how many sizes an experiment of a paper can have */
};

/* The instruction sets that an engine may choose from, the widest first; NULL-terminated. */
extern const char *const bench_isas[];

/* The papers whose experiments can be run, and their names as typed; NULL-terminated. */
enum bench_paper { BENCH_DESHPANDE = 1, BENCH_KASAGI, BENCH_LAGRANGE };
extern const char *const bench_papers[];

struct bench_size {
    int width, height; /* 1..ERRDIFF_MAX_SIDE */
};

/* A setting of a GPU engine that differs from row to row. */
struct bench_sweep {
    const char *name;     /* as typed */
    const char *engine;   /* the engine that has it */
    const char *symbol;   /* its name in tables */
    const char *variable; /* the environment variable that sets it */
    int min, max;         /* it doubles from row to row */
};

/* The arguments of `errdiff bench`. If a count is 0 the command chooses. The strings are those of
 * argv. */
struct bench_arguments {
    struct bench_size sizes[BENCH_MAX_CHOICES];
    int size_count;
    const char *engines[BENCH_MAX_CHOICES];
    int engine_count;
    const char *isas[BENCH_MAX_CHOICES];
    int isa_count;
    int threads[BENCH_MAX_CHOICES]; /* 0: one for each processor */
    int thread_count;
    errdiff_options options; /* of a job; the palette is made later, a row sets engine, threads and
                              * progress */
    errdiff_kernel kernel;   /* options.kernel, parsed */
    bool has_levels;         /* --levels was given */
    const char *palette;     /* a name or a path; NULL: levels */
    int channels;            /* 1 or 3; 0: not given */
    int bits;                /* 8 or 16 */
    int has_mask;            /* 1: a part of the picture is transparent */
    int repeat;              /* rounds; 0: not given */
    const struct bench_sweep *sweep; /* NULL: none */
    int matrix;                      /* 1: many jobs side by side */
    enum bench_paper paper;          /* 0: none */
    const char *rows;                /* a part of the names of those that are timed; NULL: all */
    const char *picture_option; /* an option that was given and is for pictures only; NULL: none */
    const char *job_option;     /* one that sets what is done with them, or what they are */
    int hologram;               /* 1: measure holograms instead of pictures */
    int pictures;               /* dithered at the same time; 0: not given */
    int pinned;                 /* 1: allocate pictures in pinned memory */
    int json;
};

extern const struct command_help bench_help;

/* Reads the arguments of `errdiff bench`. Prints the help for --help. A wrong call gets an error
 * message here. */
enum arguments_outcome bench_arguments_read(struct bench_arguments *arguments, int argc,
                                            char **argv);

#endif
