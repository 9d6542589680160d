/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Serial error collection of a plain job: each channel for itself, from left to right.
 *
 * The sum of a pixel has two parts. What comes from the rows above is known before the row begins,
 * so it is summed for the whole row first, tap by tap, in a loop that compilers turn into SIMD.
 * What comes from the row itself is a chain from pixel to pixel, and its errors stay in registers.
 *
 *       rows above    e e e e e e e e        above[x] = Σ weight · e    (dy ≥ 1)
 *       this row      e e e X                S = above[x] + Σ weight · e    (dy = 0)
 */
#include "serial_ec_plain.h"

#include "ring.h"
#include "sample.h"

#include <stdlib.h>

enum { REGISTERS = 2 }; /* errors of this row that are kept in registers: dx = 1 and 2 */

/* What the errors of the rows above row y hand to its pixels. */
static void sum_above(int32_t *restrict above, const struct errdiff_ring *ring,
                      const errdiff_kernel *kernel, int y, int width)
{
    for (int x = 0; x < width; x++)
        above[x] = 0;
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        if (tap->dy == 0 || tap->dy > y)
            continue;
        const int32_t *restrict errors = errdiff_ring_at(ring, -tap->dx, y - tap->dy);
        int32_t weight = tap->weight;
        for (int x = 0; x < width; x++)
            above[x] += weight * errors[x];
    }
}

/* One row of one channel. */
struct row {
    const void *in;
    void *out;
    const uint8_t *mask;
    int width;
    int step; /* samples from a pixel to the next */
    const int32_t *above;
    int32_t *errors;
    int32_t near_weights[REGISTERS];
    const errdiff_tap *far_taps; /* of the pixel's own row, beyond the registers */
    int far_count;
    const struct errdiff_rounding *rounding;
    const struct errdiff_quantizer *quantizer;
};

ERRDIFF_RULE void dither_row(const struct row *row, int bits, enum errdiff_rounding_kind kind,
                             bool two_levels)
{
    int32_t error_1 = 0, error_2 = 0; /* of the pixels 1 and 2 to the left */
    int32_t weight_1 = row->near_weights[0], weight_2 = row->near_weights[1];
    for (int x = 0; x < row->width; x++) {
        ptrdiff_t index = (ptrdiff_t)x * row->step;
        int32_t value = errdiff_load(row->in, bits, index);
        int32_t error = 0;
        if (!row->mask || row->mask[x] != 0) {
            int32_t sum = row->above[x] + weight_1 * error_1 + weight_2 * error_2;
            for (int i = 0; i < row->far_count; i++)
                sum += row->far_taps[i].weight * row->errors[x - row->far_taps[i].dx];
            error = errdiff_decide_plainly(row->rounding, kind, row->quantizer, two_levels, sum,
                                           &value);
        }
        errdiff_store(row->out, bits, index, value);
        row->errors[x] = error;
        error_2 = error_1;
        error_1 = error;
    }
}

/* The usual cases are compiled for themselves, with what they have in common as constants. */
static void dither_row_of_kind(const struct row *row, int bits)
{
    enum errdiff_rounding_kind kind = row->rounding->kind;
    bool two_levels = row->quantizer->level_count == 2;
    if (bits == 8 && kind == ERRDIFF_ROUND_SHIFT && two_levels)
        dither_row(row, 8, ERRDIFF_ROUND_SHIFT, true);
    else if (bits == 8 && kind == ERRDIFF_ROUND_SHIFT)
        dither_row(row, 8, ERRDIFF_ROUND_SHIFT, false);
    else if (bits == 8)
        dither_row(row, 8, kind, two_levels);
    else
        dither_row(row, 16, kind, two_levels);
}

static errdiff_status dither_rows(struct errdiff_job *job, const struct errdiff_ring rings[3],
                                  int32_t *above)
{
    struct row row = {.above = above,
                      .width = job->in.width,
                      .step = job->in.channels,
                      .rounding = &job->rounding,
                      .far_taps = job->kernel.taps};
    for (int i = 0; i < job->kernel.tap_count && job->kernel.taps[i].dy == 0; i++) {
        const errdiff_tap *tap = &job->kernel.taps[i];
        if (tap->dx <= REGISTERS) {
            row.near_weights[tap->dx - 1] = tap->weight;
            row.far_taps = tap + 1; /* the taps are sorted by dx */
        } else {
            row.far_count++;
        }
    }

    for (int y = 0; y < job->in.height; y++) {
        row.mask = errdiff_mask_row(&job->in, y);
        for (int c = 0; c < job->in.channels; c++) {
            sum_above(above, &rings[c], &job->kernel, y, job->in.width);
            row.in = errdiff_row(&job->in, y, c);
            row.out = errdiff_row(&job->out, y, c);
            row.errors = errdiff_ring_at(&rings[c], 0, y);
            row.quantizer = &job->quantizers[c];
            dither_row_of_kind(&row, job->in.bits);
        }
        if (errdiff_progress_cancelled(&job->progress, y + 1))
            return ERRDIFF_CANCELLED;
    }
    return ERRDIFF_OK;
}

errdiff_status errdiff_serial_ec_plain(struct errdiff_job *job)
{
    struct errdiff_ring rings[3] = {0}; /* errors, one a channel */
    int32_t *above = calloc((size_t)job->in.width, sizeof *above);
    errdiff_status status = above ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
    for (int c = 0; c < job->in.channels; c++)
        if (!errdiff_ring_make(&rings[c], &job->kernel, job->in.width, 1))
            status = ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        status = dither_rows(job, rings, above);
    for (int c = 0; c < job->in.channels; c++)
        errdiff_ring_release(&rings[c]);
    free(above);
    return status;
}
