/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all calls of the command have in common: the options' names, and simple values. */
#ifndef CLI_OPTION_READING_H
#define CLI_OPTION_READING_H

#include <stdbool.h>

/* An option of a call. */
struct option {
    const char *name; /* with its dashes; NULL: the list ends */
    bool has_value;
    int id; /* more than 0, and neither of the two below */
};

enum { OPTION_END = -1, OPTION_WRONG = '?', OPTION_PATH = '/' };

/* A call that is being read, word by word. All of its state is here. */
struct option_reader {
    const struct option *options;
    const char *help; /* the command that lists them */
    int argc;
    char **argv;
    int next;          /* the number of the word that comes next, at first 1 */
    bool only_paths;   /* behind "--" */
    const char *value; /* of the option that was read last, or the path; argv's */
};

/* Reads the next option and gives its id; OPTION_PATH where a path comes; OPTION_END at the end;
 * OPTION_WRONG after the user has been told what is wrong. Paths may be before, between and after options.
 * A name must be whole: a script that relied on an abbreviation would break with the next option that
 * begins like it. */
int option_next(struct option_reader *reader);

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
