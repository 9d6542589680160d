/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images in pieces: the same bytes as in one piece, with every instruction set; and what is
 * refused. */
#define _POSIX_C_SOURCE 200809L

#include "../support/plain_options.h"
#include "../support/random.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *const isas[] = {"avx512", "avx2", "sse4.1", "neon", "c"};

enum { ISA_COUNT = sizeof(isas) / sizeof(*isas) };

/* Returns 0 if this processor does not have the instruction set. */
static int set_isa(const char *isa)
{
    setenv("ERRDIFF_ISA", isa, 1);
    return errdiff_engine_available("wavefront", NULL);
}

static int restore_isa(void **state)
{
    (void)state;
    unsetenv("ERRDIFF_ISA");
    return 0;
}

/* ---- Jobs ---------------------------------------------------------------------------------- */

struct job {
    const char *kernel;
    int channels, bits, out_bits;
    int levels;
    int noise, detail, linear, indexed;
    const char *palette, *screen;
    int is_ordered;   /* a strength of 0 */
    int is_continued; /* the first rows get errors from above */
    errdiff_gamut gamut;
    int masked; /* 2: in some pieces only */
    int strength;
};

static const struct job jobs[] = {
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 8},
    {.kernel = "floyd-steinberg", .channels = 3, .bits = 8},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 8, .levels = 4, .masked = 1},
    {.kernel = "atkinson", .channels = 1, .bits = 8, .levels = 16},
    {.kernel = "sierra-lite", .channels = 3, .bits = 8, .levels = 3, .strength = 50},
    {.kernel = "stucki", .channels = 1, .bits = 8},
    {.kernel = "jarvis-judice-ninke", .channels = 3, .bits = 8, .masked = 1},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 16},
    {.kernel = "jarvis-judice-ninke", .channels = 3, .bits = 16, .levels = 5},
    {.kernel = "floyd-steinberg", .channels = 3, .bits = 16, .out_bits = 8, .levels = 7},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 16, .out_bits = 8, .levels = 256},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 8, .noise = 60},
    {.kernel = "stevenson-arce", .channels = 3, .bits = 8, .noise = 30, .masked = 1},
    {.kernel = "ostromoukhov", .channels = 1, .bits = 8},
    {.kernel = "ostromoukhov", .channels = 3, .bits = 16, .levels = 4},
    {.kernel = "zhou-fang", .channels = 1, .bits = 8, .masked = 1},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 8, .linear = 1},
    {.kernel = "atkinson", .channels = 3, .bits = 16, .linear = 1, .levels = 3},
    {.kernel = "floyd-steinberg",
     .channels = 3,
     .bits = 8,
     .palette = "pico-8",
     .gamut = ERRDIFF_GAMUT_NONE},
    {.kernel = "stucki",
     .channels = 3,
     .bits = 8,
     .palette = "ega",
     .indexed = 1,
     .masked = 1,
     .gamut = ERRDIFF_GAMUT_NONE},
    {.kernel = "floyd-steinberg",
     .channels = 1,
     .bits = 16,
     .palette = "cga",
     .noise = 20,
     .gamut = ERRDIFF_GAMUT_NONE},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 8, .detail = 100},
    {.kernel = "ostromoukhov", .channels = 3, .bits = 16, .detail = 30, .linear = 1, .masked = 1},
    {.kernel = "stucki",
     .channels = 1,
     .bits = 8,
     .detail = 7,
     .palette = "game-boy",
     .gamut = ERRDIFF_GAMUT_NONE},
    {.kernel = "floyd-steinberg",
     .channels = 3,
     .bits = 8,
     .detail = 60,
     .noise = 10,
     .linear = 1,
     .masked = 1,
     .palette = "game-boy",
     .gamut = ERRDIFF_GAMUT_COMPRESS},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 8, .detail = 90, .masked = 2},
    {.kernel = "stucki", .channels = 3, .bits = 16, .detail = 50, .levels = 4, .masked = 2},
    {.kernel = "floyd-steinberg", .channels = 3, .bits = 8, .screen = "round", .is_ordered = 1},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 16, .screen = "bayer-16", .is_ordered = 1},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 8, .screen = "line", .detail = 40},
    {.kernel = "stucki", .channels = 3, .bits = 8, .screen = "blue-noise", .palette = "ega"},
    {.kernel = "floyd-steinberg", .channels = 1, .bits = 8, .is_continued = 1},
    {.kernel = "jarvis-judice-ninke",
     .channels = 3,
     .bits = 16,
     .levels = 4,
     .linear = 1,
     .is_continued = 1},
    {.kernel = "errdiff-12", .channels = 3, .bits = 8, .palette = "ega", .is_continued = 1},
    {.kernel = "1: 1,0,1", .channels = 1, .bits = 8},
    {.kernel = "8: 2,0,3; -3,5,2; 0,15,3", .channels = 1, .bits = 8, .masked = 1},
};

enum { JOB_COUNT = sizeof(jobs) / sizeof(*jobs) };

/* An image, a job, and what errdiff_dither makes of it. */
struct work {
    errdiff_options options;
    errdiff_palette palette;
    errdiff_image in, out;
    uint8_t *samples, *mask, *expected;
};

static size_t size_of(const errdiff_image *image)
{
    return (size_t)image->stride * (size_t)image->height;
}

static errdiff_image tight(int width, int height, int channels, int bits)
{
    return (errdiff_image){.width = width,
                           .height = height,
                           .channels = channels,
                           .bits = bits,
                           .stride = (ptrdiff_t)width * channels * (bits / 8)};
}

static uint8_t *noise_bytes(size_t size, uint64_t seed)
{
    uint8_t *bytes = malloc(size);
    struct random random = {seed};

    assert_non_null(bytes);
    random_fill(&random, bytes, size);
    return bytes;
}

/* Whether all of a row is dithered if only some pieces have a mask: the second one of three pieces
 * of the least height, and the row that follows. */
static int is_without_mask(int y)
{
    int place = y % (3 * ERRDIFF_STREAM_ROWS);

    return place >= ERRDIFF_STREAM_ROWS && place <= 2 * ERRDIFF_STREAM_ROWS;
}

static void make_work(struct work *work, const struct job *job, int width, int height)
{
    *work = (struct work){0};
    plain_options_init(&work->options);
    work->options.kernel = job->kernel;
    for (int c = 0; c < 3; c++)
        work->options.levels[c] = job->levels ? job->levels : 2;
    work->options.noise = job->noise;
    work->options.seed = 77;
    work->options.detail = job->detail;
    work->options.gamut = job->gamut;
    work->options.linear = job->linear;
    work->options.indexed = job->indexed;
    work->options.strength = job->is_ordered ? 0 : job->strength ? job->strength : 100;
    work->options.screen = job->screen ? job->screen : "none";
    if (job->is_continued)
        work->options.start = ERRDIFF_START_CONTINUED;
    if (job->palette) {
        assert_int_equal(errdiff_palette_find(job->palette, &work->palette, NULL), ERRDIFF_OK);
        work->options.palette = &work->palette;
    }
    work->in = tight(width, height, job->channels, job->bits);
    work->out = tight(width, height,
                      job->indexed   ? 1
                      : job->palette ? 3
                                     : job->channels,
                      job->indexed    ? 8
                      : job->out_bits ? job->out_bits
                                      : job->bits);
    work->samples = noise_bytes(size_of(&work->in), (uint64_t)width);
    work->in.data = work->samples;
    if (job->masked) {
        work->mask = noise_bytes((size_t)width * (size_t)height, 5);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++) {
                uint8_t *mask = &work->mask[(size_t)y * (size_t)width + (size_t)x];
                *mask = *mask > 60 || (job->masked == 2 && is_without_mask(y));
            }
        work->in.mask = work->mask;
        work->in.mask_stride = width;
    }
    work->expected = malloc(size_of(&work->out));
    assert_non_null(work->expected);
    work->out.data = work->expected;
    work->options.engine = "serial-ec";
    assert_int_equal(errdiff_dither(&work->in, &work->out, &work->options, NULL), ERRDIFF_OK);
    work->options.engine = "auto";
}

static void free_work(struct work *work)
{
    free(work->samples);
    free(work->mask);
    free(work->expected);
}

static int may_be_in_place(const struct work *work)
{
    return work->in.channels == work->out.channels && work->in.bits == work->out.bits &&
           !work->options.indexed;
}

static errdiff_image rows_of(const errdiff_image *image, int first, int count)
{
    errdiff_image rows = *image;

    rows.data = (uint8_t *)image->data + first * image->stride;
    rows.height = count;
    if (rows.mask)
        rows.mask += first * image->mask_stride;
    return rows;
}

/* Takes away the mask of rows of which all pixels are dithered. */
static void drop_full_mask(errdiff_image *rows)
{
    for (int i = 0; rows->mask && i < rows->height; i++)
        if (memchr(rows->mask + i * rows->mask_stride, 0, (size_t)rows->width))
            return;
    rows->mask = NULL;
}

/* `pieces` are the heights of pieces, used cyclically; 0 ends the list. */
static void check_stream(const struct work *work, const int *pieces, int threads, int in_place)
{
    errdiff_options options = work->options;
    errdiff_palette palette = work->palette;
    char kernel[64];
    errdiff_report report;
    errdiff_stream *stream = NULL;
    errdiff_image in = work->in, out = work->out;
    uint8_t *memory = malloc(in_place ? size_of(&in) : size_of(&out));

    assert_non_null(memory);
    out.data = memory;
    if (in_place) {
        memcpy(memory, work->samples, size_of(&in));
        in.data = memory;
    }
    strcpy(kernel, options.kernel);
    options.kernel = kernel;
    options.palette = options.palette ? &palette : NULL;
    options.threads = threads;
    int has_next_row = options.detail != 0;
    const char *engine = options.strength == 0 ? "ordered" : "wavefront";
    errdiff_image in_shape = in, out_shape = out;
    in_shape.data = out_shape.data = NULL;
    in_shape.stride = out_shape.stride = 0;
    in_shape.mask = NULL;
    assert_int_equal(errdiff_stream_open(&stream, &in_shape, &out_shape, &options, &report),
                     ERRDIFF_OK);
    assert_string_equal(report.engine, engine);

    /* The strings need not outlive the call that opened the stream. */
    memset(kernel, 'x', sizeof(kernel) - 1);
    memset(&palette, 0, sizeof(palette));
    memset(&options, 0, sizeof(options));

    for (int row = 0, i = 0; row < in.height; i++) {
        if (pieces[i] == 0)
            i = 0;
        int left = in.height - row, count = pieces[i] < left ? pieces[i] : left;
        errdiff_image in_rows = rows_of(&in, row, count + (has_next_row && count < left));
        errdiff_image out_rows = rows_of(&out, row, count);
        int left_threads = i % 3, most = threads - left_threads;
        drop_full_mask(&in_rows);
        out_rows.mask = NULL;
        errdiff_stream_leave_threads(stream, left_threads);
        assert_int_equal(errdiff_stream_dither(stream, &in_rows, &out_rows, &report), ERRDIFF_OK);
        assert_string_equal(report.engine, engine);
        assert_in_range(report.threads, 1, most > 1 ? most : 1);
        assert_string_equal(report.message.text, "");
        row += count;
    }
    errdiff_stream_close(stream);
    assert_memory_equal(memory, work->expected, size_of(&out));
    free(memory);
}

/* Saves the state of a stream, closes it, and opens another one that continues. */
static errdiff_stream *moved(errdiff_stream *stream, const struct work *work)
{
    errdiff_message message;
    errdiff_stream *next;
    size_t size = errdiff_stream_state_size(stream);
    void *state = malloc(size);

    assert_non_null(state);
    assert_int_equal(errdiff_stream_save(stream, state, &message), ERRDIFF_OK);
    errdiff_stream_close(stream);
    assert_int_equal(errdiff_stream_open(&next, &work->in, &work->out, &work->options, NULL),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_stream_restore(next, state, size, &message), ERRDIFF_OK);
    free(state);
    return next;
}

/* Each piece is dithered by a stream of its own, with the next instruction set. */
static void test_streams_continue_elsewhere(void **state)
{
    static const int widths[] = {1, 7, 64, 200, 333};
    int turn = 0;

    for (int j = 0; j < JOB_COUNT; j++)
        for (size_t w = 0; w < sizeof(widths) / sizeof(*widths); w++) {
            struct work work;
            if (jobs[j].detail) /* such a state cannot be saved */
                continue;
            make_work(&work, &jobs[j], widths[w], 600);
            uint8_t *memory = malloc(size_of(&work.out));
            errdiff_image out = work.out;
            errdiff_stream *stream;
            assert_non_null(memory);
            out.data = memory;
            assert_int_equal(errdiff_stream_open(&stream, &work.in, &out, &work.options, NULL),
                             ERRDIFF_OK);
            for (int row = 0; row < 600; row += 64) {
                while (!set_isa(isas[turn++ % ISA_COUNT]))
                    ;
                int left = 600 - row, count = left < 64 ? left : 64;
                errdiff_image in_rows = rows_of(&work.in, row, count);
                errdiff_image out_rows = rows_of(&out, row, count);
                out_rows.mask = NULL;
                stream = moved(stream, &work);
                assert_int_equal(errdiff_stream_dither(stream, &in_rows, &out_rows, NULL),
                                 ERRDIFF_OK);
            }
            errdiff_stream_close(stream);
            assert_memory_equal(memory, work.expected, size_of(&out));
            free(memory);
            free_work(&work);
        }
    restore_isa(state);
}

static void refuses_state(errdiff_stream *stream, const void *state, size_t size, const char *word)
{
    errdiff_message message;

    assert_int_equal(errdiff_stream_restore(stream, state, size, &message), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, word));
}

static void test_states_that_do_not_fit(void **state)
{
    errdiff_options options;
    errdiff_message message;
    errdiff_image rows = tight(90, 64, 1, 8), shape = tight(90, 200, 1, 8);
    errdiff_stream *stream, *other;
    uint8_t *samples = noise_bytes(size_of(&rows), 1);

    (void)state;
    plain_options_init(&options);
    assert_int_equal(errdiff_stream_open(&stream, &shape, &shape, &options, NULL), ERRDIFF_OK);
    rows.data = samples;
    assert_int_equal(errdiff_stream_dither(stream, &rows, &rows, NULL), ERRDIFF_OK);
    size_t size = errdiff_stream_state_size(stream);
    uint8_t *saved = malloc(size);
    assert_non_null(saved);
    assert_int_equal(errdiff_stream_save(stream, saved, &message), ERRDIFF_OK);
    refuses_state(stream, saved, size, "only one that has dithered nothing");

    assert_int_equal(errdiff_stream_open(&other, &shape, &shape, &options, NULL), ERRDIFF_OK);
    refuses_state(other, saved, 0, "not that of a stream");
    refuses_state(other, saved, size - 1, "damaged");
    saved[size - 1] ^= 1;
    refuses_state(other, saved, size, "damaged");
    saved[size - 1] ^= 1;
    saved[0] ^= 1;
    refuses_state(other, saved, size, "not that of a stream");
    saved[0] ^= 1;
    assert_int_equal(errdiff_stream_restore(other, saved, size, &message), ERRDIFF_OK);
    errdiff_stream_close(other);

    options.noise = 1;
    assert_int_equal(errdiff_stream_open(&other, &shape, &shape, &options, NULL), ERRDIFF_OK);
    refuses_state(other, saved, size, "other options");
    errdiff_stream_close(other);
    options.noise = 0;
    options.detail = 1;
    assert_int_equal(errdiff_stream_open(&other, &shape, &shape, &options, NULL), ERRDIFF_OK);
    assert_int_equal(errdiff_stream_save(other, saved, &message), ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(message.text, "detail"));
    errdiff_stream_close(other);
    options.detail = 0;
    shape.height++;
    assert_int_equal(errdiff_stream_open(&other, &shape, &shape, &options, NULL), ERRDIFF_OK);
    refuses_state(other, saved, size, "another shape");
    errdiff_stream_close(other);
    assert_int_equal(errdiff_stream_save(NULL, saved, &message), ERRDIFF_BAD_ARGUMENT);

    errdiff_image wrong = tight(90, 1, 1, 8);
    wrong.data = samples;
    assert_int_equal(errdiff_stream_dither(stream, &wrong, &wrong, NULL), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_stream_save(stream, saved, &message), ERRDIFF_BAD_ARGUMENT);
    errdiff_stream_close(stream);
    free(saved);
    free(samples);
}

static const int single[] = {64, 0}, pairs[] = {128, 0}, mixed[] = {64, 192, 128, 0},
                 at_once[] = {1 << 20, 0};
static const int *const cuts[] = {single, pairs, mixed, at_once};

static void test_pieces_are_the_whole(void **state)
{
    static const int widths[] = {1, 2, 7, 33, 64, 100, 200};
    static const int heights[] = {1, 64, 65, 128, 331, 512};
    int turn = 0;

    (void)state;
    for (int j = 0; j < JOB_COUNT; j++)
        for (size_t w = 0; w < sizeof(widths) / sizeof(*widths); w++) {
            struct work work;
            int height = heights[turn++ % 6];
            make_work(&work, &jobs[j], widths[w], widths[w] == 100 ? 523 : height);
            for (int s = 0; s < ISA_COUNT; s++) {
                if (!set_isa(isas[s]))
                    continue;
                int threads = 1 + turn++ % 4;
                check_stream(&work, cuts[turn % 4], threads, 0);
                check_stream(&work, cuts[turn / 4 % 3], threads, may_be_in_place(&work));
            }
            free_work(&work);
        }
}

static void test_every_width(void **state)
{
    (void)state;
    for (int s = 0; s < ISA_COUNT; s++) {
        if (!set_isa(isas[s]))
            continue;
        for (int width = 1; width <= 200; width++) {
            struct work work;
            make_work(&work, &jobs[(width * 7 + s) % JOB_COUNT], width, 130 + width % 67);
            check_stream(&work, single, 1 + width % 4, may_be_in_place(&work));
            free_work(&work);
        }
    }
}

/* The stream keeps the instruction set of its first piece, which its state depends on. */
static void test_the_instruction_set_may_be_renamed_meanwhile(void **state)
{
    (void)state;
    for (int s = 0; s < ISA_COUNT; s++) {
        struct work work;
        errdiff_stream *stream;
        errdiff_report report;

        make_work(&work, &jobs[6], 90, 200);
        if (set_isa(isas[s])) {
            uint8_t *memory = malloc(size_of(&work.out));
            errdiff_image out = work.out;
            assert_non_null(memory);
            out.data = memory;
            assert_int_equal(errdiff_stream_open(&stream, &work.in, &out, &work.options, NULL),
                             ERRDIFF_OK);
            for (int row = 0; row < 200; row += 64) {
                int count = 200 - row < 64 ? 200 - row : 64;
                errdiff_image in_rows = rows_of(&work.in, row, count);
                errdiff_image out_rows = rows_of(&out, row, count);
                out_rows.mask = NULL;
                assert_int_equal(errdiff_stream_dither(stream, &in_rows, &out_rows, &report),
                                 ERRDIFF_OK);
                assert_string_equal(report.isa, isas[s]);
                setenv("ERRDIFF_ISA", row == 0 ? "c" : "no such set", 1);
            }
            errdiff_stream_close(stream);
            assert_memory_equal(memory, work.expected, size_of(&out));
            free(memory);
        }
        free_work(&work);
    }
    restore_isa(state);
}

/* ---- What is refused ----------------------------------------------------------------------- */

enum { WIDTH = 20, HEIGHT = 200 };

static uint8_t pixels[WIDTH * HEIGHT];

static errdiff_image piece(int height)
{
    errdiff_image image = tight(WIDTH, height, 1, 8);

    image.data = pixels;
    return image;
}

static errdiff_stream *opened(const errdiff_options *options)
{
    errdiff_stream *stream = NULL;
    errdiff_image shape = tight(WIDTH, HEIGHT, 1, 8);

    assert_int_equal(errdiff_stream_open(&stream, &shape, &shape, options, NULL), ERRDIFF_OK);
    assert_non_null(stream);
    return stream;
}

/* After a refusal the stream cannot be used any more. */
static void refuses(errdiff_stream *stream, errdiff_image in, errdiff_image out)
{
    static uint8_t before[sizeof(pixels)];
    errdiff_report report;
    errdiff_image good = piece(64);

    memcpy(before, pixels, sizeof(pixels));
    assert_int_equal(errdiff_stream_dither(stream, &in, &out, &report), ERRDIFF_BAD_ARGUMENT);
    assert_true(strlen(report.message.text) > 0);
    assert_string_equal(report.engine, "");
    assert_int_equal(errdiff_stream_dither(stream, &good, &good, &report), ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(report.message.text, "closed"));
    assert_memory_equal(pixels, before, sizeof(pixels));
    errdiff_stream_close(stream);
}

static void test_wrong_pieces(void **state)
{
    (void)state;
    static const int heights[] = {1, 63, 65, 100, 199, 201, 256, 0, -64};
    for (size_t i = 0; i < sizeof(heights) / sizeof(*heights); i++)
        refuses(opened(NULL), piece(heights[i]), piece(heights[i]));
    refuses(opened(NULL), piece(64), piece(128));

    errdiff_image wrong = piece(64);
    wrong.width--;
    refuses(opened(NULL), wrong, wrong);
    wrong = piece(64);
    wrong.bits = 16;
    wrong.width = WIDTH / 2;
    refuses(opened(NULL), wrong, wrong);
    wrong = piece(64);
    wrong.data = NULL;
    refuses(opened(NULL), wrong, piece(64));
    refuses(opened(NULL), piece(64), wrong);
    wrong = piece(64);
    wrong.stride = WIDTH - 1;
    refuses(opened(NULL), piece(64), wrong);
}

/* With detail the row that follows must be there, except after the last piece. */
static void test_pieces_without_the_next_row(void **state)
{
    errdiff_options options;

    (void)state;
    plain_options_init(&options);
    options.detail = 1;
    refuses(opened(&options), piece(64), piece(64));
    refuses(opened(&options), piece(66), piece(64));
    refuses(opened(&options), piece(HEIGHT + 1), piece(HEIGHT));
    refuses(opened(NULL), piece(65), piece(64));

    errdiff_stream *stream = opened(&options);
    errdiff_image in = piece(129), out = piece(128);
    assert_int_equal(errdiff_stream_dither(stream, &in, &out, NULL), ERRDIFF_OK);
    in = out = piece(HEIGHT - 128);
    assert_int_equal(errdiff_stream_dither(stream, &in, &out, NULL), ERRDIFF_OK);
    errdiff_stream_close(stream);
}

static void test_too_many_rows(void **state)
{
    errdiff_stream *stream = opened(NULL);
    errdiff_image rows = piece(128);

    (void)state;
    assert_int_equal(errdiff_stream_dither(stream, &rows, &rows, NULL), ERRDIFF_OK);
    rows = piece(HEIGHT - 128);
    assert_int_equal(errdiff_stream_dither(stream, &rows, &rows, NULL), ERRDIFF_OK);
    refuses(stream, piece(64), piece(64));
}

static void fails_to_open(errdiff_status status, const errdiff_image *in, const errdiff_image *out,
                          const errdiff_options *options, const char *word)
{
    errdiff_report report;
    errdiff_stream *stream = (void *)pixels;

    assert_int_equal(errdiff_stream_open(&stream, in, out, options, &report), status);
    assert_null(stream);
    assert_string_equal(report.engine, "");
    assert_non_null(strstr(report.message.text, word));
    assert_int_equal(errdiff_stream_open(&stream, in, out, options, NULL), status);
}

static void test_what_cannot_be_opened(void **state)
{
    errdiff_options options;
    errdiff_image shape = tight(WIDTH, HEIGHT, 1, 8), other = shape;

    (void)state;
    plain_options_init(&options);
    options.measure = 1;
    fails_to_open(ERRDIFF_BAD_ARGUMENT, &shape, &shape, &options, "measure");
    plain_options_init(&options);
    options.strength = 101;
    fails_to_open(ERRDIFF_BAD_ARGUMENT, &shape, &shape, &options, "strength");
    fails_to_open(ERRDIFF_BAD_ARGUMENT, NULL, &shape, NULL, "in");
    fails_to_open(ERRDIFF_BAD_ARGUMENT, &shape, NULL, NULL, "out");
    other.height++;
    fails_to_open(ERRDIFF_BAD_ARGUMENT, &shape, &other, NULL, "out");
    other = shape;
    other.bits = 16;
    fails_to_open(ERRDIFF_BAD_ARGUMENT, &shape, &other, NULL, "out");

    plain_options_init(&options);
    options.serpentine = 1;
    fails_to_open(ERRDIFF_CANNOT_RUN, &shape, &shape, &options, "serpentine");
    for (int i = 1; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_engine_get(i, &info);
        plain_options_init(&options);
        options.engine = info.name;
        if (strcmp(info.name, "wavefront") != 0 && strcmp(info.name, "ordered") != 0)
            fails_to_open(ERRDIFF_CANNOT_RUN, &shape, &shape, &options, "pieces");
    }
    errdiff_stream_close(NULL);
}

/* ---- Progress ------------------------------------------------------------------------------ */

struct watch {
    int calls, falling, cancel_at_call;
    double last;
};

static int watch_progress(void *user, double done)
{
    struct watch *watch = user;

    watch->falling |= done < watch->last || done > 1;
    watch->last = done;
    return ++watch->calls == watch->cancel_at_call;
}

enum { LONG_WIDTH = 2048, LONG_HEIGHT = 1600, LONG_PIECE = 320 };

/* Returns the status of the last piece; *pieces counts the successful ones. */
static errdiff_status run_long(struct watch *watch, int *pieces, errdiff_stream **stream)
{
    static uint16_t samples[LONG_WIDTH * LONG_PIECE];
    errdiff_image shape = tight(LONG_WIDTH, LONG_HEIGHT, 1, 16);
    errdiff_options options;
    errdiff_status status = ERRDIFF_OK;

    plain_options_init(&options);
    options.kernel = "jarvis-judice-ninke";
    options.threads = 1; /* so that the calling thread runs all bands and reports them */
    options.progress = watch_progress;
    options.progress_user = watch;
    assert_int_equal(errdiff_stream_open(stream, &shape, &shape, &options, NULL), ERRDIFF_OK);
    for (*pieces = 0; *pieces < LONG_HEIGHT / LONG_PIECE && status == ERRDIFF_OK;
         *pieces += status == ERRDIFF_OK) {
        errdiff_image rows = tight(LONG_WIDTH, LONG_PIECE, 1, 16);
        double before = watch->last;
        rows.data = samples;
        status = errdiff_stream_dither(*stream, &rows, &rows, NULL);
        assert_true(watch->last > before);
        assert_true(watch->last <= (double)(*pieces + 1) * LONG_PIECE / LONG_HEIGHT);
    }
    return status;
}

static void test_progress_is_of_the_whole(void **state)
{
    struct watch watch = {0};
    errdiff_stream *stream;
    int pieces;

    (void)state;
    assert_int_equal(run_long(&watch, &pieces, &stream), ERRDIFF_OK);
    errdiff_stream_close(stream);
    assert_true(watch.calls > 5);
    assert_false(watch.falling);
    assert_true(watch.last == 1.0);
}

static void test_cancel(void **state)
{
    (void)state;
    for (int call = 1; call <= 4; call++) {
        struct watch watch = {.cancel_at_call = call};
        errdiff_stream *stream;
        errdiff_report report;
        int pieces;
        errdiff_image rows = tight(LONG_WIDTH, 64, 1, 16);
        static uint16_t samples[LONG_WIDTH * 64];

        assert_int_equal(run_long(&watch, &pieces, &stream), ERRDIFF_CANCELLED);
        assert_int_equal(watch.calls, call);
        rows.data = samples;
        assert_int_equal(errdiff_stream_dither(stream, &rows, &rows, &report),
                         ERRDIFF_BAD_ARGUMENT);
        assert_non_null(strstr(report.message.text, "closed"));
        assert_int_equal(watch.calls, call);
        errdiff_stream_close(stream);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_pieces_are_the_whole, restore_isa),
        cmocka_unit_test_teardown(test_every_width, restore_isa),
        cmocka_unit_test(test_streams_continue_elsewhere),
        cmocka_unit_test(test_states_that_do_not_fit),
        cmocka_unit_test_teardown(test_the_instruction_set_may_be_renamed_meanwhile, restore_isa),
        cmocka_unit_test(test_wrong_pieces),
        cmocka_unit_test(test_pieces_without_the_next_row),
        cmocka_unit_test(test_too_many_rows),
        cmocka_unit_test(test_what_cannot_be_opened),
        cmocka_unit_test(test_progress_is_of_the_whole),
        cmocka_unit_test(test_cancel),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
