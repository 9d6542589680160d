/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "strip.h"

enum {
    BAND_ROWS = 32,
    PIXELS_OF_THREAD = 2048 /* of a group, for which a further thread is worth its handing over */
};

/* A band's part of a group. */
struct task {
    int64_t group, begin, end; /* the group, and its iterations */
    int band, first_row, end_row;
    int bands;              /* of its group, from the top of the picture on */
    bool is_first, is_last; /* of its group */
};

errdiff_status errdiff_strip_make(struct errdiff_strip *strip, struct errdiff_session *session)
{
    const struct errdiff_split *split = &strip->hybrid.split;
    int height = session->job->in.height;
    int64_t rows = split->strip / (session->device.slope > 0 ? session->device.slope : 1);
    int64_t useful = rows * split->group / PIXELS_OF_THREAD + 1;
    strip->threads = session->threads;
    if (strip->threads.count > useful)
        strip->threads.count = (int)useful;
    strip->threads.is_exact = false;
    strip->message = session->message;
    strip->group = -1;
    pthread_mutex_init(&strip->lock, NULL);
    strip->finished =
        (volatile int64_t *)calloc((size_t)height / BAND_ROWS + 1, sizeof *strip->finished);
    bool has_memory =
        errdiff_processor_make(&strip->processor, session->job, errdiff_host->span_dither,
                               errdiff_hybrid_columns(&strip->hybrid), height);
    return strip->finished && has_memory ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

void errdiff_strip_release(struct errdiff_strip *strip)
{
    errdiff_processor_release(&strip->processor);
    free((void *)strip->finished);
}

/* ---- Tasks --------------------------------------------------------------------------------- */

static int64_t begin_of(const struct errdiff_strip *strip, int64_t group)
{
    int64_t begin = strip->hybrid.first + group * strip->hybrid.split.group;
    return begin < strip->hybrid.end ? begin : strip->hybrid.end;
}

/* Goes on to the next group. Bands that begin in it have nothing to wait for in earlier ones. */
static void begin_group(struct errdiff_strip *strip)
{
    int64_t group = ++strip->group;
    int before = strip->bands;
    strip->end_row = errdiff_hybrid_strip_rows(&strip->hybrid, begin_of(strip, group),
                                               begin_of(strip, group + 1), &strip->first_row);
    if (strip->first_row >= strip->end_row) {
        strip->next_band = strip->bands;
        return;
    }
    strip->next_band = strip->first_row / BAND_ROWS;
    strip->bands = (strip->end_row - 1) / BAND_ROWS + 1;
    for (int band = before; band < strip->bands; band++)
        strip->finished[band] = group;
}

/* Takes the next task, which has no rows in a group where the CPU has none. Returns false if there
 * is none. */
static bool take_task(struct errdiff_strip *strip, struct task *task)
{
    pthread_mutex_lock(&strip->lock);
    bool begins = strip->next_band >= strip->bands;
    bool has_task = !begins || begin_of(strip, strip->group + 1) < strip->hybrid.end;
    if (has_task && begins)
        begin_group(strip);
    int band = strip->next_band, bottom = (band + 1) * BAND_ROWS;
    task->group = strip->group;
    task->begin = begin_of(strip, task->group);
    task->end = begin_of(strip, task->group + 1);
    task->band = band;
    task->first_row = begins ? strip->first_row : band * BAND_ROWS;
    task->end_row = bottom < strip->end_row ? bottom : strip->end_row;
    task->bands = strip->bands;
    task->is_first = begins;
    task->is_last = band + 1 >= strip->bands;
    strip->next_band += band < strip->bands;
    pthread_mutex_unlock(&strip->lock);
    return has_task;
}

/* Waits until a band has finished so many groups. Returns false if all is to stop. */
static bool wait_for_band(const struct errdiff_strip *strip, int band, int64_t groups)
{
    int tries = 0;
    while (strip->finished[band] < groups) {
        if (strip->meeting->is_stopped)
            return false;
        errdiff_host->team_wait(&tries);
    }
    __sync_synchronize();
    return true;
}

/* Takes over the GPU's errors for a group, in whose rows earlier groups must be finished. */
static bool meet_gpu(const struct errdiff_strip *strip, const struct task *task)
{
    const struct errdiff_crossing *crossing = &strip->hybrid.to_processor;
    for (int64_t t = errdiff_hybrid_crossing_begin(&strip->hybrid, task->begin); t < task->begin;
         t++) {
        int y, end = errdiff_front_rows(&crossing->fronts, t, crossing->first_x,
                                        crossing->first_x + crossing->columns, &y);
        for (int band = y / BAND_ROWS; band * BAND_ROWS < end && y < end; band++)
            if (band < task->bands && !wait_for_band(strip, band, task->group))
                return false;
    }
    while (strip->meeting->gpu < task->group - 1 ||
           !errdiff_hybrid_take(&strip->hybrid, &strip->processor, task->begin))
        if (strip->meeting->is_stopped)
            return false;
    return true;
}

/* Dithers a task's rows, with a copy of the processor that has a count of its own. */
static int64_t dither_rows(const struct errdiff_strip *strip, const struct task *task)
{
    struct errdiff_processor processor = strip->processor;
    processor.clamped = 0;
    for (int y = task->first_row; y < task->end_row; y++)
        errdiff_hybrid_row(&strip->hybrid, &processor, task->begin, task->end, y);
    return processor.clamped;
}

static void finish_task(struct errdiff_strip *strip, const struct task *task, int64_t clamped)
{
    __sync_synchronize();
    pthread_mutex_lock(&strip->lock);
    if (task->first_row < task->end_row)
        strip->finished[task->band] = task->group + 1;
    strip->clamped += clamped;
    if (task->is_last && strip->meeting->processor < task->group + 1)
        strip->meeting->processor = task->group + 1;
    pthread_mutex_unlock(&strip->lock);
}

/* A member of the team. */
static void run_tasks(void *user, int member)
{
    struct errdiff_strip *strip = (struct errdiff_strip *)user;
    struct task task;
    (void)member;
    while (!strip->meeting->is_stopped && take_task(strip, &task)) {
        bool has_rows = task.first_row < task.end_row;
        if (task.is_first ? !meet_gpu(strip, &task)
                          : !wait_for_band(strip, task.band - 1, task.group + 1))
            return;
        if (has_rows && !wait_for_band(strip, task.band, task.group))
            return;
        finish_task(strip, &task, dither_rows(strip, &task));
    }
}

void *errdiff_strip_run(void *user)
{
    struct errdiff_strip *strip = (struct errdiff_strip *)user;
    strip->status = errdiff_host->team_run(strip->threads, run_tasks, strip, strip->message);
    if (strip->status != ERRDIFF_OK)
        strip->meeting->is_stopped = 1;
    return NULL;
}
