/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating-point samples: which integers they count as, with every instruction set, and that all
 * functions that read images have the results of these integers. (The test of equality has the
 * dithering.) */
#define _POSIX_C_SOURCE 200809L

#include "../support/half.h"
#include "../support/plain_options.h"
#include "../support/random.h"
#include "errdiff.h"
#include "rule/float_rows.h"
#include "rule/float_sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static const char *const isas[] = {"avx512", "avx2", "sse4.1", "neon", "c"};

enum { ISA_COUNT = sizeof(isas) / sizeof(*isas), HALVES = 1 << 16 };

/* ---- Samples ------------------------------------------------------------------------------- */

/* With the rows of an instruction set that this processor lacks, those in plain C. */
static const struct errdiff_float_rows *rows_of(const char *isa)
{
    setenv("ERRDIFF_ISA", isa, 1);
    const struct errdiff_float_rows *rows = errdiff_float_rows_pick();
    unsetenv("ERRDIFF_ISA");
    return rows;
}

static void test_each_half(void **state)
{
    static uint16_t halves[HALVES], found[HALVES + 1];

    (void)state;
    for (int i = 0; i < HALVES; i++) {
        halves[i] = (uint16_t)i;
        assert_int_equal(errdiff_read(halves, ERRDIFF_HALF, i),
                         sample_of_number(half_value(halves[i])));
    }
    for (int k = 0; k < ISA_COUNT; k++)
        for (int first = 0; first < 70; first++) { /* all ends of vectors */
            int count = first == 0 ? HALVES : 2 * first;
            found[count] = 12345;
            errdiff_float_rows_copy(rows_of(isas[k]), halves + first, ERRDIFF_HALF, count, found);
            for (int i = 0; i < count; i++)
                assert_int_equal(found[i], sample_of_number(half_value(halves[first + i])));
            assert_int_equal(found[count], 12345);
        }
}

static void check_floats(const float *floats, int count)
{
    uint16_t found[100];

    for (int i = 0; i < count; i++)
        assert_int_equal(errdiff_read(floats, ERRDIFF_FLOAT, i), sample_of_number(floats[i]));
    for (int k = 0; k < ISA_COUNT; k++) {
        found[count] = 12345;
        errdiff_float_rows_copy(rows_of(isas[k]), floats, ERRDIFF_FLOAT, count, found);
        for (int i = 0; i < count; i++)
            assert_int_equal(found[i], sample_of_number(floats[i]));
        assert_int_equal(found[count], 12345);
    }
}

static void test_floats_next_to_each_half_of_a_step(void **state)
{
    float floats[66];
    int count = 0;

    (void)state;
    for (int sample = 0; sample < 65535; sample++) {
        float middle = (float)((sample + 0.5) / 65535);
        floats[count++] = nextafterf(middle, 0);
        floats[count++] = middle;
        floats[count++] = nextafterf(middle, 1);
        if (count == 66 || sample == 65534) {
            check_floats(floats, count);
            count = 0;
        }
    }
}

static void test_any_floats(void **state)
{
    static const float special[] = {0,   -0.0F, 1,      -1,      INFINITY, -INFINITY,
                                    NAN, -NAN,  1e-45F, -1e-45F, 3e38F,    -3e38F};
    struct random random = {.state = 1};
    float floats[99];

    (void)state;
    check_floats(special, sizeof(special) / sizeof(*special));
    for (int run = 0; run < 2000; run++) {
        random_fill(&random, floats, sizeof(floats));
        for (int i = 0; i < 99 && run % 2 == 0; i++)
            floats[i] = (float)(random_fraction(&random) * 1.5 - 0.25);
        check_floats(floats, random_range(&random, 1, 99));
    }
}

/* ---- Images -------------------------------------------------------------------------------- */

enum { WIDTH = 301, HEIGHT = 43, MAX_SAMPLES = 3 * WIDTH * HEIGHT, GAP = 5 };

/* The same image of floating-point numbers, bottom up and with gaps, and of integers. */
struct pair {
    errdiff_image floating, integers;
    float floats[(3 * WIDTH + GAP) * HEIGHT];
    uint16_t halves[(3 * WIDTH + GAP) * HEIGHT];
    uint16_t samples[MAX_SAMPLES];
    uint8_t mask[WIDTH * HEIGHT];
};

static double draw_number(struct random *random, int y, int colors)
{
    if (colors > 0) /* few of them, which differ little from what they count as */
        return random_range(random, 0, colors - 1) / (double)(colors - 1) * 1.002 - 0.001;
    if (random_chance(random, 5))
        return NAN;
    return random_fraction(random) * 0.3 + y * 0.02 - 0.1;
}

/* The half next below a number, or a number beyond 0..1. */
static uint16_t half_of(double number)
{
    uint16_t half = 0;

    if (!(number > 0))
        return 0xB800;
    for (int step = 1 << 13; step > 0; step /= 2)
        if (half_value((uint16_t)(half + step)) <= number)
            half = (uint16_t)(half + step);
    return half;
}

static void make_pair(struct random *random, int bits, int channels, int colors, struct pair *pair)
{
    int row = WIDTH * channels, is_half = bits == ERRDIFF_HALF;

    for (int y = 0; y < HEIGHT; y++)
        for (int i = 0; i < row; i++) {
            int at = (HEIGHT - 1 - y) * (row + GAP) + i;
            double number = draw_number(random, y, colors);
            pair->floats[at] = (float)number;
            pair->halves[at] = half_of(number);
            pair->samples[y * row + i] = (uint16_t)sample_of_number(
                is_half ? half_value(pair->halves[at]) : pair->floats[at]);
        }
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        pair->mask[i] = random_chance(random, 80);
    pair->integers = (errdiff_image){.data = pair->samples,
                                     .width = WIDTH,
                                     .height = HEIGHT,
                                     .channels = channels,
                                     .bits = 16,
                                     .stride = row * 2,
                                     .mask = random_chance(random, 50) ? pair->mask : NULL,
                                     .mask_stride = WIDTH};
    pair->floating = pair->integers;
    pair->floating.bits = bits;
    pair->floating.stride = -(ptrdiff_t)(row + GAP) * (is_half ? 2 : 4);
    size_t last = (size_t)(HEIGHT - 1) * (size_t)(row + GAP);
    pair->floating.data = is_half ? (void *)(pair->halves + last) : (void *)(pair->floats + last);
}

typedef void (*check)(struct random *random, const struct pair *pair);

/* Runs a check for pairs of all kinds. */
static void for_each_pair(check run, int colors)
{
    static struct pair pair;
    struct random random = {.state = 2};

    for (int i = 0; i < 40; i++) {
        make_pair(&random, i % 2 ? ERRDIFF_HALF : ERRDIFF_FLOAT, i % 4 < 2 ? 1 : 3, colors, &pair);
        run(&random, &pair);
    }
}

static errdiff_image result_like(const errdiff_image *in, int bits, uint16_t *samples)
{
    errdiff_image out = *in;

    memset(samples, 0, MAX_SAMPLES * sizeof(*samples));
    out.bits = bits;
    out.data = samples;
    out.stride = (ptrdiff_t)in->width * in->channels * (bits / 8);
    out.mask = NULL;
    return out;
}

static void check_measurements(struct random *random, const struct pair *pair)
{
    static uint16_t samples[2][MAX_SAMPLES];
    errdiff_report reports[2];
    errdiff_options options;

    plain_options_init(&options);
    options.measure = random_chance(random, 50);
    options.gray = random_chance(random, 30);
    options.linear = random_chance(random, 50);
    options.brightness = random_chance(random, 50) ? 20 : 0;
    for (int i = 0; i < 2; i++) {
        const errdiff_image *in = i ? &pair->integers : &pair->floating;
        errdiff_image out = result_like(&pair->integers, 8 + 8 * options.linear, samples[i]);
        assert_int_equal(errdiff_dither(in, &out, &options, &reports[i]), ERRDIFF_OK);
        if (!options.measure)
            assert_int_equal(errdiff_measure(in, &out, &options, &reports[i]), ERRDIFF_OK);
    }
    assert_memory_equal(samples[0], samples[1], sizeof(samples[0]));
    for (int c = 0; c < 3; c++)
        assert_true(reports[0].tone_error[c] == reports[1].tone_error[c]);
}

static void test_measurements(void **state)
{
    (void)state;
    for_each_pair(check_measurements, 0);
}

static void check_tone_range(struct random *random, const struct pair *pair)
{
    errdiff_tone_range ranges[2];
    errdiff_options options;

    plain_options_init(&options);
    options.tone = ERRDIFF_TONE_AUTO;
    options.stretch = 1;
    options.stretch_share = 10;
    options.gray = random_chance(random, 50);
    memset(ranges, 0, sizeof(ranges));
    assert_int_equal(errdiff_tone_range_find(&pair->floating, &options, &ranges[0], NULL),
                     ERRDIFF_OK);
    assert_int_equal(errdiff_tone_range_find(&pair->integers, &options, &ranges[1], NULL),
                     ERRDIFF_OK);
    assert_memory_equal(&ranges[0], &ranges[1], sizeof(ranges[0]));
    assert_true(ranges[1].black > 0 || ranges[1].white < 65535);
}

static void test_ranges_of_tone(void **state)
{
    (void)state;
    for_each_pair(check_tone_range, 0);
}

static void check_colors(struct random *random, const struct pair *pair)
{
    static errdiff_palette found[2];

    (void)random;
    memset(found, 0, sizeof(found));
    assert_int_equal(errdiff_palette_of_image(&pair->floating, &found[0], NULL), ERRDIFF_OK);
    assert_int_equal(errdiff_palette_of_image(&pair->integers, &found[1], NULL), ERRDIFF_OK);
    assert_memory_equal(&found[0], &found[1], sizeof(found[0]));
    assert_true(found[0].count > 1);
}

static void test_colors_of_an_image(void **state)
{
    (void)state;
    for_each_pair(check_colors, 5);
}

static void check_made_palette(struct random *random, const struct pair *pair)
{
    static errdiff_palette made[2];
    errdiff_options options;

    plain_options_init(&options);
    options.saturation = random_chance(random, 50) ? 30 : 0;
    options.gray = random_chance(random, 30);
    memset(made, 0, sizeof(made));
    for (int i = 0; i < 2; i++)
        assert_int_equal(errdiff_palette_make(i ? &pair->integers : &pair->floating, 7, NULL,
                                              &options, &made[i], NULL),
                         CAN_MAKE_PALETTES ? ERRDIFF_OK : ERRDIFF_CANNOT_RUN);
    assert_memory_equal(&made[0], &made[1], sizeof(made[0]));
}

static void test_palettes_made_from_an_image(void **state)
{
    (void)state;
    for_each_pair(check_made_palette, 0);
}

static void check_sample(struct random *random, const struct pair *pair)
{
    errdiff_image samples[2];

    (void)random;
    for (int i = 0; i < 2; i++)
        assert_int_equal(errdiff_palette_sample(i ? &pair->integers : &pair->floating, NULL, 1 << 9,
                                                &samples[i], NULL),
                         ERRDIFF_OK);
    assert_int_equal(samples[0].width, samples[1].width);
    assert_memory_equal(samples[0].data, samples[1].data,
                        3 * (size_t)samples[1].width * (size_t)samples[1].height);
    free(samples[0].data);
    free(samples[1].data);
}

static void test_samples_of_an_image(void **state)
{
    (void)state;
    for_each_pair(check_sample, 0);
}

static void check_dots(struct random *random, const struct pair *pair)
{
    static uint16_t samples[2][MAX_SAMPLES];
    int dot = random_range(random, 1, 9), mean = random_range(random, 0, 2);

    for (int i = 0; i < 2; i++) {
        errdiff_image dots = pair->integers;
        dots.width = errdiff_dots_along(WIDTH, dot);
        dots.height = errdiff_dots_along(HEIGHT, dot);
        dots = result_like(&dots, 16, samples[i]);
        errdiff_image alpha = i ? pair->integers : pair->floating;
        assert_int_equal(errdiff_dots_reduce(i ? &pair->integers : &pair->floating,
                                             alpha.channels == 1 ? &alpha : NULL,
                                             (errdiff_mean)mean, dot, &dots, 1, NULL),
                         ERRDIFF_OK);
    }
    assert_memory_equal(samples[0], samples[1], sizeof(samples[0]));
}

static void test_dots(void **state)
{
    (void)state;
    for_each_pair(check_dots, 0);
}

static void check_sequence(struct random *random, const struct pair *pair)
{
    static uint16_t samples[2][MAX_SAMPLES];
    errdiff_sequence *sequences[2];
    errdiff_options options;

    plain_options_init(&options);
    options.refine = random_chance(random, 30);
    for (int i = 0; i < 2; i++)
        assert_int_equal(errdiff_sequence_open(&sequences[i], 60, NULL), ERRDIFF_OK);
    for (int frame = 0; frame < 3; frame++) {
        options.seed = (uint32_t)frame;
        options.noise = 30;
        for (int i = 0; i < 2; i++) {
            errdiff_image out = result_like(&pair->integers, 16, samples[i]);
            assert_int_equal(errdiff_sequence_dither(sequences[i],
                                                     i ? &pair->integers : &pair->floating, &out,
                                                     &options, NULL),
                             ERRDIFF_OK);
        }
        assert_memory_equal(samples[0], samples[1], sizeof(samples[0]));
    }
    for (int i = 0; i < 2; i++)
        errdiff_sequence_close(sequences[i]);
}

static void test_sequences(void **state)
{
    (void)state;
    for_each_pair(check_sequence, 0);
}

static void test_memory_is_limited(void **state)
{
    enum { SIDE = 1024 };
    float *floats = calloc(SIDE * SIDE, sizeof(*floats));
    uint16_t *samples = calloc(SIDE * SIDE, sizeof(*samples));
    errdiff_image in = {floats, SIDE, SIDE, 1, ERRDIFF_FLOAT, SIDE * sizeof(float), NULL, 0};
    errdiff_image out = {samples, SIDE, SIDE, 1, 8, SIDE, NULL, 0};
    errdiff_options options;

    (void)state;
    assert_non_null(floats);
    assert_non_null(samples);
    plain_options_init(&options);
    options.max_memory = 1; /* 2 are needed for samples of 16 bits */
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_NO_MEMORY);
    options.max_memory = 2;
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
    out.bits = 16; /* the result has room for them */
    out.stride = 2 * SIDE;
    options.max_memory = 1;
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
    free(floats);
    free(samples);
}

/* ---- What is refused ----------------------------------------------------------------------- */

static void test_images_that_are_not_possible(void **state)
{
    float floats[8] = {0};
    uint16_t samples[16] = {0};
    errdiff_image in = {floats, 2, 2, 1, ERRDIFF_FLOAT, 8, NULL, 0};
    errdiff_image out = {samples, 2, 2, 1, 16, 4, NULL, 0}, wrong;
    errdiff_options options;
    errdiff_report report;
    errdiff_message message;

    (void)state;
    plain_options_init(&options);
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);

    wrong = in;
    wrong.stride = 10;
    assert_int_equal(errdiff_dither(&wrong, &out, &options, &report), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(report.message.text,
                        "in: samples of 4 bytes must have addresses that are multiples of 4");
    wrong.stride = 4;
    assert_int_equal(errdiff_dither(&wrong, &out, &options, &report), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(report.message.text,
                        "in: a stride of 4 bytes is not possible; a row has 8");
    wrong = in;
    wrong.bits = 32;
    assert_int_equal(errdiff_dither(&wrong, &out, &options, &report), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(report.message.text,
                        "in: the samples have 32 bits; 8 and 16 are possible, and -16 and -32 for "
                        "floating-point numbers");

    assert_int_equal(errdiff_dither(&in, &in, &options, &report), ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(report.message.text,
                        "out: samples of -32 bits are not possible; 8 and 16 are");
    assert_int_equal(errdiff_alpha_reduce(&in, ERRDIFF_ALPHA_DITHER, NULL, &report),
                     ERRDIFF_BAD_ARGUMENT);
    assert_string_equal(report.message.text, "alpha: samples of -32 bits are not possible in an "
                                             "image that is written; 8 and 16 are");
    assert_int_equal(errdiff_dots_enlarge(&out, 1, &in, &message), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_dots_reduce(&in, NULL, ERRDIFF_MEAN_LIGHT, 1, &in, 1, &message),
                     ERRDIFF_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_half),
        cmocka_unit_test(test_floats_next_to_each_half_of_a_step),
        cmocka_unit_test(test_any_floats),
        cmocka_unit_test(test_measurements),
        cmocka_unit_test(test_ranges_of_tone),
        cmocka_unit_test(test_colors_of_an_image),
        cmocka_unit_test(test_palettes_made_from_an_image),
        cmocka_unit_test(test_samples_of_an_image),
        cmocka_unit_test(test_dots),
        cmocka_unit_test(test_sequences),
        cmocka_unit_test(test_memory_is_limited),
        cmocka_unit_test(test_images_that_are_not_possible),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
