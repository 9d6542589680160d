/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The wavefront engine for holograms: bands of rows in threads, with a row in each lane of a
 * vector. */
#include "hologram_wavefront.h"

#include "base/bands.h"
#include "base/instruction_set.h"
#include "base/message.h"
#include "base/translate.h"
#include "hologram_band.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = ERRDIFF_HOLOGRAM_LANES, CHUNK = ERRDIFF_HOLOGRAM_CHUNK };

/* What all threads share. A tile of a band is a chunk of its steps. */
struct run {
    const struct errdiff_hologram_job *job;
    uint16_t *levels;
    errdiff_hologram_band_chunk *chunk;
    int reach;           /* errdiff_hologram_lanes_reach */
    size_t place_length; /* steps of a band's errors */
    struct errdiff_bands bands;
    struct errdiff_hologram_band_errors *band_errors; /* of each place; zeros above the hologram */
    struct thread_band *thread_bands;                 /* one for each thread */
};

/* The band that a thread works on. */
struct thread_band {
    struct errdiff_hologram_band band;
    const struct run *run;
    int64_t clipped; /* by the bands that the thread has finished */
};

/* Picks the function for the instruction set to be used. Returns false, with the reason in the
 * report, if the processor does not have the one that was asked for. */
static bool pick_chunk(struct run *run, errdiff_hologram_report *report)
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
    run->chunk = chunks[set];
    report->isa = errdiff_instruction_set_name(set);
    return true;
}

/* The errors that band `number` leaves; zeros for band -1, above the hologram. */
static struct errdiff_hologram_band_errors *errors_of(const struct run *run, int number)
{
    return run->band_errors + (size_t)errdiff_bands_place(&run->bands, number) * run->place_length;
}

static void *start(void *user, int member, int number)
{
    const struct run *run = user;
    struct thread_band *thread_band = &run->thread_bands[member];
    struct errdiff_hologram_band *band = &thread_band->band;
    int first_row = number * ROWS, rest = run->job->hologram.height - first_row;
    band->job = run->job;
    band->first_row = first_row;
    band->row_count = rest < ROWS ? rest : ROWS;
    band->reach = run->reach;
    band->above = errors_of(run, number - 1);
    band->below = errors_of(run, number);
    band->levels = run->levels;
    band->clipped = 0;
    errdiff_hologram_lanes_begin(&band->lanes, run->job, first_row, band->row_count);
    memset(band->steps, 0, sizeof band->steps);
    return thread_band;
}

static void run_chunks(void *started, int first, int end)
{
    struct thread_band *thread_band = started;
    for (int chunk = first; chunk < end; chunk++)
        thread_band->run->chunk(&thread_band->band, chunk * CHUNK);
}

static void finish(void *started)
{
    struct thread_band *thread_band = started;
    thread_band->clipped += thread_band->band.clipped;
}

/* The steps after which the last row of a band is at its end, in whole chunks. */
static int chunk_count(const struct errdiff_hologram_job *job)
{
    return (job->hologram.width + (ROWS - 1) * job->slope + CHUNK - 1) / CHUNK;
}

static bool allocate(struct run *run)
{
    const struct errdiff_hologram_job *job = run->job;
    size_t threads = (size_t)run->bands.threads.count;
    /* A band reads the errors up to 32p steps and a chunk after its own last step. */
    run->place_length =
        (size_t)job->hologram.width + 2 * (size_t)ROWS * (size_t)job->slope + 2 * (size_t)CHUNK;
    run->band_errors = calloc((size_t)errdiff_bands_place_count(&run->bands) * run->place_length,
                              sizeof *run->band_errors);
    run->thread_bands =
        aligned_alloc(_Alignof(struct thread_band), threads * sizeof *run->thread_bands);
    for (size_t i = 0; run->thread_bands && i < threads; i++) {
        run->thread_bands[i].run = run;
        run->thread_bands[i].clipped = 0;
    }
    return run->band_errors && run->thread_bands;
}

static errdiff_status run_bands(struct run *run, errdiff_hologram_report *report)
{
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (allocate(run))
        status = errdiff_bands_run(&run->bands, &report->threads, &report->message);
    if (status == ERRDIFF_NO_MEMORY)
        errdiff_fail(&report->message, status, N_("not enough memory"));
    if (status == ERRDIFF_CANCELLED)
        errdiff_fail(&report->message, status, N_("cancelled"));
    for (int i = 0; run->thread_bands && i < run->bands.threads.count; i++)
        report->clipped += run->thread_bands[i].clipped;
    free(run->band_errors);
    free(run->thread_bands);
    return status;
}

errdiff_status errdiff_hologram_wavefront(const struct errdiff_hologram_job *job, uint16_t *levels,
                                          errdiff_hologram_report *report)
{
    struct errdiff_progress_state progress;
    struct errdiff_threads threads = errdiff_threads_wanted(job->threads);
    int band_count = (job->hologram.height - 1) / ROWS + 1;
    threads.works_long = true;
    threads.count = threads.count < band_count ? threads.count : band_count;
    struct run run = {.job = job,
                      .levels = levels,
                      .reach = errdiff_hologram_lanes_reach(job),
                      .bands = {.band_count = band_count,
                                .tile_count = chunk_count(job),
                                .lag = job->slope, /* in chunks, as in columns: 32p steps */
                                .tiles_at_once = 1,
                                .height = job->hologram.height,
                                .band_height = ROWS,
                                .threads = threads,
                                .progress = &progress,
                                .start = start,
                                .run_tiles = run_chunks,
                                .finish = finish,
                                .user = &run}};
    if (!pick_chunk(&run, report))
        return ERRDIFF_CANNOT_RUN;
    errdiff_hologram_progress_start(&progress, job);
    report->clipped = 0;
    return run_bands(&run, report);
}
