/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes pixels of a result where that lowers the error that an eye sees. */
#include "refinement.h"

#include "base/instruction_set.h"
#include "base/ranges.h"
#include "engines/decisions.h"
#include "refine_tables.h"
#include "refine_tile.h"
#include "rule/image.h"
#include "rule/pixel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 32 };

struct errdiff_refinement {
    struct errdiff_refine_tables tables;
    struct errdiff_refine_planes planes;
    const struct errdiff_refine_code *code;
    uint16_t *values;
    int across, down;          /* the tiles in a row, and rows of tiles */
    uint8_t *wanted, *changed; /* of each tile: whether it is visited; whether a pixel in it has
                                * changed in this pass */
};

/* The work on a job, for the threads. */
struct work {
    struct errdiff_refinement *refinement;
    const struct errdiff_job *job;
    int phase;
    atomic_bool has_failed; /* for want of memory */
};

static size_t pixels_of(const struct errdiff_job *job)
{
    return (size_t)job->in.width * (size_t)job->in.height;
}

static int count_along(int pixels, int side)
{
    return (pixels + side - 1) / side;
}

static size_t blocks_of(const struct errdiff_job *job)
{
    return (size_t)count_along(job->in.width, ERRDIFF_REFINE_BLOCK) *
           (size_t)count_along(job->in.height, ERRDIFF_REFINE_BLOCK);
}

static size_t tiles_of(const struct errdiff_job *job)
{
    return (size_t)count_along(job->in.width, ERRDIFF_REFINE_TILE) *
           (size_t)count_along(job->in.height, ERRDIFF_REFINE_TILE);
}

uint64_t errdiff_refinement_bytes(int width, int height, int channels)
{
    uint64_t of_pixel = (uint64_t)channels * (sizeof(uint16_t) + sizeof(int32_t)) + sizeof(int32_t);
    return of_pixel * (uint64_t)width * (uint64_t)height;
}

/* ---- What is kept of the input ------------------------------------------------------------- */

/* Not of the first rows that are read in place of the picture's: they have what the start adds. */
static void keep_rows(void *user, int first, int end)
{
    struct work *work = user;
    const struct errdiff_job *job = work->job;
    int channels = job->rule.channels, width = job->in.width;
    int32_t scale = work->refinement->tables.value_scale;
    for (int y = first; y < end; y++) {
        const void *row = errdiff_row(&job->in, y, 0);
        uint16_t *to = work->refinement->values + (size_t)y * (size_t)width * (size_t)channels;
        for (int x = 0; x < width; x++, to += channels) {
            int32_t value[3];
            errdiff_load_pixel(&job->rule, &job->in, row, x, value);
            for (int c = 0; c < channels; c++)
                to[c] = (uint16_t)(scale * value[c]);
        }
    }
}

static bool allocate(struct errdiff_refinement *refinement, const struct errdiff_job *job)
{
    size_t pixels = pixels_of(job), channels = (size_t)job->rule.channels;
    struct errdiff_refine_planes *planes = &refinement->planes;
    planes->values = refinement->values = malloc(pixels * channels * sizeof *planes->values);
    planes->numbers = malloc(pixels * sizeof *planes->numbers);
    planes->errors = malloc(pixels * channels * sizeof *planes->errors);
    planes->sums = malloc(blocks_of(job) * sizeof *planes->sums);
    refinement->wanted = malloc(tiles_of(job));
    refinement->changed = malloc(tiles_of(job));
    return planes->values && planes->numbers && planes->errors && planes->sums &&
           refinement->wanted && refinement->changed;
}

static const struct errdiff_refine_code *code_of(enum errdiff_instruction_set set)
{
    static const struct errdiff_refine_code *const codes[ERRDIFF_INSTRUCTION_SETS] = {
#ifdef ERRDIFF_X86
        [ERRDIFF_AVX512] = &errdiff_refine_avx512, [ERRDIFF_AVX2] = &errdiff_refine_avx2,
        [ERRDIFF_SSE41] = &errdiff_refine_sse41,
#endif
#ifdef ERRDIFF_ARM64
        [ERRDIFF_NEON] = &errdiff_refine_neon,
#endif
        [ERRDIFF_PLAIN_C] = &errdiff_refine_c,
    };
    return codes[set];
}

errdiff_status errdiff_refinement_begin(struct errdiff_refinement **refinement,
                                        struct errdiff_job *job, errdiff_message *message)
{
    struct errdiff_refinement *own = *refinement = calloc(1, sizeof **refinement);
    enum errdiff_instruction_set set;
    if (!own || !allocate(own, job))
        return ERRDIFF_NO_MEMORY;
    if (!errdiff_instruction_set_pick(&set, message))
        return ERRDIFF_CANNOT_RUN;
    own->code = code_of(set);
    own->across = count_along(job->in.width, ERRDIFF_REFINE_TILE);
    own->down = count_along(job->in.height, ERRDIFF_REFINE_TILE);
    own->planes.tables = &own->tables;
    own->planes.width = job->in.width;
    own->planes.height = job->in.height;
    own->planes.mask = job->in.mask;
    own->planes.mask_stride = job->in.mask_stride;
    own->planes.blocks_across = count_along(job->in.width, ERRDIFF_REFINE_BLOCK);
    errdiff_refine_tables_make(&own->tables, job, job->asked.viewing);
    struct work work = {.refinement = own, .job = job};
    return errdiff_ranges_run(job->run.threads, job->in.height, ROWS, keep_rows, &work,
                              &job->run.progress);
}

void errdiff_refinement_release(struct errdiff_refinement *refinement)
{
    if (!refinement)
        return;
    free(refinement->values);
    free(refinement->planes.numbers);
    free(refinement->planes.errors);
    free(refinement->planes.sums);
    free(refinement->wanted);
    free(refinement->changed);
    free(refinement);
}

/* ---- Tiles --------------------------------------------------------------------------------- */

static void find_numbers(void *user, int first, int end)
{
    struct work *work = user;
    int width = work->job->in.width;
    for (int y = first; y < end; y++) {
        const uint8_t *mask = errdiff_mask_row(&work->job->in, y);
        int32_t *numbers = work->refinement->planes.numbers + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++)
            numbers[x] = mask && mask[x] == 0 ? 0 : errdiff_decisions_number(work->job, x, y);
    }
}

static void start_tiles(void *user, int first, int end)
{
    struct work *work = user;
    const struct errdiff_refinement *refinement = work->refinement;
    struct errdiff_refine_tile *scratch = malloc(sizeof *scratch);
    for (int i = first; scratch && i < end; i++)
        refinement->code->start(&refinement->planes, i % refinement->across, i / refinement->across,
                                scratch);
    if (!scratch)
        atomic_store(&work->has_failed, true);
    free(scratch);
}

static int columns_in_phase(const struct work *work)
{
    return (work->refinement->across + 1 - work->phase % 2) / 2;
}

static int rows_in_phase(const struct work *work)
{
    return (work->refinement->down + 1 - work->phase / 2) / 2;
}

/* The tiles of a phase have numbers of their own. */
static void visit_tiles(void *user, int first, int end)
{
    struct work *work = user;
    const struct errdiff_refinement *refinement = work->refinement;
    struct errdiff_refine_tile *scratch = malloc(sizeof *scratch);
    for (int i = first; scratch && i < end; i++) {
        int column = 2 * (i % columns_in_phase(work)) + work->phase % 2;
        int row = 2 * (i / columns_in_phase(work)) + work->phase / 2;
        int tile = row * refinement->across + column;
        refinement->changed[tile] =
            refinement->wanted[tile] &&
            refinement->code->visit(&refinement->planes, column, row, scratch);
    }
    if (!scratch)
        atomic_store(&work->has_failed, true);
    free(scratch);
}

/* Tiles are wanted in the next pass if they or tiles beside them have changed. */
static bool find_wanted(const struct errdiff_refinement *refinement)
{
    bool has_any = false;
    for (int row = 0; row < refinement->down; row++)
        for (int column = 0; column < refinement->across; column++) {
            uint8_t *wanted = &refinement->wanted[row * refinement->across + column];
            *wanted = 0;
            for (int y = row > 0 ? row - 1 : 0; y <= row + 1 && y < refinement->down; y++)
                for (int x = column > 0 ? column - 1 : 0; x <= column + 1 && x < refinement->across;
                     x++)
                    *wanted = *wanted || refinement->changed[y * refinement->across + x];
            has_any = has_any || *wanted;
        }
    return has_any;
}

static errdiff_status run_on(struct work *work, int count, int length,
                             void (*function)(void *user, int begin, int end),
                             struct errdiff_job *job)
{
    errdiff_status status =
        errdiff_ranges_run(job->run.threads, count, length, function, work, &job->run.progress);
    return status == ERRDIFF_OK && atomic_load(&work->has_failed) ? ERRDIFF_NO_MEMORY : status;
}

static errdiff_status run_passes(struct work *work, struct errdiff_job *job, int passes)
{
    struct errdiff_refinement *refinement = work->refinement;
    errdiff_status status = ERRDIFF_OK;
    double begun = job->run.progress.reported;
    bool has_any = true;
    memset(refinement->wanted, 1, tiles_of(job));
    for (int pass = 0; pass < passes && has_any && status == ERRDIFF_OK; pass++) {
        for (work->phase = 0; work->phase < ERRDIFF_REFINE_PHASES && status == ERRDIFF_OK;
             work->phase++) {
            double done = (double)(pass * ERRDIFF_REFINE_PHASES + work->phase) /
                          (passes * ERRDIFF_REFINE_PHASES);
            if (errdiff_progress_poll(&job->run.progress, begun + (1 - begun) * done))
                return ERRDIFF_CANCELLED;
            status =
                run_on(work, columns_in_phase(work) * rows_in_phase(work), 1, visit_tiles, job);
        }
        has_any = find_wanted(refinement);
    }
    return status;
}

static void write_rows(void *user, int first, int end)
{
    struct work *work = user;
    const struct errdiff_job *job = work->job;
    const struct errdiff_refine_tables *tables = &work->refinement->tables;
    int width = job->in.width;
    for (int y = first; y < end; y++) {
        void *row = errdiff_row(&job->out, y, 0);
        const uint8_t *mask = errdiff_mask_row(&job->in, y);
        const int32_t *numbers = work->refinement->planes.numbers + (size_t)y * (size_t)width;
        for (int x = 0; x < width; x++) {
            int32_t level[3] = {numbers[x]};
            if (mask && mask[x] == 0)
                continue;
            if (!job->rule.search)
                errdiff_refine_split(tables->level_count, tables->channels, numbers[x], level);
            errdiff_store_pixel(&job->rule, &job->out, row, x, level);
        }
    }
}

static errdiff_status find_all_numbers(struct work *work, struct errdiff_job *job)
{
    struct errdiff_decisions *decisions = malloc(sizeof *decisions);
    if (!decisions)
        return ERRDIFF_NO_MEMORY;
    errdiff_decisions_make(decisions, job);
    job->run.decisions = decisions;
    errdiff_status status = run_on(work, job->in.height, ROWS, find_numbers, job);
    job->run.decisions = NULL;
    free(decisions);
    return status;
}

errdiff_status errdiff_refinement_run(struct errdiff_refinement *refinement,
                                      struct errdiff_job *job, int passes)
{
    struct work work = {.refinement = refinement, .job = job};
    errdiff_status status = find_all_numbers(&work, job);
    if (status == ERRDIFF_OK)
        status = run_on(&work, refinement->across * refinement->down, 1, start_tiles, job);
    if (status == ERRDIFF_OK)
        status = run_passes(&work, job, passes);
    if (status == ERRDIFF_OK)
        status = run_on(&work, job->in.height, ROWS, write_rows, job);
    return status;
}
