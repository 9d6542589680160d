/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the engine `block`: the shape of blocks, what they wait for, and what it refuses. */
#define _POSIX_C_SOURCE 200809L

#include "../support/plain_options.h"
#include "../support/random.h"
#include "engines/block_shape.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static errdiff_kernel kernel_of(const char *text)
{
    errdiff_kernel kernel;

    assert_int_equal(errdiff_kernel_parse(text, &kernel, NULL), ERRDIFF_OK);
    return kernel;
}

static struct errdiff_block_shape shape_of(const char *text, int width, int height,
                                           int thread_count, const char *size)
{
    errdiff_kernel kernel = kernel_of(text);
    struct errdiff_block_shape shape;

    assert_int_equal(
        errdiff_block_shape_make(&shape, &kernel, width, height, thread_count, size, NULL),
        ERRDIFF_OK);
    return shape;
}

static void test_the_slant(void **state)
{
    (void)state;
    assert_int_equal(shape_of("simple", 100, 100, 2, NULL).slant, 0);
    assert_int_equal(shape_of("floyd-steinberg", 100, 100, 2, NULL).slant, 1);
    assert_int_equal(shape_of("jarvis-judice-ninke", 100, 100, 2, NULL).slant, 2);
    assert_int_equal(shape_of("stevenson-arce", 100, 100, 2, NULL).slant, 3);
    assert_int_equal(shape_of("2: 1,0,1; -1,2,1", 100, 100, 2, NULL).slant, 1);
    assert_int_equal(shape_of("2: 1,0,1; -15,1,1", 100, 100, 2, NULL).slant, 15);
}

static const char *const kernels[] = {
    "simple",           "floyd-steinberg",           "jarvis-judice-ninke", "stevenson-arce",
    "2: 1,0,1; -1,2,1", "4: 15,3,1; -7,2,1; 0,15,1", "3: -15,1,1; 15,15,1", "1: 3,0,1"};
static const char *const sizes[] = {"1x1", "3x2", "7x5", "1x40", "64x16", "200x3"};

struct place {
    int row, column;
};

static struct place place_of(const struct errdiff_block_shape *shape, int x, int y)
{
    int lean = shape->slant * (y % shape->height);

    return (struct place){.row = y / shape->height, .column = (x + lean) / shape->width};
}

static void check_source(const struct errdiff_block_shape *shape, struct place block,
                         struct place source)
{
    if (source.row == block.row && source.column == block.column)
        return;
    if (source.row == block.row) {
        assert_true(source.column < block.column);
    } else {
        assert_int_equal(source.row, block.row - 1);
        assert_true(source.column <= block.column + shape->look_ahead);
    }
    assert_true(errdiff_block_label(shape, source.row, source.column) <
                errdiff_block_label(shape, block.row, block.column));
}

static void check_sources(const errdiff_kernel *kernel, const struct errdiff_block_shape *shape,
                          int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            struct place block = place_of(shape, x, y);
            assert_in_range(block.row, 0, shape->rows - 1);
            assert_in_range(block.column, 0, shape->columns - 1);
            for (int i = 0; i < kernel->tap_count; i++) {
                int from_x = x - kernel->taps[i].dx, from_y = y - kernel->taps[i].dy;
                if (from_x >= 0 && from_x < width && from_y >= 0)
                    check_source(shape, block, place_of(shape, from_x, from_y));
            }
        }
}

static void test_a_block_waits_for_all_that_it_collects_from(void **state)
{
    enum { WIDTH = 70, HEIGHT = 50 };

    (void)state;
    for (size_t k = 0; k < sizeof(kernels) / sizeof(*kernels); k++)
        for (size_t s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
            errdiff_kernel kernel = kernel_of(kernels[k]);
            struct errdiff_block_shape shape = shape_of(kernels[k], WIDTH, HEIGHT, 2, sizes[s]);
            check_sources(&kernel, &shape, WIDTH, HEIGHT);
        }
}

/* The share of the blocks, in percent, whose label has at least as many blocks as there are
 * threads. */
static int64_t percent_side_by_side(const struct errdiff_block_shape *shape, int thread_count)
{
    int64_t last = errdiff_block_label(shape, shape->rows - 1, shape->columns - 1);
    int64_t all = 0, good = 0;

    for (int64_t label = 0; label <= last; label++) {
        int count = 0;
        for (int row = 0; row < shape->rows; row++) {
            int64_t column = label - errdiff_block_label(shape, row, 0);
            count += column >= 0 && column < shape->columns;
        }
        all += count;
        good += count >= thread_count ? count : 0;
    }
    assert_int_equal(all, (int64_t)shape->rows * shape->columns);
    return 100 * good / all;
}

static void test_the_chosen_size_occupies_all_threads(void **state)
{
    static const int threads[] = {1, 2, 4, 8, 16};

    (void)state;
    for (size_t t = 0; t < sizeof(threads) / sizeof(*threads); t++) {
        struct errdiff_block_shape shape;
        shape = shape_of("floyd-steinberg", 8192, 8192, threads[t], NULL);
        assert_true(percent_side_by_side(&shape, threads[t]) >= 90);
        shape = shape_of("jarvis-judice-ninke", 4000, 3000, threads[t], NULL);
        assert_true(percent_side_by_side(&shape, threads[t]) >= 80);
    }
    struct errdiff_block_shape alone = shape_of("floyd-steinberg", 8192, 8192, 1, NULL);
    assert_int_equal(alone.columns, 1);
}

static void test_blocks_by_hand(void **state)
{
    struct errdiff_block_shape shape;

    (void)state;
    shape = shape_of("floyd-steinberg", 100, 50, 2, "32x8");
    assert_int_equal(shape.width, 32);
    assert_int_equal(shape.height, 8);
    assert_int_equal(shape.rows, 7);
    assert_int_equal(shape.columns, 4);
    assert_int_equal(shape.look_ahead, 1);
    shape = shape_of("stevenson-arce", 100, 50, 2, "65536x1");
    assert_int_equal(shape.width, 65536);
    assert_int_equal(shape.height, 3);
    assert_int_equal(shape.columns, 1);
}

static const char *const wrong_sizes[] = {
    "",     "x",     "64",   "64x",     "x64",     "0x4",
    "4x0",  "-4x4",  "4x-4", "4x4x4",   "4X4",     " 4x4",
    "4x4 ", "4.0x4", "4x 4", "65537x1", "1x65537", "99999999999999999999x1"};

static void test_wrong_sizes(void **state)
{
    errdiff_kernel kernel = kernel_of("floyd-steinberg");

    (void)state;
    for (size_t i = 0; i < sizeof(wrong_sizes) / sizeof(*wrong_sizes); i++) {
        struct errdiff_block_shape shape;
        errdiff_message message = {""};
        assert_int_equal(
            errdiff_block_shape_make(&shape, &kernel, 100, 100, 2, wrong_sizes[i], &message),
            ERRDIFF_CANNOT_RUN);
        assert_non_null(strstr(message.text, "ERRDIFF_BLOCK"));
    }
}

static void test_threads_worth_starting(void **state)
{
    struct errdiff_threads any = {.count = 8}, exact = {.count = 8, .is_exact = true};

    (void)state;
    assert_int_equal(errdiff_block_threads(any, 10, 10, 1).count, 1);
    assert_int_equal(errdiff_block_threads(any, 500, 500, 1).count, 1);
    assert_int_equal(errdiff_block_threads(any, 600, 600, 1).count, 2);
    assert_int_equal(errdiff_block_threads(any, 4000, 4000, 1).count, 8);
    assert_int_equal(errdiff_block_threads(exact, 10, 10, 1).count, 8);
}

/* ---- The engine ---------------------------------------------------------------------------- */

enum { SIDE = 64 };

static errdiff_status dither(uint8_t *pixels, const char *engine, int serpentine,
                             errdiff_report *report)
{
    errdiff_options options;
    errdiff_image image = {
        .data = pixels, .width = SIDE, .height = SIDE, .channels = 1, .bits = 8, .stride = SIDE};

    plain_options_init(&options);
    options.engine = engine;
    options.serpentine = serpentine;
    options.threads = 2;
    memset(pixels, 100, SIDE * SIDE);
    return errdiff_dither(&image, &image, &options, report);
}

static void assert_untouched(const uint8_t *pixels)
{
    for (int i = 0; i < SIDE * SIDE; i++)
        assert_int_equal(pixels[i], 100);
}

static void test_the_engine_reports_its_threads(void **state)
{
    uint8_t pixels[SIDE * SIDE];
    errdiff_report report;

    (void)state;
    assert_int_equal(dither(pixels, "block", 0, &report), ERRDIFF_OK);
    assert_string_equal(report.engine, "block");
    assert_in_range(report.threads, 1, 2);
}

static void test_the_engine_refuses_a_wrong_size(void **state)
{
    uint8_t pixels[SIDE * SIDE];
    errdiff_report report;

    (void)state;
    setenv("ERRDIFF_BLOCK", "eight", 1);
    errdiff_status status = dither(pixels, "block", 0, &report);
    unsetenv("ERRDIFF_BLOCK");
    assert_int_equal(status, ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(report.message.text, "ERRDIFF_BLOCK: \"eight\""));
    assert_untouched(pixels);
}

static void test_the_engine_refuses_serpentine_order(void **state)
{
    uint8_t pixels[SIDE * SIDE];
    errdiff_report report;

    (void)state;
    assert_int_equal(dither(pixels, "block", 1, &report), ERRDIFF_CANNOT_RUN);
    assert_non_null(strstr(report.message.text, "serpentine"));
    assert_untouched(pixels);
    assert_int_equal(dither(pixels, "auto", 1, &report), ERRDIFF_OK);
    assert_string_not_equal(report.engine, "block");
}

enum { WIDE = 1100, LOW = 21 };

static void dither_wide(uint16_t *pixels, int bits, const char *kernel, const char *engine)
{
    errdiff_options options;
    errdiff_image image = {.data = pixels,
                           .width = WIDE,
                           .height = LOW,
                           .channels = 1,
                           .bits = bits,
                           .stride = WIDE * bits / 8};

    plain_options_init(&options);
    options.engine = engine;
    options.kernel = kernel;
    options.threads = 2;
    memset(pixels, 0, sizeof *pixels * WIDE * LOW);
    struct random random = {1};
    random_fill(&random, pixels, (size_t)WIDE * LOW * (size_t)bits / 8);
    assert_int_equal(errdiff_dither(&image, &image, &options, NULL), ERRDIFF_OK);
}

/* Two rows of such a block run side by side, for several chunks. */
static void test_wide_blocks_give_the_serial_bytes(void **state)
{
    static const char *const two_level_kernels[] = {"floyd-steinberg", "atkinson", "burkes",
                                                    "2: 1,0,1; -1,2,1", "2: 1,0,1; -15,1,1"};
    static const char *const wide[] = {"700x9", "257x8", "1200x5"};
    static uint16_t expected[WIDE * LOW], pixels[WIDE * LOW];

    (void)state;
    for (size_t k = 0; k < sizeof(two_level_kernels) / sizeof(*two_level_kernels); k++)
        for (int bits = 8; bits <= 16; bits += 8) {
            dither_wide(expected, bits, two_level_kernels[k], "serial-ec");
            for (size_t i = 0; i < sizeof(wide) / sizeof(*wide); i++) {
                setenv("ERRDIFF_BLOCK", wide[i], 1);
                dither_wide(pixels, bits, two_level_kernels[k], "block");
                unsetenv("ERRDIFF_BLOCK");
                assert_memory_equal(pixels, expected, sizeof pixels);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_slant),
        cmocka_unit_test(test_a_block_waits_for_all_that_it_collects_from),
        cmocka_unit_test(test_the_chosen_size_occupies_all_threads),
        cmocka_unit_test(test_blocks_by_hand),
        cmocka_unit_test(test_wrong_sizes),
        cmocka_unit_test(test_threads_worth_starting),
        cmocka_unit_test(test_the_engine_reports_its_threads),
        cmocka_unit_test(test_the_engine_refuses_a_wrong_size),
        cmocka_unit_test(test_the_engine_refuses_serpentine_order),
        cmocka_unit_test(test_wide_blocks_give_the_serial_bytes),
    };

    unsetenv("ERRDIFF_BLOCK");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
