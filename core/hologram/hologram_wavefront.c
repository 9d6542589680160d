/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_wavefront.h"

#include "base/instruction_set.h"
#include "base/message.h"
#include "base/progress.h"
#include "base/team.h"
#include "base/translate.h"
#include "hologram_band.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = ERRDIFF_HOLOGRAM_LANES, CHUNK = ERRDIFF_HOLOGRAM_CHUNK };

/* What all threads share. Each thread, a worker, repeatedly takes the next band and runs it. */
struct pool {
    const struct errdiff_hologram_job *job;
    uint16_t *levels;
    errdiff_hologram_band_chunk *chunk;
    int band_count, slot_count;
    int reach;          /* errdiff_hologram_lanes_reach */
    size_t slot_length; /* steps of a band's errors */
    /* The errors of slot_count bands, and a slot of zeros. */
    struct errdiff_hologram_band_errors *band_errors;
    struct errdiff_hologram_band *bands; /* one for each thread */
    atomic_int next_band;                /* the next one to run */
    atomic_int *done;                    /* the steps that each band has finished */
    atomic_bool is_stopped;
    atomic_llong clipped;
    struct errdiff_progress_state progress; /* of worker 0, which is the calling thread */
    bool is_cancelled;
};

/* Picks the function for the instruction set to be used. Returns FALSE, with the reason in the
 * report, if the processor does not have the one that was asked for. */
static bool pick_chunk(struct pool *pool, errdiff_hologram_report *report)
{
    static errdiff_hologram_band_chunk *const chunks[ERRDIFF_INSTRUCTION_SETS] = {
#ifdef ERRDIFF_X86
        [ERRDIFF_AVX512] = errdiff_hologram_band_chunk_avx512,
        [ERRDIFF_AVX2] = errdiff_hologram_band_chunk_avx2,
#endif
        [ERRDIFF_PLAIN_C] = errdiff_hologram_band_chunk_c,
    };
    enum errdiff_instruction_set set;
    if (!errdiff_instruction_set_pick(&set, &report->message))
        return false;
    if (!chunks[set])
        set = ERRDIFF_PLAIN_C;
    pool->chunk = chunks[set];
    report->isa = errdiff_instruction_set_name(set);
    return true;
}

/* The errors that band `number` leaves; zeros for band -1, above the hologram. */
static struct errdiff_hologram_band_errors *errors_of(const struct pool *pool, int number)
{
    int slot = number < 0 ? pool->slot_count : number % pool->slot_count;
    return pool->band_errors + (size_t)slot * pool->slot_length;
}

/* The steps of a band of so many rows, in whole chunks. */
static int steps_of(const struct pool *pool, int row_count)
{
    int steps = pool->job->hologram.width + (row_count - 1) * pool->job->slope;
    return (steps + CHUNK - 1) / CHUNK * CHUNK;
}

static void set_up(struct errdiff_hologram_band *band, const struct pool *pool, int number)
{
    int first_row = number * ROWS, height = pool->job->hologram.height;
    band->job = pool->job;
    band->first_row = first_row;
    band->row_count = height - first_row < ROWS ? height - first_row : ROWS;
    band->reach = pool->reach;
    band->above = errors_of(pool, number - 1);
    band->below = errors_of(pool, number);
    band->levels = pool->levels;
    band->clipped = 0;
    errdiff_hologram_lanes_begin(&band->lanes, pool->job, first_row, band->row_count);
    memset(band->steps, 0, sizeof band->steps);
}

/* Waits until a band has finished `steps` steps, or all of its steps if it has fewer. Returns FALSE
 * if the work was stopped. */
static bool wait_for(struct pool *pool, int band, int steps)
{
    int all = steps_of(pool, ROWS), tries = 0;
    steps = steps < all ? steps : all;
    while (atomic_load_explicit(&pool->done[band], memory_order_acquire) < steps) {
        if (atomic_load_explicit(&pool->is_stopped, memory_order_relaxed))
            return false;
        errdiff_team_wait(&tries);
    }
    return true;
}

/* Runs a band. Returns FALSE if the work was stopped. */
static bool do_band(struct pool *pool, struct errdiff_hologram_band *band, int number)
{
    set_up(band, pool, number);
    int steps = steps_of(pool, band->row_count), lag = ROWS * pool->job->slope;
    for (int t = 0; t < steps; t += CHUNK) {
        if (number > 0 && !wait_for(pool, number - 1, t + CHUNK + lag))
            return false;
        pool->chunk(band, t);
        atomic_store_explicit(&pool->done[number], t + CHUNK, memory_order_release);
    }
    atomic_fetch_add_explicit(&pool->clipped, band->clipped, memory_order_relaxed);
    return true;
}

/* Bands are begun and finished from top to bottom, so the unfinished ones are adjacent and at
 * most as many as there are threads. With one slot more than that, no slot is reused while its
 * errors are still read. */
static void work(void *user, int worker)
{
    struct pool *pool = user;
    struct errdiff_hologram_band *band = &pool->bands[worker];
    for (;;) {
        int number = atomic_fetch_add_explicit(&pool->next_band, 1, memory_order_acq_rel);
        if (number >= pool->band_count || !do_band(pool, band, number))
            return;
        int rows = (number + 1) * ROWS, height = pool->job->hologram.height;
        if (worker == 0 &&
            errdiff_progress_cancelled(&pool->progress, rows < height ? rows : height)) {
            pool->is_cancelled = true;
            atomic_store_explicit(&pool->is_stopped, true, memory_order_relaxed);
            return;
        }
        if (atomic_load_explicit(&pool->is_stopped, memory_order_relaxed))
            return;
    }
}

static bool make(struct pool *pool, int threads)
{
    const struct errdiff_hologram_job *job = pool->job;
    pool->reach = errdiff_hologram_lanes_reach(job);
    pool->slot_count = threads + 1;
    /* A band reads the errors up to 32p steps and a chunk after its own last step. */
    pool->slot_length =
        (size_t)job->hologram.width + 2 * (size_t)ROWS * (size_t)job->slope + 2 * (size_t)CHUNK;
    pool->band_errors =
        calloc(((size_t)pool->slot_count + 1) * pool->slot_length, sizeof *pool->band_errors);
    pool->bands = aligned_alloc(_Alignof(struct errdiff_hologram_band),
                                (size_t)threads * sizeof *pool->bands);
    pool->done = calloc((size_t)pool->band_count, sizeof *pool->done);
    return pool->band_errors && pool->bands && pool->done;
}

errdiff_status errdiff_hologram_wavefront(const struct errdiff_hologram_job *job, uint16_t *levels,
                                          errdiff_hologram_report *report)
{
    struct errdiff_threads threads = errdiff_threads_wanted(job->threads);
    threads.works_long = true;
    struct pool pool = {
        .job = job, .levels = levels, .band_count = (job->hologram.height - 1) / ROWS + 1};
    threads.count = threads.count < pool.band_count ? threads.count : pool.band_count;
    report->threads = threads.count;
    if (!pick_chunk(&pool, report))
        return ERRDIFF_CANNOT_RUN;
    errdiff_status status = ERRDIFF_OK;
    if (!make(&pool, threads.count))
        status = errdiff_fail(&report->message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
    errdiff_options progress_options = {.progress = job->progress,
                                        .progress_user = job->progress_user};
    /* As in hologram_serial.c. */
    errdiff_progress_start(&pool.progress, &progress_options, job->hologram.height,
                           (int64_t)job->hologram.width * 16);
    if (status == ERRDIFF_OK)
        status = errdiff_team_run(threads, work, &pool, &report->message);
    if (pool.is_cancelled)
        status = errdiff_fail(&report->message, ERRDIFF_CANCELLED, "cancelled");
    report->clipped = atomic_load(&pool.clipped);
    free(pool.band_errors);
    free(pool.bands);
    free(pool.done);
    return status;
}
