/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiled once for each instruction set. */
#include "narrow_plan.h"

#include "rule/sample.h"
#include "vector.h"

#include <assert.h>

enum { TILE = ERRDIFF_NARROW_TILE, BLOCK = 16, BLOCKS = TILE / BLOCK, LANES = LANES_16 };

/*
 * Samples on their way between the picture and the lanes, so that the picture is read and written in
 * whole lines of memory, and well before and after they are needed. Tiles go round: tile t is in
 * place t % TILES. A line of memory begins anywhere in a tile, and ends in the next; the place
 * behind the last one is the first once more.
 */
enum { TILES = 4, ROW = (TILES + 1) * TILE };

struct staging {
    _Alignas(64) uint8_t rows[LANES][ROW];
    /* For each lane where in a tile a line of memory begins, and the one that begins in tile 0. */
    int starts[LANES];
    uint8_t *lines[LANES];
};

struct state {
    v16 errors[ERRDIFF_NARROW_HISTORY + TILE]; /* of the steps before this tile, and of its own */
    struct staging in, mask, out;
    _Alignas(64) where16 wheres[TILE];
    int16_t ones[3 * LANES]; /* −1 in the middle, 0 on both sides */
};

_Static_assert(sizeof(struct state) <= ERRDIFF_MOST_STATE, "a state must fit");

/* ---- Between the picture and the lanes ----------------------------------------------------- */

/* Samples by which memory is asked for before it is needed: a cache line or two are not enough where
 * rows come from beyond the caches. */
enum { AHEAD = 512 };

static void find_lines(struct staging *staging, const struct errdiff_band *band,
                       const errdiff_image *image)
{
    const struct errdiff_wave *wave = band->wave;
    for (int row = 0; row < band->row_count; row++) {
        int lane = LANES - 1 - row;
        uint8_t *data = errdiff_row(image, band->first_row + row, 0);
        uintptr_t skew = (uintptr_t)wave->skew * (uintptr_t)row;
        staging->starts[lane] = (int)((skew - (uintptr_t)data) % TILE);
        staging->lines[lane] = data + (staging->starts[lane] - (ptrdiff_t)skew);
    }
}

/* Whether the lines of memory that begin in a tile are inside the rows, in all lanes. */
static bool is_inside(const struct errdiff_wave *wave, int tile)
{
    int64_t first = (int64_t)tile * TILE;
    return errdiff_sample_at(wave, first, LANES - 1) >= 0 && first + 2 * TILE <= wave->samples;
}

/* The part of samples first..first + TILE − 1 that is in a row. */
static void clip(const struct errdiff_wave *wave, int64_t first, int *begin, int *end)
{
    int64_t rest = wave->samples - first;
    *begin = first < 0 ? (int)(-first < TILE ? -first : TILE) : 0;
    *end = rest < TILE ? (int)(rest > 0 ? rest : 0) : TILE;
}

/* Copies the part of a line of memory that is in the row. */
static void copy_part(const struct errdiff_wave *wave, int64_t first, uint8_t *to,
                      const uint8_t *from)
{
    int begin, end;
    clip(wave, first, &begin, &end);
    if (end - begin == TILE)
        memcpy(to, from, TILE);
    else if (begin < end)
        memcpy(to + begin, from + begin, (size_t)(end - begin));
}

static int place_of(int tile)
{
    return (tile + TILES) % TILES * TILE;
}

/* Brings in, for some lanes, the line of memory that begins in the tile, which is −1 or more. */
static void load_lines(struct errdiff_band *band, int tile, int first_lane, int lane_count)
{
    struct staging *in = &((struct state *)band->state)->in;
    int place = place_of(tile), last_row = LANES - band->row_count;
    int begin = first_lane > last_row ? first_lane : last_row, end = first_lane + lane_count;
    ptrdiff_t offset = (ptrdiff_t)tile * TILE;
    for (int lane = begin; place == 0 && lane < end; lane++)
        memcpy(in->rows[lane], in->rows[lane] + TILES * TILE, TILE);
    if (is_inside(band->wave, tile)) {
        for (int lane = begin; lane < end; lane++) {
            const uint8_t *line = in->lines[lane] + offset;
            memcpy(in->rows[lane] + place + in->starts[lane], line, TILE);
            __builtin_prefetch(line + AHEAD, 0, 2);
        }
        return;
    }
    for (int lane = begin; lane < end; lane++)
        copy_part(band->wave,
                  errdiff_sample_at(band->wave, offset + in->starts[lane], LANES - 1 - lane),
                  in->rows[lane] + place + in->starts[lane], in->lines[lane] + offset);
}

/* Takes out, for some lanes, the line of memory that begins in the tile, which is −2 or more. */
static void store_lines(struct errdiff_band *band, int tile, int first_lane, int lane_count)
{
    struct staging *out = &((struct state *)band->state)->out;
    int place = place_of(tile), last_row = LANES - band->row_count;
    int begin = first_lane > last_row ? first_lane : last_row, end = first_lane + lane_count;
    ptrdiff_t offset = (ptrdiff_t)tile * TILE;
    if (is_inside(band->wave, tile)) {
        for (int lane = begin; lane < end; lane++) {
            uint8_t *line = out->lines[lane] + offset;
            memcpy(line, out->rows[lane] + place + out->starts[lane], TILE);
            __builtin_prefetch(line + AHEAD, 1, 2);
        }
        return;
    }
    for (int lane = begin; lane < end; lane++)
        copy_part(band->wave,
                  errdiff_sample_at(band->wave, offset + out->starts[lane], LANES - 1 - lane),
                  out->lines[lane] + offset, out->rows[lane] + place + out->starts[lane]);
}

/* 255 where a sample is in the picture and takes part. */
static void load_mask(struct errdiff_band *band, int tile)
{
    /* Zeros, ones and zeros: from where the row begins or ends in the tile. */
    uint8_t edges[3 * TILE] = {0};
    const struct errdiff_wave *wave = band->wave;
    struct state *state = band->state;
    int channels = wave->job->rule.channels;
    memset(edges + TILE, UINT8_MAX, TILE);
    for (int row = 0; row < band->row_count; row++) {
        uint8_t *to = state->mask.rows[LANES - 1 - row];
        const uint8_t *mask = errdiff_mask_row(&wave->job->in, band->first_row + row);
        int64_t first = errdiff_sample_at(wave, (int64_t)tile * TILE, row);
        int begin, end;
        clip(wave, first, &begin, &end);
        v16 before, after;
        for (int i = 0; i < TILE; i += VECTOR_BYTES) {
            memcpy(&before, edges + TILE - begin + i, VECTOR_BYTES);
            memcpy(&after, edges + 2 * TILE - end + i, VECTOR_BYTES);
            before &= after;
            memcpy(to + i, &before, VECTOR_BYTES);
        }
        if (mask && channels == 1)
            for (int i = begin; i < end; i++)
                to[i] = (uint8_t) - (mask[first + i] != 0);
        else if (mask)
            for (int i = begin; i < end; i++)
                to[i] = (uint8_t) - (mask[(first + i) / channels] != 0);
    }
}

/* ---- What a step collects ------------------------------------------------------------------ */

/* `weight` is a constant. */
INLINE v16 times(v16 error, int weight)
{
    switch (weight) {
    case 1:
        return error;
    case 2:
        return error + error;
    case 3:
        return error + (error + error);
    case 5:
        return error + (error << 2);
    default:
        return error * (int16_t)weight;
    }
}

/* Over the taps with that dy. */
INLINE v16 sum_of_taps(const struct errdiff_narrow_plan *plan, int dy, const v16 *e)
{
    v16 sum = {0};
    for (int i = plan->first_tap[dy]; i < plan->first_tap[dy + 1]; i++)
        sum += e[-plan->taps[i].delay] * plan->taps[i].weight;
    return sum;
}

/* What a block of steps needs besides the kind of kernel. */
struct collector {
    int channels;
    int skew; /* of a kernel with code of its own */
    const struct errdiff_narrow_plan *plan;
};

/* How many lines a kernel with code of its own has. */
INLINE int lines_of(enum errdiff_narrow_kernel kernel, const struct errdiff_band *band)
{
    if (kernel == ERRDIFF_NARROW_ANY)
        return band->wave->line_count;
    return kernel == ERRDIFF_NARROW_ATKINSON ? 2 : 1;
}

/* The sum over the taps with dy = line + 1, and with dy = 0; `e` are the errors of earlier steps,
 * e[-1] those of the step before. */
INLINE v16 sum_below(enum errdiff_narrow_kernel kernel, const struct collector *collector, int line,
                     const v16 *e)
{
    int c = collector->channels, skew = collector->skew;
    switch (kernel) {
    case ERRDIFF_NARROW_FLOYD_STEINBERG:
        /* 3 · (a + b) + (b + c) + b; the latest last. */
        return (e[-skew] + e[-c - skew]) + e[-skew] + times(e[c - skew] + e[-skew], 3);
    case ERRDIFF_NARROW_SIERRA_LITE:
        return e[c - skew] + e[-skew];
    case ERRDIFF_NARROW_ATKINSON:
        return line == 0 ? e[c - skew] + e[-skew] + e[-c - skew] : e[-2 * skew];
    default:
        return sum_of_taps(collector->plan, line + 1, e);
    }
}

/* `base` and the sum over the taps with dy = 0: the chain from step to step. */
INLINE v16 add_own_row(enum errdiff_narrow_kernel kernel, const struct collector *collector,
                       v16 base, const v16 *e)
{
    int c = collector->channels;
    switch (kernel) {
    case ERRDIFF_NARROW_FLOYD_STEINBERG:
        return (base - e[-c]) + (e[-c] << 3);
    case ERRDIFF_NARROW_SIERRA_LITE:
        return base + times(e[-c], 2);
    case ERRDIFF_NARROW_ATKINSON:
        return (base + e[-2 * c]) + e[-c];
    default:
        return base + sum_of_taps(collector->plan, 0, e);
    }
}

/* The shift of the rounding; a constant where it can be. */
INLINE int shift_of(enum errdiff_narrow_kernel kernel, const struct errdiff_narrow_plan *plan)
{
    switch (kernel) {
    case ERRDIFF_NARROW_FLOYD_STEINBERG:
        return 4;
    case ERRDIFF_NARROW_SIERRA_LITE:
        return 2;
    case ERRDIFF_NARROW_ATKINSON:
        return 3;
    default:
        return plan->shift;
    }
}

/* ---- What a step decides ------------------------------------------------------------------- */

/* Of modified samples s: *error gets e, and o(q) is returned. */
INLINE v16 decide_few(const struct errdiff_narrow_quantizer *quantizer, v16 modified, v16 *error)
{
    v16 output = {0};
    *error = modified;
    for (int i = 0; i < ERRDIFF_FEW_LEVELS - 1; i++) {
        where16 above = v16_above(modified, v16_all(quantizer->threshold[i]));
        *error = v16_sub_where(above, *error, v16_all(quantizer->step[i]) << ERRDIFF_FRACTION_BITS);
        output = v16_add_where(above, output, v16_all(quantizer->step[i]));
    }
    return output;
}

INLINE v16 decide_many(const struct errdiff_narrow_quantizer *quantizer, v16 modified, v16 *error)
{
    v16 white = v16_all(UINT8_MAX << ERRDIFF_FRACTION_BITS);
    v16 inside = v16_least(v16_most(modified, v16_all(0)), white);
    v16u factor = (v16u)v16_all((int16_t)quantizer->level_factor);
    v16u level = v16u_high_product((v16u)inside << 4, factor) >> quantizer->level_shift;
    v16u scale = (v16u)v16_all((int16_t)quantizer->output_scale);
    v16u output_factor = (v16u)v16_all((int16_t)quantizer->output_factor);
    v16u place = level * scale + (v16u)v16_all((int16_t)quantizer->output_offset);
    v16 lower = (v16)(v16u_high_product(place, output_factor) >> 7);
    v16 upper = (v16)(v16u_high_product(place + scale, output_factor) >> 7);
    where16 above = v16_above(inside, (lower + upper) << 3);
    v16 output = v16_add_where(above, lower, upper - lower);
    *error = modified - (output << ERRDIFF_FRACTION_BITS);
    return output;
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Which lanes of a step take part. */
enum part { ALL_LANES, LANES_IN_ROWS, LANES_IN_MASK };

/* −1 where the sample of a lane is in its row. `skew` is a constant. */
INLINE v16 lanes_in_rows(const struct errdiff_band *band, int skew, int64_t step)
{
    const int16_t *ones = ((const struct state *)band->state)->ones + LANES;
    int samples = band->wave->samples;
    int64_t begun = step / skew + 1;
    int64_t ended = step < samples ? 0 : (step - samples) / skew + 1;
    int first_lane = begun < LANES ? LANES - (int)begun : 0;
    int end_lane = ended < LANES ? LANES - (int)ended : 0;
    v16 has_begun, has_not_ended;
    memcpy(&has_begun, ones - first_lane, VECTOR_BYTES);
    memcpy(&has_not_ended, ones + LANES - end_lane, VECTOR_BYTES);
    return has_begun & has_not_ended;
}

enum {
    SPECIAL_DEPTH = 12,             /* the largest delay in a kernel with code of its own */
    HAS_WHERES = VECTOR_BYTES == 64 /* results of comparisons that are bits become rows at once */
};

INLINE void run_block(struct errdiff_band *band, int tile, int block,
                      enum errdiff_narrow_kernel kernel, int channels,
                      enum errdiff_narrow_levels levels, enum part part)
{
    struct state *state = band->state;
    bool masked = part == LANES_IN_MASK;
    const struct errdiff_narrow_plan *plan = band->wave->plan;
    const struct collector collector = {
        .channels = channels, .skew = channels == 1 ? 4 : 6, .plan = plan};
    int64_t first = (int64_t)tile * TILE + block * BLOCK;
    const struct errdiff_narrow_quantizer *quantizers =
        plan->quantizers + (channels == 1 ? 0 : first % channels);
    int shift = shift_of(kernel, plan);
    v16 half = v16_all(plan->half), no_error = v16_all(plan->no_error);
    v16 white = v16_all(UINT8_MAX << ERRDIFF_FRACTION_BITS);
    int in_place = place_of(tile) + block * BLOCK;

    v16 units[8], masks[8], outputs[8];
    for (int i = 0; i < 8; i++)
        units[i] = v16_gather_parts(&state->in.rows[i][in_place], 8 * ROW);
    v16_transpose_8(units);
    for (int i = 0; masked && i < 8; i++)
        masks[i] = v16_gather_parts(&state->mask.rows[i][block * BLOCK], 8 * ROW);
    if (masked)
        v16_transpose_8(masks);

    v16 *kept = state->errors + ERRDIFF_NARROW_HISTORY + block * BLOCK;
    v16 near[SPECIAL_DEPTH + BLOCK];
    v16 *e = kernel == ERRDIFF_NARROW_ANY ? kept : near + SPECIAL_DEPTH;
    /* Those before the plan's depth may never have been written; the kernel reads none of them. */
    for (int i = -SPECIAL_DEPTH; kernel != ERRDIFF_NARROW_ANY && i < 0; i++)
        e[i] = kept[i];

    const int16_t *from[ERRDIFF_MOST_LINES];
    int16_t *to[ERRDIFF_MOST_LINES];
    int line_count = lines_of(kernel, band);
    for (int line = 0; line < line_count; line++) {
        from[line] = (const int16_t *)band->from[line] + first;
        to[line] = (int16_t *)band->to[line] + first;
    }

#pragma GCC unroll UNROLL_16
    for (int i = 0; i < BLOCK; i++) {
        v16 sum = {0};
        for (int line = line_count - 1; line >= 0; line--) {
            sum += sum_below(kernel, &collector, line, e + i);
            v16_store_first(to[line] + i, sum);
            sum = v16_from_next(sum, v16_load_first(from[line] + i));
        }
        sum = add_own_row(kernel, &collector, sum + half, e + i);

        v16 sample = v16_sixteen_times_byte(units[i / 2], i % 2), output, error;
        v16 modified;
        if (levels == ERRDIFF_NARROW_TWO) {
            modified = (v16)((v16u)sum >> shift) + sample;
            error = (v16)v16u_least((v16u)modified, (v16u)(modified - white));
            where16 above = v16_above(modified, white - 1);
            if (HAS_WHERES && !masked)
                state->wheres[block * BLOCK + i] = above;
            output = v16_only(above, v16_all(UINT8_MAX));
        } else if (levels == ERRDIFF_NARROW_FEW) {
            modified = (sum >> shift) + sample;
            output = decide_few(quantizers + i % channels, modified, &error);
        } else {
            modified = (sum >> shift) + sample;
            output = decide_many(quantizers + i % channels, modified, &error);
        }
        if (masked) {
            v16 takes_part = (i % 2 ? masks[i / 2] : masks[i / 2] << 8) >> 8;
            error = no_error ^ ((no_error ^ error) & takes_part);
            v16 kept_sample = sample >> ERRDIFF_FRACTION_BITS;
            output = kept_sample ^ ((kept_sample ^ output) & takes_part);
        } else if (part == LANES_IN_ROWS) {
            v16 takes_part = lanes_in_rows(band, collector.skew, first + i);
            error = no_error ^ ((no_error ^ error) & takes_part);
        }
        e[i] = error;
        outputs[i / 2] = i % 2 ? outputs[i / 2] | output << 8 : output;
    }

    for (int i = BLOCK - SPECIAL_DEPTH; kernel != ERRDIFF_NARROW_ANY && i < BLOCK; i++)
        kept[i] = e[i];
    if (HAS_WHERES && !masked && levels == ERRDIFF_NARROW_TWO)
        return;
    v16_transpose_8(outputs);
    for (int i = 0; i < 8; i++)
        v16_scatter_parts(&state->out.rows[i][in_place], 8 * ROW, outputs[i]);
    for (int i = 0; in_place < TILE && i < 8; i++)
        v16_scatter_parts(&state->out.rows[i][TILES * TILE + in_place], 8 * ROW, outputs[i]);
}

INLINE void run_blocks_of(struct errdiff_band *band, int tile, enum errdiff_narrow_kernel kernel,
                          int channels, enum errdiff_narrow_levels levels, enum part part)
{
    for (int block = 0; block < BLOCKS; block++) {
        /* A share of them at a time: memory is then busy while steps are run. */
        load_lines(band, tile + 1, block * (LANES / BLOCKS), LANES / BLOCKS);
        store_lines(band, tile - 2, block * (LANES / BLOCKS), LANES / BLOCKS);
        run_block(band, tile, block, kernel, channels, levels, part);
    }
#if VECTOR_BYTES == 64
    struct state *state = band->state;
    int place = place_of(tile);
    if (part == LANES_IN_MASK || levels != ERRDIFF_NARROW_TWO)
        return;
    where16_to_rows(state->wheres, state->out.rows[0] + place, ROW);
    for (int lane = 0; place == 0 && lane < LANES; lane++)
        memcpy(state->out.rows[lane] + TILES * TILE, state->out.rows[lane], TILE);
#endif
}

typedef void run_blocks(struct errdiff_band *band, int tile);

/* One function for each kind of job that has its own code. */
#define DEFINE_BLOCKS(name, kernel, channels, levels, part)        \
    static void name(struct errdiff_band *band, int tile)          \
    {                                                              \
        run_blocks_of(band, tile, kernel, channels, levels, part); \
    }

#define DEFINE_CHANNELS(name, kernel, levels, part)     \
    DEFINE_BLOCKS(name##_gray, kernel, 1, levels, part) \
    DEFINE_BLOCKS(name##_rgb, kernel, 3, levels, part)

#define DEFINE_LEVELS(name, kernel, part)                         \
    DEFINE_CHANNELS(name##_two, kernel, ERRDIFF_NARROW_TWO, part) \
    DEFINE_CHANNELS(name##_few, kernel, ERRDIFF_NARROW_FEW, part) \
    DEFINE_CHANNELS(name##_many, kernel, ERRDIFF_NARROW_MANY, part)

DEFINE_LEVELS(floyd_steinberg, ERRDIFF_NARROW_FLOYD_STEINBERG, ALL_LANES)
DEFINE_LEVELS(floyd_steinberg_in_rows, ERRDIFF_NARROW_FLOYD_STEINBERG, LANES_IN_ROWS)
DEFINE_LEVELS(floyd_steinberg_in_mask, ERRDIFF_NARROW_FLOYD_STEINBERG, LANES_IN_MASK)
DEFINE_CHANNELS(sierra_lite_two, ERRDIFF_NARROW_SIERRA_LITE, ERRDIFF_NARROW_TWO, ALL_LANES)
DEFINE_CHANNELS(sierra_lite_few, ERRDIFF_NARROW_SIERRA_LITE, ERRDIFF_NARROW_FEW, ALL_LANES)
DEFINE_CHANNELS(atkinson_two, ERRDIFF_NARROW_ATKINSON, ERRDIFF_NARROW_TWO, ALL_LANES)
DEFINE_CHANNELS(atkinson_few, ERRDIFF_NARROW_ATKINSON, ERRDIFF_NARROW_FEW, ALL_LANES)
DEFINE_LEVELS(any, ERRDIFF_NARROW_ANY, ALL_LANES)
DEFINE_LEVELS(any_in_mask, ERRDIFF_NARROW_ANY, LANES_IN_MASK)

#define CHANNELS(name)          \
    {                           \
        name##_gray, name##_rgb \
    }
#define LEVELS(name)                                                      \
    {                                                                     \
        CHANNELS(name##_two), CHANNELS(name##_few), CHANNELS(name##_many) \
    }

/* NULL: there is no code of its own for that. */
static run_blocks *const blocks_of[][3][3][2] = {
    [ERRDIFF_NARROW_FLOYD_STEINBERG] = {[ALL_LANES] = LEVELS(floyd_steinberg),
                                        [LANES_IN_ROWS] = LEVELS(floyd_steinberg_in_rows),
                                        [LANES_IN_MASK] = LEVELS(floyd_steinberg_in_mask)},
    [ERRDIFF_NARROW_SIERRA_LITE] = {[ALL_LANES] = {CHANNELS(sierra_lite_two),
                                                   CHANNELS(sierra_lite_few)}},
    [ERRDIFF_NARROW_ATKINSON] = {[ALL_LANES] = {CHANNELS(atkinson_two), CHANNELS(atkinson_few)}},
    [ERRDIFF_NARROW_ANY] = {[ALL_LANES] = LEVELS(any), [LANES_IN_MASK] = LEVELS(any_in_mask)},
};

static run_blocks *find_blocks(const struct errdiff_wave *wave, enum part part)
{
    const struct errdiff_narrow_plan *plan = wave->plan;
    bool has_channels = wave->job->rule.channels > 1;
    run_blocks *own = blocks_of[plan->kernel][part][plan->levels][has_channels];
    return own ? own : blocks_of[ERRDIFF_NARROW_ANY][part][plan->levels][has_channels];
}

/* ---- The form ------------------------------------------------------------------------------ */

/*
 * What a step needs of a plan, for an assertion: the error of each tap is read where it has been
 * written, a step or more ago, and where a band has filled in what was before its first step. Code of
 * a kernel's own knows its skew, its lines and how far it reaches back.
 */
static inline bool reads_what_was_written(const struct errdiff_wave *wave)
{
    const struct errdiff_narrow_plan *plan = wave->plan;
    const errdiff_kernel *kernel = &wave->job->asked.kernel;
    bool is_any = plan->kernel == ERRDIFF_NARROW_ANY;
    for (int i = 0; i < kernel->tap_count; i++) {
        int delay = kernel->taps[i].dx * wave->job->rule.channels + kernel->taps[i].dy * wave->skew;
        if (delay < 1 || delay > plan->depth)
            return false;
    }
    return plan->depth <= (is_any ? (int)ERRDIFF_NARROW_HISTORY : (int)SPECIAL_DEPTH) &&
           (is_any || wave->skew == (wave->job->rule.channels == 1 ? 4 : 6)) &&
           (is_any || wave->line_count == (plan->kernel == ERRDIFF_NARROW_ATKINSON ? 2 : 1));
}

static void start(struct errdiff_band *band)
{
    const struct errdiff_narrow_plan *plan = band->wave->plan;
    struct state *state = band->state;
    assert(reads_what_was_written(band->wave));
    v16 *begin = state->errors + ERRDIFF_NARROW_HISTORY - plan->depth;
    for (int i = 0; i < plan->depth; i++)
        begin[i] = v16_all(plan->no_error);
    memset(state->ones, 0, sizeof state->ones);
    memset(state->ones + LANES, UINT8_MAX, VECTOR_BYTES);
    find_lines(&state->in, band, &band->wave->job->in);
    find_lines(&state->out, band, &band->wave->job->out);
    load_lines(band, -1, 0, LANES);
    load_lines(band, 0, 0, LANES);
}

static enum part part_of(const struct errdiff_wave *wave, int tile)
{
    const struct errdiff_narrow_plan *plan = wave->plan;
    if (wave->job->in.mask)
        return LANES_IN_MASK;
    if (!errdiff_is_edge(wave, tile))
        return ALL_LANES;
    /* Any kernel may have any skew; the mask's code serves its few tiles at the edges. */
    return plan->kernel == ERRDIFF_NARROW_FLOYD_STEINBERG ? LANES_IN_ROWS : LANES_IN_MASK;
}

static void run_tile(struct errdiff_band *band, int tile)
{
    struct state *state = band->state;
    const struct errdiff_wave *wave = band->wave;
    const struct errdiff_narrow_plan *plan = wave->plan;
    enum part part = part_of(wave, tile);
    if (part == LANES_IN_MASK)
        load_mask(band, tile);
    find_blocks(wave, part)(band, tile);
    v16 *begin = state->errors + ERRDIFF_NARROW_HISTORY - plan->depth;
    for (int i = 0; i < plan->depth; i++)
        begin[i] = begin[i + TILE];
}

static void finish(struct errdiff_band *band)
{
    store_lines(band, band->wave->tile_count - 2, 0, LANES);
    store_lines(band, band->wave->tile_count - 1, 0, LANES);
}

const struct errdiff_form ERRDIFF_ISA(errdiff_narrow) = {
    .lanes = LANES,
    .tile = TILE,
    .number_size = sizeof(int16_t),
    .least_samples = 1 << 22,
    .start = start,
    .run_tile = run_tile,
    .finish = finish,
};
