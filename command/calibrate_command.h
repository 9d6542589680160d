/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_CALIBRATE_H
#define CLI_CALIBRATE_H

#include "option_help.h"

extern const struct command_help calibrate_help;

/* Runs `errdiff calibrate`; argv[0] is "calibrate". Returns the exit status. */
int calibrate(int argc, char **argv);

#endif
