/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_HOLOGRAM_H
#define CLI_HOLOGRAM_H

/* Runs `errdiff hologram`, which quantizes a hologram; argv[0] is "hologram". Returns the exit
 * status, after an error message if it is not 0. */
int hologram(int argc, char **argv);

#endif
