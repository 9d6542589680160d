/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings errors into the first rows of an image, as if it went on above them. */
#include "start.h"

#include "rule/pixel.h"

#include <string.h>

enum {
    ONE = 1 << 16,
    MEAN = 26542,         /* 0.405 */
    NOISE = 29491,        /* 0.45 */
    DEEPEST = 78643,      /* 1.2 */
    GRAIN_SLOPE = 216269, /* 3.3 */
    MOST_GRAIN = ONE / 4,
    MOST_SPAN_BITS = 8 /* r is at least 1/65536 */
};

void errdiff_start_make(struct errdiff_start *start, const errdiff_kernel *kernel,
                        const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                        const errdiff_options *options)
{
    int32_t sum = 0, depth = 0, below[ERRDIFF_MAX_REACH] = {0};
    *start = (struct errdiff_start){.light = rule->light, .bits = in->bits};
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        sum += tap->weight;
        depth += tap->dy * tap->weight;
        for (int y = 0; y < tap->dy; y++)
            below[y] += tap->weight;
    }
    if (options->start == ERRDIFF_START_PLAIN || !errdiff_passes_all(rule) ||
        sum != kernel->divisor)
        return;
    start->depth = (int32_t)((int64_t)depth * ONE / kernel->divisor);
    for (int y = 1; y < ERRDIFF_MAX_REACH; y++) {
        below[0] += below[y] < 0 ? below[y] : 0;
        below[y] = below[y] < 0 ? 0 : below[y];
    }
    for (int y = 0; y < ERRDIFF_MAX_REACH && below[0] > 0; y++) {
        start->shares[y] = (int32_t)((int64_t)below[y] * ONE / kernel->divisor);
        if (start->shares[y] > 0)
            start->row_count = y + 1;
    }
}

/* floor(√(2^16 · share)) */
static int32_t root_of(int32_t share)
{
    uint32_t square = (uint32_t)share << 16, root = 0;
    for (uint32_t bit = 1u << 15; bit > 0; bit >>= 1)
        if ((root | bit) * (root | bit) <= square)
            root |= bit;
    return (int32_t)root;
}

static int32_t grain_at(int32_t share, int x)
{
    int bits = 0;
    while (bits < MOST_SPAN_BITS && ((int64_t)share << 2 * (bits + 1)) <= ONE)
        bits++;
    int32_t knot = x >> bits, into = x - (knot << bits);
    int64_t here = errdiff_noise(errdiff_noise_hash(0, knot, bits), ONE),
            next = errdiff_noise(errdiff_noise_hash(0, knot + 1, bits), ONE);
    return (int32_t)((here * ((1 << bits) - into) + next * into) >> bits);
}

/* A(y) · (mean + grain) for a value v with r = share. */
static int64_t amount_of(const struct errdiff_start *start, const struct errdiff_pixel_rule *rule,
                         int32_t value, int32_t share, int x, int y)
{
    int32_t tone = errdiff_tone(value, rule->max_value);
    int64_t depth = start->depth, part = start->shares[y], half_percents = 0;
    if (rule->tone_weights)
        depth = part = ONE - rule->tone_weights[tone].right;
    if (!rule->search)
        half_percents = 2 * rule->noise + (rule->modulation ? rule->modulation[tone] : 0);
    int64_t root = root_of(share), slope = depth < DEEPEST ? DEEPEST - depth : 0;
    int64_t mean = MEAN - (slope * root >> 16) - NOISE * half_percents / 200;
    int64_t grain = GRAIN_SLOPE * root >> 16;
    mean = mean > 0 ? mean : 0;
    grain = grain < MOST_GRAIN ? grain : MOST_GRAIN;
    return part * (mean + (grain * grain_at(share, x) >> 16)) >> 16;
}

/* Sets *step to o' − o for levels. Returns r, or 0 if v stays. */
static int32_t find_levels(const struct errdiff_quantizer *quantizer, int32_t value, int32_t *step)
{
    int32_t level = errdiff_level_of(quantizer, value << ERRDIFF_FRACTION_BITS);
    int32_t output = errdiff_output_of(quantizer, level), rest = value - output;
    if (rest == 0)
        return 0;
    *step = errdiff_output_of(quantizer, level + (rest > 0 ? 1 : -1)) - output;
    return (int32_t)((int64_t)rest * ONE / *step);
}

static int64_t product(const int32_t a[3], const int32_t b[3])
{
    return (int64_t)a[0] * b[0] + (int64_t)a[1] * b[1] + (int64_t)a[2] * b[2];
}

static void steps_from(const struct errdiff_search *search, int from, int to, int32_t step[3])
{
    for (int c = 0; c < 3; c++)
        step[c] = (search->colors[to][c] - search->colors[from][c]) >> ERRDIFF_FRACTION_BITS;
}

/* Whether a step from color `from` to another one reaches a third color's half first. */
static bool is_crossed(const struct errdiff_search *search, int from, const int32_t step[3])
{
    for (int i = 0; i < search->color_count; i++) {
        int32_t to[3];
        steps_from(search, from, i, to);
        if (product(step, to) > product(to, to))
            return true;
    }
    return false;
}

/* Sets step[] to o' − o for a palette. Returns r, or 0 if v stays. */
static int32_t find_colors(const struct errdiff_search *search, const int32_t value[3],
                           int32_t step[3])
{
    int32_t sought[3], rest[3], share = 0;
    for (int c = 0; c < 3; c++)
        sought[c] = value[c] << ERRDIFF_FRACTION_BITS;
    int nearest = errdiff_nearest(search, sought);
    for (int c = 0; c < 3; c++)
        rest[c] = (sought[c] - search->colors[nearest][c]) >> ERRDIFF_FRACTION_BITS;
    const double square = (double)product(rest, rest);
    double most_along = 0, its_length = 1;
    for (int i = 0; i < search->color_count; i++) {
        int32_t to[3];
        steps_from(search, nearest, i, to);
        int64_t along = product(rest, to), length = product(to, to);
        double real_along = (double)along, real_length = (double)length;
        bool is_ahead = along > 0 && 10 * real_along * real_along >= 9 * square * real_length;
        if (is_ahead && real_along * its_length > most_along * real_length) {
            most_along = real_along;
            its_length = real_length;
            share = (int32_t)(2 * along > length ? ONE / 2 : along * ONE / length);
            memcpy(step, to, sizeof to);
        }
    }
    return share > 0 && is_crossed(search, nearest, step) ? 0 : share;
}

/* Changes v for one pixel. Returns whether it did. */
static bool change(const struct errdiff_start *start, const struct errdiff_pixel_rule *rule, int x,
                   int y, int32_t value[3])
{
    int32_t step[3] = {0}, shares[3], changed[3];
    bool has_changed = false;
    if (rule->search)
        shares[0] = shares[1] = shares[2] = find_colors(rule->search, value, step);
    for (int c = 0; c < rule->channels; c++) {
        if (!rule->search)
            shares[c] = find_levels(&rule->quantizers[c], value[c], &step[c]);
        changed[c] = value[c];
        if (shares[c] == 0)
            continue;
        int64_t amount = amount_of(start, rule, value[c], shares[c], x, y);
        changed[c] =
            errdiff_clamp(value[c] + (int32_t)(step[c] * amount >> 16), 0, rule->max_value);
    }
    if (rule->search && value[0] == value[1] && value[1] == value[2])
        changed[0] = changed[1] = changed[2] = (changed[0] + changed[1] + changed[2]) / 3;
    for (int c = 0; c < rule->channels; c++) {
        has_changed |= changed[c] != value[c];
        value[c] = changed[c];
    }
    return has_changed;
}

/* The sample whose light is nearest to v, the darker one in a tie. */
static int32_t sample_of(const struct errdiff_start *start, int32_t value)
{
    const uint16_t *light = start->light;
    int32_t low = 0, high = (1 << start->bits) - 1;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (light[middle] >= value)
            high = middle;
        else
            low = middle + 1;
    }
    return low > 0 && value - light[low - 1] <= light[low] - value ? low - 1 : low;
}

/* Writes v. It is rounded to the light of a sample even if *rows has values, so that an image that
 * was prepared gives the pixels of one that was not. */
static void store(const struct errdiff_start *start, const struct errdiff_pixel_rule *rule,
                  const errdiff_image *rows, void *row, int x, const int32_t value[3])
{
    for (int c = 0; c < rows->channels; c++) {
        int32_t sample = start->light ? sample_of(start, value[c]) : value[c];
        errdiff_store(row, rows->bits, (ptrdiff_t)x * rows->channels + c,
                      start->light && !rule->light ? start->light[sample] : sample);
    }
}

void errdiff_start_run(const struct errdiff_start *start, const struct errdiff_pixel_rule *rule,
                       const errdiff_image *rows, int first_row)
{
    for (int y = 0; y < rows->height; y++) {
        if (start->shares[first_row + y] == 0)
            continue;
        void *row = errdiff_row(rows, y, 0);
        const uint8_t *mask = errdiff_mask_row(rows, y);
        for (int x = 0; x < rows->width; x++) {
            int32_t value[3] = {0};
            if (mask && mask[x] == 0)
                continue;
            errdiff_load_pixel(rule, rows, row, x, value);
            if (change(start, rule, x, first_row + y, value))
                store(start, rule, rows, row, x, value);
        }
    }
}
