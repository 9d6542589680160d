/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serpentine.h"

#include "engines/ring.h"
#include "engines/span.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { CHANNELS = 3 };

struct run {
    struct errdiff_job *job;
    struct errdiff_ring
        errors[CHANNELS];     /* one for each channel, so that threads share no memory */
    uint8_t *tones[CHANNELS]; /* of the pixels with these errors, at the same indices */
    _Atomic int next_channel;
    _Atomic int members; /* members that dithered a channel */
    _Atomic bool stopped;
};

bool errdiff_serpentine_can_run(const struct errdiff_job *job)
{
    return job->asked.serpentine && !job->run.carry && job->rule.channels == CHANNELS &&
           !job->rule.search;
}

static bool allocate(struct run *run)
{
    bool is_done = true;
    for (int c = 0; c < CHANNELS; c++) {
        struct errdiff_ring *errors = &run->errors[c];
        is_done &=
            errdiff_ring_make(errors, &run->job->analysis.kernel, run->job->in.width, CHANNELS);
        if (run->job->rule.tone_weights) {
            run->tones[c] = calloc(errdiff_ring_length(errors), 1);
            is_done &= run->tones[c] != NULL;
        }
    }
    return is_done;
}

static void release(struct run *run)
{
    for (int c = 0; c < CHANNELS; c++) {
        errdiff_ring_release(&run->errors[c]);
        free(run->tones[c]);
    }
}

static void dither_row(const struct run *run, int channel, int y)
{
    const struct errdiff_ring *errors = &run->errors[channel];
    struct errdiff_span span = {
        .y = y, .end = run->job->in.width, .first_channel = channel, .end_channel = channel + 1};
    for (int dy = 0; dy < errors->row_count; dy++) {
        /* The ring is 0 at first: the errors of the rows above the picture. */
        span.errors[dy] = errdiff_ring_at(errors, 0, y - dy + errors->row_count);
        if (run->tones[channel])
            span.tones[dy] = run->tones[channel] + (span.errors[dy] - errors->numbers);
    }
    errdiff_span_dither(run->job, &span);
}

static void work(void *user, int member)
{
    struct run *run = user;
    struct errdiff_job *job = run->job;
    bool has_run = false;
    for (;;) {
        int channel = atomic_fetch_add_explicit(&run->next_channel, 1, memory_order_relaxed);
        if (channel >= CHANNELS)
            break;
        has_run = true;
        for (int y = 0; y < job->in.height; y++) {
            dither_row(run, channel, y);
            int rows = (int)(((int64_t)channel * job->in.height + y) / CHANNELS);
            if (member == 0 && errdiff_progress_cancelled(&job->run.progress, rows))
                atomic_store_explicit(&run->stopped, true, memory_order_relaxed);
            if (atomic_load_explicit(&run->stopped, memory_order_relaxed))
                break;
        }
        if (atomic_load_explicit(&run->stopped, memory_order_relaxed))
            break;
    }
    atomic_fetch_add_explicit(&run->members, has_run, memory_order_relaxed);
}

errdiff_status errdiff_serpentine_run(struct errdiff_job *job, errdiff_report *report)
{
    struct run run = {.job = job};
    struct errdiff_threads threads = job->run.threads;
    threads.count = threads.count < CHANNELS ? threads.count : CHANNELS;
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (allocate(&run))
        status = errdiff_team_run(threads, work, &run, &report->message);
    release(&run);
    report->threads = atomic_load(&run.members);
    if (status == ERRDIFF_OK && (atomic_load(&run.stopped) ||
                                 errdiff_progress_cancelled(&job->run.progress, job->in.height)))
        status = ERRDIFF_CANCELLED;
    return status;
}
