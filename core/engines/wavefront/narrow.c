/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers a band of the wavefront engine in vectors with 16-bit lanes, a row in each lane. */
/* Compiled once for each instruction set. */
#include "narrow_fine.h"
#include "narrow_pairs.h"
#include "rule/sample.h"

#include <assert.h>

enum { TILE = ERRDIFF_NARROW_TILE, BLOCK = 16, BLOCKS = TILE / BLOCK, LANES = LANES_16 };

/*
 * Buffers for samples between the image and the lanes. They let the image be read and written
 * in whole cache lines, well before and after the samples are needed. Each row is a ring of tiles:
 * tile t is in place t % TILES. A cache line begins anywhere in a tile and ends in the next one, so
 * behind the last place there is the first one once more.
 */
enum { TILES = 4, ROW = (TILES + 1) * TILE };

struct staging {
    _Alignas(64) uint8_t rows[LANES][ROW];
    int starts[LANES];     /* for each lane: the sample of a tile with which a cache line begins */
    uint8_t *lines[LANES]; /* and the cache line that begins in tile 0 */
};

typedef void run_blocks_function(struct errdiff_band *band, int tile, int first_block,
                                 int end_block);

struct state {
    /* The errors of the steps before this tile and of its own, in one vector for each step; with
     * PAIRS in two. */
    v16 errors[ERRDIFF_NARROW_HISTORY + 2 * TILE];
    struct staging in, mask, out;
    /* These take the place of in.rows and out.rows for 16-bit samples. */
    _Alignas(64) uint16_t in_words[LANES][ROW], out_words[LANES][ROW];
    _Alignas(64) mask16 white_masks[TILE]; /* of each step: the lanes whose sample is white */
    int16_t ones[3 * LANES];               /* −1 in the middle, 0 on both sides */
    run_blocks_function *run_blocks;       /* the code for this tile */
};

_Static_assert(sizeof(struct state) <= ERRDIFF_MAX_STATE_BYTES, "a state must fit");

/* ---- Between the image and the lanes ----------------------------------------------------- */

/* The number of samples by which memory is prefetched. One or two cache lines are not enough for
 * rows that are not in the caches yet. */
enum { AHEAD = 512 };

static void find_lines(struct staging *staging, const struct errdiff_band *band, bool is_input)
{
    const struct errdiff_wave *wave = band->wave;
    const struct errdiff_job *job = wave->job;
    int size = (is_input ? job->in.bits : job->out.bits) / 8;
    for (int row = 0; row < band->row_count; row++) {
        int lane = LANES - 1 - row;
        int y = band->first_row + row;
        uint8_t *data = is_input ? errdiff_input_row(job, y, 0) : errdiff_row(&job->out, y, 0);
        uintptr_t skew = (uintptr_t)wave->skew * (uintptr_t)row * (uintptr_t)size;
        uintptr_t start = (skew - (uintptr_t)data) % (uintptr_t)(TILE * size);
        staging->starts[lane] = (int)start / size;
        staging->lines[lane] = data + ((ptrdiff_t)staging->starts[lane] * size - (ptrdiff_t)skew);
    }
}

/* Returns whether the cache lines that begin in a tile are inside the rows in all lanes. */
static bool is_inside(const struct errdiff_wave *wave, int tile)
{
    int64_t first = (int64_t)tile * TILE;
    return errdiff_sample_at(wave, first, LANES - 1) >= 0 && first + 2 * TILE <= wave->samples;
}

/* Finds which of the samples first..first + TILE − 1 are in a row: those with the numbers
 * first + *begin..first + *end − 1. */
static void clip(const struct errdiff_wave *wave, int64_t first, int *begin, int *end)
{
    int64_t rest = wave->samples - first;
    *begin = first < 0 ? (int)(-first < TILE ? -first : TILE) : 0;
    *end = rest < TILE ? (int)(rest > 0 ? rest : 0) : TILE;
}

/* Copies those samples of a cache line, each of `size` bytes, that are in the row. */
static void copy_part(const struct errdiff_wave *wave, int64_t first, uint8_t *to,
                      const uint8_t *from, int size)
{
    int begin, end;
    clip(wave, first, &begin, &end);
    if (end - begin == TILE)
        memcpy(to, from, (size_t)(TILE * size));
    else if (begin < end)
        memcpy(to + begin * size, from + begin * size, (size_t)((end - begin) * size));
}

static int place_of(int tile)
{
    return (tile + TILES) % TILES * TILE;
}

/* Reads, for some lanes, the cache line that begins in the tile, which is −1 or more; two of them
 * if samples have 16 bits, and so a `size` of 2. */
INLINE void load_lines(struct errdiff_band *band, int tile, int first_lane, int lane_count,
                       int size)
{
    struct state *state = band->state;
    struct staging *in = &state->in;
    uint8_t *rows = size == 2 ? (uint8_t *)state->in_words : in->rows[0];
    int tile_size = TILE * size, row_size = ROW * size;
    int place = place_of(tile) * size, last_row = LANES - band->row_count;
    int begin = first_lane > last_row ? first_lane : last_row, end = first_lane + lane_count;
    ptrdiff_t offset = (ptrdiff_t)tile * tile_size;
    for (int lane = begin; place == 0 && lane < end; lane++)
        memcpy(rows + lane * row_size, rows + lane * row_size + TILES * tile_size,
               (size_t)tile_size);
    if (is_inside(band->wave, tile)) {
        for (int lane = begin; lane < end; lane++) {
            const uint8_t *line = in->lines[lane] + offset;
            memcpy(rows + lane * row_size + place + in->starts[lane] * size, line,
                   (size_t)tile_size);
            for (int part = 0; part < size; part++)
                __builtin_prefetch(line + AHEAD * size + part * TILE, 0, 2);
        }
        return;
    }
    for (int lane = begin; lane < end; lane++)
        copy_part(band->wave,
                  errdiff_sample_at(band->wave, (int64_t)tile * TILE + in->starts[lane],
                                    LANES - 1 - lane),
                  rows + lane * row_size + place + in->starts[lane] * size,
                  in->lines[lane] + offset, size);
}

INLINE const uint8_t *out_row(const struct state *state, int lane, int size)
{
    return size == 2 ? (const uint8_t *)state->out_words[lane] : state->out.rows[lane];
}

/* Writes, for some lanes, the cache line that begins in the tile, which is −2 or more; two of them
 * likewise. */
INLINE void store_lines_of(struct errdiff_band *band, int tile, int first_lane, int lane_count,
                           int size)
{
    struct state *state = band->state;
    struct staging *out = &state->out;
    int tile_size = TILE * size;
    int place = place_of(tile) * size, last_row = LANES - band->row_count;
    int begin = first_lane > last_row ? first_lane : last_row, end = first_lane + lane_count;
    ptrdiff_t offset = (ptrdiff_t)tile * tile_size;
    if (is_inside(band->wave, tile)) {
        for (int lane = begin; lane < end; lane++) {
            uint8_t *line = out->lines[lane] + offset;
            memcpy(line, out_row(state, lane, size) + place + out->starts[lane] * size,
                   (size_t)tile_size);
            for (int part = 0; part < size; part++)
                __builtin_prefetch(line + AHEAD * size + part * TILE, 1, 2);
        }
        return;
    }
    for (int lane = begin; lane < end; lane++)
        copy_part(band->wave,
                  errdiff_sample_at(band->wave, (int64_t)tile * TILE + out->starts[lane],
                                    LANES - 1 - lane),
                  out->lines[lane] + offset,
                  out_row(state, lane, size) + place + out->starts[lane] * size, size);
}

static void store_lines(struct errdiff_band *band, int tile, int first_lane, int lane_count)
{
    store_lines_of(band, tile, first_lane, lane_count, 1);
}

static void store_word_lines(struct errdiff_band *band, int tile, int first_lane, int lane_count)
{
    store_lines_of(band, tile, first_lane, lane_count, 2);
}

/* Sets bytes begin..end − 1 to 255 where a sample is dithered and to 0 elsewhere; byte 0 is for
 * sample `first` of the row. */
static void spread_mask(const uint8_t *mask, int64_t first, int begin, int end, int channels,
                        uint8_t *to)
{
    if (channels == 1) {
        for (int i = begin; i < end; i++)
            to[i] = (uint8_t) - (mask[first + i] != 0);
        return;
    }
    /* The first pixel may begin before the tile, and the last one may end behind it. */
    uint8_t samples[TILE + 6];
    int64_t x = (first + begin) / 3;
    int before = (int)(first + begin - 3 * x);
    for (int i = 0; i < end - begin + before; i += 3, x++)
        samples[i] = samples[i + 1] = samples[i + 2] = (uint8_t) - (mask[x] != 0);
    memcpy(to + begin, samples + before, (size_t)(end - begin));
}

/* Sets the mask of a tile: 255 for samples that are in the image and are dithered, else 0.
 * Returns whether samples that are in the image are not dithered. */
static bool load_mask(struct errdiff_band *band, int tile)
{
    /* Read from an offset, this is a row that begins or ends anywhere in the tile. */
    uint8_t edges[3 * TILE] = {0};
    const struct errdiff_wave *wave = band->wave;
    struct state *state = band->state;
    int channels = wave->job->rule.channels;
    bool has_gaps = false;
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
        if (!mask || begin >= end)
            continue;
        int64_t x = (first + begin) / channels, last = (first + end - 1) / channels;
        if (!memchr(mask + x, 0, (size_t)(last - x + 1)))
            continue;
        spread_mask(mask, first, begin, end, channels, to);
        has_gaps = true;
    }
    return has_gaps;
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

/* Adds Σ weight · error over the taps with the given dy to `sum`; `e` is where the error of this
 * step will be. The last one added is the nearest neighbor's, which is known last. */
INLINE v16 add_taps(const struct errdiff_wave *wave, v16 sum, int dy, const v16 *e)
{
    const struct errdiff_wave_tap *first = wave->taps + wave->first_tap[dy];
    const struct errdiff_wave_tap *tap = wave->taps + wave->first_tap[dy + 1];
    while (tap-- > first)
        sum += *(const v16 *)((const char *)e + tap->offset) * v16_all((int16_t)tap->weight);
    return sum;
}

/* What the steps of a block need of the band and its plan. */
struct collector {
    enum errdiff_narrow_kernel kernel;
    int channels;
    int skew;
    int line_count;
    const struct errdiff_wave *wave;
    const struct errdiff_narrow_plan *plan;
    const int16_t *from[ERRDIFF_MAX_LINES];
    int16_t *to[ERRDIFF_MAX_LINES];
    v16 weights[3][5]; /* of 5 × 3 taps */
};

/* Whether errors of a block stay in registers: in the code for a single kernel. */
INLINE bool is_in_registers(enum errdiff_narrow_kernel kernel)
{
    return kernel < ERRDIFF_NARROW_SIERRA_3;
}

/* The code for a single kernel has a constant number of lines. */
INLINE int count_lines(enum errdiff_narrow_kernel kernel, const struct errdiff_band *band)
{
    if (kernel == ERRDIFF_NARROW_SIERRA_3)
        return 2 * ERRDIFF_NARROW_HALVES_LINES;
    if (!is_in_registers(kernel))
        return band->wave->line_count;
    return kernel == ERRDIFF_NARROW_ATKINSON ? 2 : 1;
}

/* The code for a single kernel has a constant skew, too: that of errdiff_wave_of. */
INLINE int skew_in_registers(enum errdiff_narrow_kernel kernel, int channels)
{
    switch (kernel) {
    case ERRDIFF_NARROW_FLOYD_STEINBERG:
        return channels == 1 ? 4 : 9;
    case ERRDIFF_NARROW_FAN:
        return channels == 1 ? 5 : 12;
    case ERRDIFF_NARROW_SHIAU_FAN_2:
        return channels == 1 ? 6 : 15;
    default:
        return channels == 1 ? 4 : 6;
    }
}

/* How many steps ago the oldest error was computed that a step needs, with a single kernel; else
 * 0. */
INLINE int depth_in_registers(enum errdiff_narrow_kernel kernel, int channels)
{
    int skew = skew_in_registers(kernel, channels);
    if (!is_in_registers(kernel))
        return 0;
    return kernel == ERRDIFF_NARROW_FLOYD_STEINBERG ? skew + channels
           : kernel == ERRDIFF_NARROW_ATKINSON      ? 2 * skew
                                                    : skew;
}

INLINE void prepare(struct collector *collector, const struct errdiff_band *band, int64_t step)
{
    collector->skew = is_in_registers(collector->kernel)
                          ? skew_in_registers(collector->kernel, collector->channels)
                          : band->wave->skew;
    collector->line_count = count_lines(collector->kernel, band);
    collector->wave = band->wave;
    collector->plan = band->wave->plan;
    for (int dy = 0; collector->kernel == ERRDIFF_NARROW_FIVE_BY_THREE && dy < 3; dy++)
        for (int i = 0; i < 5; i++)
            collector->weights[dy][i] = v16_all(collector->plan->weights[dy][i]);
    for (int line = 0; line < collector->line_count; line++) {
        collector->from[line] = (const int16_t *)band->from[line] + step;
        collector->to[line] = (int16_t *)band->to[line] + step;
    }
}

/* The sum over the taps with dy = line + 1. e[-1] are the errors of the previous step, e[-2] those
 * of the step before that, and so on. */
INLINE v16 sum_below(const struct collector *collector, int line, const v16 *e)
{
    int c = collector->channels, skew = collector->skew;
    switch (collector->kernel) {
    case ERRDIFF_NARROW_FLOYD_STEINBERG:
        /* 3 · a + 5 · b + c, in an order in which a, the latest error, is added last. */
        return (e[-skew] + e[-c - skew]) + e[-skew] + times(e[c - skew] + e[-skew], 3);
    case ERRDIFF_NARROW_SIERRA_LITE:
        return e[c - skew] + e[-skew];
    case ERRDIFF_NARROW_ATKINSON:
        return line == 0 ? e[c - skew] + e[-skew] + e[-c - skew] : e[-2 * skew];
    case ERRDIFF_NARROW_FAN:
        return (times(e[c - skew] + e[-skew], 3) + times(e[-skew], 2)) + e[2 * c - skew];
    case ERRDIFF_NARROW_SHIAU_FAN_2:
        return (times(e[-skew], 4) + times(e[c - skew], 2)) + (e[2 * c - skew] + e[3 * c - skew]);
    case ERRDIFF_NARROW_FIVE_BY_THREE: {
        const v16 *weights = collector->weights[line + 1], *above = e - (line + 1) * skew;
        v16 sum = above[-2 * c] * weights[4];
        for (int i = 3; i >= 0; i--)
            sum += above[(2 - i) * c] * weights[i];
        return sum;
    }
    default:
        return add_taps(collector->wave, (v16){0}, line + 1, e);
    }
}

/* Adds the sum over the taps with dy = 0 to `base`. Only this has to wait for `last`, the error of
 * the previous pixel. */
INLINE v16 add_own_row(const struct collector *collector, v16 base, const v16 *e, v16 last)
{
    int c = collector->channels;
    switch (collector->kernel) {
    case ERRDIFF_NARROW_FLOYD_STEINBERG:
    case ERRDIFF_NARROW_FAN:
        return (base - last) + (last << 3);
    case ERRDIFF_NARROW_SHIAU_FAN_2:
        return base + (last << 3);
    case ERRDIFF_NARROW_SIERRA_LITE:
        return base + times(last, 2);
    case ERRDIFF_NARROW_ATKINSON:
        return (base + e[-2 * c]) + last;
    case ERRDIFF_NARROW_FIVE_BY_THREE:
        return (base + e[-2 * c] * collector->weights[0][4]) + last * collector->weights[0][3];
    default:
        return add_taps(collector->wave, base, 0, e);
    }
}

/* Stores what a line gets in step i of the block, for the rows below the band. Returns the sums
 * moved by one lane. */
INLINE v16 pass_to_line(const struct collector *collector, int line, int i, v16 sum)
{
    v16_store_first(collector->to[line] + i, sum);
    return v16_from_next(sum, v16_load_first(collector->from[line] + i));
}

/* Adds up what a row collects from the rows above it in step i of the block, and stores to the
 * lines what the rows below the band will collect. */
INLINE v16 pass_down(const struct collector *collector, int i, const v16 *e)
{
    v16 sum = {0};
    if (collector->kernel == ERRDIFF_NARROW_FIVE_BY_THREE) {
        /* The compiler does not find out that there are at most two lines. */
        if (collector->line_count == 2)
            sum = pass_to_line(collector, 1, i, sum_below(collector, 1, e));
        if (collector->line_count > 0)
            sum = pass_to_line(collector, 0, i, sum + sum_below(collector, 0, e));
        return sum;
    }
    for (int line = collector->line_count - 1; line >= 0; line--)
        sum = pass_to_line(collector, line, i, sum + sum_below(collector, line, e));
    return sum;
}

/* Half of the sum of what a pixel collects and 16, with Sierra's kernel of three rows:
 * narrow_plan.h has the formula. */
INLINE v16 collect_halves(const struct collector *collector, int i, const v16 *e, v16 last)
{
    int c = collector->channels;
    const v16 *second = e - 2 * collector->skew, *first = e - collector->skew;
    v16 halves = (second[-c] + second[0]) + second[c], rest = second[0];
    halves = pass_to_line(collector, 1, i, halves);
    rest = pass_to_line(collector, 1 + ERRDIFF_NARROW_HALVES_LINES, i, rest);
    halves += (first[-2 * c] + times((first[-c] + first[0]) + first[c], 2)) + first[2 * c];
    rest += first[0];
    halves = pass_to_line(collector, 0, i, halves);
    rest = pass_to_line(collector, ERRDIFF_NARROW_HALVES_LINES, i, rest);
    rest = (rest + (e[-2 * c] + v16_all(16))) + last;
    return (halves + e[-2 * c]) + times(last, 2) + (v16)((v16u)rest >> 1);
}

/* Half of the sum, of 17 bits, of what a pixel collects from Floyd and Steinberg's kernel if its
 * sample has 16 bits: narrow_plan.h has the formula. */
INLINE v16 collect_long_sum(const struct collector *collector, int i, v16 half, const v16 *e,
                            v16 last)
{
    v16 base = pass_down(collector, i, e) + half;
    return (v16)v16u_mean((v16u)(base - last), (v16u)(last << 3));
}

/* The shift of the rounding, which special code knows as a constant. */
INLINE int rounding_shift(const struct collector *collector)
{
    switch (collector->kernel) {
    case ERRDIFF_NARROW_FLOYD_STEINBERG:
    case ERRDIFF_NARROW_FAN:
    case ERRDIFF_NARROW_SHIAU_FAN_2:
    case ERRDIFF_NARROW_SIERRA_3:
        return 4;
    case ERRDIFF_NARROW_SIERRA_LITE:
        return 2;
    case ERRDIFF_NARROW_ATKINSON:
        return 3;
    default:
        return collector->plan->shift;
    }
}

/* ---- What a step decides ------------------------------------------------------------------- */

/* Decides between the levels 0 and 16·W, `white`: sets *error to e and returns whether it is the
 * latter. Gets s in two parts, the rounded sum and the sample. Both values that e may have are sums
 * of these, so that neither has to wait for the other. */
INLINE mask16 is_white_of_two(v16 rounded, v16 sample, v16 white, v16 *error)
{
    v16 modified = rounded + sample;
    *error = (v16)v16u_min((v16u)modified, (v16u)(rounded + (sample - white)));
    return v16_above(modified, white - 1);
}

/* These two functions decide modified samples s: they set *error to e and return o(q). `clamped` is
 * s, or s clamped to −16·W..32·W, which clamps e. No step waits for this alone. */

INLINE v16 decide_few(const struct errdiff_narrow_quantizer *quantizer, v16 modified, v16 clamped,
                      v16 *error)
{
    v16 output = {0};
    *error = clamped;
    for (int i = 0; i < ERRDIFF_FEW_LEVELS - 1; i++) {
        mask16 above = v16_above(modified, v16_all(quantizer->threshold[i]));
        *error = v16_sub_where(above, *error, v16_all(quantizer->step[i]) << ERRDIFF_FRACTION_BITS);
        output = v16_add_where(above, output, v16_all(quantizer->step[i]));
    }
    return output;
}

INLINE v16 decide_many(const struct errdiff_narrow_quantizer *quantizer, v16 modified, v16 clamped,
                       v16 *error)
{
    v16 white = v16_all(UINT8_MAX << ERRDIFF_FRACTION_BITS);
    v16 inside = v16_min(v16_max(modified, v16_all(0)), white);
    v16u factor = (v16u)v16_all((int16_t)quantizer->level_factor);
    v16u level = v16u_high_product((v16u)inside << 4, factor) >> quantizer->level_shift;
    v16u scale = (v16u)v16_all((int16_t)quantizer->output_scale);
    v16u output_factor = (v16u)v16_all((int16_t)quantizer->output_factor);
    v16u place = level * scale + (v16u)v16_all((int16_t)quantizer->output_offset);
    v16 lower = (v16)(v16u_high_product(place, output_factor) >> 7);
    v16 upper = (v16)(v16u_high_product(place + scale, output_factor) >> 7);
    mask16 above = v16_above(inside, (lower + upper) << 3);
    v16 output = v16_add_where(above, lower, upper - lower);
    *error = clamped - (output << ERRDIFF_FRACTION_BITS);
    return output;
}

/* Rounds the sum of what a pixel collects, and decides its modified sample. */
INLINE v16 decide(enum errdiff_narrow_levels levels,
                  const struct errdiff_narrow_quantizer *quantizer, int shift, v16 sum, v16 sample,
                  v16 *error, mask16 *is_white)
{
    if (levels == ERRDIFF_NARROW_TWO) {
        v16 white = v16_all(UINT8_MAX << ERRDIFF_FRACTION_BITS);
        *is_white = is_white_of_two((v16)((v16u)sum >> shift), sample, white, error);
        return v16_where(*is_white, v16_all(UINT8_MAX));
    }
    v16 modified = (sum >> shift) + sample;
    return levels == ERRDIFF_NARROW_FEW ? decide_few(quantizer, modified, modified, error)
                                        : decide_many(quantizer, modified, modified, error);
}

/* Decides a modified sample with PAIRS, where errors have no bias, and are clamped. */
INLINE v16 decide_clamped(enum errdiff_narrow_levels levels,
                          const struct errdiff_narrow_quantizer *quantizer, v16 modified,
                          v16 *error, mask16 *is_white)
{
    v16 white = v16_all(UINT8_MAX << ERRDIFF_FRACTION_BITS);
    v16 clamped = v16_max(v16_min(modified, white + white), -white);
    if (levels == ERRDIFF_NARROW_FEW)
        return decide_few(quantizer, modified, clamped, error);
    if (levels == ERRDIFF_NARROW_MANY)
        return decide_many(quantizer, modified, clamped, error);
    *is_white = v16_above(modified, v16_all(UINT8_MAX << (ERRDIFF_FRACTION_BITS - 1)));
    *error = v16_sub_where(*is_white, clamped, white);
    return v16_where(*is_white, v16_all(UINT8_MAX));
}

/* A sample v of 16 bits, 257 · high + r. */
struct deep_sample {
    v16 high;
    v16 rest; /* 16 · r */
};

INLINE struct deep_sample split_deep(v16 sample)
{
    v16u v = (v16u)sample, high = (v - (v >> 8)) >> 8;
    v16u rest = (v << ERRDIFF_FRACTION_BITS) - high * (16 * ERRDIFF_NARROW_DEEP_STEP);
    return (struct deep_sample){.high = (v16)high, .rest = (v16)rest};
}

/* What is written for a sample that is not dithered: v / 257, rounded. */
INLINE v16 kept_deep(struct deep_sample sample)
{
    v16 half = v16_all(ERRDIFF_NARROW_DEEP_STEP / 2 << ERRDIFF_FRACTION_BITS);
    return v16_increment_where(v16_above(sample.rest, half), sample.high);
}

/* Decides a sample of 16 bits: sets *error to e and returns q. `excess` is by how much the rounded
 * sum is too large. */
INLINE v16 decide_deep(v16 rounded, struct deep_sample sample, int excess, v16 *error)
{
    v16 white = v16_all(16 * ERRDIFF_NARROW_DEEP_STEP);
    mask16 is_upper = is_white_of_two(rounded, sample.rest - v16_all(excess), white, error);
    return v16_increment_where(is_upper, sample.high);
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Which lanes of a step are dithered. */
enum part { ALL_LANES, LANES_IN_ROWS, LANES_IN_MASK };

/* Returns −1 in lanes whose sample is in its row, else 0. `skew` is a constant. */
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
    SPECIAL_DEPTH = 15, /* the largest delay in a kernel with special code */
    /* Where comparisons result in bits, these are kept and become rows of bytes all at once. */
    HAS_BIT_MASKS = VECTOR_BYTES == 64
};

/* Loads the samples of a block's 16 steps: pairs[i / 2] has step i in its lower bytes if i is even,
 * or else in its upper ones. */
INLINE void load_bytes(const uint8_t *rows, v16 pairs[8])
{
    for (int i = 0; i < 8; i++)
        pairs[i] = v16_gather_parts(rows + i * ROW, 8 * ROW);
    v16_transpose_8(pairs);
    for (int i = 0; i < 8; i++)
        pairs[i] = v16_swap_bytes_if_big_endian(pairs[i]);
}

/* Loads the samples of eight steps. */
INLINE void load_words(const uint16_t *rows, v16 samples[8])
{
    for (int i = 0; i < 8; i++)
        samples[i] = v16_gather_parts((const uint8_t *)(rows + i * ROW), 8 * ROW * 2);
    v16_transpose_8(samples);
}

/* Stores the samples of eight steps, also behind the last place if they are for the first one. */
INLINE void store_words(uint16_t *rows, bool is_first_place, v16 samples[8])
{
    v16_transpose_8(samples);
    for (int i = 0; i < 8; i++)
        v16_scatter_parts((uint8_t *)(rows + i * ROW), 8 * ROW * 2, samples[i]);
    for (int i = 0; is_first_place && i < 8; i++)
        v16_scatter_parts((uint8_t *)(rows + i * ROW + TILES * TILE), 8 * ROW * 2, samples[i]);
}

/* Stores such pairs of bytes, also behind the last place if they are for the first one. */
INLINE void store_bytes(uint8_t *rows, bool is_first_place, v16 pairs[8])
{
    for (int i = 0; i < 8; i++)
        pairs[i] = v16_swap_bytes_if_big_endian(pairs[i]);
    v16_transpose_8(pairs);
    for (int i = 0; i < 8; i++)
        v16_scatter_parts(rows + i * ROW, 8 * ROW, pairs[i]);
    for (int i = 0; is_first_place && i < 8; i++)
        v16_scatter_parts(rows + i * ROW + TILES * TILE, 8 * ROW, pairs[i]);
}

/* Returns `a` in lanes where `mask` is −1, and `b` where it is 0. */
INLINE v16 choose(v16 mask, v16 a, v16 b)
{
    return b ^ ((b ^ a) & mask);
}

/* Where the pairs of the errors of step 0 of a tile are. */
static struct twins *pairs_of(struct state *state)
{
    return (struct twins *)(state->errors + ERRDIFF_NARROW_HISTORY);
}

/* Returns false if a c is outside its bounds, with FINE: what was done is then wrong and has to be
 * done once more, for any c. */
INLINE bool run_block(struct errdiff_band *band, int tile, int block,
                      enum errdiff_narrow_kernel kernel, int channels,
                      enum errdiff_narrow_levels levels, enum part part, bool takes_any)
{
    struct state *state = band->state;
    bool masked = part == LANES_IN_MASK, is_deep = levels == ERRDIFF_NARROW_DEEP;
    bool is_fine = levels == ERRDIFF_NARROW_FINE, has_words = is_deep || is_fine;
    bool is_long = is_deep && kernel == ERRDIFF_NARROW_FLOYD_STEINBERG;
    bool keeps_masks = HAS_BIT_MASKS && !masked && levels == ERRDIFF_NARROW_TWO;
    const struct errdiff_narrow_plan *plan = band->wave->plan;
    int64_t first = (int64_t)tile * TILE + block * BLOCK;
    const struct errdiff_narrow_quantizer *quantizers =
        plan->quantizers + (channels == 1 ? 0 : first % channels);
    struct collector collector; /* not cleared, which would take as long as some steps */
    collector.kernel = kernel;
    collector.channels = channels;
    prepare(&collector, band, first);
    struct pair_collector pair_collector = {0}; /* in place of it */
    bool has_pairs = kernel == ERRDIFF_NARROW_PAIRS;
    if (has_pairs)
        prepare_pairs(&pair_collector, band, channels, first);
    int shift = rounding_shift(&collector) - is_long; /* the sum is halved already */
    v16 half = v16_all(plan->half), error_bias = v16_all(plan->error_bias);

    int in_place = place_of(tile) + block * BLOCK;
    v16 samples[8], masks[8], outputs[8];
    if (!has_words)
        load_bytes(&state->in.rows[0][in_place], samples);
    if (masked)
        load_bytes(&state->mask.rows[0][block * BLOCK], masks);

    v16 *kept = state->errors + ERRDIFF_NARROW_HISTORY + block * BLOCK;
    v16 recent[SPECIAL_DEPTH + BLOCK]; /* in registers, as the steps are unrolled */
    v16 *e = is_in_registers(kernel) ? recent + SPECIAL_DEPTH : kept;
    int depth = depth_in_registers(kernel, channels);
    for (int i = -depth; i < 0; i++)
        e[i] = kept[i];
    v16 last[3]; /* of each channel, in registers, too: memory would take as long as all the rest */
    struct twins *pairs = pairs_of(state) + block * BLOCK;
    struct twins last_pairs[3];
    for (int i = 0; i < channels; i++)
        if (has_pairs) {
            last_pairs[i] = pairs[i - channels];
            last[i] = first_of_pairs(&last_pairs[i]);
        } else {
            last[i] = e[i - channels];
        }

    struct fine fine;
    v16u corrections = {0}; /* all of them */
    if (is_fine)
        fine = fine_of(&plan->fine);

#pragma GCC unroll UNROLL_16
    for (int i = 0; i < BLOCK; i++) {
        v16 *previous = &last[i % channels];
        v16 sum =
            is_long     ? collect_long_sum(&collector, i, half, e + i, *previous)
            : has_pairs ? collect_pairs(&pair_collector, i, pairs + i, last_pairs[i % channels])
            : kernel == ERRDIFF_NARROW_SIERRA_3
                ? collect_halves(&collector, i, e + i, *previous)
                : add_own_row(&collector, pass_down(&collector, i, e + i) + half, e + i, *previous);
        v16 output, kept_output, error;
        if (has_words && i % 8 == 0)
            load_words(&state->in_words[0][in_place + i], samples);
        if (is_fine && takes_any) {
            v16 bias = fine.eight_whole - 1;
            output =
                decide_any_fine(&fine, (sum - (bias << shift)) >> shift, samples[i % 8], &error);
            kept_output = samples[i % 8];
        } else if (is_fine) {
            struct fine_sample sample = split_fine(&fine, samples[i % 8]);
            v16u correction = (v16u)sum >> shift;
            output = decide_fine(&fine, (v16)correction, &sample, &error);
            kept_output = samples[i % 8];
            corrections |= correction;
        } else if (is_deep) {
            struct deep_sample sample = split_deep(samples[i % 8]);
            output = decide_deep((v16)((v16u)sum >> shift), sample,
                                 is_long ? ERRDIFF_NARROW_DEEP_STEP : 0, &error);
            kept_output = kept_deep(sample);
        } else {
            v16 sample = v16_sixteen_times_byte(samples[i / 2], i % 2);
            const struct errdiff_narrow_quantizer *quantizer = quantizers + i % channels;
            mask16 is_white;
            output = has_pairs ? decide_clamped(levels, quantizer, sum + sample, &error, &is_white)
                               : decide(levels, quantizer, shift, sum, sample, &error, &is_white);
            if (keeps_masks)
                state->white_masks[block * BLOCK + i] = is_white;
            kept_output = sample >> ERRDIFF_FRACTION_BITS;
        }
        if (masked) {
            v16 is_dithered = (i % 2 ? masks[i / 2] : masks[i / 2] << 8) >> 8;
            error = choose(is_dithered, error, error_bias);
            output = choose(is_dithered, output, kept_output);
        } else if (part == LANES_IN_ROWS) {
            error = choose(lanes_in_rows(band, collector.skew, first + i), error, error_bias);
        }
        if (has_pairs)
            pairs[i] = last_pairs[i % channels] = pair_errors(error, *previous);
        else
            e[i] = error;
        *previous = error;
        if (is_fine)
            outputs[i % 8] = output;
        else
            outputs[i / 2] = i % 2 ? outputs[i / 2] | output << 8 : output;
        if (is_fine && i % 8 == 7)
            store_words(&state->out_words[0][in_place + i - 7], in_place < TILE, outputs);
    }

    for (int i = BLOCK - depth; i < BLOCK; i++)
        kept[i] = e[i];
    if (!keeps_masks && !is_fine)
        store_bytes(&state->out.rows[0][in_place], in_place < TILE, outputs);
    return !is_fine || takes_any ||
           !mask32_is_any(v32u_above((v32u)(corrections & fine.outside), (v32u){0}));
}

/* Runs a block with FINE that has a c outside its bounds. */
static void run_any_fine_gray(struct errdiff_band *band, int tile, int block)
{
    load_mask(band, tile);
    run_block(band, tile, block, ERRDIFF_NARROW_ANY, 1, ERRDIFF_NARROW_FINE, LANES_IN_MASK, true);
}

static void run_any_fine_rgb(struct errdiff_band *band, int tile, int block)
{
    load_mask(band, tile);
    run_block(band, tile, block, ERRDIFF_NARROW_ANY, 3, ERRDIFF_NARROW_FINE, LANES_IN_MASK, true);
}

INLINE void run_blocks_of(struct errdiff_band *band, int tile, int first_block, int end_block,
                          enum errdiff_narrow_kernel kernel, int channels,
                          enum errdiff_narrow_levels levels, enum part part)
{
    for (int block = first_block; block < end_block; block++) {
        /* A part of the lanes with each block, so that memory is busy while steps run. */
        load_lines(band, tile + 1, block * (LANES / BLOCKS), LANES / BLOCKS,
                   levels >= ERRDIFF_NARROW_DEEP ? 2 : 1);
        if (levels == ERRDIFF_NARROW_FINE)
            store_word_lines(band, tile - 2, block * (LANES / BLOCKS), LANES / BLOCKS);
        else
            store_lines(band, tile - 2, block * (LANES / BLOCKS), LANES / BLOCKS);
        if (run_block(band, tile, block, kernel, channels, levels, part, false))
            continue;
        if (channels == 1)
            run_any_fine_gray(band, tile, block);
        else
            run_any_fine_rgb(band, tile, block);
    }
#if VECTOR_BYTES == 64
    struct state *state = band->state;
    int place = place_of(tile);
    if (part == LANES_IN_MASK || levels != ERRDIFF_NARROW_TWO || end_block < BLOCKS)
        return;
    mask16_to_rows(state->white_masks, state->out.rows[0] + place, ROW);
    for (int lane = 0; place == 0 && lane < LANES; lane++)
        memcpy(state->out.rows[lane] + TILES * TILE, state->out.rows[lane], TILE);
#endif
}

/* One function for each kind of job with special code. */
#define DEFINE_BLOCKS(name, kernel, channels, levels, part)                                \
    static void name(struct errdiff_band *band, int tile, int first_block, int end_block)  \
    {                                                                                      \
        run_blocks_of(band, tile, first_block, end_block, kernel, channels, levels, part); \
    }

#define DEFINE_CHANNELS(name, kernel, levels, part)     \
    DEFINE_BLOCKS(name##_gray, kernel, 1, levels, part) \
    DEFINE_BLOCKS(name##_rgb, kernel, 3, levels, part)

#define DEFINE_LEVELS(name, kernel, part)                         \
    DEFINE_CHANNELS(name##_two, kernel, ERRDIFF_NARROW_TWO, part) \
    DEFINE_CHANNELS(name##_few, kernel, ERRDIFF_NARROW_FEW, part) \
    DEFINE_CHANNELS(name##_many, kernel, ERRDIFF_NARROW_MANY, part)

/* For samples of 16 bits. */
#define DEFINE_WORDS(name, kernel, part)                            \
    DEFINE_CHANNELS(name##_deep, kernel, ERRDIFF_NARROW_DEEP, part) \
    DEFINE_CHANNELS(name##_fine, kernel, ERRDIFF_NARROW_FINE, part)

DEFINE_LEVELS(floyd_steinberg, ERRDIFF_NARROW_FLOYD_STEINBERG, ALL_LANES)
DEFINE_LEVELS(floyd_steinberg_in_rows, ERRDIFF_NARROW_FLOYD_STEINBERG, LANES_IN_ROWS)
DEFINE_LEVELS(floyd_steinberg_in_mask, ERRDIFF_NARROW_FLOYD_STEINBERG, LANES_IN_MASK)
DEFINE_WORDS(floyd_steinberg, ERRDIFF_NARROW_FLOYD_STEINBERG, ALL_LANES)
DEFINE_WORDS(floyd_steinberg_in_rows, ERRDIFF_NARROW_FLOYD_STEINBERG, LANES_IN_ROWS)
DEFINE_WORDS(floyd_steinberg_in_mask, ERRDIFF_NARROW_FLOYD_STEINBERG, LANES_IN_MASK)
DEFINE_CHANNELS(sierra_lite_two, ERRDIFF_NARROW_SIERRA_LITE, ERRDIFF_NARROW_TWO, ALL_LANES)
DEFINE_CHANNELS(sierra_lite_few, ERRDIFF_NARROW_SIERRA_LITE, ERRDIFF_NARROW_FEW, ALL_LANES)
DEFINE_CHANNELS(atkinson_two, ERRDIFF_NARROW_ATKINSON, ERRDIFF_NARROW_TWO, ALL_LANES)
DEFINE_CHANNELS(atkinson_few, ERRDIFF_NARROW_ATKINSON, ERRDIFF_NARROW_FEW, ALL_LANES)
DEFINE_LEVELS(fan, ERRDIFF_NARROW_FAN, ALL_LANES)
DEFINE_LEVELS(fan_in_rows, ERRDIFF_NARROW_FAN, LANES_IN_ROWS)
DEFINE_CHANNELS(shiau_fan, ERRDIFF_NARROW_SHIAU_FAN_2, ERRDIFF_NARROW_TWO, ALL_LANES)
DEFINE_CHANNELS(shiau_fan_in_rows, ERRDIFF_NARROW_SHIAU_FAN_2, ERRDIFF_NARROW_TWO, LANES_IN_ROWS)
DEFINE_CHANNELS(sierra_3, ERRDIFF_NARROW_SIERRA_3, ERRDIFF_NARROW_TWO, ALL_LANES)
DEFINE_CHANNELS(sierra_3_in_mask, ERRDIFF_NARROW_SIERRA_3, ERRDIFF_NARROW_TWO, LANES_IN_MASK)
DEFINE_LEVELS(pairs, ERRDIFF_NARROW_PAIRS, ALL_LANES)
DEFINE_LEVELS(pairs_in_mask, ERRDIFF_NARROW_PAIRS, LANES_IN_MASK)
DEFINE_LEVELS(five_by_three, ERRDIFF_NARROW_FIVE_BY_THREE, ALL_LANES)
DEFINE_LEVELS(five_by_three_in_mask, ERRDIFF_NARROW_FIVE_BY_THREE, LANES_IN_MASK)
DEFINE_LEVELS(any, ERRDIFF_NARROW_ANY, ALL_LANES)
DEFINE_LEVELS(any_in_mask, ERRDIFF_NARROW_ANY, LANES_IN_MASK)
DEFINE_WORDS(any, ERRDIFF_NARROW_ANY, ALL_LANES)
DEFINE_WORDS(any_in_mask, ERRDIFF_NARROW_ANY, LANES_IN_MASK)

#define CHANNELS(name)          \
    {                           \
        name##_gray, name##_rgb \
    }
#define LEVELS(name)                                                      \
    {                                                                     \
        CHANNELS(name##_two), CHANNELS(name##_few), CHANNELS(name##_many) \
    }
#define LEVELS_AND_WORDS(name)                                                                    \
    {                                                                                             \
        CHANNELS(name##_two), CHANNELS(name##_few), CHANNELS(name##_many), CHANNELS(name##_deep), \
            CHANNELS(name##_fine)                                                                 \
    }

/* NULL: there is no special code for this combination. */
static run_blocks_function *const blocks_of[][3][5][2] = {
    [ERRDIFF_NARROW_FLOYD_STEINBERG] = {[ALL_LANES] = LEVELS_AND_WORDS(floyd_steinberg),
                                        [LANES_IN_ROWS] = LEVELS_AND_WORDS(floyd_steinberg_in_rows),
                                        [LANES_IN_MASK] =
                                            LEVELS_AND_WORDS(floyd_steinberg_in_mask)},
    [ERRDIFF_NARROW_SIERRA_LITE] = {[ALL_LANES] = {CHANNELS(sierra_lite_two),
                                                   CHANNELS(sierra_lite_few)}},
    [ERRDIFF_NARROW_ATKINSON] = {[ALL_LANES] = {CHANNELS(atkinson_two), CHANNELS(atkinson_few)}},
    [ERRDIFF_NARROW_FAN] = {[ALL_LANES] = LEVELS(fan), [LANES_IN_ROWS] = LEVELS(fan_in_rows)},
    [ERRDIFF_NARROW_SHIAU_FAN_2] =
        {[ALL_LANES] = {CHANNELS(shiau_fan)}, [LANES_IN_ROWS] = {CHANNELS(shiau_fan_in_rows)}},
    [ERRDIFF_NARROW_SIERRA_3] =
        {[ALL_LANES] = {CHANNELS(sierra_3)}, [LANES_IN_MASK] = {CHANNELS(sierra_3_in_mask)}},
    [ERRDIFF_NARROW_PAIRS] = {[ALL_LANES] = LEVELS(pairs), [LANES_IN_MASK] = LEVELS(pairs_in_mask)},
    [ERRDIFF_NARROW_FIVE_BY_THREE] =
        {[ALL_LANES] = LEVELS(five_by_three), [LANES_IN_MASK] = LEVELS(five_by_three_in_mask)},
    [ERRDIFF_NARROW_ANY] =
        {[ALL_LANES] = LEVELS_AND_WORDS(any), [LANES_IN_MASK] = LEVELS_AND_WORDS(any_in_mask)},
};

static run_blocks_function *find_blocks(const struct errdiff_wave *wave, enum part part)
{
    const struct errdiff_narrow_plan *plan = wave->plan;
    bool has_channels = wave->job->rule.channels > 1;
    run_blocks_function *special = blocks_of[plan->kernel][part][plan->levels][has_channels];
    return special ? special : blocks_of[ERRDIFF_NARROW_ANY][part][plan->levels][has_channels];
}

/* ---- The lane kernel ------------------------------------------------------------------------ */

/*
 * For an assertion: returns whether each tap reads an error that was written at least a step ago,
 * or one from before the first step, which the start of a band writes. Special code has a constant
 * skew, number of lines, and largest delay.
 */
static inline bool reads_what_was_written(const struct errdiff_wave *wave)
{
    const struct errdiff_narrow_plan *plan = wave->plan;
    bool is_any = !is_in_registers(plan->kernel);
    for (int i = 0; i < wave->job->asked.kernel.tap_count; i++)
        if (wave->taps[i].delay < 1 || wave->taps[i].delay > plan->depth)
            return false;
    return plan->depth <= (is_any ? (int)ERRDIFF_NARROW_HISTORY
                                  : depth_in_registers(plan->kernel, wave->job->rule.channels)) &&
           (is_any || wave->skew == skew_in_registers(plan->kernel, wave->job->rule.channels)) &&
           (is_any || wave->line_count == (plan->kernel == ERRDIFF_NARROW_ATKINSON ? 2 : 1));
}

static void start_pairs(struct state *state, int depth)
{
    /* The first tile reads its own with weights of 0, before it has written them. */
    memset(pairs_of(state) - depth, 0, (size_t)(depth + TILE) * sizeof(struct twins));
}

/* Makes the last pairs of a tile those before the next one. */
static void move_pairs(struct state *state, int depth)
{
    memcpy(pairs_of(state) - depth, pairs_of(state) + TILE - depth,
           (size_t)depth * sizeof(struct twins));
}

static void start(struct errdiff_band *band)
{
    const struct errdiff_narrow_plan *plan = band->wave->plan;
    struct state *state = band->state;
    assert(reads_what_was_written(band->wave));
    v16 *begin = state->errors + ERRDIFF_NARROW_HISTORY - plan->depth;
    if (plan->kernel == ERRDIFF_NARROW_PAIRS)
        start_pairs(state, plan->depth);
    else
        for (int i = 0; i < plan->depth; i++)
            begin[i] = v16_all(plan->error_bias);
    memset(state->ones, 0, sizeof state->ones);
    memset(state->ones + LANES, UINT8_MAX, VECTOR_BYTES);
    find_lines(&state->in, band, true);
    find_lines(&state->out, band, false);
    for (int tile = -1; tile <= 0; tile++)
        if (plan->levels >= ERRDIFF_NARROW_DEEP)
            load_lines(band, tile, 0, LANES, 2);
        else
            load_lines(band, tile, 0, LANES, 1);
}

static enum part part_of(const struct errdiff_wave *wave, int tile)
{
    const struct errdiff_narrow_plan *plan = wave->plan;
    if (wave->job->in.mask)
        return LANES_IN_MASK;
    if (!errdiff_is_edge(wave, tile))
        return ALL_LANES;
    /* The few tiles at the edges run the code for masks if there is no other. */
    return blocks_of[plan->kernel][LANES_IN_ROWS][plan->levels][0] ? LANES_IN_ROWS : LANES_IN_MASK;
}

static void begin_tile(struct errdiff_band *band, int tile)
{
    struct state *state = band->state;
    const struct errdiff_wave *wave = band->wave;
    enum part part = part_of(wave, tile);
    if (part == LANES_IN_MASK && !load_mask(band, tile) && !errdiff_is_edge(wave, tile))
        part = ALL_LANES;
    state->run_blocks = find_blocks(wave, part);
}

static void run_blocks(struct errdiff_band *band, int tile, int first, int end)
{
    struct state *state = band->state;
    const struct errdiff_narrow_plan *plan = band->wave->plan;
    if (first == 0)
        begin_tile(band, tile);
    state->run_blocks(band, tile, first, end);
    if (end < BLOCKS)
        return;
    if (plan->kernel == ERRDIFF_NARROW_PAIRS) {
        move_pairs(state, plan->depth);
        return;
    }
    v16 *begin = state->errors + ERRDIFF_NARROW_HISTORY - plan->depth;
    for (int i = 0; i < plan->depth; i++)
        begin[i] = begin[i + TILE];
}

static void finish(struct errdiff_band *band)
{
    const struct errdiff_narrow_plan *plan = band->wave->plan;
    int end = errdiff_tile_count(band->wave);
    for (int tile = end - 2; tile < end; tile++)
        if (plan->levels == ERRDIFF_NARROW_FINE)
            store_word_lines(band, tile, 0, LANES);
        else
            store_lines(band, tile, 0, LANES);
}

/* Tests of single functions include this file without the lane kernel, because it takes long to
 * compile. */
#ifndef ERRDIFF_ONLY_FUNCTIONS
const struct errdiff_lane_kernel ERRDIFF_ISA(errdiff_narrow) = {
    .lanes = LANES,
    .tile = TILE,
    .blocks = BLOCKS,
    .lane_size = sizeof(int16_t),
    .min_samples = 3 << 17,
    .start = start,
    .run_blocks = run_blocks,
    .finish = finish,
};
#endif
