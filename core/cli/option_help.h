/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_OPTION_HELP_H
#define CLI_OPTION_HELP_H

#include "option_reading.h"

/* Prints the part of a help text that explains a list of options, with their values and
 * defaults. */
void option_print_help(const struct option *options);

#endif
