/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_OPTION_HELP_H
#define CLI_OPTION_HELP_H

#include "option_reading.h"

/* What --help prints for a command, in this order. The manual page of the command is made from it,
 * too. */
struct command_help {
    const char *start; /* how the command is called, and what it does; then an empty line */
    void (*list_options)(struct option list[MAX_OPTIONS]);
    const char *end; /* after an empty line: what else there is to know, last the exit status */
};

void command_print_help(const struct command_help *help);

struct option_text {
    char text[1024];
};

/* Sets *name to the option as it is typed: "--json", or "--no-view-filter" for a switch that is on
 * by default. */
void option_name(const errdiff_option_info *info, struct option_text *name);

/* Sets *explanation to what the option does, without its possible values. */
void option_explanation(const errdiff_option_info *info, struct option_text *explanation);

/* What stands for the value of an option in its explanation, such as "N"; "" for a switch. A name
 * without capital letters, such as "8|16", consists of the possible values themselves. */
const char *option_value_name(const struct option *option);

/* Whether an option has to be given. */
bool option_is_required(const errdiff_option_info *info);

#endif
