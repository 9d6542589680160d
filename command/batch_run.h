/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the work on the pictures of a batch: shows its progress, and ends it if a signal comes. */
#ifndef CLI_BATCH_RUN_H
#define CLI_BATCH_RUN_H

#include "errdiff.h"

/*
 * Calls errdiff_dither_many with `count`, `options`, `work` and `user`. Meanwhile the progress of
 * all pictures is shown, from `from` to `to`, both 0..1. If a signal comes that ends the process,
 * the work is asked to stop, and the process ends when it has; a second signal ends it at once.
 * Returns 0, or an exit status after a message if there was not enough memory to begin.
 */
int batch_run(int count, const errdiff_options *options, errdiff_dither_one work, void *user,
              double from, double to);

#endif
