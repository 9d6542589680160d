/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all calls of the command have in common: the options' names, and simple values. */
#ifndef CLI_OPTION_READING_H
#define CLI_OPTION_READING_H

#include <getopt.h>
#include <stdbool.h>

enum { OPTION_WRONG = '?', OPTION_PATH = '/' };

/* The next option's val, its value in optarg; -1 where no option follows; OPTION_WRONG after the user
 * has been told. A name must be whole. `help` is the command that lists the options. */
int option_next(int argc, char **argv, const struct option *options, const char *help);

/* The same for a call with paths before, between and after its options: OPTION_PATH where one comes,
 * which is in optarg then. Behind "--" there are only paths; *only_paths is false at first. */
int option_or_path_next(int argc, char **argv, const struct option *options, const char *help,
                        bool *only_paths);

/* These read `text`, the value of option `name`. FALSE after the user has been told what is wrong. */

/* The range is the caller's, or the core's, to check. */
bool read_integer(const char *name, const char *text, int *value);

/* "WxH", each 1..`most`. */
bool read_size(const char *name, const char *text, int most, int *width, int *height);

/* A finite number; its range is the caller's to check. */
bool read_real(const char *name, const char *text, double *value);

/* Finds it in a NULL-ended list of words and gives its number. */
bool read_word(const char *name, const char *text, const char *const *words, int *number);

#endif
