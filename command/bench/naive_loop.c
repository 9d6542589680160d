/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diffuses errors in one plain loop, with whose speed and result those of the engines are
 * compared. */
#include "naive_loop.h"

#include "bench_options.h"
#include "config.h"
#include "naive_kernels.h"

#include <stdlib.h>
#include <string.h>

/* Inlined, so that the compiler sees constants. With a sanitizer that takes it a minute. */
#if defined(ERRDIFF_IS_SANITIZED)
#define INLINE static inline
#else
#define INLINE static inline __attribute__((always_inline))
#endif

enum { ROWS = ERRDIFF_MAX_REACH + 1, BUCKETS = 256 };

struct loop {
    const errdiff_image *in, *out;
    const errdiff_kernel *kernel;
    int32_t *errors; /* ROWS rows of row_length, each with margins of zeros */
    ptrdiff_t row_length;
    ptrdiff_t margin;
    int32_t white; /* 16·W */
    bool is_serpentine;

    /* Levels. The value s is in bucket s >> bucket_shift, and a bucket contains at most one
     * threshold. */
    bool has_two_levels;
    int32_t output[256];    /* 16·o(i) */
    int32_t threshold[256]; /* values above it get a higher level; the last is above all */
    int bucket_shift;
    uint8_t first_level[BUCKETS];

    /* The palette, if color_count is not 0. */
    int color_count;
    int32_t colors[ERRDIFF_MAX_COLORS][3]; /* 16·p */
};

INLINE int32_t clamp(int32_t value, int32_t least, int32_t most)
{
    return value < least ? least : value > most ? most : value;
}

INLINE int32_t load(const uint8_t *row, int bits, ptrdiff_t index)
{
    return bits == 8 ? row[index] : ((const uint16_t *)(const void *)row)[index];
}

INLINE void store(uint8_t *row, int bits, ptrdiff_t index, int32_t value)
{
    if (bits == 8)
        row[index] = (uint8_t)value;
    else
        ((uint16_t *)(void *)row)[index] = (uint16_t)value;
}

/* A row to dither. Rows run from left to right, or in serpentine order every other one from right
 * to left, and then the taps of their pixels are mirrored. */
struct row {
    int direction;         /* of this row, and of the one two rows above: 1 or, to the left, -1 */
    int direction_above;   /* of the row above, and of the one three rows above */
    const uint8_t *mask;   /* NULL: none */
    int32_t *errors[ROWS]; /* errors[dy]: of the row dy rows above, from its first sample */
    const uint8_t *in;
    uint8_t *out;
};

/* S/D, with halves rounded up, the taps in their order. `last` is the error of the pixel that was
 * dithered last. */
INLINE int32_t collect(const errdiff_kernel *kernel, int channels, const struct row *row,
                       ptrdiff_t index, int32_t last)
{
    int32_t divisor = kernel->divisor;
    int32_t sum = divisor / 2;
/* Clang unrolls short loops without being told; told so, it needs half a minute with sanitizers. */
#if !defined(__clang__)
#pragma GCC unroll 16
#endif
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        bool is_last = tap->dy == 0 && tap->dx == 1;
        int direction = tap->dy % 2 == 0 ? row->direction : row->direction_above;
        ptrdiff_t from = index - direction * tap->dx * channels;
        sum += tap->weight * (is_last ? last : row->errors[tap->dy][from]);
    }
    if ((divisor & (divisor - 1)) == 0)
        return sum >> __builtin_ctz((unsigned)divisor);
    return sum / divisor - (sum % divisor < 0);
}

/* 16·o(q) */
INLINE int32_t quantize(const struct loop *loop, bool has_two_levels, int32_t modified)
{
    if (has_two_levels) /* without a branch, which would be mispredicted half of the time */
        return -(modified > loop->threshold[0]) & loop->white;
    int32_t inside = clamp(modified, 0, loop->white);
    int level = loop->first_level[inside >> loop->bucket_shift];
    return loop->output[level + (inside > loop->threshold[level])];
}

INLINE void dither_row_to_levels(const struct loop *loop, const errdiff_kernel *kernel,
                                 int channels, int bits, bool has_two_levels, const struct row *row)
{
    const uint8_t *restrict in = row->in;
    uint8_t *restrict out = row->out;
    int32_t last[3] = {0};
    int32_t white = loop->white;
    int width = loop->in->width;
    for (int step = 0; step < width; step++) {
        ptrdiff_t x = row->direction > 0 ? step : width - 1 - step;
        bool is_kept = row->mask && row->mask[x] == 0;
#pragma GCC unroll 3
        for (int c = 0; c < channels; c++) {
            ptrdiff_t i = x * channels + c;
            int32_t value = load(in, bits, i);
            int32_t modified = 16 * value + collect(kernel, channels, row, i, last[c]);
            int32_t output = quantize(loop, has_two_levels, modified);
            store(out, bits, i, is_kept ? value : output >> 4);
            last[c] = is_kept ? 0 : clamp(modified - output, -white, white);
            row->errors[0][i] = last[c];
        }
    }
}

INLINE int nearest_color(const struct loop *loop, const int32_t sought[3])
{
    int nearest = 0;
    int64_t least = INT64_MAX;
    for (int i = 0; i < loop->color_count; i++) {
        int64_t red = sought[0] - loop->colors[i][0];
        int64_t green = sought[1] - loop->colors[i][1];
        int64_t blue = sought[2] - loop->colors[i][2];
        int64_t distance = red * red + green * green + blue * blue;
        nearest = distance < least ? i : nearest;
        least = distance < least ? distance : least;
    }
    return nearest;
}

INLINE void dither_row_to_colors(const struct loop *loop, const errdiff_kernel *kernel, int bits,
                                 const struct row *row)
{
    const uint8_t *restrict in = row->in;
    uint8_t *restrict out = row->out;
    int32_t last[3] = {0};
    int width = loop->in->width, in_channels = loop->in->channels,
        out_channels = loop->out->channels;
    for (int step = 0; step < width; step++) {
        ptrdiff_t x = row->direction > 0 ? step : width - 1 - step;
        ptrdiff_t in_index = x * in_channels, out_index = x * out_channels, i = x * 3;
        bool is_kept = row->mask && row->mask[x] == 0;
        int32_t value[3], modified[3], sought[3];
        for (int c = 0; c < 3; c++) {
            value[c] = load(in, bits, in_channels == 3 ? in_index + c : in_index);
            modified[c] = 16 * value[c] + collect(kernel, 3, row, i + c, last[c]);
            sought[c] = clamp(modified[c], -loop->white, 2 * loop->white);
        }
        const int32_t *color = loop->colors[nearest_color(loop, sought)];
        for (int c = 0; c < 3; c++) {
            int32_t error = clamp(modified[c] - color[c], -loop->white, loop->white);
            last[c] = is_kept ? 0 : error;
            row->errors[0][i + c] = last[c];
        }
        for (int c = 0; c < out_channels; c++)
            store(out, bits, out_index + c, is_kept ? value[c] : color[c] >> 4);
    }
}

/* Inlined with constant arguments, so that the compiler makes separate code for each of these
 * cases. */
INLINE void dither_row(const struct loop *loop, const errdiff_kernel *kernel, const struct row *row)
{
    int bits = loop->in->bits, channels = loop->in->channels;
    bool has_two_levels = loop->has_two_levels;
    if (loop->color_count > 0)
        dither_row_to_colors(loop, kernel, bits, row);
    else if (channels == 3)
        dither_row_to_levels(loop, kernel, 3, bits, has_two_levels, row);
    else if (bits == 8 && has_two_levels)
        dither_row_to_levels(loop, kernel, 1, 8, true, row);
    else
        dither_row_to_levels(loop, kernel, 1, bits, has_two_levels, row);
}

/* Calls dither_row with constants for the usual order without a mask, and without constants
 * otherwise. */
INLINE void dither_row_in_order(const struct loop *loop, const errdiff_kernel *kernel,
                                struct row row)
{
    if (loop->is_serpentine || row.mask) {
        dither_row(loop, kernel, &row);
        return;
    }
    row.direction = row.direction_above = 1;
    row.mask = NULL;
    dither_row(loop, kernel, &row);
}

INLINE void dither(const struct loop *loop, const errdiff_kernel *kernel)
{
    const errdiff_image *in = loop->in, *out = loop->out;
    for (int y = 0; y < in->height; y++) {
        int direction = loop->is_serpentine && y % 2 == 1 ? -1 : 1;
        struct row row = {.direction = direction,
                          .direction_above = loop->is_serpentine ? -direction : 1,
                          .mask = in->mask ? in->mask + y * in->mask_stride : NULL,
                          .in = (const uint8_t *)in->data + y * in->stride,
                          .out = (uint8_t *)out->data + y * out->stride};
        for (int dy = 0; dy < ROWS; dy++)
            row.errors[dy] =
                loop->errors + (y + ROWS - dy) % ROWS * loop->row_length + loop->margin;
        dither_row_in_order(loop, kernel, row);
    }
}

#define DITHER_BY(kernel_name)                                   \
    static void dither_by_##kernel_name(const struct loop *loop) \
    {                                                            \
        dither(loop, &kernel_name);                              \
    }

DITHER_BY(floyd_steinberg)
DITHER_BY(false_floyd_steinberg)
DITHER_BY(simple)
DITHER_BY(jarvis_judice_ninke)
DITHER_BY(stucki)
DITHER_BY(burkes)
DITHER_BY(sierra_3)
DITHER_BY(sierra_2)
DITHER_BY(sierra_lite)
DITHER_BY(atkinson)
DITHER_BY(fan)
DITHER_BY(shiau_fan_1)
DITHER_BY(shiau_fan_2)
DITHER_BY(stevenson_arce)

static const struct {
    const errdiff_kernel *kernel;
    void (*dither)(const struct loop *loop);
} compiled[] = {
    {&floyd_steinberg, dither_by_floyd_steinberg},
    {&false_floyd_steinberg, dither_by_false_floyd_steinberg},
    {&simple, dither_by_simple},
    {&jarvis_judice_ninke, dither_by_jarvis_judice_ninke},
    {&stucki, dither_by_stucki},
    {&burkes, dither_by_burkes},
    {&sierra_3, dither_by_sierra_3},
    {&sierra_2, dither_by_sierra_2},
    {&sierra_lite, dither_by_sierra_lite},
    {&atkinson, dither_by_atkinson},
    {&fan, dither_by_fan},
    {&shiau_fan_1, dither_by_shiau_fan_1},
    {&shiau_fan_2, dither_by_shiau_fan_2},
    {&stevenson_arce, dither_by_stevenson_arce},
};

static bool has_same_weights(const errdiff_kernel *a, const errdiff_kernel *b)
{
    return a->divisor == b->divisor && a->tap_count == b->tap_count &&
           memcmp(a->taps, b->taps, (size_t)a->tap_count * sizeof *a->taps) == 0;
}

static void dither_by_kernel(const struct loop *loop)
{
    for (size_t i = 0; i < sizeof compiled / sizeof *compiled; i++)
        if (has_same_weights(loop->kernel, compiled[i].kernel)) {
            compiled[i].dither(loop);
            return;
        }
    dither(loop, loop->kernel);
}

static void set_levels(struct loop *loop, int levels)
{
    int64_t max_value = loop->white / 16;
    loop->has_two_levels = levels == 2;
    for (int64_t i = 0; i < levels; i++)
        loop->output[i] =
            16 * (int32_t)((2 * i * max_value + levels - 1) / (2 * ((int64_t)levels - 1)));
    for (int i = 0; i + 1 < levels; i++)
        loop->threshold[i] = (loop->output[i] + loop->output[i + 1]) / 2;
    loop->threshold[levels - 1] = INT32_MAX;

    int level = 0;
    loop->bucket_shift = loop->in->bits == 8 ? 4 : 12;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        while (loop->threshold[level] < bucket << loop->bucket_shift)
            level++;
        loop->first_level[bucket] = (uint8_t)level;
    }
}

static void set_colors(struct loop *loop, const errdiff_palette *palette)
{
    loop->color_count = palette->count;
    for (int i = 0; i < palette->count; i++)
        for (int c = 0; c < 3; c++)
            loop->colors[i][c] = palette->colors[i][c] * (loop->white / 255);
}

bool naive_loop_can_run(const struct bench_job *job)
{
    errdiff_options options = job->options;
    bool has_equal_levels =
        options.levels[1] == options.levels[0] && options.levels[2] == options.levels[0];
    errdiff_option_info info;
    options.serpentine = 0;
    return job->hogel == 0 && !job->kernel.tone_keys &&
           (options.palette || job->channels == 1 || has_equal_levels) &&
           bench_options_next_changed(&options, 0, &info) < 0;
}

bool naive_loop(const errdiff_image *in, const errdiff_image *out, const errdiff_kernel *kernel,
                const errdiff_options *options)
{
    ptrdiff_t channels = options->palette ? 3 : in->channels;
    struct loop loop = {
        .in = in,
        .out = out,
        .kernel = kernel,
        .margin = ERRDIFF_MAX_REACH * channels,
        .row_length = (in->width + 2 * (ptrdiff_t)ERRDIFF_MAX_REACH) * channels,
        .white = 16 * (in->bits == 8 ? UINT8_MAX : UINT16_MAX),
        .is_serpentine = options->serpentine,
    };
    loop.errors = calloc((size_t)loop.row_length * ROWS, sizeof *loop.errors);
    if (!loop.errors)
        return false;
    if (options->palette)
        set_colors(&loop, options->palette);
    else
        set_levels(&loop, options->levels[0]);
    dither_by_kernel(&loop);
    free(loop.errors);
    return true;
}
