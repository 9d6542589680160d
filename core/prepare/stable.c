/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws pixels towards what they were in the frame before; stable.h has the formulas. */
#include "stable.h"

#include "base/ranges.h"
#include "offsets.h"
#include "rule/image.h"
#include "rule/sample.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    REACH = 2,       /* of the weights, in pixels */
    ALL_STILL = 256, /* g where nothing changed */
    STILL = 448,     /* g is this, less half of D, between its limits */
    ALL_SHARE = 512, /* m is this, less so many for each of the pixels that moves, between 0 and */
    SHARE = 1280,
    LARGEST_SHARE = 256
};

static const int32_t binomial[2 * REACH + 1] = {1, 4, 6, 4, 1};

/* ---- How far the input is still ------------------------------------------------------------ */

struct measurement {
    const errdiff_image *in, *compared;
    uint16_t *weight;
    _Atomic int64_t moving, all;
};

static bool is_masked(const errdiff_image *image, int x, int y)
{
    const uint8_t *mask = errdiff_mask_row(image, y);
    return mask && mask[x] == 0;
}

static int32_t sample_at(const errdiff_image *image, int x, int y, int channel)
{
    return is_masked(image, x, y) ? 0
                                  : errdiff_load(errdiff_row(image, y, 0), image->bits,
                                                 (ptrdiff_t)x * image->channels + channel);
}

enum { COLUMNS = 256 /* that are measured at once */ };

/* Adds the differences of a pixel to the sums of its channels. */
static void add_pixel(const struct measurement *work, int column, int row, int32_t weight,
                      int32_t *sums)
{
    for (int c = 0; c < work->in->channels; c++)
        sums[c] += weight * (sample_at(work->in, column, row, c) -
                             sample_at(work->compared, column, row, c));
}

static bool has_masked(const errdiff_image *image, int x, int count, int y)
{
    const uint8_t *mask = errdiff_mask_row(image, y);
    return mask && memchr(mask + x, 0, (size_t)count);
}

/* The same for adjacent pixels in the image, in loops that compilers vectorize. */
static void add_pixels(const struct measurement *work, int x, int count, int row, int32_t weight,
                       int32_t *restrict sums)
{
    int channels = work->in->channels, samples = count * channels;
    if (has_masked(work->in, x, count, row) || has_masked(work->compared, x, count, row)) {
        for (int i = 0; i < count; i++)
            add_pixel(work, x + i, row, weight, sums + i * channels);
        return;
    }
    const void *in = errdiff_row(work->in, row, 0), *compared = errdiff_row(work->compared, row, 0);
    ptrdiff_t first = (ptrdiff_t)x * channels;
    if (work->in->bits == 8)
        for (int i = 0; i < samples; i++)
            sums[i] +=
                weight * (errdiff_load(in, 8, first + i) - errdiff_load(compared, 8, first + i));
    else
        for (int i = 0; i < samples; i++)
            sums[i] +=
                weight * (errdiff_load(in, 16, first + i) - errdiff_load(compared, 16, first + i));
}

/* Sets the sums of `count` pixels from column x on, which may be outside the image, to the
 * weighted differences in the columns around row y. */
static void sum_columns(const struct measurement *work, int x, int count, int y, int32_t *sums)
{
    int channels = work->in->channels, width = work->in->width;
    int left = x < 0 ? -x : 0, right = x + count > width ? x + count - width : 0;
    memset(sums, 0, (size_t)count * (size_t)channels * sizeof *sums);
    for (int dy = -REACH; dy <= REACH; dy++) {
        int row = errdiff_clamp(y + dy, 0, work->in->height - 1);
        int32_t weight = binomial[dy + REACH];
        for (int i = 0; i < left; i++)
            add_pixel(work, 0, row, weight, sums + i * channels);
        add_pixels(work, x + left, count - left - right, row, weight, sums + left * channels);
        for (int i = count - right; i < count; i++)
            add_pixel(work, width - 1, row, weight, sums + i * channels);
    }
}

/* Sets the changes D of `count` pixels from the sums of their columns and of those beside them. */
static void find_changes(const int32_t *sums, int count, int channels, int bits, int32_t *changes)
{
    int32_t of_samples[COLUMNS * 3];
    for (int i = 0; i < count * channels; i++) { /* which compilers vectorize */
        int32_t sum = 0;
        for (int k = 0; k <= 2 * REACH; k++)
            sum += binomial[k] * sums[i + k * channels];
        of_samples[i] = sum < 0 ? -sum : sum;
    }
    for (int i = 0; i < count; i++) {
        int32_t change = 0;
        for (int c = 0; c < channels; c++)
            if (of_samples[i * channels + c] > change)
                change = of_samples[i * channels + c];
        changes[i] = bits == 8 ? change : change / 257;
    }
}

/* Measures at most COLUMNS pixels of a row. */
static void measure_columns(struct measurement *work, int x, int count, int y)
{
    int32_t sums[(COLUMNS + 2 * REACH) * 3], changes[COLUMNS];
    uint16_t *weight = work->weight + (ptrdiff_t)y * work->in->width + x;
    int64_t moving = 0, all = 0;
    sum_columns(work, x - REACH, count + 2 * REACH, y, sums);
    find_changes(sums, count, work->in->channels, work->in->bits, changes);
    for (int i = 0; i < count; i++) {
        bool counts = !is_masked(work->in, x + i, y) && !is_masked(work->compared, x + i, y);
        weight[i] = counts ? (uint16_t)errdiff_clamp(STILL - changes[i] / 2, 0, ALL_STILL) : 0;
        moving += counts && weight[i] == 0;
        all += counts;
    }
    atomic_fetch_add_explicit(&work->moving, moving, memory_order_relaxed);
    atomic_fetch_add_explicit(&work->all, all, memory_order_relaxed);
}

static void measure_rows(void *user, int first, int end)
{
    struct measurement *work = user;
    int width = work->in->width;
    for (int y = first; y < end; y++)
        for (int x = 0; x < width; x += COLUMNS)
            measure_columns(work, x, width - x < COLUMNS ? width - x : COLUMNS, y);
}

errdiff_status errdiff_stillness_measure(const errdiff_image *in, const errdiff_image *compared,
                                         struct errdiff_threads threads,
                                         struct errdiff_progress_state *progress,
                                         struct errdiff_stillness *stillness)
{
    enum { PIXELS_AT_ONCE = 1 << 15 };
    struct measurement work = {.in = in, .compared = compared, .weight = stillness->weight};
    errdiff_status status = errdiff_ranges_run(threads, in->height, 1 + PIXELS_AT_ONCE / in->width,
                                               measure_rows, &work, progress);
    if (status != ERRDIFF_OK)
        return status;
    int64_t all = work.all > 0 ? work.all : 1, share = ALL_SHARE - SHARE * work.moving / all;
    stillness->share = share < 0 ? 0 : share > LARGEST_SHARE ? LARGEST_SHARE : (int)share;
    return ERRDIFF_OK;
}

/* ---- The source ---------------------------------------------------------------------------- */

enum { COARSE_BITS = 8 /* log2 of k if W = 65535 */ };

static bool is_wanted(const errdiff_options *options)
{
    return options->before && options->before->percent > 0;
}

static int coarse_bits(const struct errdiff_pixel_rule *rule)
{
    return rule->max_value == UINT8_MAX ? 0 : COARSE_BITS;
}

/* a for what errdiff_stillness_at returns. */
static int32_t pull_of(const struct errdiff_frame_before *before, int32_t stillness)
{
    int32_t rest = 100 - before->percent;
    return ((1000000 - rest * rest * rest) * stillness + 500000) / 1000000;
}

static int32_t limit(const struct errdiff_pixel_rule *rule, const errdiff_options *options)
{
    int32_t white = rule->max_value << ERRDIFF_FRACTION_BITS;
    return white * pull_of(options->before, ALL_STILL) / 256 + (1 << coarse_bits(rule));
}

static void release(void *state)
{
    free(state);
}

/* A copy of what is known of the frame before. */
static void *make(const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                  const errdiff_options *options)
{
    (void)rule;
    (void)in;
    struct errdiff_frame_before *before = malloc(sizeof *before);
    if (before)
        *before = *options->before;
    return before;
}

static void fill_row(const struct errdiff_frame_before *before,
                     const struct errdiff_offset_part *part, int y, int16_t *offsets)
{
    const struct errdiff_pixel_rule *rule = part->rule;
    int bits = coarse_bits(rule), channels = rule->channels;
    int shift = bits - rule->offsets_shift;
    ptrdiff_t first = (ptrdiff_t)(part->first_row + y) * before->width;
    const int16_t *screen = part->sum ? part->sum + (y - part->row) * part->sum_stride : NULL;
    for (int x = part->column; x < part->end_column; x++, offsets += channels) {
        int32_t pull = pull_of(before, errdiff_stillness_at(before->stillness, first + x));
        const int32_t *errors = before->errors->errors + (first + x) * channels;
        for (int c = 0; c < channels; c++) {
            int32_t added = screen ? *screen++ * (1 << rule->offsets_shift) : 0;
            int32_t n = -((pull * (errors[c] + added) + (128 << bits)) >> (8 + bits));
            offsets[c] = (int16_t)(n * (1 << shift));
        }
    }
}

static void fill(const void *state, const struct errdiff_offset_part *part, int16_t *offsets)
{
    const struct errdiff_frame_before *before = state;
    const struct errdiff_pixel_rule *rule = part->rule;
    bool fits =
        before->errors->channels == rule->channels && before->errors->max_value == rule->max_value;
    size_t length = (size_t)(part->end_column - part->column) * (size_t)rule->channels;
    for (int y = part->row; y < part->end_row; y++, offsets += part->stride) {
        if (fits)
            fill_row(before, part, y, offsets);
        else
            memset(offsets, 0, length * sizeof *offsets);
    }
}

const struct errdiff_offset_source errdiff_stable_source = {
    .is_wanted = is_wanted, .limit = limit, .make = make, .fill = fill, .release = release};
