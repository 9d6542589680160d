/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_OPTION_HELP_H
#define CLI_OPTION_HELP_H

#include "option_reading.h"

/* Prints what a list of options means, with their values and defaults, as a part of a help text. */
void option_print_help(const struct option *options);

#endif
