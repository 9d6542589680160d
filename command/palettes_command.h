/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PALETTES_COMMAND_H
#define CLI_PALETTES_COMMAND_H

#include "option_help.h"

extern const struct command_help palettes_help;

/* Runs `errdiff palettes`; argv[0] is "palettes". Returns the exit status, after an error message
 * if it is not 0. */
int palettes(int argc, char **argv);

#endif
