/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks that one thread makes, and threads of a team take: parts of slices, in order. */
#ifndef ERRDIFF_TASKS_H
#define ERRDIFF_TASKS_H

#include <atomic>

enum { ERRDIFF_SLICE_PARTS = 32 };

struct errdiff_tasks {
    std::atomic<long> next{0}, made{0};
};

/* By the thread that makes them: all parts of the next slice. */
static inline void errdiff_tasks_make(struct errdiff_tasks *tasks)
{
    tasks->made.fetch_add(ERRDIFF_SLICE_PARTS, std::memory_order_release);
}

/* By any thread. FALSE: there is none now. */
static inline bool errdiff_tasks_take(struct errdiff_tasks *tasks, int *slice, int *part)
{
    long next = tasks->next.load(std::memory_order_relaxed);
    do {
        if (next >= tasks->made.load(std::memory_order_acquire))
            return false;
    } while (!tasks->next.compare_exchange_weak(next, next + 1, std::memory_order_relaxed));
    *slice = (int)(next / ERRDIFF_SLICE_PARTS);
    *part = (int)(next % ERRDIFF_SLICE_PARTS);
    return true;
}

/* Where a part begins, of `rows` rows; the part behind the last begins at their end. */
static inline int errdiff_tasks_row(int rows, int part)
{
    return (int)((long)rows * part / ERRDIFF_SLICE_PARTS);
}

#endif
