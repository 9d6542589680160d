/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs bands of rows in threads, from top to bottom, each band close behind the one above it. */
#include "bands.h"

#include "system.h"

#include <stdatomic.h>

enum { CACHE_LINE = 64 };

/* How many tiles have been finished by the bands that have used a place, in total. It only rises,
 * so a place needs no reset when the next band takes it. */
struct finished {
    _Alignas(CACHE_LINE) _Atomic int64_t tiles;
};

struct run {
    const struct errdiff_bands *bands;
    int slack;
    struct finished *finished; /* of each place */
    _Atomic int next_band;
    _Atomic bool stopped;
    _Atomic int members; /* that had a band to run */
};

/* Half of what all threads side by side leave free of a band. */
static int slack_for(const struct errdiff_bands *bands)
{
    int slack = (bands->tile_count / bands->threads.count - bands->lag - 1) / 2;
    return slack < 0 ? 0 : slack < bands->max_slack ? slack : bands->max_slack;
}

/* The rows that were finished if the rows of a band were run one after the other. */
static int rows_done(const struct errdiff_bands *bands, int band, int tiles)
{
    int64_t of_band = (int64_t)bands->band_height * tiles / (bands->tile_count + 1);
    int64_t rows = (int64_t)band * bands->band_height + of_band;
    return rows < bands->height - 1 ? (int)rows : bands->height - 1;
}

/* The number of tiles that bands before `band` have finished in its place. */
static int64_t finished_before(const struct errdiff_bands *bands, int band)
{
    return (int64_t)(band / (bands->threads.count + 1)) * bands->tile_count;
}

static _Atomic int64_t *tiles_of(const struct run *run, int band)
{
    return &run->finished[errdiff_bands_place(run->bands, band)].tiles;
}

/* The number of tiles that a band has finished; what they have left may then be read. */
static int64_t finished_tiles(const struct run *run, int band)
{
    return atomic_load_explicit(tiles_of(run, band), memory_order_acquire) -
           finished_before(run->bands, band);
}

/* Waits until a band has finished this many tiles. Returns false if the run was stopped. */
static bool wait_for(struct run *run, int band, int64_t tiles)
{
    int tries = 0;
    while (finished_tiles(run, band) < tiles) {
        if (atomic_load_explicit(&run->stopped, memory_order_relaxed))
            return false;
        errdiff_team_wait(&tries);
    }
    return true;
}

/* A thread that has to wait waits for some tiles more than it needs. Otherwise it would have to
 * wait again at each tile, and whatever was written just now by another processor is slow to
 * read. */
static int64_t with_slack(const struct run *run, int64_t tiles)
{
    int64_t all = run->bands->tile_count;
    return tiles + run->slack < all ? tiles + run->slack : all;
}

/* The tiles that the band above must have finished before tiles up to `end` can run. */
static int64_t needed_for(const struct errdiff_bands *bands, int end)
{
    int64_t needed = (int64_t)end + bands->lag;
    return needed < bands->tile_count ? needed : bands->tile_count;
}

/*
 * Waits until tile `first` of a band can run. Returns the end of the tiles that can run at once, or
 * −1 if the run was stopped. *above is the number of tiles that the band above had finished when
 * last looked at; it is looked at again only if that was too few.
 */
static int find_end(struct run *run, int band, int first, int64_t *above)
{
    const struct errdiff_bands *bands = run->bands;
    int end = (first / bands->tiles_at_once + 1) * bands->tiles_at_once;
    end = end < bands->tile_count ? end : bands->tile_count;
    if (*above < needed_for(bands, end))
        *above = finished_tiles(run, band - 1);
    if (*above < needed_for(bands, first + 1)) {
        if (!wait_for(run, band - 1, with_slack(run, needed_for(bands, first + 1))))
            return -1;
        *above = finished_tiles(run, band - 1);
    }
    while (*above < needed_for(bands, end))
        end--;
    return end;
}

/* Returns false if the run was stopped. */
static bool run_band(struct run *run, int band, int member)
{
    const struct errdiff_bands *bands = run->bands;
    void *started = bands->start(bands->user, member, band);
    int64_t before = finished_before(bands, band);
    int64_t above = band == 0 ? bands->tile_count : 0;
    for (int first = 0, end; first < bands->tile_count; first = end) {
        end = find_end(run, band, first, &above);
        if (end < 0)
            return false;
        bands->run_tiles(started, first, end);
        atomic_store_explicit(tiles_of(run, band), before + end, memory_order_release);
        if (member == 0 && errdiff_progress_cancelled(bands->progress, rows_done(bands, band, end)))
            atomic_store_explicit(&run->stopped, true, memory_order_relaxed);
        if (atomic_load_explicit(&run->stopped, memory_order_relaxed))
            return false;
    }
    bands->finish(started);
    return true;
}

static void work(void *user, int member)
{
    struct run *run = user;
    bool has_run = false;
    for (;;) {
        int band = atomic_fetch_add_explicit(&run->next_band, 1, memory_order_relaxed);
        if (band >= run->bands->band_count)
            break;
        has_run = true;
        if (!run_band(run, band, member))
            break;
    }
    atomic_fetch_add_explicit(&run->members, has_run, memory_order_relaxed);
}

errdiff_status errdiff_bands_run(const struct errdiff_bands *bands, int *member_count,
                                 errdiff_message *message)
{
    size_t size = (size_t)errdiff_bands_place_count(bands) * sizeof(struct finished);
    struct run run = {.bands = bands,
                      .slack = slack_for(bands),
                      .finished = errdiff_system_allocate_aligned(CACHE_LINE, size)};
    if (!run.finished)
        return ERRDIFF_NO_MEMORY;
    for (int i = 0; i < errdiff_bands_place_count(bands); i++)
        atomic_init(&run.finished[i].tiles, 0);
    errdiff_status status = errdiff_team_run(bands->threads, work, &run, message);
    errdiff_system_free_aligned(run.finished);
    *member_count = atomic_load(&run.members);
    if (status == ERRDIFF_OK &&
        (atomic_load(&run.stopped) || errdiff_progress_cancelled(bands->progress, bands->height)))
        status = ERRDIFF_CANCELLED;
    return status;
}
