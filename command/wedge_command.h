/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_WEDGE_COMMAND_H
#define CLI_WEDGE_COMMAND_H

#include "option_help.h"

extern const struct command_help wedge_help;

/* Runs `errdiff wedge`. Returns an exit status after an error message, or 0. */
int wedge(int argc, char **argv);

#endif
