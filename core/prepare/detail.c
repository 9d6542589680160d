/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option `detail`: offsets that sharpen the image.
 *
 * For a channel with the value v, and with its values v' in the pixels of the 3 × 3 around it,
 *
 *     D = Σ (v − v')
 *     d = k · floor((2·t·D + 25·k) / (50·k))     t: detail in percent; k = 1, or 256 if W = 65535
 *
 * which is 2.25 · t/100 times the difference of v and the mean of all nine, with 4 fractional bits.
 * Where a pixel is outside the image, v' is that of the nearest pixel of the image; where its
 * mask is 0, v' = v.
 *
 * The principle is from R. Eschbach, K. Knox, Error-diffusion algorithm with edge enhancement, JOSA
 * A 8 (1991), where a multiple of v itself is added. K. Knox, R. Eschbach, Threshold modulation in
 * error diffusion, JEI 2 (1993), show that the result is that of an image to which a high-pass of
 * the offsets was added. With d that is the same in all directions, and is 0 where the image is
 * flat.
 */
#include "offsets.h"

#include "rule/image.h"
#include "rule/pixel.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = 256, /* of a tile, whose rows are computed one after the other */
    SAMPLES = 3 * (COLUMNS + 2),
    COARSE_BITS = 8 /* log2 of k if W = 65535 */
};

struct detail {
    int32_t percent;
    void *above; /* the last row of the piece before; NULL: there is none */
    uint8_t *above_mask;
};

struct run {
    const struct detail *detail;
    const struct errdiff_offset_part *part;
};

/* The values of the columns of a tile, and of one on either side, in a row; and 1 for each that
 * counts, or 0. */
struct row {
    uint16_t values[SAMPLES];
    uint8_t counts[SAMPLES];
};

/* ---- A tile -------------------------------------------------------------------------------- */

static void load_row(const struct run *run, int y, int begin, int end, struct row *row)
{
    const errdiff_image *in = run->part->in;
    const struct errdiff_pixel_rule *rule = run->part->rule;
    bool is_above = y < 0 && run->detail->above;
    int nearest = errdiff_clamp(y, 0, in->height - 1), channels = rule->channels;
    const void *samples = is_above ? run->detail->above : errdiff_row(in, nearest, 0);
    const uint8_t *mask = is_above ? run->detail->above_mask : errdiff_mask_row(in, nearest);
    int at = 0;
    for (int column = begin - 1; column <= end; column++) {
        int x = errdiff_clamp(column, 0, in->width - 1);
        int32_t value[3];
        errdiff_load_pixel(rule, in, samples, x, value);
        for (int c = 0; c < channels; c++, at++) {
            row->values[at] = (uint16_t)value[c];
            row->counts[at] = !mask || mask[x] != 0;
        }
    }
}

static inline int32_t round_offset(int32_t scaled, int32_t divisor)
{
    return errdiff_floor_divide_32(2 * scaled + divisor, 2 * divisor);
}

/* Computes the offsets of a row of a tile from the rows above it, at it and below it. */
static void compute_row(const struct run *run, const struct row *const rows[3], int columns,
                        int16_t *offsets)
{
    const struct errdiff_pixel_rule *rule = run->part->rule;
    int channels = rule->channels;
    bool is_fine = rule->max_value == UINT8_MAX;
    /* Units are not coarser than k, since units of 256 hold ERRDIFF_MAX_OFFSET · 16·W. */
    int shift = is_fine ? 0 : COARSE_BITS - rule->offsets_shift;
    for (int i = 0; i < columns * channels; i++) {
        int32_t sum = 0, count = 0, middle = i + channels;
        for (int r = 0; r < 3; r++)
            for (int dx = -1; dx <= 1; dx++) {
                int at = middle + dx * channels;
                count += rows[r]->counts[at];
                sum += rows[r]->counts[at] * rows[r]->values[at];
            }
        int32_t scaled = run->detail->percent * (count * rows[1]->values[middle] - sum);
        int32_t d = is_fine ? round_offset(scaled, 25) : round_offset(scaled, 25 << COARSE_BITS);
        offsets[i] = (int16_t)(d * (1 << shift));
    }
}

static void compute_tile(const struct run *run, int begin, int end, int16_t *offsets)
{
    const struct errdiff_offset_part *part = run->part;
    struct row memory[3], *rows[3] = {&memory[0], &memory[1], &memory[2]};
    load_row(run, part->row - 1, begin, end, rows[0]);
    load_row(run, part->row, begin, end, rows[1]);
    for (int y = part->row; y < part->end_row; y++, offsets += part->stride) {
        load_row(run, y + 1, begin, end, rows[2]);
        compute_row(run, (const struct row *const *)rows, end - begin, offsets);
        struct row *upper = rows[0];
        rows[0] = rows[1];
        rows[1] = rows[2];
        rows[2] = upper;
    }
}

static void fill(const void *state, const struct errdiff_offset_part *part, int16_t *offsets)
{
    struct run run = {.detail = state, .part = part};
    for (int begin = part->column; begin < part->end_column; begin += COLUMNS) {
        int end = part->end_column - begin < COLUMNS ? part->end_column : begin + COLUMNS;
        compute_tile(&run, begin, end,
                     offsets + (ptrdiff_t)(begin - part->column) * part->rule->channels);
    }
}

/* ---- The source ---------------------------------------------------------------------------- */

static bool is_wanted(const errdiff_options *options)
{
    return options->detail != 0;
}

/* D is at most 8·W, so that d is at most 4 · 8·W, and may be rounded up. */
static int32_t limit(const struct errdiff_pixel_rule *rule, const errdiff_options *options)
{
    return 32 * rule->max_value * options->detail / 100 +
           (rule->max_value == UINT8_MAX ? 1 : 1 << COARSE_BITS);
}

static void *make(const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                  const errdiff_options *options)
{
    (void)rule;
    (void)in;
    struct detail *detail = calloc(1, sizeof *detail);
    if (detail)
        detail->percent = options->detail;
    return detail;
}

static bool keep(void *state, const errdiff_image *in, int y)
{
    struct detail *detail = state;
    size_t width = (size_t)in->width, size = width * (size_t)in->channels * (size_t)in->bits / 8;
    const uint8_t *mask = errdiff_mask_row(in, y);
    if (!detail->above)
        detail->above = malloc(size);
    if (mask && !detail->above_mask)
        detail->above_mask = malloc(width);
    if (!detail->above || (mask && !detail->above_mask))
        return false;
    memcpy(detail->above, errdiff_row(in, y, 0), size);
    if (mask)
        memcpy(detail->above_mask, mask, width);
    else if (detail->above_mask)
        memset(detail->above_mask, 1, width);
    return true;
}

static void release(void *state)
{
    struct detail *detail = state;
    free(detail->above);
    free(detail->above_mask);
    free(detail);
}

const struct errdiff_offset_source errdiff_detail_source = {
    .is_wanted = is_wanted,
    .limit = limit,
    .make = make,
    .fill = fill,
    .keep = keep,
    .release = release,
    .reads_next_row = true,
};
