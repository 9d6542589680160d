/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the options of all commands, and simple values. */
#ifndef CLI_OPTION_READING_H
#define CLI_OPTION_READING_H

#include "errdiff.h"

#include <stdbool.h>

enum { MAX_OPTIONS = 64 }; /* in the list of a command, including the end of the list */

/* An option that a command accepts. A switch with a default is turned on by --NAME and off by
 * --no-NAME, whatever its default is. */
struct option {
    errdiff_option_info info; /* without a name: the end of the list */
    const char *value_name;   /* in the help, such as "FILE"; NULL: the default for its type */
    int id;                   /* above 0, and different from the values below */
    char letter;              /* of its short form, such as 'k' for -k; 0: none */
    const char *not_required; /* where an option that is required is not; NULL: nowhere */
};

enum { OPTION_END = -1, OPTION_WRONG = '?', OPTION_PATH = '/' };

/* The state of reading a call word by word. */
struct option_reader {
    const struct option *options;
    const char *help; /* the command that prints the help */
    int argc;
    char **argv;
    int next;                        /* index of the next word; 1 at first */
    bool only_paths;                 /* "--" was read: all further words are paths */
    const errdiff_option_info *info; /* of the last option */
    const char *value;               /* of the last option: "0" or "1" for a switch; or the path */
};

/* The letter of the short form of an option; 0: none. --help has -h in all commands. */
char option_letter(const struct option *option);

/* Reads the next option and returns its id; OPTION_PATH for a path, OPTION_END at the end, and
 * OPTION_WRONG after an error message. Paths may stand before, between and after options. Names
 * cannot be abbreviated: scripts that did so would break when an option is added that begins in
 * the same way. */
int option_next(struct option_reader *reader);

/* Appends an option to a list with `count` options, and returns the new count. A list that is full
 * aborts the command, whatever it is called for. */
int option_append(struct option list[MAX_OPTIONS], int count, const struct option *option);

/* Makes the list of a command's options: those of one of the library's tables, which `get` reads,
 * all with the id `shared`, and then the command's own. */
void option_list(struct option list[MAX_OPTIONS],
                 errdiff_status (*get)(int index, errdiff_option_info *info), int shared,
                 const struct option *own);

/* Whether an option is a switch that is on unless it is turned off by --no-NAME. */
bool option_is_on_by_default(const errdiff_option_info *option);

/* Reads `text`, the value of an option, into the struct of options that `options` points to.
 * Returns false after an error message, as the following functions do. */
bool option_store(const errdiff_option_info *option, const char *text, void *options);

/* Reads `text`, the value of option `name`, as "WxH", both 1..max. */
bool read_size(const char *name, const char *text, int max, int *width, int *height);

/* Reads `text`, the value of option `name`, as one of two numbers. */
bool read_either(const char *name, const char *text, int first, int second, int *number);

/* Reads `text`, the value of option `name`, as one of a NULL-terminated list of words; *number gets
 * its index. */
bool read_word(const char *name, const char *text, const char *const *words, int *number);

/* Reads a list like "#000000,ff8000,tomato" as a palette. Returns as errdiff_palette_parse
 * does. */
errdiff_status read_colors(const char *text, errdiff_palette *palette, errdiff_message *message);

#endif
