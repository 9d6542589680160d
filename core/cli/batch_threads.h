/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that work on the pictures of a batch. */
#ifndef CLI_BATCH_THREADS_H
#define CLI_BATCH_THREADS_H

#include "errdiff.h"

/* Works on item `number` of a batch. It should call progress(progress_user, …), and stop if that
 * does not return 0. */
typedef void (*batch_work)(void *user, int number, errdiff_progress progress, void *progress_user);

/*
 * Calls work(user, number, …) for each number from 0 to count - 1, in `threads` threads (or as many
 * as the system allows), and waits for them. Meanwhile the progress of all items is shown, from
 * `from` to `to`, both 0..1. If a signal comes that ends the process, the work is asked to stop,
 * and the process ends when it has; a second signal ends it at once.
 */
void batch_run(int count, int threads, batch_work work, void *user, double from, double to);

#endif
