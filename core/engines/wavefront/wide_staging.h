/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Buffers for samples between the image and 32-bit lanes. Compiled with the lane kernel, once for
 * each instruction set.
 *
 * If samples need no conversion, the image is read and written in whole cache lines, well before
 * and after the samples are needed. The buffers of a row are a ring of tiles: tile t is in place
 * t % TILES. A tile's cache lines begin anywhere in its first LINE samples, and the last one ends
 * as far in the next tile. Behind the last place there are therefore LINE samples more, which are
 * copied to or from the first place.
 *
 *     samples   |tile 0      |tile 1      |tile 2      |tile 0 …
 *     row 0     |  lines of 0|  lines of 1|  lines of 2|
 *     row 1     | lines of 0| lines of 1  | …
 *
 * In other jobs a tile is loaded and stored when it is dithered, pixel by pixel or row by row.
 */
#ifndef ERRDIFF_WIDE_STAGING_H
#define ERRDIFF_WIDE_STAGING_H

#include "base/vector.h"
#include "rule/pixel.h"
#include "wide_plan.h"

enum {
    LANES = LANES_32,
    TILE = ERRDIFF_WIDE_TILE,
    TILES = 3,
    LINE = 32, /* samples: of 16 bits what a cache line holds, of 8 bits half of that */
    ROW = TILES * TILE + LINE,
    LANE_PARTS = 4 /* parts of the lanes, which are read and written one after the other */
};

_Static_assert(TILE % LINE == 0, "lines of memory must begin at the same sample in every tile");

/* The number of samples by which memory is prefetched. One or two cache lines are not enough for
 * rows that are not in the caches yet. */
enum { AHEAD = 4 * TILE };

/* In bytes. An image of this size or more does not stay in the caches. */
enum { LARGE = 16 << 20 };

/* How the cache lines of an image lie in the tiles. */
struct lines {
    bool are_used; /* or else pixels are converted one by one */
    int bits;      /* of a sample */
    bool bypass_caches;
    int starts[LANES];    /* for each lane: the sample of a tile with which a cache line begins */
    uint8_t *data[LANES]; /* and that cache line for tile 0 */
};

struct staging {
    _Alignas(64) uint16_t in[LANES][ROW];
    _Alignas(64) uint16_t out[LANES][ROW];
    /* Only of the current tile, from 0 on: */
    _Alignas(64) uint16_t mask[LANES][ROW];
    _Alignas(64) uint16_t planned[LANES][ROW]; /* the plane of offsets; int16_t */
    struct lines in_lines, out_lines;
};

static int place_of(int tile)
{
    return (tile + TILES) % TILES * TILE;
}

/* ---- In cache lines ------------------------------------------------------------------------- */

static void find_lines(struct lines *lines, const struct errdiff_band *band, bool is_input)
{
    const struct errdiff_wave *wave = band->wave;
    const struct errdiff_job *job = wave->job;
    int size = (is_input ? job->in.bits : job->out.bits) / 8;
    lines->bits = is_input ? job->in.bits : job->out.bits;
    for (int row = 0; row < band->row_count; row++) {
        int lane = LANES - 1 - row;
        int y = band->first_row + row;
        uint8_t *data = is_input ? errdiff_input_row(job, y, 0) : errdiff_row(&job->out, y, 0);
        uintptr_t skew = (uintptr_t)wave->skew * (uintptr_t)row;
        lines->starts[lane] = (int)((skew - (uintptr_t)data / (uintptr_t)size) % LINE);
        lines->data[lane] = data + (lines->starts[lane] - (ptrdiff_t)skew) * size;
    }
}

INLINE void widen(const uint8_t *from, int count, uint16_t *to)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i];
}

INLINE void make_narrow(const uint16_t *from, int count, uint8_t *to)
{
    for (int i = 0; i < count; i++)
        to[i] = (uint8_t)from[i];
}

/* Returns whether the cache lines of a tile are inside the rows in all lanes. */
static bool is_inside(const struct errdiff_wave *wave, int tile)
{
    int64_t first = (int64_t)tile * TILE;
    return errdiff_sample_at(wave, first, LANES - 1) >= 0 && first + TILE + LINE <= wave->samples;
}

/* Finds which of the samples first..first + TILE − 1 are in a row: those with the numbers
 * first + *begin..first + *end − 1. */
static void clip(const struct errdiff_wave *wave, int64_t first, int *begin, int *end)
{
    int64_t rest = wave->samples - first;
    *begin = first < 0 ? (int)(-first < TILE ? -first : TILE) : 0;
    *end = rest < TILE ? (int)(rest > 0 ? rest : 0) : TILE;
    *end = *end > *begin ? *end : *begin;
}

/* Reads the cache lines of a tile, which is −1 or more, for some lanes. */
SEPARATE static void load_lines(struct staging *staging, const struct errdiff_band *band, int tile,
                                int first_lane, int lane_count)
{
    const struct lines *lines = &staging->in_lines;
    int place = place_of(tile), size = lines->bits / 8;
    bool inside = is_inside(band->wave, tile);
    ptrdiff_t offset = (ptrdiff_t)tile * TILE;
    int end_lane = first_lane + lane_count, last_row = LANES - band->row_count;
    for (int lane = first_lane > last_row ? first_lane : last_row; lane < end_lane; lane++) {
        uint16_t *row = staging->in[lane], *to = row + place + lines->starts[lane];
        const uint8_t *from = lines->data[lane] + offset * size;
        int begin = 0, end = TILE;
        if (place == 0)
            memcpy(row, row + TILES * TILE, LINE * sizeof *row);
        for (int i = 0; inside && i < TILE * size; i += 64)
            __builtin_prefetch(from + AHEAD * size + i, 0, 2);
        if (!inside)
            clip(band->wave,
                 errdiff_sample_at(band->wave, offset + lines->starts[lane], LANES - 1 - lane),
                 &begin, &end);
        /* Loops of constant length are faster. */
        if (inside && size == 1)
            widen(from, TILE, to);
        else if (inside)
            memcpy(to, from, TILE * sizeof *to);
        else if (size == 1)
            widen(from + begin, end - begin, to + begin);
        else
            memcpy(to + begin, from + begin * size, (size_t)(end - begin) * sizeof *to);
    }
}

/* Writes the cache lines of a tile, which is −2 or more, for some lanes. */
SEPARATE static void store_lines(const struct staging *staging, const struct errdiff_band *band,
                                 int tile, int first_lane, int lane_count)
{
    const struct lines *lines = &staging->out_lines;
    int place = place_of(tile), size = lines->bits / 8;
    bool inside = is_inside(band->wave, tile), fetch = inside && !lines->bypass_caches;
    ptrdiff_t offset = (ptrdiff_t)tile * TILE;
    int end_lane = first_lane + lane_count, last_row = LANES - band->row_count;
    for (int lane = first_lane > last_row ? first_lane : last_row; lane < end_lane; lane++) {
        const uint16_t *from = staging->out[lane] + place + lines->starts[lane];
        uint8_t *to = lines->data[lane] + offset * size;
        int begin = 0, end = TILE;
        for (int i = 0; fetch && i < TILE * size; i += 64)
            __builtin_prefetch(to + AHEAD * size + i, 1, 2);
        if (!inside)
            clip(band->wave,
                 errdiff_sample_at(band->wave, offset + lines->starts[lane], LANES - 1 - lane),
                 &begin, &end);
        if (inside && size == 1)
            make_narrow(from, TILE, to);
        else if (inside && lines->bypass_caches)
            for (int i = 0; i < TILE; i += LINE)
                stream_line(to + i * size, from + i);
        else if (inside)
            memcpy(to, from, TILE * sizeof *from);
        else if (size == 1)
            make_narrow(from + begin, end - begin, to + begin);
        else
            memcpy(to + begin * size, from + begin, (size_t)(end - begin) * sizeof *from);
    }
}

/* ---- Pixel by pixel ------------------------------------------------------------------------ */

/* Pixels begin..end − 1 of a row are in the tile, whose sample `place` is the first of theirs. If
 * there are none, it is 0. */
struct part {
    int begin, end;
    int place;
};

static struct part part_of(const struct errdiff_band *band, int tile, int row)
{
    const struct errdiff_wave *wave = band->wave;
    int channels = wave->job->rule.channels, width = wave->job->in.width;
    /* Divisions by a constant are faster. */
    int64_t sample = errdiff_sample_at(wave, (int64_t)tile * TILE, row);
    int64_t first = channels == 3 ? sample / 3 : sample;
    int64_t end = first + (channels == 3 ? TILE / 3 : TILE);
    struct part part = {.begin = first < 0       ? 0
                                 : first > width ? width
                                                 : (int)first,
                        .end = end < 0       ? 0
                               : end > width ? width
                                             : (int)end};
    part.place = part.begin < part.end ? (int)(part.begin - first) * channels : 0;
    return part;
}

/* Loads the light of samples, the first of which is number `first` of its row. */
INLINE void load_light(const struct errdiff_job *job, const void *row, ptrdiff_t first, int count,
                       uint16_t *to)
{
    const uint16_t *light = job->rule.light;
    for (int i = 0; i < count && job->in.bits == 8; i++)
        to[i] = light[((const uint8_t *)row)[first + i]];
    for (int i = 0; i < count && job->in.bits != 8; i++)
        to[i] = light[((const uint16_t *)row)[first + i]];
}

SEPARATE static void load_pixels(struct staging *staging, const struct errdiff_band *band, int tile)
{
    const struct errdiff_job *job = band->wave->job;
    int channels = job->rule.channels;
    bool is_only_light = job->rule.light && job->in.channels == channels;
    for (int row = 0; row < band->row_count; row++) {
        const void *from = errdiff_input_row(job, band->first_row + row, 0);
        struct part part = part_of(band, tile, row);
        uint16_t *to = staging->in[LANES - 1 - row] + place_of(tile) + part.place;
        if (is_only_light)
            load_light(job, from, (ptrdiff_t)part.begin * channels,
                       (part.end - part.begin) * channels, to);
        for (int x = part.begin; !is_only_light && x < part.end; x++, to += channels) {
            int32_t value[3] = {0};
            errdiff_load_pixel(&job->rule, &job->in, from, x, value);
            for (int c = 0; c < channels; c++)
                to[c] = (uint16_t)value[c];
        }
    }
}

/* Whether pixels that are not dithered keep their samples as they are in the image. */
static bool keeps_samples(const struct errdiff_job *job)
{
    return job->in.mask && !job->rule.indexed && job->in.channels == job->rule.channels &&
           job->out.channels == job->rule.channels && job->in.bits == job->out.bits;
}

/* Writes the results where the mask is set, and elsewhere the samples of the image; up to a tile
 * of 8-bit samples. These are copied first, because the result may replace the image. */
INLINE void blend_bytes(const uint16_t *mask, const uint16_t *from, const uint8_t *in, int count,
                        uint8_t *out)
{
    uint8_t kept[TILE];
    memcpy(kept, in, (size_t)count);
    for (int i = 0; i < count; i++)
        out[i] = (uint8_t)((from[i] & mask[i]) | (kept[i] & ~mask[i]));
}

/* Does the same with 16-bit samples. */
INLINE void blend_words(const uint16_t *mask, const uint16_t *from, const uint16_t *in, int count,
                        uint16_t *out)
{
    uint16_t kept[TILE];
    memcpy(kept, in, (size_t)count * sizeof *in);
    for (int i = 0; i < count; i++)
        out[i] = (uint16_t)((from[i] & mask[i]) | (kept[i] & ~mask[i]));
}

SEPARATE static void blend_rows(const struct staging *staging, const struct errdiff_band *band,
                                int tile)
{
    const struct errdiff_job *job = band->wave->job;
    for (int row = 0; row < band->row_count; row++) {
        int lane = LANES - 1 - row, y = band->first_row + row;
        struct part part = part_of(band, tile, row);
        int count = (part.end - part.begin) * job->rule.channels;
        ptrdiff_t first = (ptrdiff_t)part.begin * job->rule.channels;
        const uint16_t *mask = staging->mask[lane] + part.place;
        const uint16_t *from = staging->out[lane] + place_of(tile) + part.place;
        const void *in = errdiff_input_row(job, y, 0);
        void *out = errdiff_row(&job->out, y, 0);
        if (job->out.bits == 8)
            blend_bytes(mask, from, (const uint8_t *)in + first, count, (uint8_t *)out + first);
        else
            blend_words(mask, from, (const uint16_t *)in + first, count, (uint16_t *)out + first);
    }
}

/* Of pixels with three samples in the buffer, of which the result has the first one: the number of
 * a color, or a gray. */
static void store_single_samples(const uint16_t *from, int count, uint8_t *out)
{
    for (int i = 0; i < count; i++)
        out[i] = (uint8_t)from[(ptrdiff_t)3 * i];
}

static void store_pixels(const struct staging *staging, const struct errdiff_band *band, int tile)
{
    const struct errdiff_job *job = band->wave->job;
    for (int row = 0; row < band->row_count; row++) {
        int y = band->first_row + row;
        const void *in = errdiff_input_row(job, y, 0);
        const uint8_t *mask = errdiff_mask_row(&job->in, y);
        void *out = errdiff_row(&job->out, y, 0);
        struct part part = part_of(band, tile, row);
        const uint16_t *from = staging->out[LANES - 1 - row] + place_of(tile) + part.place;
        if (!mask && job->out.bits == 8 && job->out.channels == 1 && job->rule.channels == 3) {
            store_single_samples(from, part.end - part.begin, (uint8_t *)out + part.begin);
            continue;
        }
        for (int x = part.begin; x < part.end; x++, from += job->rule.channels) {
            if (mask && mask[x] == 0) {
                int32_t value[3] = {0};
                errdiff_load_pixel(&job->rule, &job->in, in, x, value);
                errdiff_keep_pixel(&job->rule, &job->in, &job->out, in, out, x, value);
                continue;
            }
            for (int c = 0; c < job->out.channels; c++)
                errdiff_store(out, job->out.bits, (ptrdiff_t)x * job->out.channels + c, from[c]);
        }
    }
}

/* ---- What the lane kernel calls ------------------------------------------------------------- */

/* Called at the start of a band. */
static void begin_staging(struct staging *staging, const struct errdiff_band *band)
{
    const struct errdiff_job *job = band->wave->job;
    /* Lanes below the image compute, too, on zeros. */
    memset(staging->in, 0, sizeof staging->in);
    if (job->rule.has_plane)
        memset(staging->planned, 0, sizeof staging->planned);
    staging->in_lines.are_used = job->in.channels == job->rule.channels && !job->rule.light;
    staging->out_lines.are_used = job->out.channels == job->rule.channels && !job->in.mask;
    if (staging->out_lines.are_used)
        find_lines(&staging->out_lines, band, false);
    /* If the result replaces the image, its cache lines are in the caches already. */
    staging->out_lines.bypass_caches = job->out.bits == 16 && job->out.data != job->in.data &&
                                       2 * (int64_t)band->wave->samples * job->out.height >= LARGE;
    if (!staging->in_lines.are_used)
        return;
    find_lines(&staging->in_lines, band, true);
    load_lines(staging, band, -1, 0, LANES);
    load_lines(staging, band, 0, 0, LANES);
}

/* Called before a tile runs. */
static void stage_in(struct staging *staging, const struct errdiff_band *band, int tile)
{
    if (!staging->in_lines.are_used)
        load_pixels(staging, band, tile);
}

/* Called LANE_PARTS times while a tile runs, so that memory is busy while steps run. */
static void stage_lanes(struct staging *staging, const struct errdiff_band *band, int tile,
                        int part)
{
    int lane_count = LANES / LANE_PARTS, first_lane = part * lane_count;
    if (staging->in_lines.are_used)
        load_lines(staging, band, tile + 1, first_lane, lane_count);
    if (staging->out_lines.are_used)
        store_lines(staging, band, tile - 2, first_lane, lane_count);
}

/* Called after a tile has run. */
static void stage_out(struct staging *staging, const struct errdiff_band *band, int tile)
{
    if (keeps_samples(band->wave->job))
        blend_rows(staging, band, tile);
    else if (!staging->out_lines.are_used)
        store_pixels(staging, band, tile);
    else if (place_of(tile) == 0)
        for (int lane = 0; lane < LANES; lane++)
            memcpy(staging->out[lane] + TILES * TILE, staging->out[lane],
                   LINE * sizeof staging->out[lane][0]);
}

/* Called after the band's last tile. */
static void end_staging(const struct staging *staging, const struct errdiff_band *band)
{
    if (!staging->out_lines.are_used)
        return;
    store_lines(staging, band, errdiff_tile_count(band->wave) - 2, 0, LANES);
    store_lines(staging, band, errdiff_tile_count(band->wave) - 1, 0, LANES);
    stream_end();
}

INLINE void widen_mask(const uint8_t *mask, int pixels, int channels, uint16_t *to)
{
    for (int x = 0; x < pixels; x++)
        for (int c = 0; c < channels; c++)
            to[x * channels + c] = mask[x] != 0 ? UINT16_MAX : 0;
}

/* Sets the mask of a tile: all bits for samples in the image that are dithered, else 0. Returns
 * whether there is a sample that is not dithered. */
static bool stage_mask(struct staging *staging, const struct errdiff_band *band, int tile)
{
    const struct errdiff_job *job = band->wave->job;
    int channels = job->rule.channels;
    bool is_full = band->row_count == LANES;
    for (int lane = 0; lane < LANES; lane++)
        memset(staging->mask[lane], 0, TILE * sizeof staging->mask[lane][0]);
    for (int row = 0; row < band->row_count; row++) {
        const uint8_t *mask = errdiff_mask_row(&job->in, band->first_row + row);
        struct part part = part_of(band, tile, row);
        uint16_t *to = staging->mask[LANES - 1 - row] + part.place;
        int pixels = part.end - part.begin;
        bool is_dithered = !mask || !memchr(mask + part.begin, 0, (size_t)pixels);
        is_full &= is_dithered && pixels * channels == TILE;
        if (is_dithered)
            memset(to, UINT8_MAX, (size_t)(pixels * channels) * sizeof *to);
        else if (channels == 1)
            widen_mask(mask + part.begin, pixels, 1, to);
        else
            widen_mask(mask + part.begin, pixels, 3, to);
    }
    return !is_full;
}

/* Sets what the plane of offsets has for a tile. */
static void stage_offsets(struct staging *staging, const struct errdiff_band *band, int tile)
{
    const struct errdiff_pixel_rule *rule = &band->wave->job->rule;
    int first_y = band->wave->job->run.first_row + band->first_row - rule->offsets_first_row;
    for (int row = 0; row < band->row_count; row++) {
        struct part part = part_of(band, tile, row);
        int64_t pixel = (int64_t)(first_y + row) * rule->offsets_width + part.begin;
        memcpy(staging->planned[LANES - 1 - row] + part.place,
               rule->offsets + pixel * rule->channels,
               (size_t)((part.end - part.begin) * rule->channels) * sizeof *rule->offsets);
    }
}

#endif
