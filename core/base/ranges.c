/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Divides independent work into ranges, which threads take one after the other. */
#include "ranges.h"

#include <stdatomic.h>

struct ranges {
    int count, length;
    void (*work)(void *user, int begin, int end);
    void *user;
    struct errdiff_progress_state *progress;
    atomic_int next;
    atomic_bool is_cancelled;
};

static void work_on_ranges(void *user, int member)
{
    struct ranges *ranges = user;
    int range_count = (ranges->count + ranges->length - 1) / ranges->length;
    for (;;) {
        if (member == 0 && errdiff_progress_poll(ranges->progress, 0))
            atomic_store_explicit(&ranges->is_cancelled, true, memory_order_relaxed);
        if (atomic_load_explicit(&ranges->is_cancelled, memory_order_relaxed))
            return;
        int range = atomic_fetch_add_explicit(&ranges->next, 1, memory_order_relaxed);
        if (range >= range_count)
            return;
        int begin = range * ranges->length;
        int rest = ranges->count - begin;
        ranges->work(ranges->user, begin, begin + (rest < ranges->length ? rest : ranges->length));
    }
}

errdiff_status errdiff_ranges_run(struct errdiff_threads threads, int count, int length,
                                  void (*work)(void *user, int begin, int end), void *user,
                                  struct errdiff_progress_state *progress)
{
    struct ranges ranges = {
        .count = count, .length = length, .work = work, .user = user, .progress = progress};
    int most = count / length;
    threads.count = threads.count < most ? threads.count : most;
    threads.count = threads.count > 1 ? threads.count : 1;
    threads.is_exact = false; /* so it cannot fail */
    errdiff_team_run(threads, work_on_ranges, &ranges, NULL);
    return atomic_load(&ranges.is_cancelled) ? ERRDIFF_CANCELLED : ERRDIFF_OK;
}
