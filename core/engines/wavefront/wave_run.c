/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the bands of the wavefront engine in threads, and passes errors from band to band. */
#include "wave_run.h"

#include "base/system.h"

#include <string.h>

enum { ALIGNMENT = 64, MAX_SLACK_TILES = 8 };

/* The band of a thread. It is not on the stack, of which a caller's thread may have little. */
struct errdiff_band_memory {
    _Alignas(ALIGNMENT) struct errdiff_band band;
    _Alignas(ALIGNMENT) unsigned char state[ERRDIFF_MAX_STATE_BYTES];
};

/* ---- Lines ---------------------------------------------------------------------------------- */

static unsigned char *lines_of(const struct errdiff_wave_run *run, int band)
{
    return run->lines + (size_t)errdiff_bands_place(&run->bands, band) * run->lines_size;
}

/* A band writes a line from its start on. What it writes for step 0 of the next band, which trails
 * by all of its lanes, is so many bytes further on. */
static size_t margin_of(const struct errdiff_wave *wave)
{
    return (size_t)wave->skew * (size_t)wave->lane_kernel->lanes * wave->number_size;
}

static void set_lines(const struct errdiff_wave_run *run, struct errdiff_band *band, int number)
{
    const struct errdiff_wave *wave = run->wave;
    size_t margin = margin_of(wave);
    for (int line = 0; line < wave->line_count; line++) {
        band->from[line] = lines_of(run, number - 1) + (size_t)line * run->line_size + margin;
        band->to[line] = lines_of(run, number) + (size_t)line * run->line_size;
    }
}

/* Writes the lines above an image, where all errors are 0. */
static void clear_lines(const struct errdiff_wave_run *run)
{
    const struct errdiff_wave *wave = run->wave;
    size_t number_size = wave->number_size;
    for (int line = 0; line < wave->line_count; line++) {
        int16_t *narrow = (void *)(lines_of(run, -1) + (size_t)line * run->line_size);
        int32_t *wide = (void *)narrow;
        for (size_t i = 0; i < run->line_size / number_size; i++)
            if (number_size == sizeof *narrow)
                narrow[i] = (int16_t)wave->bias_sum[line];
            else
                wide[i] = wave->bias_sum[line];
    }
}

/* The bytes of a line that the next band needs: the sums for row k are those of its samples, from
 * step skew · k on. */
static size_t row_size(const struct errdiff_wave *wave)
{
    size_t numbers = (size_t)wave->samples + (size_t)wave->skew * (size_t)wave->line_count;
    return numbers * wave->number_size;
}

size_t errdiff_wave_run_errors_size(const struct errdiff_wave_run *run)
{
    return (size_t)run->wave->line_count * row_size(run->wave);
}

void errdiff_wave_run_save(const struct errdiff_wave_run *run, void *errors)
{
    const unsigned char *lines = lines_of(run, run->bands.band_count - 1) + margin_of(run->wave);
    size_t size = row_size(run->wave);
    for (size_t line = 0; line < (size_t)run->wave->line_count; line++)
        memcpy((unsigned char *)errors + line * size, lines + line * run->line_size, size);
}

/* Writes the lines above a piece from what errdiff_wave_run_save wrote. */
static void restore_lines(const struct errdiff_wave_run *run, const void *errors)
{
    unsigned char *lines = lines_of(run, -1) + margin_of(run->wave);
    size_t size = row_size(run->wave);
    for (size_t line = 0; line < (size_t)run->wave->line_count; line++)
        memcpy(lines + line * run->line_size, (const unsigned char *)errors + line * size, size);
}

/* ---- Bands ---------------------------------------------------------------------------------- */

static void *start(void *user, int member, int number)
{
    const struct errdiff_wave_run *run = user;
    const struct errdiff_lane_kernel *lane_kernel = run->wave->lane_kernel;
    struct errdiff_band *band = &run->memory[member].band;
    int rest = run->wave->job->in.height - number * lane_kernel->lanes;
    band->first_row = number * lane_kernel->lanes;
    band->row_count = rest < lane_kernel->lanes ? rest : lane_kernel->lanes;
    set_lines(run, band, number);
    lane_kernel->start(band);
    return band;
}

/* The tiles of `bands` are blocks, so that a band trails the one above it as closely as it can. */
static void run_blocks(void *started, int first, int end)
{
    struct errdiff_band *band = started;
    const struct errdiff_lane_kernel *lane_kernel = band->wave->lane_kernel;
    int tile = first / lane_kernel->blocks, begin = tile * lane_kernel->blocks;
    lane_kernel->run_blocks(band, tile, first - begin, end - begin);
}

static void finish(void *started)
{
    struct errdiff_band *band = started;
    band->wave->lane_kernel->finish(band);
}

errdiff_status errdiff_wave_run_bands(struct errdiff_wave_run *run, const void *errors_above,
                                      int64_t *clamped, int *thread_count, errdiff_message *message)
{
    for (int i = 0; i < run->bands.threads.count; i++)
        run->memory[i].band =
            (struct errdiff_band){.wave = run->wave, .state = run->memory[i].state};
    clear_lines(run);
    if (errors_above)
        restore_lines(run, errors_above);
    errdiff_status status = errdiff_bands_run(&run->bands, thread_count, message);
    *clamped = 0;
    for (int i = 0; i < run->bands.threads.count; i++)
        *clamped += run->memory[i].band.clamped;
    return status;
}

/* ---- The run -------------------------------------------------------------------------------- */

static int limit(int count, int64_t max)
{
    return count <= max ? count : max < 1 ? 1 : (int)max;
}

static struct errdiff_threads choose_threads(const struct errdiff_wave *wave,
                                             const struct errdiff_bands *bands,
                                             struct errdiff_threads threads)
{
    int64_t samples = (int64_t)wave->samples * wave->job->in.height;
    if (!threads.is_exact) {
        threads.count = limit(threads.count, samples / wave->lane_kernel->min_samples);
        /* Each band trails the one above by the lag and the blocks that it runs at once; further
         * threads would wait, and waiting threads slow down the others. */
        threads.count = limit(threads.count, (bands->tile_count + bands->lag) /
                                                 (bands->lag + bands->tiles_at_once));
    }
    threads.count = limit(threads.count, bands->band_count);
    return errdiff_threads_undisturbed(threads);
}

static size_t round_up(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

static bool allocate(struct errdiff_wave_run *run)
{
    const struct errdiff_wave *wave = run->wave;
    const struct errdiff_lane_kernel *lane_kernel = wave->lane_kernel;
    size_t numbers = (size_t)wave->skew * (size_t)lane_kernel->lanes +
                     (size_t)errdiff_tile_count(wave) * (size_t)lane_kernel->tile + ALIGNMENT;
    run->line_size = round_up(numbers * wave->number_size);
    run->lines_size = (size_t)wave->line_count * run->line_size;
    size_t places = (size_t)errdiff_bands_place_count(&run->bands) * run->lines_size;
    size_t bands = (size_t)run->bands.threads.count * sizeof *run->memory;
    run->memory = errdiff_system_allocate_aligned(ALIGNMENT, bands + places);
    if (!run->memory)
        return false;
    run->lines = (unsigned char *)run->memory + bands;
    return true;
}

bool errdiff_wave_run_make(struct errdiff_wave_run *run, const struct errdiff_wave *wave,
                           struct errdiff_threads threads, struct errdiff_progress_state *progress)
{
    const struct errdiff_lane_kernel *lane_kernel = wave->lane_kernel;
    int block = lane_kernel->tile / lane_kernel->blocks;
    *run = (struct errdiff_wave_run){
        .wave = wave,
        .bands = {.band_count =
                      (wave->job->in.height + lane_kernel->lanes - 1) / lane_kernel->lanes,
                  .tile_count = errdiff_tile_count(wave) * lane_kernel->blocks,
                  /* A load may read one number more. */
                  .lag = (wave->skew * lane_kernel->lanes + block) / block,
                  .tiles_at_once = lane_kernel->blocks,
                  .max_slack = MAX_SLACK_TILES * lane_kernel->blocks,
                  .height = wave->job->in.height,
                  .band_height = lane_kernel->lanes,
                  .progress = progress,
                  .start = start,
                  .run_tiles = run_blocks,
                  .finish = finish,
                  .user = run}};
    run->bands.threads = choose_threads(wave, &run->bands, threads);
    return allocate(run);
}

void errdiff_wave_run_release(struct errdiff_wave_run *run)
{
    errdiff_system_free_aligned(run->memory);
}
