/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws pixels towards what they were in the frame before; stable.h has the formulas. */
#include "stable.h"

#include "offsets.h"
#include "rule/image.h"
#include "rule/light.h"
#include "rule/lightness.h"
#include "rule/pixel.h"

#include <stdlib.h>

enum {
    REACH = 2,        /* of the weights, in pixels */
    ALL_STILL = 256,  /* g where nothing changed */
    CHANGE_OF_ONE = 8 /* by which D lowers g by 1 */
};

static const int32_t binomial[2 * REACH + 1] = {1, 4, 6, 4, 1};

/* ---- How far the input is still ------------------------------------------------------------ */

static int32_t sample_at(const errdiff_image *image, int x, int y, int channel)
{
    const uint8_t *mask = errdiff_mask_row(image, y);
    return mask && mask[x] == 0 ? 0
                                : errdiff_load(errdiff_row(image, y, 0), image->bits,
                                               (ptrdiff_t)x * image->channels + channel);
}

static bool is_masked(const errdiff_image *image, int x, int y)
{
    const uint8_t *mask = errdiff_mask_row(image, y);
    return mask && mask[x] == 0;
}

/* Sets sums[x] to the weighted sum of the differences in the column around (x, y). */
static void sum_columns(const errdiff_image *in, const errdiff_image *before, int y, int channel,
                        int32_t *sums)
{
    for (int x = 0; x < in->width; x++)
        sums[x] = 0;
    for (int dy = -REACH; dy <= REACH; dy++) {
        int row = errdiff_clamp(y + dy, 0, in->height - 1);
        for (int x = 0; x < in->width; x++)
            sums[x] += binomial[dy + REACH] *
                       (sample_at(in, x, row, channel) - sample_at(before, x, row, channel));
    }
}

/* D of a pixel, from the sums of its row. */
static int32_t change_at(const int32_t *sums, int width, int x, int bits)
{
    int32_t sum = 0;
    for (int dx = -REACH; dx <= REACH; dx++)
        sum += binomial[dx + REACH] * sums[errdiff_clamp(x + dx, 0, width - 1)];
    sum = sum < 0 ? -sum : sum;
    return bits == 8 ? sum : sum / 257;
}

bool errdiff_stable_weights(const errdiff_image *in, const errdiff_image *before, int first_row,
                            int end_row, uint16_t *weight)
{
    int32_t *sums = malloc((size_t)in->width * sizeof *sums);
    for (int y = first_row; sums && y < end_row; y++) {
        uint16_t *row = weight + (ptrdiff_t)y * in->width;
        for (int x = 0; x < in->width; x++)
            row[x] = is_masked(in, x, y) || is_masked(before, x, y) ? 0 : ALL_STILL;
        for (int c = 0; c < in->channels; c++) {
            sum_columns(in, before, y, c, sums);
            for (int x = 0; x < in->width; x++) {
                int32_t still = ALL_STILL - change_at(sums, in->width, x, in->bits) / CHANGE_OF_ONE;
                still = still < 0 ? 0 : still;
                row[x] = still < row[x] ? (uint16_t)still : row[x];
            }
        }
    }
    free(sums);
    return sums != NULL;
}

/* ---- The source ---------------------------------------------------------------------------- */

enum { COARSE_BITS = 8 /* log2 of k if W = 65535 */ };

struct stable {
    struct errdiff_frame_before before;
    uint16_t *light; /* of display values of 16 bits; NULL: values are not light */
    bool maps_lightness;
};

static bool is_wanted(const errdiff_options *options)
{
    return options->before != NULL;
}

static int32_t limit(const struct errdiff_pixel_rule *rule, const errdiff_options *options)
{
    int32_t white = rule->max_value << ERRDIFF_FRACTION_BITS;
    return white / 100 * options->before->percent + white % 100 +
           (rule->max_value == UINT8_MAX ? 1 : 1 << COARSE_BITS);
}

static void release(void *state)
{
    struct stable *stable = state;
    free(stable->light);
    free(stable);
}

static void *make(const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                  const errdiff_options *options)
{
    (void)rule;
    (void)in;
    struct stable *stable = calloc(1, sizeof *stable);
    if (!stable)
        return NULL;
    stable->before = *options->before;
    stable->maps_lightness = options->palette && options->match == ERRDIFF_MATCH_LIGHTNESS;
    if (!options->linear)
        return stable;
    stable->light = malloc(sizeof *stable->light << 16);
    if (!stable->light) {
        release(stable);
        return NULL;
    }
    errdiff_light_table(stable->light, 16);
    return stable;
}

/* Sets value[c] to o of each channel. */
static inline void load_before(const struct stable *stable, const struct errdiff_pixel_rule *rule,
                               const uint16_t *shown, int32_t value[3])
{
    for (int c = 0; c < rule->channels; c++) {
        uint16_t display = shown[stable->before.channels == 3 ? c : 0];
        value[c] = stable->light                  ? stable->light[display]
                   : rule->max_value == UINT8_MAX ? (display + 128) / 257
                                                  : display;
    }
    if (stable->maps_lightness)
        errdiff_lightness_map(value);
}

static inline int32_t offset_of(const struct stable *stable, int32_t weight, int32_t difference,
                                int32_t unit)
{
    int32_t scaled = stable->before.percent * weight * difference;
    return errdiff_floor_divide_32(scaled + 800 * unit, 1600 * unit);
}

static void fill_row(const struct stable *stable, const struct errdiff_offset_part *part, int y,
                     int16_t *offsets)
{
    const struct errdiff_pixel_rule *rule = part->rule;
    const void *row = errdiff_row(part->in, y, 0);
    bool is_fine = rule->max_value == UINT8_MAX;
    int shift = is_fine ? 0 : COARSE_BITS - rule->offsets_shift, channels = rule->channels;
    ptrdiff_t first = (ptrdiff_t)(part->first_row + y) * stable->before.width;
    for (int x = part->column; x < part->end_column; x++, offsets += channels) {
        int32_t value[3], shown[3];
        ptrdiff_t at = first + x;
        errdiff_load_pixel(rule, part->in, row, x, value);
        load_before(stable, rule, stable->before.shown + at * stable->before.channels, shown);
        for (int c = 0; c < channels; c++) {
            int32_t n = offset_of(stable, stable->before.weight[at], shown[c] - value[c],
                                  is_fine ? 1 : 1 << COARSE_BITS);
            offsets[c] = (int16_t)(n * (1 << shift));
        }
    }
}

static void fill(const void *state, const struct errdiff_offset_part *part, int16_t *offsets)
{
    for (int y = part->row; y < part->end_row; y++, offsets += part->stride)
        fill_row(state, part, y, offsets);
}

const struct errdiff_offset_source errdiff_stable_source = {
    .is_wanted = is_wanted, .limit = limit, .make = make, .fill = fill, .release = release};
