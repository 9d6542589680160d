/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads calls of the commands that list things, like `errdiff palettes`, and take the name of one
 * at most, or nothing, and no option but --help. */
#ifndef CLI_NAME_ARGUMENT_H
#define CLI_NAME_ARGUMENT_H

#include "option_help.h"

/* The options of such a command, for its struct command_help. */
void name_argument_options(struct option list[MAX_OPTIONS]);

/* Reads a call of the command whose name is the plural of `named`, such as "palette". TRUE: *name
 * gets the name, or NULL if there is none. FALSE: the call has ended with the exit status *status,
 * after the help or a message. */
bool name_argument_read(const char *named, const struct command_help *help, int argc, char **argv,
                        const char **name, int *status);

/* Reads a call of the command `name`, which nothing can follow. The results are those of
 * name_argument_read; `text` is the help. */
bool no_argument_read(const char *name, const char *text, int argc, char **argv, int *status);

/* Whether a word is --help, or -h. */
bool word_asks_for_help(const char *word);

#endif
