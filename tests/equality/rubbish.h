/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that nobody has written holds zeros in a new process, which hides that it is read. */
#ifndef EQUALITY_RUBBISH_H
#define EQUALITY_RUBBISH_H

#include <stdint.h>

/* Fills what the next call will find on the stacks of this thread and of OpenMP's threads, of which
 * the call has `threads`, and lets new memory of the heap begin as something else than zeros. */
void rubbish_spread(uint64_t seed, int threads);

#endif
