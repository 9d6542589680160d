/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command `errdiff devices`. */
#ifndef CLI_DEVICES_COMMAND_H
#define CLI_DEVICES_COMMAND_H

/* Lists the devices. argv[0] is the name of the command. Returns an exit status. */
int devices(int argc, char **argv);

#endif
