/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_DITHER_HELP_H
#define CLI_DITHER_HELP_H

/* Prints the help of the command that dithers. */
void dither_help_print(void);

#endif
