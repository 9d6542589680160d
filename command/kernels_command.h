/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_KERNELS_COMMAND_H
#define CLI_KERNELS_COMMAND_H

#include "option_help.h"

extern const struct command_help kernels_help;

/* Runs `errdiff kernels`; argv[0] is "kernels". Returns the exit status. */
int kernels(int argc, char **argv);

#endif
