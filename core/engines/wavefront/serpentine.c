/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers in serpentine order, with the channels of an image in parallel. */
#include "serpentine.h"

#include "engines/ring.h"
#include "engines/span.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { CHANNELS = 3 };

/* In smaller images, threads take longer to start than they save. */
enum { MIN_PIXELS = 1 << 12, MIN_PIXELS_OF_FAST_PATH = 1 << 16 };

/* Channels that one thread dithers, with memory of their own, so that threads share none. */
struct part {
    int first_channel, end_channel;
    struct errdiff_ring errors;
    uint8_t *tones; /* of the pixels with these errors, at the same indices */
};

struct run {
    struct errdiff_job *job;
    struct part parts[CHANNELS];
    int part_count;
    _Atomic int next_part;
    _Atomic int members; /* members that dithered a part */
    _Atomic bool stopped;
};

bool errdiff_serpentine_can_run(const struct errdiff_job *job)
{
    return job->asked.serpentine && !job->run.carry && job->rule.channels == CHANNELS &&
           !job->rule.search;
}

/*
 * The number of threads that dither the channels. If there is a fast path, two would be no faster
 * than one that dithers all channels: their dependency chains are independent, so the processor
 * overlaps them, and three take little longer than two.
 */
static int choose_part_count(const struct errdiff_job *job)
{
    const struct errdiff_threads *threads = &job->run.threads;
    bool has_fast_path = job->analysis.has_fast_path;
    int64_t pixels = (int64_t)job->in.width * job->in.height;
    if (!threads->is_exact && pixels < (has_fast_path ? MIN_PIXELS_OF_FAST_PATH : MIN_PIXELS))
        return 1;
    if (threads->count >= CHANNELS)
        return CHANNELS;
    return has_fast_path ? 1 : threads->count;
}

static void set_parts(struct run *run)
{
    int count = run->part_count = choose_part_count(run->job);
    for (int i = 0; i < count; i++) {
        run->parts[i].first_channel = CHANNELS * i / count;
        run->parts[i].end_channel = CHANNELS * (i + 1) / count;
    }
}

static bool allocate(struct run *run)
{
    bool is_done = true;
    for (int i = 0; i < run->part_count; i++) {
        struct part *part = &run->parts[i];
        is_done &= errdiff_ring_make(&part->errors, &run->job->analysis.kernel, run->job->in.width,
                                     part->end_channel - part->first_channel);
        if (run->job->rule.tone_weights) {
            part->tones = calloc(errdiff_ring_length(&part->errors), 1);
            is_done &= part->tones != NULL;
        }
    }
    return is_done;
}

static void release(struct run *run)
{
    for (int i = 0; i < run->part_count; i++) {
        errdiff_ring_release(&run->parts[i].errors);
        free(run->parts[i].tones);
    }
}

static void dither_row(struct errdiff_job *job, const struct part *part, int y)
{
    const struct errdiff_ring *errors = &part->errors;
    struct errdiff_span span = {.y = y,
                                .end = job->in.width,
                                .first_channel = part->first_channel,
                                .end_channel = part->end_channel};
    for (int dy = 0; dy < errors->row_count; dy++) {
        /* The ring is 0 at first: the errors of the rows above the image. */
        span.errors[dy] = errdiff_ring_at(errors, 0, y - dy + errors->row_count);
        if (part->tones)
            span.tones[dy] = part->tones + (span.errors[dy] - errors->numbers);
    }
    errdiff_span_dither(job, &span);
}

static void work(void *user, int member)
{
    struct run *run = user;
    struct errdiff_job *job = run->job;
    bool has_run = false;
    for (;;) {
        int i = atomic_fetch_add_explicit(&run->next_part, 1, memory_order_relaxed);
        if (i >= run->part_count)
            break;
        has_run = true;
        for (int y = 0; y < job->in.height; y++) {
            dither_row(job, &run->parts[i], y);
            int rows = (int)(((int64_t)i * job->in.height + y) / run->part_count);
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
    set_parts(&run);
    threads.count = run.part_count;
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
