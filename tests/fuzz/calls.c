/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the library: the input says which one, its options, also wrong ones, and the shapes of
 * its images. What succeeds gives the same bytes with every engine of the processor, and what
 * fails leaves the result as it was. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIDE = 24, TALL = 200, MAX_PALETTE = 20, MAX_KERNEL = 40, PADDING = 6, MANY = 3 };

/* ---- What the input says ------------------------------------------------------------------- */

struct input {
    const uint8_t *data;
    size_t size;
};

/* Zeros follow the end. */
static int take_byte(struct input *input)
{
    if (input->size == 0)
        return 0;
    input->size--;
    return *input->data++;
}

static int take(struct input *input, int low, int high)
{
    return low + (take_byte(input) | take_byte(input) << 8) % (high - low + 1);
}

static bool take_flag(struct input *input)
{
    return take_byte(input) & 1;
}

/* ---- Images ------------------------------------------------------------------------------ */

/* An image in memory of its own, perhaps with bytes between its rows. */
struct image {
    errdiff_image pixels;
    uint8_t *bytes, *mask;
    size_t size;
};

static struct image image_make(int width, int height, int channels, int bits, int padding)
{
    ptrdiff_t stride = (ptrdiff_t)width * channels * (bits / 8) + padding;
    struct image image = {.size = (size_t)stride * (size_t)height,
                          .pixels = {.width = width,
                                     .height = height,
                                     .channels = channels,
                                     .bits = bits,
                                     .stride = stride,
                                     .mask_stride = width}};
    image.bytes = malloc(image.size);
    REQUIRE(image.bytes != NULL);
    image.pixels.data = image.bytes;
    return image;
}

/* Noise, or few values, so that some are those of levels. */
static void fill(uint8_t *bytes, size_t size, uint32_t seed, int spread)
{
    for (size_t i = 0; i < size; i++) {
        seed = seed * 1664525 + 1013904223;
        bytes[i] = (uint8_t)((seed >> 24) / (unsigned)spread * (unsigned)spread);
    }
}

static struct image image_take(struct input *input, int height, int channels, int bits)
{
    struct image image = image_make(take(input, 1, MAX_SIDE), height, channels, bits,
                                    take_flag(input) ? PADDING : 0);
    size_t pixels = (size_t)image.pixels.width * (size_t)height;
    fill(image.bytes, image.size, (uint32_t)take_byte(input), take_flag(input) ? 51 : 1);
    if (take_flag(input)) {
        image.mask = malloc(pixels);
        REQUIRE(image.mask != NULL);
        fill(image.mask, pixels, (uint32_t)take_byte(input), 1 + take(input, 0, 254));
        image.pixels.mask = image.mask;
    }
    return image;
}

static void image_free(struct image *image)
{
    free(image->bytes);
    free(image->mask);
}

/* Marks all bytes, so that those which a call writes can be seen. */
static void mark(const struct image *image)
{
    memset(image->bytes, 0xA5, image->size);
}

static bool is_marked(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] != 0xA5)
            return false;
    return true;
}

static void require_untouched_padding(const struct image *image)
{
    const errdiff_image *pixels = &image->pixels;
    size_t row = (size_t)pixels->width * (size_t)pixels->channels * (size_t)(pixels->bits / 8);
    for (int y = 0; y < pixels->height; y++)
        REQUIRE(is_marked(image->bytes + y * pixels->stride + row, (size_t)pixels->stride - row));
}

static void require_same_rows(const struct image *a, const struct image *b)
{
    const errdiff_image *pixels = &a->pixels;
    size_t row = (size_t)pixels->width * (size_t)pixels->channels * (size_t)(pixels->bits / 8);
    for (int y = 0; y < pixels->height; y++)
        REQUIRE(memcmp(a->bytes + y * pixels->stride, b->bytes + y * b->pixels.stride, row) == 0);
}

/* ---- Options ------------------------------------------------------------------------------- */

struct job {
    errdiff_options options;
    errdiff_palette palette;
    char kernel[MAX_KERNEL + 1];
};

static const char *const engines[] = {"serial-ec", "serial-ed", "block", "wavefront", "auto"};

enum { ENGINE_COUNT = sizeof engines / sizeof *engines };

static void take_kernel(struct input *input, struct job *job)
{
    errdiff_kernel named;
    if (errdiff_kernel_get(take(input, 0, 23), &named) == ERRDIFF_OK) {
        job->options.kernel = named.name;
        return;
    }
    int length = take(input, 0, MAX_KERNEL);
    for (int i = 0; i < length; i++)
        job->kernel[i] = (char)take_byte(input);
    job->options.kernel = job->kernel;
}

static void take_palette(struct input *input, struct job *job)
{
    errdiff_palette *palette = &job->palette;
    palette->count = take(input, 0, MAX_PALETTE);
    palette->has_sent = take_flag(input);
    fill(palette->colors[0], sizeof palette->colors, (uint32_t)take_byte(input),
         take_flag(input) ? 85 : 1);
    fill(palette->sent[0], sizeof palette->sent, (uint32_t)take_byte(input), 1);
    job->options.palette = palette;
}

/* Sets an option from the table to a value in its range or next to it. */
static void take_option(struct input *input, const errdiff_option_info *option,
                        errdiff_options *options)
{
    void *value = (char *)options + option->offset;
    if (option->type == ERRDIFF_OPTION_LEVELS)
        for (int c = 0; c < 3; c++)
            ((int *)value)[c] = take(input, 1, 257);
    else if (option->type == ERRDIFF_OPTION_REAL)
        *(double *)value = take_flag(input) ? take(input, -1, 1100) / 100.0
                                            : ldexp(take(input, -9, 9), take(input, -1100, 1100));
    else if (option->type == ERRDIFF_OPTION_SEED)
        *(uint32_t *)value = (uint32_t)take(input, 0, 65535) * 65537u;
    else
        *(int *)value = take(input, (int)option->min - 1, (int)option->max + 1);
}

static void take_options(struct input *input, struct job *job)
{
    errdiff_option_info option;
    errdiff_options_init(&job->options);
    take_kernel(input, job);
    for (int changed = take(input, 0, 8); changed > 0; changed--) {
        int number = take(input, 0, errdiff_option_count() - 1);
        REQUIRE(errdiff_option_get(number, &option) == ERRDIFF_OK);
        if (option.offset >= 0 && option.type != ERRDIFF_OPTION_TEXT)
            take_option(input, &option, &job->options);
    }
    if (job->options.threads > 4)
        job->options.threads %= 5;
    if (take_flag(input))
        take_palette(input, job);
    job->options.indexed = job->options.palette && take_flag(input);
    job->options.measure = take_flag(input);
    job->options.max_memory = take(input, -1, 2);
}

/* ---- Calls --------------------------------------------------------------------------------- */

static errdiff_status dither(const struct image *in, const struct image *out, struct job *job,
                             const char *engine)
{
    errdiff_report report;
    job->options.engine = engine;
    mark(out);
    errdiff_status status = errdiff_dither(&in->pixels, &out->pixels, &job->options, &report);
    require_sound_message(status, &report.message);
    REQUIRE(status == ERRDIFF_OK || is_marked(out->bytes, out->size));
    require_untouched_padding(out);
    return status;
}

static void dither_pieces(const struct image *in, const struct image *expected, struct job *job)
{
    errdiff_stream *stream;
    errdiff_report report;
    int height = in->pixels.height, has_next_row = job->options.detail != 0;
    errdiff_image shape = expected->pixels;
    struct image out = image_make(shape.width, shape.height, shape.channels, shape.bits, PADDING);
    mark(&out);
    errdiff_status status =
        errdiff_stream_open(&stream, &in->pixels, &out.pixels, &job->options, &report);
    require_sound_message(status, &report.message);
    for (int row = 0; status == ERRDIFF_OK && row < height; row += ERRDIFF_STREAM_ROWS) {
        errdiff_image from = in->pixels, to = out.pixels;
        int left = height - row;
        to.height = left < ERRDIFF_STREAM_ROWS ? left : ERRDIFF_STREAM_ROWS;
        from.height = to.height + (has_next_row && left > to.height);
        from.data = (uint8_t *)from.data + row * from.stride;
        to.data = (uint8_t *)to.data + row * to.stride;
        if (from.mask)
            from.mask += row * from.mask_stride;
        REQUIRE(errdiff_stream_dither(stream, &from, &to, &report) == ERRDIFF_OK);
    }
    if (status == ERRDIFF_OK)
        require_same_rows(expected, &out);
    errdiff_stream_close(stream);
    image_free(&out);
}

static void call_dither(struct input *input)
{
    struct job job = {.kernel = ""};
    take_options(input, &job);
    int bits = take_flag(input) ? 16 : 8, channels = take_flag(input) ? 3 : 1;
    bool is_tall = take_flag(input);
    struct image in = image_take(input, take(input, 1, is_tall ? TALL : MAX_SIDE), channels, bits);
    int out_channels = job.options.indexed ? 1 : job.options.palette ? 3 : channels;
    int out_bits = job.options.indexed || take_flag(input) ? 8 : bits;
    struct image out =
        image_make(in.pixels.width, in.pixels.height, out_channels, out_bits, PADDING);
    struct image other =
        image_make(in.pixels.width, in.pixels.height, out_channels, out_bits, PADDING);
    errdiff_status status = dither(&in, &out, &job, engines[0]);
    for (int i = 1; i < ENGINE_COUNT; i++) {
        errdiff_status again = dither(&in, &other, &job, engines[i]);
        if (status == ERRDIFF_OK && again == ERRDIFF_OK)
            require_same_rows(&out, &other);
        else
            REQUIRE(again == status || again == ERRDIFF_CANNOT_RUN);
    }
    if (status == ERRDIFF_OK)
        dither_pieces(&in, &out, &job);
    image_free(&in);
    image_free(&out);
    image_free(&other);
}

/* An image whose edges, for detail, take more than the 1 MiB that is allowed. */
static void call_refused(struct input *input)
{
    enum { WIDTH = 500, HEIGHT = 400 };
    struct job job = {.kernel = ""};
    take_options(input, &job);
    struct image in = image_make(WIDTH, HEIGHT, 3, 8, 0);
    struct image out = image_make(WIDTH, HEIGHT, 3, 8, PADDING);
    fill(in.bytes, in.size, (uint32_t)take_byte(input), 1);
    job.options.detail = take(input, 1, 100);
    job.options.indexed = 0;
    job.options.max_memory = 1;
    REQUIRE(dither(&in, &out, &job, engines[take(input, 0, ENGINE_COUNT - 1)]) != ERRDIFF_OK);
    image_free(&in);
    image_free(&out);
}

static void call_alpha(struct input *input)
{
    struct job job = {.kernel = ""};
    errdiff_report report;
    take_options(input, &job);
    errdiff_alpha how = (errdiff_alpha)take(input, 0, 3);
    struct image alpha = image_take(input, take(input, 1, MAX_SIDE), 1, take_flag(input) ? 16 : 8);
    errdiff_status status = errdiff_alpha_reduce(&alpha.pixels, how, &job.options, &report);
    require_sound_message(status, &report.message);
    image_free(&alpha);
}

static void call_dots(struct input *input)
{
    errdiff_message message = {""};
    int dot = take(input, 0, MAX_SIDE + 1), threads = take(input, -1, 4);
    int bits = take_flag(input) ? 16 : 8, channels = take_flag(input) ? 3 : 1;
    struct image pixels = image_take(input, take(input, 1, MAX_SIDE), channels, bits);
    int side = dot > 0 ? dot : 1;
    struct image dots =
        image_make(errdiff_dots_along(pixels.pixels.width, side),
                   errdiff_dots_along(pixels.pixels.height, side), channels, bits, PADDING);
    mark(&dots);
    errdiff_status status =
        errdiff_dots_reduce(&pixels.pixels, NULL, (errdiff_mean)take(input, 0, 2), dot,
                            &dots.pixels, threads, &message);
    require_sound_message(status, &message);
    require_untouched_padding(&dots);
    if (status == ERRDIFF_OK)
        REQUIRE(errdiff_dots_enlarge(&dots.pixels, dot, &pixels.pixels, &message) == ERRDIFF_OK);
    image_free(&pixels);
    image_free(&dots);
}

static void call_palette(struct input *input)
{
    struct job job = {.kernel = ""};
    errdiff_message message = {""};
    errdiff_palette made = {.count = 0};
    take_options(input, &job);
    int count = take(input, 1, 17);
    struct image pixels = image_take(input, take(input, 1, MAX_SIDE), take_flag(input) ? 3 : 1,
                                     take_flag(input) ? 16 : 8);
    errdiff_status status = errdiff_palette_make(&pixels.pixels, count, job.options.palette,
                                                 &job.options, &made, &message);
    require_sound_message(status, &message);
    if (status == ERRDIFF_OK)
        REQUIRE(made.count >= 1 && made.count <= count);
    image_free(&pixels);
}

struct many {
    struct input input;
    int calls;
};

static void dither_one(void *user, int number, const errdiff_options *options)
{
    const struct many *many = user;
    struct input input = many->input;
    errdiff_report report;
    struct image in = image_take(&input, 1 + number, 3, 8);
    errdiff_status status = errdiff_dither(&in.pixels, &in.pixels, options, &report);
    require_sound_message(status, &report.message);
    image_free(&in);
}

/* Cancels when it has been called this many times. */
static int count_down(void *user, double done)
{
    struct many *many = user;
    REQUIRE(done >= 0 && done <= 1);
    return --many->calls == 0;
}

static void call_many(struct input *input)
{
    struct job job = {.kernel = ""};
    take_options(input, &job);
    struct many many = {.calls = take(input, 0, 5), .input = *input};
    job.options.palette = NULL;
    job.options.indexed = 0;
    job.options.progress = count_down;
    job.options.progress_user = &many;
    errdiff_status status =
        errdiff_dither_many(take(input, -1, MANY), &job.options, dither_one, &many);
    REQUIRE(status == ERRDIFF_OK || status == ERRDIFF_CANCELLED || status == ERRDIFF_BAD_ARGUMENT);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const calls[])(struct input * input) = {call_dither,  call_dither, call_dither,
                                                          call_refused, call_alpha,  call_dots,
                                                          call_palette, call_many};
    struct input input = {.data = data, .size = size};
    calls[take_byte(&input) % (sizeof calls / sizeof *calls)](&input);
    return 0;
}
