/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_MACHINE_H
#define CLI_MACHINE_H

#include <stdio.h>

/* Writes what times depend on as a JSON object: the date in UTC, the processor's name ("" where the
 * system does not tell), the number of processors; where there is a GPU its name, driver and compute
 * capability; compiler, version, and the instruction sets that engines with a choice can run with
 * here. */
void machine_write_json(FILE *file);

#endif
