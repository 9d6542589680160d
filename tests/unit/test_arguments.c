/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests which calls errdiff_dither refuses, its messages, and that it then leaves the image
 * unchanged. */
#define _POSIX_C_SOURCE 200809L

#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <limits.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { WIDTH = 5, HEIGHT = 4, CHANNELS = 3, STRIDE = WIDTH * CHANNELS * 2 };

/* A valid job, in which each test changes one thing. */
struct job {
    uint16_t in_data[HEIGHT * STRIDE / 2];
    uint16_t out_data[HEIGHT * STRIDE / 2];
    uint8_t mask[HEIGHT * WIDTH];
    errdiff_image in;
    errdiff_image out;
    errdiff_options options;
};

static void job_init(struct job *job)
{
    memset(job->in_data, 0x33, sizeof(job->in_data));
    memset(job->out_data, 0xa5, sizeof(job->out_data));
    memset(job->mask, 1, sizeof(job->mask));
    job->in = (errdiff_image){.data = job->in_data,
                              .width = WIDTH,
                              .height = HEIGHT,
                              .channels = CHANNELS,
                              .bits = 16,
                              .stride = STRIDE,
                              .mask = job->mask,
                              .mask_stride = WIDTH};
    job->out = job->in;
    job->out.data = job->out_data;
    job->out.mask = NULL;
    plain_options_init(&job->options);
}

static int contains_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    for (; *text; text++) {
        if (strncasecmp(text, word, length) == 0)
            return 1;
    }
    return 0;
}

static void assert_refused(struct job *job, const char *what, const char *word)
{
    errdiff_report report;
    uint16_t in_before[sizeof(job->in_data) / 2];
    uint16_t out_before[sizeof(job->out_data) / 2];

    memcpy(in_before, job->in_data, sizeof(in_before));
    memcpy(out_before, job->out_data, sizeof(out_before));
    memset(&report, 0x5a, sizeof(report));
    errdiff_status status = errdiff_dither(&job->in, &job->out, &job->options, &report);
    if (status != ERRDIFF_BAD_ARGUMENT)
        fail_msg("%s: status is %d", what, (int)status);
    if (!contains_word(report.message.text, word))
        fail_msg("%s: the message does not name \"%s\": %s", what, word, report.message.text);
    assert_string_equal(report.engine, "");
    assert_memory_equal(job->in_data, in_before, sizeof(in_before));
    assert_memory_equal(job->out_data, out_before, sizeof(out_before));
    assert_int_equal(errdiff_dither(&job->in, &job->out, &job->options, NULL),
                     ERRDIFF_BAD_ARGUMENT);
}

static void test_the_job_itself_is_right(void **state)
{
    struct job job;
    errdiff_report report;

    (void)state;
    job_init(&job);
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, &report), ERRDIFF_OK);
    assert_string_equal(report.message.text, "");
}

/* Sets `field` of a fresh job to `value`, in both images if both have it, and expects a message
 * with `word`. */
#define REFUSES(field, value, word)                      \
    do {                                                 \
        job_init(&job);                                  \
        job.field = (value);                             \
        assert_refused(&job, #field " = " #value, word); \
    } while (0)

#define REFUSES_IN_BOTH(field, value, word)                            \
    do {                                                               \
        job_init(&job);                                                \
        job.in.field = (value);                                        \
        job.out.field = (value);                                       \
        assert_refused(&job, "in and out " #field " = " #value, word); \
    } while (0)

static void test_images_out_of_range_are_refused(void **state)
{
    struct job job;

    (void)state;
    REFUSES_IN_BOTH(width, 0, "in:");
    REFUSES_IN_BOTH(width, -1, "in:");
    REFUSES_IN_BOTH(width, INT_MIN, "in:");
    REFUSES_IN_BOTH(width, ERRDIFF_MAX_SIDE + 1, "in:");
    REFUSES_IN_BOTH(width, INT_MAX, "in:");
    REFUSES_IN_BOTH(height, 0, "in:");
    REFUSES_IN_BOTH(height, -1, "in:");
    REFUSES_IN_BOTH(height, INT_MIN, "in:");
    REFUSES_IN_BOTH(height, ERRDIFF_MAX_SIDE + 1, "in:");
    REFUSES_IN_BOTH(channels, 0, "in:");
    REFUSES_IN_BOTH(channels, 2, "in:");
    REFUSES_IN_BOTH(channels, 4, "in:");
    REFUSES_IN_BOTH(channels, -1, "in:");
    REFUSES_IN_BOTH(bits, 0, "in:");
    REFUSES_IN_BOTH(bits, 1, "in:");
    REFUSES_IN_BOTH(bits, 10, "in:");
    REFUSES_IN_BOTH(bits, 32, "in:");
    REFUSES_IN_BOTH(bits, -8, "in:");
}

static void test_strides_that_do_not_fit_are_refused(void **state)
{
    struct job job;

    (void)state;
    REFUSES(in.stride, STRIDE - 2, "in:");
    REFUSES(out.stride, STRIDE - 2, "out:");
    REFUSES(in.stride, -(STRIDE - 2), "in:");
    REFUSES(out.stride, -(STRIDE - 2), "out:");
    REFUSES(in.stride, 0, "in:");
    REFUSES(out.stride, 0, "out:");
    REFUSES(in.stride, STRIDE + 1, "in:");
    REFUSES(out.stride, STRIDE + 1, "out:");
    REFUSES(in.mask_stride, WIDTH - 1, "mask");
    REFUSES(in.mask_stride, -(WIDTH - 1), "mask");
    REFUSES(in.mask_stride, 0, "mask");
}

static void test_images_without_data_are_refused(void **state)
{
    struct job job;

    (void)state;
    REFUSES(in.data, NULL, "in:");
    REFUSES(out.data, NULL, "out:");
}

static void test_16_bits_at_odd_addresses_are_refused(void **state)
{
    struct job job;

    (void)state;
    REFUSES(in.data, (uint8_t *)job.in_data + 1, "in:");
    REFUSES(out.data, (uint8_t *)job.out_data + 1, "out:");
}

static void test_a_result_of_another_shape_is_refused(void **state)
{
    struct job job;

    (void)state;
    REFUSES(out.width, WIDTH - 1, "out:");
    REFUSES(out.height, HEIGHT - 1, "out:");
    REFUSES(out.channels, 1, "out:");
}

static void test_more_than_256_levels(void **state)
{
    struct job job;

    (void)state;
    job_init(&job);
    job.options.levels[0] = job.options.levels[2] = ERRDIFF_MAX_FINE_LEVELS;
    job.options.levels[1] = 257;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);

    job_init(&job);
    job.options.levels[2] = 257;
    job.options.refine = 1;
    assert_refused(&job, "a search", "refine");
    job.options.refine = 0;
    job.options.dot_gain = "20";
    assert_refused(&job, "dot gain", "dot-gain");
    job.options.dot_gain = "0";
    job.in.bits = job.out.bits = 8;
    assert_refused(&job, "8 bits", "257");
    job.in.bits = 16;
    assert_refused(&job, "16 bits to 8", "257");
}

static void test_options_out_of_range_are_refused(void **state)
{
    struct job job;

    (void)state;
    REFUSES(options.kernel, "no-such-kernel", "kernel");
    REFUSES(options.kernel, "16: -1,0,7", "kernel");
    REFUSES(options.kernel, "0: 1,0,7", "kernel");
    for (int c = 0; c < CHANNELS; c++) {
        REFUSES(options.levels[c], 1, "level");
        if (c < 2) /* before another number; at the end it is as the one before */
            REFUSES(options.levels[c], 0, "level");
        REFUSES(options.levels[c], -2, "level");
        REFUSES(options.levels[c], ERRDIFF_MAX_FINE_LEVELS + 1, "level");
        REFUSES(options.levels[c], INT_MAX, "level");
    }
    REFUSES(options.strength, -1, "strength");
    REFUSES(options.strength, 101, "strength");
    REFUSES(options.strength, INT_MIN, "strength");
    REFUSES(options.threads, -1, "thread");
    REFUSES(options.threads, 1025, "thread");
    REFUSES(options.engine, "no-such-engine", "engine");
    REFUSES(options.engine, "", "engine");
    REFUSES(options.engine, "Auto", "engine");
}

static void test_options_of_the_rule_out_of_range_are_refused(void **state)
{
    static const errdiff_palette some = {.count = 2, .colors = {{255, 0, 0}}};
    static const errdiff_palette none = {.count = 0};
    static const errdiff_palette too_many = {.count = 257};
    static const errdiff_palette negative = {.count = -1};
    struct job job;

    (void)state;
    REFUSES(options.noise, -1, "noise");
    REFUSES(options.noise, 101, "noise");
    REFUSES(options.noise, INT_MAX, "noise");
    REFUSES(options.detail, -1, "detail");
    REFUSES(options.detail, 101, "detail");
    REFUSES(options.refine, -1, "refine");
    REFUSES(options.refine, 21, "refine");
    REFUSES(options.viewing, 14.9, "viewing");
    REFUSES(options.viewing, 200.1, "viewing");
    REFUSES(options.viewing, NAN, "viewing");
    REFUSES(options.screen_amount, -1, "screen-amount");
    REFUSES(options.screen_amount, 401, "screen-amount");
    REFUSES(options.screen, "bayer-3", "screen");
    REFUSES(options.screen, NULL, "screen");
    REFUSES(options.screen_angle, "", "screen-angle");
    REFUSES(options.serpentine, 2, "serpentine");
    REFUSES(options.serpentine, -2, "serpentine");
    REFUSES(options.linear, 2, "linear");
    REFUSES(options.linear, -1, "linear");
    REFUSES(options.measure, 2, "measure");
    REFUSES(options.measure, -1, "measure");
    REFUSES(options.match, (errdiff_match)3, "match");
    REFUSES(options.match, (errdiff_match)-1, "match");
    REFUSES(options.palette, &none, "palette");
    REFUSES(options.palette, &too_many, "palette");
    REFUSES(options.palette, &negative, "palette");
    REFUSES(options.indexed, 1, "indexed"); /* without a palette */

    job_init(&job);
    job.options.palette = &some;
    job.options.indexed = 2;
    assert_refused(&job, "indexed = 2", "indexed");
}

/* The result must have the channels that palette and indexed ask for, and 8 bits or the image's
 * bits. */
static void test_results_of_another_shape_are_refused(void **state)
{
    static const errdiff_palette some = {.count = 2, .colors = {{255, 0, 0}}};
    struct job job;

    (void)state;
    job_init(&job);
    job.options.palette = &some;
    job.out.channels = 1;
    assert_refused(&job, "palette, out of 1 channel", "out:");
    job.in.channels = 1;
    assert_refused(&job, "palette, both of 1 channel", "out:");

    job_init(&job);
    job.options.palette = &some;
    job.options.indexed = 1;
    job.out.bits = 8;
    assert_refused(&job, "indexed, out of 3 channels", "out:");
    job.out.channels = 1;
    job.out.bits = 16;
    assert_refused(&job, "indexed, out of 16 bits", "out:");

    job_init(&job);
    job.in.bits = 8;
    assert_refused(&job, "8 bits to 16", "out:");
}

static void test_shapes_that_fit_are_allowed(void **state)
{
    static const errdiff_palette some = {.count = 2, .colors = {{255, 0, 0}}};
    struct job job;

    (void)state;
    job_init(&job);
    job.out.bits = 8;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    job.options.palette = &some;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    job.in.channels = 1;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    job.options.indexed = 1;
    job.out.channels = 1;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);

    static const errdiff_palette grays = {.count = 2, .colors = {{255, 255, 255}}};
    job.options.palette = &grays;
    job.options.indexed = 0;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
}

/* A device cannot tell apart colors for which it is sent the same. */
static void test_sent_colors_must_differ(void **state)
{
    errdiff_palette palette = {.count = 3,
                               .colors = {{1, 2, 3}, {4, 5, 6}, {1, 2, 3}},
                               .has_sent = 1,
                               .sent = {{255, 0, 16}, {0, 0, 0}, {255, 0, 16}}};
    struct job job;

    (void)state;
    job_init(&job);
    job.options.palette = &palette;
    job.options.sent = 1;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    palette.sent[1][0] = 255;
    palette.sent[1][2] = 16;
    assert_refused(&job, "sent twice", "#ff0010");
    job.options.sent = 0;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    job.options.sent = 1;
    palette.has_sent = 0;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
}

/* The result has the channels of the colors that are written. */
static void test_gray_for_what_is_sent(void **state)
{
    static const errdiff_palette greens = {.count = 2,
                                           .colors = {{15, 56, 15}, {155, 188, 15}},
                                           .has_sent = 1,
                                           .sent = {{0, 0, 0}, {255, 255, 255}}};
    struct job job;

    (void)state;
    job_init(&job);
    job.options.palette = &greens;
    job.in.channels = job.out.channels = 1;
    assert_refused(&job, "seen", "out:");
    job.options.sent = 1;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
}

static void test_the_ends_of_the_ranges_are_allowed(void **state)
{
    struct job job;

    (void)state;
    job_init(&job);
    job.options.threads = 1024;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    job.options.levels[0] = 256;
    job.options.strength = 0;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    job.options.noise = 100;
    job.options.seed = UINT32_MAX;
    job.options.serpentine = 1;
    job.options.linear = 1;
    job.options.measure = 1;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
}

static void test_gray_looks_at_the_first_levels_only(void **state)
{
    struct job job;
    uint16_t usual[sizeof(job.out_data) / 2];

    (void)state;
    job_init(&job);
    job.in.channels = job.out.channels = 1;
    job.options.levels[0] = 5;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    memcpy(usual, job.out_data, sizeof(usual));
    job.options.levels[1] = 7;
    job.options.levels[2] = 200;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), ERRDIFF_OK);
    assert_memory_equal(job.out_data, usual, sizeof(usual));
}

static void test_no_options_are_the_usual_ones(void **state)
{
    struct job job;
    uint16_t usual[sizeof(job.out_data) / 2];

    (void)state;
    job_init(&job);
    errdiff_options_init(&job.options);
    assert_string_equal(job.options.kernel, "errdiff-12");
    assert_string_equal(job.options.engine, "auto");
    assert_int_equal(job.options.strength, 100);
    for (int c = 0; c < 3; c++)
        assert_int_equal(job.options.levels[c], 0);
    assert_int_equal(job.options.threads, 0);
    assert_null(job.options.progress);
    assert_int_equal(job.options.noise, 0);
    assert_int_equal(job.options.seed, 0);
    assert_int_equal(job.options.serpentine, ERRDIFF_AUTOMATIC);
    assert_int_equal(job.options.linear, 1);
    assert_null(job.options.palette);
    assert_int_equal(job.options.match, ERRDIFF_MATCH_LIGHTNESS);
    assert_int_equal(job.options.indexed, 0);
    assert_int_equal(job.options.measure, 0);

    /* Without libimagequant no colors can be made for the image. */
    errdiff_status expected = CAN_MAKE_PALETTES ? ERRDIFF_OK : ERRDIFF_CANNOT_RUN;
    assert_int_equal(errdiff_dither(&job.in, &job.out, &job.options, NULL), expected);
    memcpy(usual, job.out_data, sizeof(usual));
    job_init(&job);
    assert_int_equal(errdiff_dither(&job.in, &job.out, NULL, NULL), expected);
    assert_memory_equal(job.out_data, usual, sizeof(usual));
}

static void test_an_index_outside_the_lists(void **state)
{
    static const int wrong[] = {-1, INT_MIN, INT_MAX};
    errdiff_kernel kernel = {.divisor = 77};
    errdiff_palette_info palette = {.name = "kept"};
    errdiff_engine_info engine = {.name = "kept"};

    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(errdiff_kernel_get(wrong[i], &kernel), ERRDIFF_BAD_ARGUMENT);
        assert_int_equal(errdiff_palette_get(wrong[i], &palette), ERRDIFF_BAD_ARGUMENT);
        assert_int_equal(errdiff_engine_get(wrong[i], &engine), ERRDIFF_BAD_ARGUMENT);
    }
    assert_int_equal(errdiff_kernel_get(errdiff_kernel_count(), &kernel), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_palette_get(errdiff_palette_count(), &palette), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_engine_get(errdiff_engine_count(), &engine), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(kernel.divisor, 77);
    assert_string_equal(palette.name, "kept");
    assert_string_equal(engine.name, "kept");
    assert_int_equal(errdiff_engine_get(errdiff_engine_count() - 1, &engine), ERRDIFF_OK);
}

static void test_texts_that_are_missing(void **state)
{
    errdiff_message message;
    errdiff_kernel kernel;
    errdiff_palette palette;
    int levels[3];

    (void)state;
    assert_int_equal(errdiff_kernel_parse(NULL, &kernel, &message), ERRDIFF_BAD_ARGUMENT);
    assert_true(contains_word(message.text, "kernel"));
    assert_int_equal(errdiff_levels_parse(NULL, levels, &message), ERRDIFF_BAD_ARGUMENT);
    assert_true(contains_word(message.text, "levels"));
    assert_int_equal(errdiff_palette_find(NULL, &palette, &message), ERRDIFF_BAD_ARGUMENT);
    assert_true(contains_word(message.text, "palette"));
    assert_int_equal(errdiff_palette_parse(NULL, 5, &palette, &message), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_palette_parse(NULL, 0, &palette, NULL), ERRDIFF_BAD_ARGUMENT);
    errdiff_screen_info screen = {.name = "kept"};
    assert_int_equal(errdiff_screen_find(NULL, &screen), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_screen_find("bayer", &screen), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(screen.name, "kept");
    assert_int_equal(errdiff_screen_find("round", &screen), ERRDIFF_OK);
    assert_string_equal(screen.name, "round");
    assert_true(screen.is_clustered);
    assert_int_equal(errdiff_engine_available(NULL, &message), 0);
    assert_true(contains_word(message.text, "engine"));
    assert_int_equal(errdiff_options_check(NULL, &message), ERRDIFF_BAD_ARGUMENT);
}

static void test_streams_that_are_missing(void **state)
{
    struct job job;
    errdiff_report report;

    (void)state;
    job_init(&job);
    assert_int_equal(errdiff_stream_open(NULL, &job.in, &job.out, NULL, &report),
                     ERRDIFF_BAD_ARGUMENT);
    assert_true(contains_word(report.message.text, "stream"));
    assert_int_equal(errdiff_stream_dither(NULL, &job.in, &job.out, &report), ERRDIFF_BAD_ARGUMENT);
    assert_true(contains_word(report.message.text, "stream"));
    errdiff_stream_close(NULL);
}

static void test_locked_colors_that_cannot_be(void **state)
{
    struct job job;
    errdiff_palette locked = {.count = -1}, palette;
    errdiff_message message;

    (void)state;
    job_init(&job);
    errdiff_status status = errdiff_palette_make(&job.in, 4, &locked, NULL, &palette, &message);
    assert_true(status == ERRDIFF_BAD_ARGUMENT ||
                (!CAN_MAKE_PALETTES && status == ERRDIFF_CANNOT_RUN));
    if (status == ERRDIFF_BAD_ARGUMENT)
        assert_true(contains_word(message.text, "locked"));
}

/* Such rows would lie outside of all memory. */
static void test_strides_that_are_too_large(void **state)
{
    static const ptrdiff_t wrong[] = {PTRDIFF_MIN, PTRDIFF_MIN + 2, PTRDIFF_MAX - 1,
                                      PTRDIFF_MAX / 2 - 1};
    struct job job;

    (void)state;
    for (int i = 0; i < 4; i++) {
        job_init(&job);
        job.in.stride = wrong[i];
        assert_refused(&job, "a stride", "stride");
        job_init(&job);
        job.in.mask_stride = wrong[i];
        assert_refused(&job, "a stride", "mask stride");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_job_itself_is_right),
        cmocka_unit_test(test_images_out_of_range_are_refused),
        cmocka_unit_test(test_strides_that_do_not_fit_are_refused),
        cmocka_unit_test(test_images_without_data_are_refused),
        cmocka_unit_test(test_16_bits_at_odd_addresses_are_refused),
        cmocka_unit_test(test_a_result_of_another_shape_is_refused),
        cmocka_unit_test(test_more_than_256_levels),
        cmocka_unit_test(test_options_out_of_range_are_refused),
        cmocka_unit_test(test_options_of_the_rule_out_of_range_are_refused),
        cmocka_unit_test(test_results_of_another_shape_are_refused),
        cmocka_unit_test(test_shapes_that_fit_are_allowed),
        cmocka_unit_test(test_sent_colors_must_differ),
        cmocka_unit_test(test_gray_for_what_is_sent),
        cmocka_unit_test(test_the_ends_of_the_ranges_are_allowed),
        cmocka_unit_test(test_gray_looks_at_the_first_levels_only),
        cmocka_unit_test(test_no_options_are_the_usual_ones),
        cmocka_unit_test(test_an_index_outside_the_lists),
        cmocka_unit_test(test_texts_that_are_missing),
        cmocka_unit_test(test_streams_that_are_missing),
        cmocka_unit_test(test_locked_colors_that_cannot_be),
        cmocka_unit_test(test_strides_that_are_too_large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
