/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wavefront.h"

#include "band.h"
#include "message.h"
#include "progress.h"
#include "team.h"
#include "wavefront/isa.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = ERRDIFF_HOLOGRAM_BAND_ROWS,
    BLOCK = ERRDIFF_HOLOGRAM_BLOCK,
    REACH = ERRDIFF_HOLOGRAM_REACH,
    READ_BANDS = REACH / ROWS /* above a band, of which its rows read */
};

/* What all threads share. */
struct crew {
    const struct errdiff_hologram_job *job;
    uint16_t *levels;
    errdiff_hologram_band_step *step;
    int band_count, slot_count;
    size_t row_length; /* of a part of a row's errors, with its zeros */
    float *errors;     /* of slot_count bands, which later bands take over; then a row of zeros */
    atomic_int next_band; /* to be taken */
    atomic_int *done;     /* columns that the last row of each band is done with */
    atomic_bool is_stopped;
    atomic_llong clipped;
    struct errdiff_progress_state progress; /* member 0's */
    bool is_cancelled;
};

/* The best that this processor has, or what ERRDIFF_ISA names. FALSE: that cannot run. */
static bool pick_step(struct crew *crew, errdiff_hologram_report *report)
{
    const struct errdiff_isa *isa = errdiff_isa_pick(&report->message);
    crew->step = errdiff_hologram_band_step_c;
    report->isa = "c";
#ifdef ERRDIFF_X86
    if (isa && strncmp(isa->name, "avx", 3) == 0) {
        crew->step = errdiff_hologram_band_step_avx2;
        report->isa = "avx2";
    }
#endif
    return isa != NULL;
}

/* Part 0 or 1 of row y's errors, of which those above the hologram are zeros. */
static float *row_errors(const struct crew *crew, int y, int part)
{
    size_t row = y < 0 ? (size_t)crew->slot_count * ROWS
                       : (size_t)(y / ROWS % crew->slot_count) * ROWS + (size_t)(y % ROWS);
    return crew->errors + (2 * row + (size_t)part) * crew->row_length + REACH;
}

static void set_up(struct errdiff_hologram_band *band, struct crew *crew, int number)
{
    int height = crew->job->hologram.height;
    *band = (struct errdiff_hologram_band){
        .job = crew->job, .first_row = number * ROWS, .levels = crew->levels};
    band->row_count = height - band->first_row < ROWS ? height - band->first_row : ROWS;
    for (int row = 0; row < band->row_count; row++)
        for (int dy = 0; dy <= REACH; dy++) {
            band->errors[row].re[dy] = row_errors(crew, band->first_row + row - dy, 0);
            band->errors[row].im[dy] = row_errors(crew, band->first_row + row - dy, 1);
        }
}

/* FALSE: the work was stopped. */
static bool wait_for(struct crew *crew, int band, int columns)
{
    int width = crew->job->hologram.width, tries = 0;
    columns = columns < width ? columns : width;
    while (atomic_load_explicit(&crew->done[band], memory_order_acquire) < columns) {
        if (atomic_load_explicit(&crew->is_stopped, memory_order_relaxed))
            return false;
        errdiff_team_wait(&tries);
    }
    return true;
}

/* FALSE: the work was stopped. */
static bool do_band(struct crew *crew, int number)
{
    struct errdiff_hologram_band band;
    set_up(&band, crew, number);
    int width = crew->job->hologram.width;
    int lag = (band.row_count - 1) * ERRDIFF_HOLOGRAM_LAG;
    for (int b = 0; b * BLOCK < width + lag; b++) {
        if (number > 0 && !wait_for(crew, number - 1, b * BLOCK + ERRDIFF_HOLOGRAM_LAG))
            return false;
        crew->step(&band, b);
        int done = (b + 1) * BLOCK - lag;
        atomic_store_explicit(&crew->done[number], done < width ? done : width,
                              memory_order_release);
    }
    atomic_fetch_add_explicit(&crew->clipped, band.clipped, memory_order_relaxed);
    return true;
}

/* A band ends after the one above it, so those in work are neighbours, as many as there are threads;
 * with READ_BANDS slots more, none is taken over that is still read. */
static void work(void *user, int member)
{
    struct crew *crew = user;
    for (;;) {
        int number = atomic_fetch_add_explicit(&crew->next_band, 1, memory_order_acq_rel);
        if (number >= crew->band_count || !do_band(crew, number))
            return;
        int rows = (number + 1) * ROWS, height = crew->job->hologram.height;
        if (member == 0 &&
            errdiff_progress_cancelled(&crew->progress, rows < height ? rows : height)) {
            crew->is_cancelled = true;
            atomic_store_explicit(&crew->is_stopped, true, memory_order_relaxed);
            return;
        }
        if (atomic_load_explicit(&crew->is_stopped, memory_order_relaxed))
            return;
    }
}

static bool make(struct crew *crew, const struct errdiff_hologram_job *job, int threads)
{
    crew->band_count = (job->hologram.height - 1) / ROWS + 1;
    crew->slot_count = threads + READ_BANDS;
    crew->row_length = (size_t)job->hologram.width + 2 * REACH + BLOCK;
    size_t rows = (size_t)crew->slot_count * ROWS + 1;
    crew->errors = calloc(2 * rows * crew->row_length, sizeof *crew->errors);
    crew->done = calloc((size_t)crew->band_count, sizeof *crew->done);
    return crew->errors && crew->done;
}

errdiff_status errdiff_hologram_wavefront(const struct errdiff_hologram_job *job, uint16_t *levels,
                                          errdiff_hologram_report *report)
{
    struct errdiff_threads threads = errdiff_threads_wanted(job->threads);
    int bands = (job->hologram.height - 1) / ROWS + 1;
    threads.count = threads.count < bands ? threads.count : bands;
    struct crew crew = {.job = job, .levels = levels};
    report->threads = threads.count;
    if (!pick_step(&crew, report))
        return ERRDIFF_CANNOT_RUN;
    errdiff_status status = ERRDIFF_OK;
    if (!make(&crew, job, threads.count))
        status = errdiff_fail(&report->message, ERRDIFF_NO_MEMORY, "not enough memory");
    errdiff_options told = {.progress = job->progress, .progress_user = job->progress_user};
    /* As in serial.c. */
    errdiff_progress_start(&crew.progress, &told, job->hologram.height,
                           (int64_t)job->hologram.width * 16);
    if (status == ERRDIFF_OK)
        status = errdiff_team_run(threads, work, &crew, &report->message);
    if (crew.is_cancelled)
        status = errdiff_fail(&report->message, ERRDIFF_CANCELLED, "cancelled");
    report->clipped = atomic_load(&crew.clipped);
    free(crew.errors);
    free(crew.done);
    return status;
}
