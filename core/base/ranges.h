/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Independent work on 0..count − 1, in threads that take one range of it after the other. */
#ifndef ERRDIFF_RANGES_H
#define ERRDIFF_RANGES_H

#include "progress.h"
#include "team.h"

/*
 * Calls work(user, begin, end) for ranges begin..end − 1 that together are 0..count − 1. Each range
 * but the last has `length` numbers. Uses up to threads.count threads, or fewer if the system
 * refuses them, even if the number is exact. Between two ranges the calling thread asks `progress`
 * whether the user cancelled; the progress stays where it is. Returns ERRDIFF_OK or
 * ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_ranges_run(struct errdiff_threads threads, int count, int length,
                                  void (*work)(void *user, int begin, int end), void *user,
                                  struct errdiff_progress_state *progress);

#endif
