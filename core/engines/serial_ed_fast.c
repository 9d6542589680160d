/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The fast path of serial error diffusion: one channel after the other, each from left to right or,
 * in odd rows of serpentine order, from right to left.
 *
 * A pixel adds weight · e to the sums of later pixels. The sums of the next two pixels of the row
 * are in registers; those of the rows below are in memory.
 *
 *       this row      X → S S          registers (and memory, for dx > 2)
 *       rows below    S S S S S        memory
 *
 * With two levels, and a kernel that does not reach far, all sums that a pixel adds to are in
 * registers: the register cache of Kasagi, Nakano and Ito 2014, section IV. A row adds to a sum of
 * a row below once, when the last of its pixels has added to it.
 */
#include "serial_ed_fast.h"

#include "ring.h"
#include "rule/sample.h"

#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 2 }; /* sums of this row that are in registers: dx = 1 and 2 */

/* A tap that scatters to memory: the pixel at x adds to sums[x]. */
struct target {
    int32_t *sums;
    int32_t weight;
};

/* One row of one channel. */
struct row {
    const void *in;
    void *out;
    const uint8_t *mask;
    int width;
    int direction; /* +1, or −1: from right to left */
    int step;      /* samples from one pixel to the next */
    const int32_t *sums;
    int32_t near_weights[REGISTERS];
    struct target targets[ERRDIFF_MAX_TAPS];
    int target_count;
    const struct errdiff_rounding *rounding;
    const struct errdiff_quantizer *quantizer;
};

/* row->direction is set. */
static void set_targets(struct row *row, const struct errdiff_ring *ring,
                        const errdiff_kernel *kernel, int y)
{
    row->target_count = 0;
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        if (tap->dy == 0 && tap->dx <= REGISTERS)
            row->near_weights[tap->dx - 1] = tap->weight;
        else
            row->targets[row->target_count++] = (struct target){
                errdiff_ring_at(ring, row->direction * tap->dx, y + tap->dy), tap->weight};
    }
}

HOST_DEVICE_INLINE void dither_row(const struct row *row, int bits, enum errdiff_rounding_kind kind,
                                   bool two_levels)
{
    int32_t sum_1 = 0, sum_2 = 0; /* of the next pixel, and the one after it */
    int x = row->direction > 0 ? 0 : row->width - 1;
    for (int rest = row->width; rest > 0; rest--, x += row->direction) {
        ptrdiff_t index = (ptrdiff_t)x * row->step;
        int32_t value = errdiff_load(row->in, bits, index);
        int32_t error = 0;
        if (!row->mask || row->mask[x] != 0) {
            int32_t sum = row->sums[x] + sum_1;
            error = errdiff_decide_plainly(row->rounding, kind, row->quantizer, two_levels, sum,
                                           &value);
        }
        errdiff_store(row->out, bits, index, value);
        sum_1 = sum_2 + row->near_weights[0] * error;
        sum_2 = row->near_weights[1] * error;
        for (int i = 0; i < row->target_count; i++)
            row->targets[i].sums[x] += row->targets[i].weight * error;
    }
}

/* Common cases are compiled separately, with their parameters as constants. */
static void dither_row_of_kind(const struct row *row, int bits)
{
    enum errdiff_rounding_kind kind = row->rounding->kind;
    bool two_levels = row->quantizer->level_count == 2;
    if (bits == 8 && kind == ERRDIFF_ROUND_SHIFT)
        dither_row(row, 8, ERRDIFF_ROUND_SHIFT, two_levels);
    else if (bits == 8)
        dither_row(row, 8, kind, two_levels);
    else
        dither_row(row, 16, kind, two_levels);
}

/* ---- The register cache -------------------------------------------------------------------- */

enum { CACHED_REACH = 3, CACHED_ROWS = 2 }; /* the largest dx and dy of rows below */

/* The weights of a kernel, and the shift of the rounding. */
struct cached_weights {
    int32_t right[REGISTERS];
    int32_t below[CACHED_ROWS][2 * CACHED_REACH + 1]; /* dx = 0 is in the middle */
    int32_t shift;
};

/* Constants for the most common kernel, since a multiplication would take half of the chain's
 * time. */
static const struct cached_weights floyd_steinberg = {{7, 0}, {{0, 0, 3, 5, 1, 0, 0}}, 4};

static bool reaches_further(const errdiff_kernel *kernel)
{
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        if (tap->dy == 0 ? tap->dx > REGISTERS : abs(tap->dx) > CACHED_REACH)
            return true;
    }
    return false;
}

/* Whether the chain can be short, and registers hold the sums. The code adds to sums beside a
 * pixel, so the rings must have margins: a kernel that only reaches straight down leaves them
 * none. */
static bool can_be_cached(const struct errdiff_job *job)
{
    const struct errdiff_kernel_shape *kernel = &job->analysis.kernel;
    return job->in.bits == 8 && !job->analysis.has_mask && job->analysis.has_short_chain &&
           kernel->reach_up >= 1 && kernel->reach_up <= CACHED_ROWS && kernel->reach_across >= 1 &&
           !reaches_further(&job->asked.kernel);
}

/* For a job that can be cached. *reach gets the largest |dx| of rows below. */
static struct cached_weights cached_weights_of(const struct errdiff_job *job, int *reach)
{
    struct cached_weights weights = {.shift = job->rule.rounding.shift};
    *reach = 0;
    for (int i = 0; i < job->asked.kernel.tap_count; i++) {
        const errdiff_tap *tap = &job->asked.kernel.taps[i];
        if (tap->dy == 0) {
            weights.right[tap->dx - 1] = tap->weight;
            continue;
        }
        weights.below[tap->dy - 1][CACHED_REACH + tap->dx] = tap->weight;
        *reach = abs(tap->dx) > *reach ? abs(tap->dx) : *reach;
    }
    return weights;
}

/* Gives a sum that is complete to the pixel at `x` of the rows below: to the last of them, to which
 * no earlier row has added, or to another. */
HOST_DEVICE_INLINE void give_sum(int32_t *const below[CACHED_ROWS], int rows, int row, int x,
                                 int32_t sum)
{
    below[row][x] = row == rows - 1 ? sum : below[row][x] + sum;
}

/*
 * Dithers a row. `below` are the sums of the rows below, of which there are `rows` with taps of up
 * to `reach` columns. The chain from pixel to pixel does not wait for a decision. It has distances
 * d = s − t, where t is the smallest s that becomes white, before they are rounded:
 *
 *     T = D · (16·v − t) + D / 2 + S        d = floor(T / D)
 *
 * A pixel is black if T < 0, and then e = d + t; otherwise it is white, and e = d + t − 16·W.
 */
HOST_DEVICE_INLINE void dither_row_cached(const struct row *row, int32_t *const below[CACHED_ROWS],
                                          struct cached_weights weights, int reach, int rows)
{
    const uint8_t *in = row->in;
    uint8_t *out = row->out;
    const int32_t *sums = row->sums;
    int32_t white = row->quantizer->white, min_white = row->quantizer->threshold[0] + 1;
    int32_t of_white = min_white - white;
    int32_t offset = row->rounding->half - min_white * row->rounding->denominator;
    int32_t from_row = 0, before = 0; /* what this row adds to S; the error of the pixel before */
    int32_t sums_below[CACHED_ROWS][2 * CACHED_REACH + 1] = {{0}}; /* from x − reach on */
    int x = row->direction > 0 ? 0 : row->width - 1, direction = row->direction, step = row->step;
    for (int rest = row->width; rest > 0; rest--, x += direction) {
        int32_t value = in[(ptrdiff_t)x * step] << (ERRDIFF_FRACTION_BITS + weights.shift);
        int32_t distance = value + offset + sums[x] + from_row;
        int32_t steps = distance >> weights.shift;
        int32_t is_black = distance >> 31; /* all bits set, or none */
        int32_t error = steps + (is_black & white) + of_white;
        from_row = weights.right[0] * steps + (is_black & weights.right[0] * white) +
                   (weights.right[0] * of_white + weights.right[1] * before);
        before = error;
        for (int r = 0; r < rows; r++) {
            const int32_t *weight = weights.below[r] + CACHED_REACH - reach;
            give_sum(below, rows, r, x - direction * reach, sums_below[r][0] + weight[0] * error);
            for (int i = 0; i < 2 * reach; i++)
                sums_below[r][i] = sums_below[r][i + 1] + weight[i + 1] * error;
        }
        out[(ptrdiff_t)x * step] = (uint8_t)(~is_black & white >> ERRDIFF_FRACTION_BITS);
    }
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < 2 * reach; i++)
            give_sum(below, rows, r, x + direction * (i - reach), sums_below[r][i]);
}

/* Common reaches are compiled separately, so that their sums are in registers. */
static void dither_row_of_reach(const struct row *row, int32_t *const below[CACHED_ROWS],
                                const struct cached_weights *weights, int reach, int rows)
{
    if (memcmp(weights, &floyd_steinberg, sizeof *weights) == 0)
        dither_row_cached(row, below, floyd_steinberg, 1, 1);
    else if (reach <= 1 && rows == 1)
        dither_row_cached(row, below, *weights, 1, 1);
    else if (reach <= 2 && rows == 1)
        dither_row_cached(row, below, *weights, 2, 1);
    else if (rows == 1)
        dither_row_cached(row, below, *weights, CACHED_REACH, 1);
    else if (reach <= 1)
        dither_row_cached(row, below, *weights, 1, CACHED_ROWS);
    else if (reach == 2)
        dither_row_cached(row, below, *weights, 2, CACHED_ROWS);
    else
        dither_row_cached(row, below, *weights, CACHED_REACH, CACHED_ROWS);
}

static errdiff_status dither_rows(struct errdiff_job *job, const struct errdiff_ring rings[3])
{
    struct row row = {
        .width = job->in.width, .step = job->in.channels, .rounding = &job->rule.rounding};
    bool is_cached = can_be_cached(job);
    int reach = 0, rows = job->analysis.kernel.reach_up;
    struct cached_weights weights = {0};
    if (is_cached)
        weights = cached_weights_of(job, &reach);
    for (int y = 0; y < job->in.height; y++) {
        row.mask = errdiff_mask_row(&job->in, y);
        row.direction = errdiff_direction(job, y);
        for (int c = 0; c < job->in.channels; c++) {
            row.in = errdiff_input_row(job, y, c);
            row.out = errdiff_row(&job->out, y, c);
            row.sums = errdiff_ring_at(&rings[c], 0, y);
            row.quantizer = &job->rule.quantizers[c];
            if (is_cached) {
                int32_t *const below[CACHED_ROWS] = {errdiff_ring_at(&rings[c], 0, y + 1),
                                                     errdiff_ring_at(&rings[c], 0, y + rows)};
                dither_row_of_reach(&row, below, &weights, reach, rows);
            } else {
                set_targets(&row, &rings[c], &job->asked.kernel, y);
                dither_row_of_kind(&row, job->in.bits);
            }
            /* With its margins: errors that left the image must not accumulate there. */
            errdiff_ring_clear_row(&rings[c], y);
        }
        if (errdiff_progress_cancelled(&job->run.progress, y + 1))
            return ERRDIFF_CANCELLED;
    }
    return ERRDIFF_OK;
}

errdiff_status errdiff_serial_ed_fast(struct errdiff_job *job)
{
    struct errdiff_ring rings[3] = {0}; /* sums, one ring for each channel */
    errdiff_status status = ERRDIFF_OK;
    for (int c = 0; c < job->in.channels; c++)
        if (!errdiff_ring_make(&rings[c], &job->analysis.kernel, job->in.width, 1))
            status = ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = dither_rows(job, rings);
    for (int c = 0; c < job->in.channels; c++)
        errdiff_ring_release(&rings[c]);
    return status;
}
