/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

/* Runs `errdiff bench`, which times the engines; argv[0] is "bench". Returns the exit status,
 * after an error message if it is not 0. */
int bench(int argc, char **argv);

#endif
