/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_BENCH_H
#define CLI_BENCH_H

/* `errdiff bench`: times the engines side by side. argv[0] is "bench". Returns an exit status, after
 * the user has been told what is wrong. */
int bench(int argc, char **argv);

#endif
