/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings errors into the first rows of a picture, as if it went on above them. */
#include "start.h"

#include "rule/pixel.h"

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
    *start = (struct errdiff_start){
        .light = rule->light, .bits = in->bits, .is_gray = in->channels == 1};
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        sum += tap->weight;
        depth += tap->dy * tap->weight;
        for (int y = 0; y < tap->dy; y++)
            below[y] += tap->weight;
    }
    if (options->start == ERRDIFF_START_PLAIN || options->strength != 100 || sum != kernel->divisor)
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

/* Sets rest[] to v − o. Returns r, or 0 if v stays. */
static int32_t find_levels(const struct errdiff_quantizer *quantizer, int32_t value, int32_t *rest)
{
    int32_t level = errdiff_quantize(quantizer, false, value << ERRDIFF_FRACTION_BITS);
    *rest = value - quantizer->output[level];
    if (*rest == 0)
        return 0;
    int32_t next = level + (*rest > 0 ? 1 : -1);
    int64_t step = quantizer->output[next] - quantizer->output[level];
    return (int32_t)(((int64_t)*rest << 16) / step);
}

static int64_t product(const int64_t a[3], const int64_t b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static int32_t find_colors(const struct errdiff_search *search, const int32_t value[3],
                           int32_t rest[3])
{
    int32_t sought[3];
    for (int c = 0; c < 3; c++)
        sought[c] = value[c] << ERRDIFF_FRACTION_BITS;
    const int32_t *nearest = search->colors[errdiff_nearest(search, sought)];
    int64_t away[3], most_along = 0, its_square = 1;
    for (int c = 0; c < 3; c++) {
        away[c] = (sought[c] - nearest[c]) >> ERRDIFF_FRACTION_BITS;
        rest[c] = (int32_t)away[c];
    }
    /* On the line, the border to a color is at square / (2 · along) times `away`. */
    for (int i = 0; i < search->color_count; i++) {
        int64_t step[3];
        for (int c = 0; c < 3; c++)
            step[c] = (search->colors[i][c] - nearest[c]) >> ERRDIFF_FRACTION_BITS;
        int64_t along = product(away, step), square = product(step, step);
        if (along > 0 && (double)along * (double)its_square > (double)most_along * (double)square) {
            most_along = along;
            its_square = square;
        }
    }
    if (2 * most_along > its_square)
        return ONE / 2;
    return (int32_t)(most_along * ONE / its_square);
}

/* Changes v for one pixel. Returns whether it did. */
static bool change(const struct errdiff_start *start, const struct errdiff_pixel_rule *rule, int x,
                   int y, int32_t value[3])
{
    bool has_changed = false;
    int32_t rest[3] = {0}, shares[3];
    if (rule->search)
        shares[0] = shares[1] = shares[2] = find_colors(rule->search, value, rest);
    for (int c = 0; c < rule->channels; c++) {
        if (!rule->search)
            shares[c] = find_levels(&rule->quantizers[c], value[c], &rest[c]);
        if (shares[c] == 0 || rest[c] == 0)
            continue;
        int64_t offset = errdiff_floor_divide_64(
            rest[c] * amount_of(start, rule, value[c], shares[c], x, y), shares[c]);
        offset += value[c];
        value[c] = (int32_t)(offset < 0 ? 0 : offset > rule->max_value ? rule->max_value : offset);
        has_changed = true;
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

/* Writes v, rounded to what samples of the picture can have. */
static void store(const struct errdiff_start *start, const struct errdiff_pixel_rule *rule,
                  const errdiff_image *rows, void *row, int x, const int32_t value[3])
{
    for (int c = 0; c < rows->channels; c++) {
        int32_t v =
            start->is_gray && rule->channels == 3 ? (value[0] + value[1] + value[2]) / 3 : value[c];
        int32_t sample = start->light ? sample_of(start, v) : v;
        errdiff_store(row, rows->bits, (ptrdiff_t)x * rows->channels + c,
                      start->light && !rule->light ? start->light[sample] : sample);
    }
}

void errdiff_start_run(const struct errdiff_start *start, const struct errdiff_pixel_rule *rule,
                       const errdiff_image *rows, int first_row)
{
    for (int y = 0; y < rows->height; y++) {
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
