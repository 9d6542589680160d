/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the options of all commands, and simple values. */
#ifndef CLI_OPTION_READING_H
#define CLI_OPTION_READING_H

#include <stdbool.h>

/* An option that a command accepts. */
struct option {
    const char *name; /* without its dashes; NULL ends the list */
    bool has_value;
    int id; /* above 0, and none of the values below */
};

enum { OPTION_END = -1, OPTION_WRONG = '?', OPTION_PATH = '/' };

/* The state of reading a call word by word. */
struct option_reader {
    const struct option *options;
    const char *help; /* the command that prints the help */
    int argc;
    char **argv;
    int next;          /* index of the next word; 1 at first */
    bool only_paths;   /* after "--" */
    const char *value; /* of the last option, or the path; argv's */
};

/* Reads the next option and returns its id; OPTION_PATH for a path, OPTION_END at the end, and
 * OPTION_WRONG after an error message. Paths may stand before, between and after options. Names
 * cannot be abbreviated: scripts that did so would break when an option is added that begins in
 * the same way. */
int option_next(struct option_reader *reader);

/* These functions read `text`, the value of option `name`. They return FALSE after an error
 * message. */

/* An integer. The caller or the core checks its range. */
bool read_integer(const char *name, const char *text, int *value);

/* "WxH", each 1..`most`. */
bool read_size(const char *name, const char *text, int most, int *width, int *height);

/* A finite number. The caller or the core checks its range. */
bool read_real(const char *name, const char *text, double *value);

/* One of a NULL-terminated list of words; *number gets its index. */
bool read_word(const char *name, const char *text, const char *const *words, int *number);

#endif
