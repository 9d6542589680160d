/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the layout of images in memory: in place, bottom up, and with padding between rows. */
#include "../support/plain_options.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

enum { WIDTH = 37, HEIGHT = 11, CHANNELS = 3, ROW = WIDTH * CHANNELS, PADDED = ROW + 13 };

static uint8_t sample(int y, int i)
{
    return (uint8_t)(y * 57 + i * 101 + (y * i) % 7);
}

static errdiff_image image(uint8_t *data, ptrdiff_t stride)
{
    return (errdiff_image){.data = data,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = CHANNELS,
                           .bits = 8,
                           .stride = stride};
}

static void fill(uint8_t *data, ptrdiff_t stride)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int i = 0; i < ROW; i++)
            data[y * stride + i] = sample(y, i);
    }
}

static void dither(const char *engine, errdiff_image *in, errdiff_image *out)
{
    errdiff_options options;

    plain_options_init(&options);
    options.engine = engine;
    options.levels[1] = 5;
    assert_int_equal(errdiff_dither(in, out, &options, NULL), ERRDIFF_OK);
}

typedef void (*check)(const char *engine, const uint8_t *expected);

/* `expected` is the result with separate buffers without padding. */
static void on_every_engine(check run)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        uint8_t in[HEIGHT * ROW];
        uint8_t expected[HEIGHT * ROW];

        errdiff_engine_get(i, &info);
        if (!errdiff_engine_available(info.name, NULL) ||
            strcmp(info.name, "ordered") == 0) /* it has no errors, which these examples have */
            continue;
        fill(in, ROW);
        errdiff_image from = image(in, ROW);
        errdiff_image to = image(expected, ROW);
        dither(info.name, &from, &to);
        run(info.name, expected);
    }
}

static void assert_rows_equal(const uint8_t *data, ptrdiff_t stride, const uint8_t *expected)
{
    for (int y = 0; y < HEIGHT; y++)
        assert_memory_equal(data + y * stride, expected + y * ROW, ROW);
}

static void in_place(const char *engine, const uint8_t *expected)
{
    uint8_t data[HEIGHT * ROW];
    errdiff_image pixels = image(data, ROW);

    fill(data, ROW);
    dither(engine, &pixels, &pixels);
    assert_memory_equal(data, expected, sizeof(data));
}

static void test_in_place(void **state)
{
    (void)state;
    on_every_engine(in_place);
}

static void bottom_up(const char *engine, const uint8_t *expected)
{
    uint8_t in[HEIGHT * ROW];
    uint8_t out[HEIGHT * ROW];
    uint8_t *in_top = in + (HEIGHT - 1) * ROW;
    uint8_t *out_top = out + (HEIGHT - 1) * ROW;
    errdiff_image from = image(in_top, -ROW);
    errdiff_image to = image(out_top, -ROW);

    fill(in_top, -ROW);
    dither(engine, &from, &to);
    assert_rows_equal(out_top, -ROW, expected);
    dither(engine, &from, &from);
    assert_rows_equal(in_top, -ROW, expected);
}

static void test_bottom_up(void **state)
{
    (void)state;
    on_every_engine(bottom_up);
}

static void padded(const char *engine, const uint8_t *expected)
{
    uint8_t in[HEIGHT * PADDED];
    uint8_t out[HEIGHT * PADDED];
    errdiff_image from = image(in, PADDED);
    errdiff_image to = image(out, PADDED);

    memset(in, 0xee, sizeof(in));
    fill(in, PADDED);
    memset(out, 0xcc, sizeof(out));
    dither(engine, &from, &to);
    assert_rows_equal(out, PADDED, expected);
    for (int y = 0; y < HEIGHT; y++) {
        for (int i = 0; i < ROW; i++)
            assert_int_equal(in[y * PADDED + i], sample(y, i));
        for (int i = ROW; i < PADDED; i++) {
            assert_int_equal(in[y * PADDED + i], 0xee);
            assert_int_equal(out[y * PADDED + i], 0xcc);
        }
    }
}

static void test_bytes_between_rows_are_not_written(void **state)
{
    (void)state;
    on_every_engine(padded);
}

/* Nothing may be read or written after the last sample, which the sanitizers check. */
static void last_row_without_padding(const char *engine, const uint8_t *expected)
{
    uint8_t data[(HEIGHT - 1) * PADDED + ROW];
    errdiff_image pixels = image(data, PADDED);

    fill(data, PADDED);
    dither(engine, &pixels, &pixels);
    assert_rows_equal(data, PADDED, expected);
}

static void test_the_last_row_needs_no_padding(void **state)
{
    (void)state;
    on_every_engine(last_row_without_padding);
}

static void masked(const char *engine, const uint8_t *expected)
{
    enum { MASK_STRIDE = WIDTH + 5 };
    uint8_t in[HEIGHT * ROW];
    uint8_t out[HEIGHT * ROW];
    uint8_t mask[HEIGHT * MASK_STRIDE];
    errdiff_image from = image(in, ROW);
    errdiff_image to = image(out, ROW);

    fill(in, ROW);
    memset(mask, 0, sizeof(mask));
    from.mask = mask;
    from.mask_stride = MASK_STRIDE;
    dither(engine, &from, &to);
    assert_memory_equal(out, in, sizeof(in));

    for (int y = 0; y < HEIGHT; y++)
        memset(mask + y * MASK_STRIDE, 1 + y, WIDTH);
    dither(engine, &from, &to);
    assert_memory_equal(out, expected, sizeof(out));

    /* Only the middle row is in the mask; it is dithered as if the image had no other row. */
    uint8_t alone[ROW];
    errdiff_image row = image(alone, ROW);
    memset(mask, 0, sizeof(mask));
    memset(mask + HEIGHT / 2 * MASK_STRIDE, 255, WIDTH);
    memcpy(alone, in + HEIGHT / 2 * ROW, ROW);
    row.height = 1;
    dither(engine, &row, &row);
    from.mask = mask + (HEIGHT - 1) * MASK_STRIDE;
    from.mask_stride = -MASK_STRIDE;
    dither(engine, &from, &to);
    for (int y = 0; y < HEIGHT; y++)
        assert_memory_equal(out + y * ROW, y == HEIGHT / 2 ? alone : in + y * ROW, ROW);
}

static void test_masks(void **state)
{
    (void)state;
    on_every_engine(masked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_bottom_up),
        cmocka_unit_test(test_bytes_between_rows_are_not_written),
        cmocka_unit_test(test_the_last_row_needs_no_padding),
        cmocka_unit_test(test_masks),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
