/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes pixels of a result where that lowers the error that an eye sees. */
#include "refinement.h"

#include "base/instruction_set.h"
#include "base/ranges.h"
#include "base/system.h"
#include "engines/cuda_module.h"
#include "refine_numbers.h"
#include "refine_tables.h"
#include "refine_tile.h"
#include "still_colors.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* A search by the processor. */
struct search {
    struct errdiff_refine_planes planes;
    struct errdiff_refine_spread *spreads;
    const struct errdiff_refine_code *code;
    int across, down;          /* the tiles in a row, and rows of tiles */
    uint8_t *wanted, *changed; /* of each tile: whether it is visited; whether a pixel in it has
                                * changed in this pass */
};

/* The work on a job, for the threads. */
struct work {
    struct search *search;
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

static size_t squares_in(int width, int height, int side)
{
    return (size_t)count_along(width, side) * (size_t)count_along(height, side);
}

static size_t blocks_of(const struct errdiff_job *job)
{
    return squares_in(job->in.width, job->in.height, ERRDIFF_REFINE_BLOCK);
}

static size_t tiles_of(const struct errdiff_job *job)
{
    return squares_in(job->in.width, job->in.height, ERRDIFF_REFINE_TILE);
}

/* Blocks are whole, also at the edges of the image. */
static uint64_t errors_bytes(int width, int height, int channels)
{
    size_t of_block =
        (size_t)(ERRDIFF_REFINE_BLOCK * ERRDIFF_REFINE_BLOCK * channels) * sizeof(int32_t);
    return (uint64_t)of_block * squares_in(width, height, ERRDIFF_REFINE_BLOCK);
}

uint64_t errdiff_refinement_bytes(int width, int height, int channels)
{
    return errors_bytes(width, height, channels) +
           sizeof(int32_t) * (uint64_t)width * (uint64_t)height;
}

/* ---- What the processor needs -------------------------------------------------------------- */

static void set_parts(struct errdiff_refine_planes *planes)
{
    const struct errdiff_refine_tables *tables = planes->tables;
    for (int i = 0; i < tables->color_count; i++)
        for (int part = 0; part < tables->channels; part++)
            planes->part[part][i] = tables->colors[i].part[part];
}

static bool allocate(struct search *search, const struct errdiff_job *job)
{
    struct errdiff_refine_planes *planes = &search->planes;
    size_t numbers = pixels_of(job) * sizeof *planes->numbers;
    uint64_t errors = errors_bytes(job->in.width, job->in.height, planes->tables->channels);
    planes->numbers = errdiff_system_allocate_plane(numbers);
    planes->errors = errdiff_system_allocate_plane((size_t)errors);
    planes->sums = malloc(blocks_of(job) * sizeof *planes->sums);
    search->wanted = malloc(tiles_of(job));
    search->changed = malloc(tiles_of(job));
    return planes->numbers && planes->errors && planes->sums && search->wanted && search->changed;
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

static errdiff_status run_on(struct work *work, int count, int length,
                             void (*function)(void *user, int begin, int end),
                             struct errdiff_job *job)
{
    errdiff_status status =
        errdiff_ranges_run(job->run.threads, count, length, function, work, &job->run.progress);
    return status == ERRDIFF_OK && atomic_load(&work->has_failed) ? ERRDIFF_NO_MEMORY : status;
}

/* ---- Tiles --------------------------------------------------------------------------------- */

static int groups_across(const struct search *search)
{
    return count_along(search->across, ERRDIFF_REFINE_GROUP_ACROSS);
}

static void start_groups(void *user, int first, int end)
{
    struct work *work = user;
    const struct search *search = work->search;
    struct errdiff_refine_group *scratch =
        errdiff_system_allocate_aligned(ERRDIFF_REFINE_ALIGNMENT, sizeof *scratch);
    for (int i = first; scratch && i < end; i++)
        search->code->start(&search->planes,
                            i % groups_across(search) * ERRDIFF_REFINE_GROUP_ACROSS,
                            i / groups_across(search) * ERRDIFF_REFINE_GROUP_DOWN, scratch);
    if (!scratch)
        atomic_store(&work->has_failed, true);
    errdiff_system_free_aligned(scratch);
}

static errdiff_status start_search(struct work *work, struct errdiff_job *job)
{
    int down = count_along(work->search->down, ERRDIFF_REFINE_GROUP_DOWN);
    return run_on(work, groups_across(work->search) * down, 1, start_groups, job);
}

static int columns_in_phase(const struct work *work)
{
    return (work->search->across + 1 - work->phase % 2) / 2;
}

static int rows_in_phase(const struct work *work)
{
    return (work->search->down + 1 - work->phase / 2) / 2;
}

/* The tiles of a phase have numbers of their own. */
static void visit_tiles(void *user, int first, int end)
{
    struct work *work = user;
    const struct search *search = work->search;
    struct errdiff_refine_tile *scratch =
        errdiff_system_allocate_aligned(ERRDIFF_REFINE_ALIGNMENT, sizeof *scratch);
    for (int i = first; scratch && i < end; i++) {
        int column = 2 * (i % columns_in_phase(work)) + work->phase % 2;
        int row = 2 * (i / columns_in_phase(work)) + work->phase / 2;
        int tile = row * search->across + column;
        search->changed[tile] =
            search->wanted[tile] && search->code->visit(&search->planes, column, row, scratch);
    }
    if (!scratch)
        atomic_store(&work->has_failed, true);
    errdiff_system_free_aligned(scratch);
}

/* Tiles are wanted in the next pass if they or tiles beside them have changed. */
static bool find_wanted(const struct search *search)
{
    bool has_any = false;
    for (int row = 0; row < search->down; row++)
        for (int column = 0; column < search->across; column++) {
            uint8_t *wanted = &search->wanted[row * search->across + column];
            *wanted = 0;
            for (int y = row > 0 ? row - 1 : 0; y <= row + 1 && y < search->down; y++)
                for (int x = column > 0 ? column - 1 : 0; x <= column + 1 && x < search->across;
                     x++)
                    *wanted = *wanted || search->changed[y * search->across + x];
            has_any = has_any || *wanted;
        }
    return has_any;
}

static errdiff_status run_passes(struct work *work, struct errdiff_job *job)
{
    int passes = job->asked.passes;
    struct search *search = work->search;
    errdiff_status status = ERRDIFF_OK;
    double begun = job->run.progress.reported;
    bool has_any = true;
    memset(search->wanted, 1, tiles_of(job));
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
        has_any = find_wanted(search);
    }
    return status;
}

static errdiff_status open_search(struct search *search, const struct errdiff_job *job,
                                  const struct errdiff_refine_tables *tables, const uint8_t *stays,
                                  errdiff_message *message)
{
    enum errdiff_instruction_set set;
    if (!errdiff_instruction_set_pick(&set, message))
        return ERRDIFF_CANNOT_RUN;
    search->code = code_of(set);
    search->across = count_along(job->in.width, ERRDIFF_REFINE_TILE);
    search->down = count_along(job->in.height, ERRDIFF_REFINE_TILE);
    search->planes.tables = tables;
    search->spreads = malloc(ERRDIFF_REFINE_SPREADS * sizeof *search->spreads);
    search->planes.spreads = search->spreads;
    if (!search->spreads)
        return ERRDIFF_NO_MEMORY;
    errdiff_refine_spreads_make(&tables->eye, search->spreads);
    set_parts(&search->planes);
    search->planes.in = &job->in;
    search->planes.rule = &job->rule;
    search->planes.width = job->in.width;
    search->planes.height = job->in.height;
    search->planes.mask = job->in.mask;
    search->planes.mask_stride = job->in.mask_stride;
    search->planes.stays = stays;
    search->planes.blocks_across = count_along(job->in.width, ERRDIFF_REFINE_BLOCK);
    return allocate(search, job) ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

static void close_search(struct search *search)
{
    free(search->spreads);
    errdiff_system_free_aligned(search->planes.numbers);
    errdiff_system_free_aligned(search->planes.errors);
    free(search->planes.sums);
    free(search->wanted);
    free(search->changed);
}

static errdiff_status run_on_processor(struct errdiff_job *job,
                                       const struct errdiff_refine_tables *tables,
                                       const uint8_t *stays, errdiff_message *message)
{
    struct search search = {.code = NULL};
    struct work work = {.search = &search, .job = job};
    errdiff_status status = open_search(&search, job, tables, stays, message);
    if (status == ERRDIFF_OK)
        status = errdiff_refine_numbers_read(job, search.planes.numbers);
    if (status == ERRDIFF_OK)
        status = start_search(&work, job);
    if (status == ERRDIFF_OK)
        status = run_passes(&work, job);
    if (status == ERRDIFF_OK)
        status = errdiff_refine_numbers_write(job, tables, search.planes.numbers);
    close_search(&search);
    return status;
}

/* The GPU has no code for channels that are all like the first one. */
static errdiff_status run(struct errdiff_job *job, const struct errdiff_refine_tables *tables,
                          bool on_gpu, errdiff_message *message)
{
    const uint8_t *stays = NULL;
    bool is_frame = job->run.before && job->run.before->colors;
    errdiff_status status = is_frame ? errdiff_still_colors_begin(job, tables, &stays) : ERRDIFF_OK;
    if (status == ERRDIFF_OK && on_gpu && tables->channels == job->rule.channels)
        status = errdiff_cuda_refine(job, tables, sizeof *tables, stays, message);
    else if (status == ERRDIFF_OK)
        status = run_on_processor(job, tables, stays, message);
    return status == ERRDIFF_OK && is_frame ? errdiff_still_colors_end(job, tables) : status;
}

errdiff_status errdiff_refine(struct errdiff_job *job, bool on_gpu, errdiff_message *message)
{
    struct errdiff_refine_tables *tables = malloc(sizeof *tables);
    if (!tables)
        return ERRDIFF_NO_MEMORY;
    errdiff_refine_tables_make(tables, job);
    errdiff_status status = run(job, tables, on_gpu, message);
    free(tables);
    return status;
}
