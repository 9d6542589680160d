/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes pixels of a result where that lowers the error that an eye sees. */
#include "refine.h"

#include "base/ranges.h"
#include "engines/decisions.h"
#include "prepare/prepare.h"
#include "refine_rule.h"
#include "rule/image.h"
#include "rule/pixel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 32, SWAPS = 8 };

/* The work on a job, for the threads. */
struct work {
    struct errdiff_refinement *refinement;
    const struct errdiff_job *job;
    int width, height, across, down; /* across, down: the tiles in a row, and rows of tiles */
    int blocks_across;
    int phase;
    const uint8_t *wanted; /* of each tile: whether it is visited */
    uint8_t *changed;      /* of each tile: whether a pixel in it has changed in this pass */
    bool has_failed;       /* for want of memory */
};

static size_t pixels_of(const struct errdiff_job *job)
{
    return (size_t)job->in.width * (size_t)job->in.height;
}

static int32_t value_scale(const struct errdiff_job *job)
{
    return job->rule.max_value == 255 ? 257 : 1;
}

static bool is_visited(const struct errdiff_job *job, int x, int y)
{
    const uint8_t *mask = errdiff_mask_row(&job->in, y);
    return !mask || mask[x] != 0;
}

/* ---- Colors -------------------------------------------------------------------------------- */

/* The number of the combinations of levels; 0: there are too many. */
static int combinations_of(const struct errdiff_job *job)
{
    int count = 1;
    for (int c = 0; c < job->rule.channels; c++) {
        count *= job->rule.quantizers[c].level_count;
        if (count > ERRDIFF_REFINE_COLORS)
            return 0;
    }
    return count;
}

/* The levels of a combination, the last channel first. */
static void split(const struct errdiff_job *job, int number, int32_t level[3])
{
    for (int c = job->rule.channels - 1; c >= 0; c--) {
        level[c] = number % job->rule.quantizers[c].level_count;
        number /= job->rule.quantizers[c].level_count;
    }
}

static void find_value(const struct errdiff_job *job, int number, int32_t value[3])
{
    int32_t level[3] = {0};
    if (!job->rule.search)
        split(job, number, level);
    for (int c = 0; c < 3 && c < job->rule.channels; c++)
        value[c] = value_scale(job) *
                   (job->rule.search ? job->rule.search->colors[number][c] >> ERRDIFF_FRACTION_BITS
                                     : job->rule.quantizers[c].output[level[c]]);
}

static void make_colors(struct errdiff_refinement *refinement, const struct errdiff_job *job)
{
    const struct errdiff_preparation *preparation = job->tables.preparation;
    bool is_mapped = preparation && preparation->maps_lightness;
    for (int i = 0; i < refinement->color_count; i++) {
        struct errdiff_refine_color *color = &refinement->colors[i];
        int32_t value[3] = {0};
        find_value(job, i, value);
        errdiff_refine_parts(value, job->rule.channels, is_mapped, color->exact);
        for (int c = 0; c < ERRDIFF_EYE_CHANNELS; c++)
            color->rough[c] = (color->exact[c] + 8) >> 4;
    }
}

/* ---- What is kept of the input ------------------------------------------------------------- */

/* Not of the first rows that are read in place of the picture's: they have what the start adds. */
static void keep_rows(void *user, int first, int end)
{
    struct work *work = user;
    const struct errdiff_job *job = work->job;
    int channels = job->rule.channels;
    int32_t scale = value_scale(job);
    for (int y = first; y < end; y++) {
        const void *row = errdiff_row(&job->in, y, 0);
        uint16_t *to =
            work->refinement->values + (size_t)y * (size_t)work->width * (size_t)channels;
        for (int x = 0; x < work->width; x++, to += channels) {
            int32_t value[3];
            errdiff_load_pixel(&job->rule, &job->in, row, x, value);
            for (int c = 0; c < channels; c++)
                to[c] = (uint16_t)(scale * value[c]);
        }
    }
}

static int blocks_along(int pixels)
{
    return (pixels + ERRDIFF_REFINE_BLOCK - 1) / ERRDIFF_REFINE_BLOCK;
}

static struct work work_on(struct errdiff_refinement *refinement, const struct errdiff_job *job)
{
    int side = ERRDIFF_REFINE_TILE;
    return (struct work){.refinement = refinement,
                         .job = job,
                         .width = job->in.width,
                         .height = job->in.height,
                         .across = (job->in.width + side - 1) / side,
                         .blocks_across = blocks_along(job->in.width),
                         .down = (job->in.height + side - 1) / side};
}

errdiff_status errdiff_refinement_begin(struct errdiff_refinement *refinement,
                                        struct errdiff_job *job)
{
    size_t pixels = pixels_of(job);
    *refinement = (struct errdiff_refinement){
        .values = malloc(pixels * (size_t)job->rule.channels * sizeof *refinement->values),
        .numbers = malloc(pixels),
        .errors = malloc(pixels * ERRDIFF_EYE_CHANNELS * sizeof *refinement->errors),
        .color_count = job->rule.search ? job->rule.search->color_count : combinations_of(job),
        .colors = malloc(ERRDIFF_REFINE_COLORS * sizeof *refinement->colors),
        .sums = calloc((size_t)blocks_along(job->in.width) * (size_t)blocks_along(job->in.height),
                       sizeof *refinement->sums)};
    if (!refinement->sums || !refinement->values || !refinement->numbers || !refinement->errors ||
        !refinement->colors)
        return ERRDIFF_NO_MEMORY;
    make_colors(refinement, job);
    errdiff_eye_make(&refinement->eye, job->asked.viewing);
    struct work work = work_on(refinement, job);
    return errdiff_ranges_run(job->run.threads, work.height, ROWS, keep_rows, &work,
                              &job->run.progress);
}

void errdiff_refinement_release(struct errdiff_refinement *refinement)
{
    free(refinement->values);
    free(refinement->numbers);
    free(refinement->errors);
    free(refinement->sums);
    free(refinement->colors);
}

/* ---- The seen error ------------------------------------------------------------------------ */

static void find_numbers(void *user, int first, int end)
{
    struct work *work = user;
    for (int y = first; y < end; y++)
        for (int x = 0; x < work->width; x++)
            work->refinement->numbers[(size_t)y * (size_t)work->width + (size_t)x] =
                (uint8_t)errdiff_decisions_number(work->job, x, y);
}

/* D of one part, in a row; 0 where the mask is 0. */
static void find_differences(const struct work *work, int y, int part, int32_t *differences)
{
    const struct errdiff_refinement *refinement = work->refinement;
    const struct errdiff_preparation *preparation = work->job->tables.preparation;
    bool is_mapped = preparation && preparation->maps_lightness;
    int channels = work->job->rule.channels;
    size_t first = (size_t)y * (size_t)work->width;
    for (int x = 0; x < work->width; x++) {
        const uint16_t *from = refinement->values + (first + (size_t)x) * (size_t)channels;
        int32_t value[3] = {0}, parts[ERRDIFF_EYE_CHANNELS];
        for (int c = 0; c < channels; c++)
            value[c] = from[c];
        errdiff_refine_parts(value, channels, is_mapped, parts);
        differences[x] =
            is_visited(work->job, x, y)
                ? refinement->colors[refinement->numbers[first + (size_t)x]].exact[part] -
                      parts[part]
                : 0;
    }
}

/* Adds a row of differences, `down` rows away, to a row of seen errors. */
static void add_row(const struct work *work, int part, int down, const int32_t *differences,
                    int32_t *errors)
{
    const struct errdiff_eye *eye = &work->refinement->eye;
    const int32_t *weight = eye->weight[part][down < 0 ? -down : down];
    for (int k = -eye->reach; k <= eye->reach; k++) {
        int32_t by = weight[ERRDIFF_EYE_REACH + k];
        int begin = k < 0 ? -k : 0, end = k > 0 ? work->width - k : work->width;
        for (int x = begin; by != 0 && x < end; x++)
            errors[x] += by * differences[x + k];
    }
}

static int32_t *sum_at(const struct work *work, int x, int y)
{
    return work->refinement->sums + (ptrdiff_t)(y / ERRDIFF_REFINE_BLOCK) * work->blocks_across +
           x / ERRDIFF_REFINE_BLOCK;
}

static void find_errors(void *user, int first, int end)
{
    struct work *work = user;
    struct errdiff_refinement *refinement = work->refinement;
    size_t width = (size_t)work->width, plane = width * (size_t)work->height;
    int reach = refinement->eye.reach;
    int32_t *differences = malloc(width * sizeof *differences);
    for (int part = 0; differences && part < ERRDIFF_EYE_CHANNELS; part++) {
        int32_t *errors = refinement->errors + (size_t)part * plane;
        memset(errors + (size_t)first * width, 0, (size_t)(end - first) * width * sizeof *errors);
        for (int y = first - reach; y < end + reach; y++) {
            if (y < 0 || y >= work->height)
                continue;
            find_differences(work, y, part, differences);
            /* Ranges of rows have whole blocks. */
            for (int x = 0; part == 0 && y >= first && y < end && x < work->width; x++)
                *sum_at(work, x, y) += differences[x];
            for (int to = y - reach < first ? first : y - reach; to < end && to <= y + reach; to++)
                add_row(work, part, y - to, differences, errors + (size_t)to * width);
        }
    }
    work->has_failed = work->has_failed || !differences;
    free(differences);
}

/* ---- Changes ------------------------------------------------------------------------------- */

/* The best change of a pixel. */
struct change {
    int to;    /* the color; −1: none */
    int other; /* the neighbor with which it is swapped, of `neighbors`; −1: none */
    int32_t growth;
};

static const int neighbors[SWAPS][2] = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                        {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

/* Of a block, with regard to that of a pixel itself. */
static int32_t block_weight(const struct work *work)
{
    return work->refinement->eye.weight[0][0][ERRDIFF_EYE_REACH];
}

static void look_at(const struct work *work, int x, int y, int32_t seen[ERRDIFF_EYE_CHANNELS])
{
    size_t plane = (size_t)work->width * (size_t)work->height;
    size_t pixel = (size_t)y * (size_t)work->width + (size_t)x;
    for (int c = 0; c < ERRDIFF_EYE_CHANNELS; c++) {
        int32_t error = work->refinement->errors[(size_t)c * plane + pixel];
        if (c == 0)
            error += errdiff_refine_of_block(*sum_at(work, x, y), block_weight(work));
        seen[c] = errdiff_refine_seen(error);
    }
}

static void try_colors(const struct work *work, int from, const int32_t *seen, struct change *best)
{
    const struct errdiff_refinement *refinement = work->refinement;
    int32_t weight[ERRDIFF_EYE_CHANNELS];
    for (int c = 0; c < ERRDIFF_EYE_CHANNELS; c++)
        weight[c] =
            refinement->eye.weight[c][0][ERRDIFF_EYE_REACH] + (c == 0 ? block_weight(work) : 0);
    for (int to = 0; to < refinement->color_count; to++) {
        int32_t growth =
            errdiff_refine_change(&refinement->colors[from], &refinement->colors[to], seen, weight);
        if (growth < best->growth)
            *best = (struct change){to, -1, growth};
    }
}

static void try_swaps(const struct work *work, int x, int y, const int32_t *seen,
                      struct change *best)
{
    const struct errdiff_refinement *refinement = work->refinement;
    size_t width = (size_t)work->width, pixel = (size_t)y * width + (size_t)x;
    int from = refinement->numbers[pixel];
    for (int i = 0; i < SWAPS; i++) {
        int column = x + neighbors[i][0], row = y + neighbors[i][1];
        if (column < 0 || column >= work->width || row < 0 || row >= work->height ||
            !is_visited(work->job, column, row))
            continue;
        size_t other = (size_t)row * width + (size_t)column;
        int to = refinement->numbers[other];
        if (to == from)
            continue;
        int32_t there[ERRDIFF_EYE_CHANNELS], weight[ERRDIFF_EYE_CHANNELS];
        look_at(work, column, row, there);
        bool is_same_block = sum_at(work, column, row) == sum_at(work, x, y);
        for (int c = 0; c < ERRDIFF_EYE_CHANNELS; c++) {
            there[c] = seen[c] - there[c];
            weight[c] =
                2 * (refinement->eye.weight[c][0][ERRDIFF_EYE_REACH] -
                     refinement->eye.weight[c][row != y][ERRDIFF_EYE_REACH + (column != x)] +
                     (c == 0 && !is_same_block ? block_weight(work) : 0));
        }
        int32_t growth = errdiff_refine_change(&refinement->colors[from], &refinement->colors[to],
                                               there, weight);
        if (growth < best->growth)
            *best = (struct change){to, i, growth};
    }
}

/* Gives a pixel another color, and brings the planes up to date. */
static void set_color(const struct work *work, int x, int y, int to)
{
    struct errdiff_refinement *refinement = work->refinement;
    const struct errdiff_eye *eye = &refinement->eye;
    size_t width = (size_t)work->width, plane = width * (size_t)work->height;
    uint8_t *number = &refinement->numbers[(size_t)y * width + (size_t)x];
    int reach = eye->reach;
    int left = x < reach ? -x : -reach,
        right = x + reach >= work->width ? work->width - 1 - x : reach;
    int top = y < reach ? -y : -reach,
        bottom = y + reach >= work->height ? work->height - 1 - y : reach;
    for (int c = 0; c < ERRDIFF_EYE_CHANNELS; c++) {
        int32_t d = refinement->colors[to].exact[c] - refinement->colors[*number].exact[c];
        if (c == 0)
            *sum_at(work, x, y) += d;
        for (int v = top; d != 0 && v <= bottom; v++) {
            int32_t *errors = refinement->errors + (size_t)c * plane + (size_t)(y + v) * width + x;
            const int32_t *weight = eye->weight[c][v < 0 ? -v : v];
            for (int u = left; u <= right; u++)
                errors[u] += d * weight[ERRDIFF_EYE_REACH + u];
        }
    }
    *number = (uint8_t)to;
}

static bool visit_pixel(const struct work *work, int x, int y)
{
    size_t pixel = (size_t)y * (size_t)work->width + (size_t)x;
    int from = work->refinement->numbers[pixel];
    struct change best = {-1, -1, 0};
    int32_t seen[ERRDIFF_EYE_CHANNELS];
    look_at(work, x, y, seen);
    try_colors(work, from, seen, &best);
    try_swaps(work, x, y, seen, &best);
    if (best.to < 0)
        return false;
    if (best.other >= 0)
        set_color(work, x + neighbors[best.other][0], y + neighbors[best.other][1], from);
    set_color(work, x, y, best.to);
    return true;
}

/* ---- Passes -------------------------------------------------------------------------------- */

static void visit_tile(struct work *work, int tile)
{
    int side = ERRDIFF_REFINE_TILE;
    int left = tile % work->across * side, top = tile / work->across * side;
    bool has_changed = false;
    for (int y = top; y < top + side && y < work->height; y++)
        for (int x = left; x < left + side && x < work->width; x++)
            if (is_visited(work->job, x, y))
                has_changed = visit_pixel(work, x, y) || has_changed;
    work->changed[tile] = has_changed;
}

/* The tiles of a phase have numbers of their own. */
static void visit_tiles(void *user, int first, int end)
{
    struct work *work = user;
    int column = work->phase % 2, row = work->phase / 2, across = (work->across + 1 - column) / 2;
    for (int i = first; i < end; i++) {
        int tile = (2 * (i / across) + row) * work->across + 2 * (i % across) + column;
        if (work->wanted[tile])
            visit_tile(work, tile);
    }
}

static int tiles_in_phase(const struct work *work)
{
    return ((work->across + 1 - work->phase % 2) / 2) * ((work->down + 1 - work->phase / 2) / 2);
}

/* Tiles are wanted in the next pass if they or tiles beside them have changed. */
static bool find_wanted(const struct work *work, uint8_t *wanted)
{
    bool has_any = false;
    for (int tile = 0; tile < work->across * work->down; tile++) {
        wanted[tile] = 0;
        for (int i = 0; i <= SWAPS; i++) {
            int column = tile % work->across + (i < SWAPS ? neighbors[i][0] : 0);
            int row = tile / work->across + (i < SWAPS ? neighbors[i][1] : 0);
            if (column >= 0 && column < work->across && row >= 0 && row < work->down)
                wanted[tile] = wanted[tile] || work->changed[row * work->across + column];
        }
        has_any = has_any || wanted[tile];
    }
    return has_any;
}

static errdiff_status run_passes(struct work *work, struct errdiff_job *job, int passes,
                                 uint8_t *wanted)
{
    size_t tiles = (size_t)work->across * (size_t)work->down;
    errdiff_status status = ERRDIFF_OK;
    memset(wanted, 1, tiles);
    work->wanted = wanted;
    for (int pass = 0; pass < passes && status == ERRDIFF_OK; pass++) {
        memset(work->changed, 0, tiles);
        for (work->phase = 0; work->phase < ERRDIFF_REFINE_PHASES && status == ERRDIFF_OK;
             work->phase++)
            status = errdiff_ranges_run(job->run.threads, tiles_in_phase(work), 1, visit_tiles,
                                        work, &job->run.progress);
        if (!find_wanted(work, wanted))
            break;
    }
    return status;
}

static void write_rows(void *user, int first, int end)
{
    struct work *work = user;
    const struct errdiff_job *job = work->job;
    for (int y = first; y < end; y++) {
        void *row = errdiff_row(&job->out, y, 0);
        for (int x = 0; x < work->width; x++) {
            int number = work->refinement->numbers[(size_t)y * (size_t)work->width + (size_t)x];
            int32_t level[3] = {number};
            if (!job->rule.search)
                split(job, number, level);
            if (is_visited(job, x, y))
                errdiff_store_pixel(&job->rule, &job->out, row, x, level);
        }
    }
}

static errdiff_status run_all(struct work *work, struct errdiff_job *job, int passes)
{
    size_t tiles = (size_t)work->across * (size_t)work->down;
    uint8_t *wanted = malloc(tiles);
    work->changed = malloc(tiles);
    struct errdiff_threads threads = job->run.threads;
    struct errdiff_progress_state *progress = &job->run.progress;
    errdiff_status status = wanted && work->changed ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = errdiff_ranges_run(threads, work->height, ROWS, find_numbers, work, progress);
    if (status == ERRDIFF_OK)
        status = errdiff_ranges_run(threads, work->height, ROWS, find_errors, work, progress);
    if (status == ERRDIFF_OK && work->has_failed)
        status = ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = run_passes(work, job, passes, wanted);
    if (status == ERRDIFF_OK)
        status = errdiff_ranges_run(threads, work->height, ROWS, write_rows, work, progress);
    free(wanted);
    free(work->changed);
    return status;
}

errdiff_status errdiff_refinement_run(struct errdiff_refinement *refinement,
                                      struct errdiff_job *job, int passes)
{
    struct errdiff_decisions *decisions = malloc(sizeof *decisions);
    if (!decisions)
        return ERRDIFF_NO_MEMORY;
    struct work work = work_on(refinement, job);
    errdiff_decisions_make(decisions, job);
    job->run.decisions = decisions;
    errdiff_status status = run_all(&work, job, passes);
    job->run.decisions = NULL;
    free(decisions);
    return status;
}
