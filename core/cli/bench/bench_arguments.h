/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_ARGUMENTS_H
#define CLI_BENCH_ARGUMENTS_H

#include "dither_arguments.h"

enum { BENCH_MAX_CHOICES = 32 }; /* values of an option that may be given more than once */

/* The instruction sets that an engine may choose from, the widest first; NULL-ended. */
extern const char *const bench_isas[];

struct bench_size {
    int width, height; /* 1..ERRDIFF_MAX_SIDE */
};

/* A size of a GPU engine that is varied from row to row. */
struct bench_sweep {
    const char *name;     /* as typed */
    const char *engine;   /* the one that has it */
    const char *symbol;   /* in tables */
    const char *variable; /* of the environment, that sets it */
    int min, max;         /* it is doubled from row to row */
};

/* Where a count is 0 the command chooses. The strings are argv's. */
struct bench_arguments {
    struct bench_size sizes[BENCH_MAX_CHOICES];
    int size_count;
    const char *engines[BENCH_MAX_CHOICES];
    int engine_count;
    const char *isas[BENCH_MAX_CHOICES];
    int isa_count;
    int threads[BENCH_MAX_CHOICES]; /* 0: one for each processor */
    int thread_count;
    const char *kernel;              /* as typed, of fixed weights */
    int levels;                      /* 0: not given */
    const char *palette;             /* a name or a path; NULL: levels */
    int channels;                    /* 1 or 3; 0: not given */
    int bits;                        /* 8 or 16 */
    int repeat;                      /* rounds; 0: not given */
    const struct bench_sweep *sweep; /* NULL: none */
    bool hologram;                   /* in place of pictures */
    bool has_picture_options;        /* some that a hologram has not */
    bool pinned;                     /* pictures in memory that a GPU copies by itself */
    bool json;
};

/* Reads a call of `errdiff bench`; --help is done here. A wrong one has been told to the user. */
enum arguments_outcome bench_arguments_read(struct bench_arguments *arguments, int argc,
                                            char **argv);

#endif
