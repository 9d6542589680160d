/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_MACHINE_H
#define CLI_BENCH_MACHINE_H

#include <stdio.h>

/* Writes what the times depend on as a JSON object: the date in UTC; the processor's name ("" if
 * unknown) and the number of processors; the name, driver and compute capability of the GPU if
 * there is one; the compiler, errdiff's version, and the instruction sets that engines with a
 * choice can use here. */
void machine_write_json(FILE *file);

#endif
