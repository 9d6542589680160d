/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A queue of tasks: one thread adds them, and all threads of a team take them, in order. A task is
 * a part of a slice. */
#ifndef ERRDIFF_TASKS_H
#define ERRDIFF_TASKS_H

#include <atomic>

enum { ERRDIFF_SLICE_PARTS = 32 };

struct errdiff_tasks {
    std::atomic<long> next{0}, made{0};
};

/* Makes tasks of all parts of the next slice. Only one thread may call this. */
static inline void errdiff_tasks_make(struct errdiff_tasks *tasks)
{
    tasks->made.fetch_add(ERRDIFF_SLICE_PARTS, std::memory_order_release);
}

/* Takes the next task, in any thread. Returns false if there is none now. */
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

/* The row where a part begins, if a slice has `rows` rows. The part after the last one begins at
 * `rows`. */
static inline int errdiff_tasks_row(int rows, int part)
{
    return (int)((long)rows * part / ERRDIFF_SLICE_PARTS);
}

#endif
