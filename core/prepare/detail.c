/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes what the option `detail` adds to samples when levels or colors are chosen, to sharpen
 * the picture. */
#include "detail.h"

#include "base/ranges.h"
#include "rule/pixel.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLUMNS = 256, /* of a tile, whose rows are computed one after the other */
    SAMPLES = 3 * (COLUMNS + 2),
    PIXELS_AT_ONCE = 1 << 17
};

struct run {
    const struct errdiff_detail *detail;
    const struct errdiff_pixel_rule *rule;
    const errdiff_image *in;
    int16_t *offsets;
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
    const errdiff_image *in = run->in;
    bool is_above = y < 0 && run->detail->above;
    int nearest = errdiff_clamp(y, 0, in->height - 1), channels = run->rule->channels;
    const void *samples = is_above ? run->detail->above : errdiff_row(in, nearest, 0);
    const uint8_t *mask = is_above ? run->detail->above_mask : errdiff_mask_row(in, nearest);
    int at = 0;
    for (int column = begin - 1; column <= end; column++) {
        int x = errdiff_clamp(column, 0, in->width - 1);
        int32_t value[3];
        errdiff_load_pixel(run->rule, in, samples, x, value);
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
static void compute_row(const struct errdiff_pixel_rule *rule, const struct row *const rows[3],
                        int columns, int16_t *offsets)
{
    int channels = rule->channels;
    bool is_fine = errdiff_detail_unit(rule->max_value) == 1;
    for (int i = 0; i < columns * channels; i++) {
        int32_t sum = 0, count = 0, middle = i + channels;
        for (int r = 0; r < 3; r++)
            for (int dx = -1; dx <= 1; dx++) {
                int at = middle + dx * channels;
                count += rows[r]->counts[at];
                sum += rows[r]->counts[at] * rows[r]->values[at];
            }
        int32_t scaled = rule->detail * (count * rows[1]->values[middle] - sum);
        offsets[i] = (int16_t)(is_fine ? round_offset(scaled, 25) : round_offset(scaled, 25 * 256));
    }
}

static void compute_tile(const struct run *run, int begin, int end, int first, int last)
{
    struct row memory[3], *rows[3] = {&memory[0], &memory[1], &memory[2]};
    int channels = run->rule->channels;
    load_row(run, first - 1, begin, end, rows[0]);
    load_row(run, first, begin, end, rows[1]);
    for (int y = first; y < last; y++) {
        load_row(run, y + 1, begin, end, rows[2]);
        ptrdiff_t pixel = (ptrdiff_t)y * run->in->width + begin;
        compute_row(run->rule, (const struct row *const *)rows, end - begin,
                    run->offsets + pixel * channels);
        struct row *upper = rows[0];
        rows[0] = rows[1];
        rows[1] = rows[2];
        rows[2] = upper;
    }
}

static void compute_rows(void *user, int first, int end)
{
    const struct run *run = user;
    int width = run->in->width;
    for (int begin = 0; begin < width; begin += COLUMNS)
        compute_tile(run, begin, width - begin < COLUMNS ? width : begin + COLUMNS, first, end);
}

/* ---- All rows ------------------------------------------------------------------------------ */

/* Keeps a row of the picture before the result may take its place. */
static bool keep_row(struct errdiff_detail *detail, const errdiff_image *in, int y)
{
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

errdiff_status errdiff_detail_run(struct errdiff_detail *detail, struct errdiff_pixel_rule *rule,
                                  const errdiff_image *in, int height, int first_row,
                                  bool keeps_last, struct errdiff_threads threads,
                                  struct errdiff_progress_state *progress)
{
    size_t row_size = (size_t)in->width * (size_t)rule->channels * sizeof *rule->offsets;
    if (!errdiff_buffer_enlarge(&detail->offsets, row_size * (size_t)height))
        return ERRDIFF_NO_MEMORY;
    struct run run = {.detail = detail, .rule = rule, .in = in, .offsets = detail->offsets.data};
    errdiff_status status = errdiff_ranges_run(threads, height, 1 + PIXELS_AT_ONCE / in->width,
                                               compute_rows, &run, progress);
    if (status == ERRDIFF_OK && keeps_last && !keep_row(detail, in, height - 1))
        status = ERRDIFF_NO_MEMORY;
    rule->offsets = detail->offsets.data;
    rule->offsets_width = in->width;
    rule->offsets_first_row = first_row;
    return status;
}

void errdiff_detail_release(struct errdiff_detail *detail)
{
    free(detail->offsets.data);
    free(detail->above);
    free(detail->above_mask);
}
