/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_HOLOGRAM_H
#define CLI_HOLOGRAM_H

/* `errdiff hologram`: quantises a hologram. argv[0] is "hologram". Returns an exit status, after the
 * user has been told what is wrong. */
int hologram(int argc, char **argv);

#endif
