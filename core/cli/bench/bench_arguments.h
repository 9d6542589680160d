/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_ARGUMENTS_H
#define CLI_BENCH_ARGUMENTS_H

#include "dither_arguments.h"

enum { BENCH_MAX_CHOICES = 32 }; /* how often an option can be given */

/* The instruction sets that an engine may choose from, the widest first; NULL-terminated. */
extern const char *const bench_isas[];

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
    const char *kernel_text;         /* as typed */
    errdiff_kernel kernel;           /* kernel_text, parsed; with fixed weights */
    int levels;                      /* 0: not given */
    const char *palette;             /* a name or a path; NULL: levels */
    int channels;                    /* 1 or 3; 0: not given */
    int bits;                        /* 8 or 16 */
    int repeat;                      /* rounds; 0: not given */
    const struct bench_sweep *sweep; /* NULL: none */
    const char *picture_option; /* an option that was given and is for pictures only; NULL: none */
    int hologram;               /* 1: measure holograms instead of pictures */
    int pinned;                 /* 1: allocate pictures in pinned memory */
    int json;
};

/* Reads the arguments of `errdiff bench`. Prints the help for --help. A wrong call gets an error
 * message here. */
enum arguments_outcome bench_arguments_read(struct bench_arguments *arguments, int argc,
                                            char **argv);

#endif
