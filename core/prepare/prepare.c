/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares an image for dithering: changes its tone, marks pixels that need no dithering, and maps
 * colors into the palette's gamut. */
#include "prepare.h"

#include "base/ranges.h"
#include "dot_gain.h"
#include "rule/float_rows.h"
#include "rule/float_sample.h"
#include "rule/lightness.h"
#include "rule/sample.h"
#include "screen.h"
#include "tone_range.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = ERRDIFF_MAP_MOST, /* pixels */
    PIXELS_IN_RANGE = 1 << 14
};

/* ---- Tables -------------------------------------------------------------------------------- */

static bool saturates(const struct errdiff_preparation *preparation)
{
    return preparation->tone.colorfulness != ERRDIFF_NEUTRAL_COLORFULNESS &&
           preparation->rule->channels == 3 && !preparation->has_gray;
}

static bool is_relative(const struct errdiff_preparation *preparation)
{
    return preparation->has_mapping && preparation->mapping.is_relative;
}

/* Whether the tables need the display values of samples, which are not those that are dithered. */
static bool has_display(const struct errdiff_preparation *preparation)
{
    return saturates(preparation) || (preparation->finds_exact && preparation->light);
}

/* The bits of what `values` and `places` are indexed by. */
static int index_bits(const struct errdiff_preparation *preparation)
{
    return saturates(preparation) ? 16 : preparation->in_bits;
}

static uint16_t value_of_display(const struct errdiff_preparation *preparation, int32_t display)
{
    if (preparation->light)
        return (uint16_t)floor(UINT16_MAX * errdiff_srgb_to_linear((double)display / UINT16_MAX) +
                               0.5);
    return (uint16_t)(preparation->rule->max_value == UINT8_MAX ? (display + 128) / 257 : display);
}

static bool allocate_tables(struct errdiff_preparation *preparation)
{
    size_t sample_count = (size_t)1 << preparation->in_bits;
    size_t count = (size_t)1 << index_bits(preparation),
           next = is_relative(preparation) ? count : 0;
    uint16_t *values = malloc((count + 2 * next) * sizeof *values);
    for (size_t c = 0; c < 3; c++)
        preparation->values[c] = values ? values + c * next : NULL;
    if (has_display(preparation))
        preparation->display = malloc(sample_count * sizeof *preparation->display);
    return values && (!has_display(preparation) || preparation->display);
}

static bool make_tables(struct errdiff_preparation *preparation)
{
    const struct errdiff_tone *tone = &preparation->tone;
    const struct errdiff_mapping *mapping = &preparation->mapping;
    int bits = preparation->in_bits;
    if (!allocate_tables(preparation))
        return false;
    for (int32_t i = 0; i < 1 << bits && has_display(preparation); i++)
        preparation->display[i] = errdiff_tone_curve(tone, bits, i);
    for (int32_t i = 0; i < 1 << index_bits(preparation); i++) {
        int32_t display = saturates(preparation) ? i : errdiff_tone_curve(tone, bits, i);
        uint16_t value = value_of_display(preparation, display);
        for (int c = 0; c < (is_relative(preparation) ? 3 : 1); c++)
            preparation->values[c][i] = is_relative(preparation)
                                            ? (uint16_t)errdiff_mapping_adapt(mapping, c, value)
                                            : value;
    }
    return !preparation->has_mapping ||
           errdiff_map_tables_make(&preparation->map_tables, &preparation->mapping,
                                   preparation->values, 1 << index_bits(preparation));
}

/* ---- Chunks of a row ----------------------------------------------------------------------- */

/* Some pixels of a row. Each channel has an array of its own. */
struct chunk {
    int first, count;
    const void *samples;           /* of the caller's image, from the first pixel on: integers */
    uint16_t converted[3 * CHUNK]; /* these, if the image has floating-point numbers */
    uint16_t indices[3][CHUNK];    /* in `values` of the preparation */
    uint16_t values[3][CHUNK];
    bool is_kept[CHUNK]; /* the mask of the prepared image is 0; what it has there is written */
};

/* A run; the rows are handed to its threads. */
struct run {
    struct errdiff_preparation *preparation;
    const errdiff_image *in, *prepared;
    uint8_t *mask;
    const struct errdiff_float_rows *float_rows;
    atomic_llong mapped; /* pixels whose colors were replaced */
};

static void find_samples(const struct run *run, int y, struct chunk *chunk)
{
    const errdiff_image *in = run->in;
    int bytes = errdiff_sample_bytes(in->bits);
    const uint8_t *row = errdiff_row(in, y, 0);
    chunk->samples = row + (ptrdiff_t)chunk->first * in->channels * bytes;
    if (!errdiff_is_float(in->bits))
        return;
    errdiff_float_rows_copy(run->float_rows, chunk->samples, in->bits, chunk->count * in->channels,
                            chunk->converted);
    chunk->samples = chunk->converted;
}

/* Sets the values, too, while the samples are at hand, if these are their indices. */
HOST_DEVICE_INLINE void load_samples(const struct errdiff_preparation *preparation, int bits,
                                     int in_channels, int channels, bool sets_values,
                                     struct chunk *chunk)
{
    ptrdiff_t from = 0;
    for (int i = 0; i < chunk->count; i++, from += in_channels)
        for (int c = 0; c < channels; c++) {
            int32_t sample = errdiff_load(chunk->samples, bits, from + (in_channels == 3 ? c : 0));
            chunk->indices[c][i] = (uint16_t)sample;
            if (sets_values)
                chunk->values[c][i] = preparation->values[c][sample];
        }
}

static void look_up_values(const struct errdiff_preparation *preparation, struct chunk *chunk)
{
    for (int c = 0; c < preparation->rule->channels; c++)
        for (int i = 0; i < chunk->count; i++)
            chunk->values[c][i] = preparation->values[c][chunk->indices[c][i]];
}

/* All channels get the gray. */
static void load_grays(const struct errdiff_preparation *preparation, struct chunk *chunk)
{
    int bits = preparation->in_bits;
    for (int i = 0; i < chunk->count; i++)
        chunk->indices[0][i] =
            (uint16_t)errdiff_gray_of(&preparation->gray, chunk->samples, bits, i);
    for (int c = 1; c < preparation->rule->channels; c++)
        memcpy(chunk->indices[c], chunk->indices[0], (size_t)chunk->count * sizeof(uint16_t));
    look_up_values(preparation, chunk);
}

static void saturate(const struct errdiff_preparation *preparation, struct chunk *chunk)
{
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < chunk->count; i++)
            chunk->indices[c][i] = preparation->display[chunk->indices[c][i]];
    errdiff_tone_saturate(&preparation->tone, chunk->indices[0], chunk->indices[1],
                          chunk->indices[2], chunk->count);
    look_up_values(preparation, chunk);
}

static void load_chunk(const struct run *run, int y, struct chunk *chunk)
{
    const struct errdiff_preparation *preparation = run->preparation;
    int bits = preparation->in_bits, in_channels = run->in->channels;
    int channels = preparation->rule->channels;
    bool is_saturated = saturates(preparation);
    find_samples(run, y, chunk);
    if (preparation->has_gray)
        load_grays(preparation, chunk);
    else if (in_channels == 3 && channels == 3 && bits == 8 && !is_saturated)
        load_samples(preparation, 8, 3, 3, true, chunk);
    else if (in_channels == 3 && channels == 3 && bits == 16 && !is_saturated)
        load_samples(preparation, 16, 3, 3, true, chunk);
    else
        load_samples(preparation, bits, in_channels, channels, !is_saturated, chunk);
    if (is_saturated)
        saturate(preparation, chunk);
}

static void store_values(const struct run *run, int y, int x, const int32_t value[3])
{
    int channels = run->prepared->channels;
    for (int c = 0; c < channels; c++)
        errdiff_store(errdiff_row(run->prepared, y, 0), run->prepared->bits,
                      (ptrdiff_t)x * channels + c, value[c]);
}

/* Writes what an engine reads where the mask is 0, for pixel i of the chunk: the original sample or
 * its value. */
static void keep_original(const struct run *run, int y, const struct chunk *chunk, int i)
{
    const struct errdiff_preparation *preparation = run->preparation;
    const void *samples = chunk->samples;
    int bits = preparation->in_bits;
    int factor = bits < run->prepared->bits ? 257 : 1;
    int32_t value[3];
    for (int c = 0; c < run->prepared->channels; c++) {
        ptrdiff_t from = (ptrdiff_t)i * run->in->channels + (run->in->channels == 3 ? c : 0);
        int32_t sample = preparation->keeps_gray
                             ? errdiff_gray_of(&preparation->gray, samples, bits, i)
                             : errdiff_load(samples, bits, from);
        value[c] = preparation->light && !preparation->keeps_samples ? preparation->light[sample]
                                                                     : factor * sample;
    }
    if (preparation->maps_lightness && !preparation->keeps_samples)
        errdiff_lightness_map(value);
    store_values(run, y, chunk->first + i, value);
}

/* Whether a pixel with the values v is exact, and at which level or color. */
static bool find_exact(const struct errdiff_preparation *preparation, const struct chunk *chunk,
                       int i, const int32_t value[3], int32_t level[3])
{
    if (!preparation->light)
        return errdiff_exact_find(&preparation->exact, value, value, level);
    int32_t display[3];
    bool is_display = saturates(preparation);
    for (int c = 0; c < preparation->rule->channels; c++) {
        int32_t index = chunk->indices[c][i];
        display[c] = is_display ? index : preparation->display[index];
    }
    return errdiff_exact_find(&preparation->exact, value, display, level);
}

/* Writes the exact color of a pixel whose levels, or color of the palette, were found. */
static void keep_exact(const struct run *run, int y, int x, const int32_t value[3],
                       const int32_t level[3])
{
    const struct errdiff_preparation *preparation = run->preparation;
    const struct errdiff_pixel_rule *rule = preparation->rule;
    int factor = preparation->out_bits < run->prepared->bits ? 257 : 1;
    int32_t kept[3];
    for (int c = 0; c < rule->channels; c++)
        kept[c] = rule->indexed  ? value[c]
                  : rule->search ? factor * rule->search->stored[level[0]][c]
                                 : factor * errdiff_stored_of(&rule->quantizers[c], level[c]);
    if (preparation->maps_lightness && rule->indexed)
        errdiff_lightness_map(kept);
    store_values(run, y, x, kept);
}

/* Writes what is not dithered, and sets is_kept and the mask. Returns whether there is anything. */
static bool keep_pixels(const struct run *run, int y, struct chunk *chunk)
{
    const struct errdiff_preparation *preparation = run->preparation;
    const uint8_t *mask = errdiff_mask_row(run->in, y);
    bool is_any = false;
    memset(chunk->is_kept, 0, sizeof chunk->is_kept);
    for (int i = 0; i < chunk->count && (mask || preparation->finds_exact); i++) {
        int x = chunk->first + i;
        int32_t value[3], level[3];
        for (int c = 0; c < preparation->rule->channels; c++)
            value[c] = chunk->values[c][i];
        bool is_original = mask && mask[x] == 0;
        bool is_exact = !is_original && preparation->finds_exact &&
                        find_exact(preparation, chunk, i, value, level);
        if (is_original)
            keep_original(run, y, chunk, i);
        if (is_exact)
            keep_exact(run, y, x, value, level);
        chunk->is_kept[i] = is_original || is_exact;
        is_any |= chunk->is_kept[i];
        if (run->mask)
            run->mask[(size_t)y * (size_t)run->in->width + (size_t)x] =
                chunk->is_kept[i] ? 0 : UINT8_MAX;
    }
    return is_any;
}

HOST_DEVICE_INLINE void store_chunk(const struct chunk *chunk, void *row, bool has_kept,
                                    int channels, int bits)
{
    ptrdiff_t to = (ptrdiff_t)chunk->first * channels;
    for (int i = 0; i < chunk->count; i++, to += channels)
        for (int c = 0; c < channels && !(has_kept && chunk->is_kept[i]); c++)
            errdiff_store(row, bits, to + c, chunk->values[c][i]);
}

/* Returns the number of pixels whose colors the mapping replaced. */
static int prepare_chunk(const struct run *run, int y, struct chunk *chunk)
{
    const struct errdiff_preparation *preparation = run->preparation;
    int channels = run->prepared->channels;
    void *row = errdiff_row(run->prepared, y, 0);
    load_chunk(run, y, chunk);
    bool has_kept = keep_pixels(run, y, chunk);
    int mapped = 0;
    if (preparation->has_mapping)
        mapped = errdiff_map_colors(&preparation->mapping, &preparation->map_tables,
                                    (const uint16_t(*)[CHUNK])chunk->indices,
                                    has_kept ? chunk->is_kept : NULL, chunk->values, chunk->count);
    for (int c = 0; c < channels && preparation->has_dot_gain; c++)
        for (int i = 0; i < chunk->count; i++)
            chunk->values[c][i] = preparation->gains[c][chunk->values[c][i]];
    if (preparation->maps_lightness)
        errdiff_lightness_map_many(chunk->values[0], chunk->values[1], chunk->values[2],
                                   chunk->count);
    if (channels == 1)
        store_chunk(chunk, row, has_kept, 1, run->prepared->bits);
    else if (run->prepared->bits == 8)
        store_chunk(chunk, row, has_kept, 3, 8);
    else if (has_kept)
        store_chunk(chunk, row, true, 3, 16);
    else
        store_chunk(chunk, row, false, 3, 16);
    return mapped;
}

static void prepare_row(struct run *run, int y)
{
    struct chunk chunk;
    int mapped = 0;
    for (chunk.first = 0; chunk.first < run->in->width; chunk.first += CHUNK) {
        int rest = run->in->width - chunk.first;
        chunk.count = rest < CHUNK ? rest : CHUNK;
        mapped += prepare_chunk(run, y, &chunk);
    }
    atomic_fetch_add_explicit(&run->mapped, mapped, memory_order_relaxed);
}

/* Whether each byte of the image becomes a byte of the prepared one, by itself. */
static bool maps_bytes(const struct run *run)
{
    return run->in->bits == 8 && run->prepared->bits == 8 &&
           run->in->channels == run->prepared->channels && !run->in->mask && !run->mask &&
           !run->preparation->has_gray && !saturates(run->preparation) &&
           !run->preparation->has_mapping && !run->preparation->has_dot_gain;
}

static void map_bytes(const struct run *run, int y)
{
    uint8_t table[256];
    const uint8_t *from = errdiff_row(run->in, y, 0);
    uint8_t *to = errdiff_row(run->prepared, y, 0);
    for (int i = 0; i < 256; i++)
        table[i] = (uint8_t)run->preparation->values[0][i];
    ptrdiff_t count = (ptrdiff_t)run->in->width * run->in->channels, i = 0;
    for (; i + 8 <= count; i += 8) { /* one load and one store for eight bytes */
        uint64_t samples, values = 0;
        memcpy(&samples, from + i, sizeof samples);
        for (int k = 0; k < 64; k += 8)
            values |= (uint64_t)table[samples >> k & 0xFF] << k;
        memcpy(to + i, &values, sizeof values);
    }
    for (; i < count; i++)
        to[i] = table[from[i]];
}

static void prepare_rows(void *user, int begin, int end)
{
    struct run *run = user;
    bool is_bytes = maps_bytes(run);
    for (int y = begin; y < end; y++)
        if (is_bytes)
            map_bytes(run, y);
        else
            prepare_row(run, y);
}

/* ---- The whole image --------------------------------------------------------------------- */

errdiff_status errdiff_preparation_run(struct errdiff_preparation *preparation,
                                       const errdiff_image *in, const errdiff_image *prepared,
                                       uint8_t *mask, struct errdiff_threads threads,
                                       struct errdiff_progress_state *progress)
{
    struct run run = {.preparation = preparation,
                      .in = in,
                      .prepared = prepared,
                      .mask = mask,
                      .float_rows = errdiff_float_rows_pick()};
    errdiff_status status = ERRDIFF_OK;
    if (!preparation->values[0])
        status = errdiff_tone_find_range(&preparation->tone, in,
                                         preparation->has_gray ? &preparation->gray : NULL, threads,
                                         progress);
    if (status == ERRDIFF_OK && !preparation->values[0] && !make_tables(preparation))
        status = ERRDIFF_NO_MEMORY;
    int rows_in_range = 1 + PIXELS_IN_RANGE / in->width;
    if (status == ERRDIFF_OK)
        status =
            errdiff_ranges_run(threads, in->height, rows_in_range, prepare_rows, &run, progress);
    preparation->mapped = atomic_load(&run.mapped);
    return status;
}

static bool has_dot_gain(const errdiff_options *options)
{
    struct errdiff_gain_curve curve;
    return errdiff_gain_read(options->dot_gain, 1, &curve, NULL) == ERRDIFF_OK &&
           !errdiff_gain_is_identity(&curve);
}

bool errdiff_preparation_may_be_needed(const errdiff_options *options)
{
    struct errdiff_tone tone = errdiff_tone_of(options);
    return options->gray || tone.has_curve || tone.colorfulness != ERRDIFF_NEUTRAL_COLORFULNESS ||
           options->keep_exact || has_dot_gain(options) ||
           (options->palette &&
            (options->gamut != ERRDIFF_GAMUT_NONE || options->match == ERRDIFF_MATCH_LIGHTNESS));
}

bool errdiff_preparation_is_needed(const struct errdiff_preparation *preparation)
{
    return preparation->has_gray || preparation->has_tone || preparation->finds_exact ||
           preparation->has_mapping || preparation->has_dot_gain || preparation->maps_lightness;
}

errdiff_image errdiff_preparation_shape(const struct errdiff_preparation *preparation,
                                        const errdiff_image *in)
{
    errdiff_image shape = {.width = in->width,
                           .height = in->height,
                           .channels = preparation->rule->channels,
                           .bits = preparation->rule->max_value == UINT8_MAX ? 8 : 16};
    shape.stride = (ptrdiff_t)shape.width * shape.channels * (shape.bits / 8);
    return shape;
}

static int compare_values(const void *a, const void *b)
{
    return *(const int32_t *)a - *(const int32_t *)b;
}

/* The values of a channel between which the gain is taken out, in rising order. Returns their
 * number. */
static int list_values(const struct errdiff_pixel_rule *rule, int c, int32_t values[])
{
    if (!rule->search) {
        memcpy(values, rule->quantizers[c].output,
               (size_t)rule->quantizers[c].level_count * sizeof *values);
        return rule->quantizers[c].level_count;
    }
    for (int i = 0; i < rule->search->color_count; i++)
        values[i] = rule->search->unmapped[i][c] >> ERRDIFF_FRACTION_BITS;
    qsort(values, (size_t)rule->search->color_count, sizeof *values, compare_values);
    return rule->search->color_count;
}

static bool make_gains(struct errdiff_preparation *preparation, const errdiff_options *options)
{
    const struct errdiff_pixel_rule *rule = preparation->rule;
    size_t count = (size_t)rule->max_value + 1;
    struct errdiff_gain_curve curve;
    int32_t values[ERRDIFF_MAX_COLORS];
    uint16_t *tables = malloc((size_t)rule->channels * count * sizeof *tables);
    preparation->gains[0] = tables;
    errdiff_gain_read(options->dot_gain, errdiff_screen_period(options), &curve, NULL);
    for (int c = 0; tables && c < rule->channels; c++) {
        preparation->gains[c] = tables + (size_t)c * count;
        errdiff_gain_table(&curve, values, list_values(rule, c, values), rule->max_value,
                           preparation->gains[c]);
    }
    return tables != NULL;
}

bool errdiff_preparation_make(struct errdiff_preparation *preparation,
                              const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                              const errdiff_image *out, const errdiff_options *options)
{
    *preparation = (struct errdiff_preparation){
        .rule = rule,
        .light = rule->light,
        .in_bits = in->bits,
        .out_bits = out->bits,
        .tone = errdiff_tone_of(options),
        .finds_exact = options->keep_exact != 0,
        .has_gray = options->gray && in->channels == 3,
        .has_dot_gain = has_dot_gain(options),
        .maps_lightness = rule->search && options->match == ERRDIFF_MATCH_LIGHTNESS,
    };
    preparation->keeps_gray = preparation->has_gray && out->channels == 1;
    preparation->keeps_samples = (rule->light || preparation->maps_lightness) && !rule->indexed;
    preparation->has_tone = preparation->tone.has_curve || saturates(preparation);
    bool is_made = !preparation->has_gray || errdiff_gray_make(&preparation->gray, in->bits);
    if (is_made && rule->search && options->gamut != ERRDIFF_GAMUT_NONE) {
        is_made = errdiff_mapping_make(&preparation->mapping, rule->search, options->gamut,
                                       options->compress, rule->light != NULL);
        preparation->has_mapping = is_made && !errdiff_mapping_is_identity(&preparation->mapping);
    }
    if (is_made && preparation->has_dot_gain)
        is_made = make_gains(preparation, options);
    if (preparation->finds_exact)
        errdiff_exact_make(&preparation->exact, rule, out->bits, is_relative(preparation));
    return is_made;
}

void errdiff_preparation_release(struct errdiff_preparation *preparation)
{
    errdiff_gray_release(&preparation->gray);
    errdiff_mapping_release(&preparation->mapping);
    free(preparation->gains[0]);
    free(preparation->display);
    free(preparation->values[0]);
    errdiff_map_tables_release(&preparation->map_tables);
}
