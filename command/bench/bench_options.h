/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the jobs that `errdiff bench` times. */
#ifndef CLI_BENCH_OPTIONS_H
#define CLI_BENCH_OPTIONS_H

#include "errdiff.h"

/* Sets every option to its default in `errdiff bench`: that of the library, except that colors out
 * of gamut are left as they are, as in the plain loop. */
void bench_options_init(errdiff_options *options);

/*
 * Finds an option with a value other than its default in `errdiff bench`, from `index` on in the
 * library's table. The kernel, the levels, the palette, the engine and the threads do not count,
 * because reports have places of their own for them. Returns the index of the option, with what
 * is known of it in *info; or -1 if there is none.
 */
int bench_options_next_changed(const errdiff_options *options, int index,
                               errdiff_option_info *info);

#endif
