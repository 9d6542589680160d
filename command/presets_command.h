/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_PRESETS_COMMAND_H
#define CLI_PRESETS_COMMAND_H

#include "option_help.h"

extern const struct command_help presets_help;

/* Runs `errdiff presets`; argv[0] is "presets". Returns the exit status, after an error message if
 * it is not 0. */
int presets(int argc, char **argv);

#endif
