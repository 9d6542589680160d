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
    int has_mask;            /* 1: a part of the image is transparent */
    int repeat;              /* rounds; 0: not given */
    bool has_many_jobs;      /* each gets little time, and engines that cannot run get no message */
    const char *image_option; /* an option that was given and is for images only; NULL: none */
    const char *job_option;   /* one that sets what is done with them, or what they are */
    int hologram;             /* 1: measure holograms instead of images */
    int images;               /* dithered at the same time; 0: not given */
    int pinned;               /* 1: allocate images in pinned memory */
    int json;
};

extern const struct command_help bench_help;

enum { BENCH_FIRST_FREE_ID = 100 }; /* of options that another program adds */

void bench_arguments_init(struct bench_arguments *arguments);

/* Lists the options of `errdiff bench`. */
void bench_list_options(struct option list[MAX_OPTIONS]);

/* Stores an option of this list. Returns false after an error message, as the next three do. */
bool bench_read_option(struct bench_arguments *arguments, int id, const errdiff_option_info *info,
                       const char *value);

/* Checks which options can be combined, and their values as far as bench_read_option did not. */
bool bench_arguments_check(const struct bench_arguments *arguments);

/* Checks those of holograms only. */
bool bench_hologram_arguments_check(const struct bench_arguments *arguments);

/* Reads all words of a call, or those up to --help, for which it prints `help`. `read` stores an
 * option or a path (OPTION_PATH) in *arguments. */
enum arguments_outcome
bench_read_words(struct option_reader *reader, const struct command_help *help,
                 bool (*read)(void *arguments, const struct option_reader *reader, int id),
                 void *arguments);

/* Reads the arguments of `errdiff bench`. Prints the help for --help. A wrong call gets an error
 * message here. */
enum arguments_outcome bench_arguments_read(struct bench_arguments *arguments, int argc,
                                            char **argv);

#endif
