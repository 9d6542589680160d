/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images that are reduced to dots, against a plain mean in floating point; and dots that are
 * enlarged. */
#include "errdiff.h"

#include "../support/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { MAX_SIDE = 40, MAX_PIXELS = MAX_SIDE * MAX_SIDE, JOBS = 3000 };

/* The memory of an image with up to 3 channels of 16 bits, and of its mask. */
struct memory {
    uint16_t samples[3 * MAX_PIXELS];
    uint8_t mask[MAX_PIXELS];
};

static errdiff_image image_in(void *samples, int width, int height, int channels, int bits)
{
    return (errdiff_image){.data = samples,
                           .width = width,
                           .height = height,
                           .channels = channels,
                           .bits = bits,
                           .stride = (ptrdiff_t)width * channels * (bits / 8)};
}

static int sample(const errdiff_image *image, int x, int y, int c)
{
    const uint8_t *row = (const uint8_t *)image->data + y * image->stride;
    int at = x * image->channels + c;

    return image->bits == 8 ? row[at] : ((const uint16_t *)(const void *)row)[at];
}

/* The weighted mean of channel c in a dot, as a display value that is not rounded; -1: no pixel
 * counts. */
static double mean_of(const errdiff_image *image, const errdiff_image *alpha, errdiff_mean mean,
                      int dot, int column, int row, int c, int counts_all)
{
    double white = image->bits == 8 ? 255 : 65535, sum = 0, weights = 0;

    for (int y = row * dot; y < (row + 1) * dot && y < image->height; y++)
        for (int x = column * dot; x < (column + 1) * dot && x < image->width; x++) {
            double value = sample(image, x, y, c) / white;
            double weight = alpha ? sample(alpha, x, y, 0) : 1;

            if (image->mask && image->mask[y * image->mask_stride + x] == 0)
                weight = 0;
            if (counts_all)
                weight = 1;
            weights += weight;
            sum += weight * (mean == ERRDIFF_MEAN_LIGHT ? errdiff_srgb_to_linear(value) : value);
        }
    if (weights == 0)
        return -1;
    return white *
           (mean == ERRDIFF_MEAN_LIGHT ? errdiff_srgb_from_linear(sum / weights) : sum / weights);
}

static void check_dots(const errdiff_image *image, const errdiff_image *alpha, errdiff_mean mean,
                       int dot, const errdiff_image *dots)
{
    for (int y = 0; y < dots->height; y++)
        for (int x = 0; x < dots->width; x++)
            for (int c = 0; c < dots->channels; c++) {
                double expected = mean_of(image, alpha, mean, dot, x, y, c, 0);

                if (expected < 0)
                    expected = mean_of(image, alpha, mean, dot, x, y, c, 1);
                if (mean == ERRDIFF_MEAN_ALPHA && expected > 0 && expected < 1)
                    expected = 1;
                assert_true(fabs(sample(dots, x, y, c) - expected) <= 0.5001);
            }
}

/* Reduces a random image, with half of the pixels masked out in many images, and few opaque
 * ones; the number of threads must not matter. */
static void run_job(struct random *random)
{
    static struct memory from, alphas, to, again;
    int width = random_range(random, 1, MAX_SIDE), height = random_range(random, 1, MAX_SIDE);
    int bits = 8 * random_range(random, 1, 2), dot = random_range(random, 1, 12);
    errdiff_mean mean = (errdiff_mean)random_range(random, 0, 2);
    int channels = mean == ERRDIFF_MEAN_ALPHA || random_range(random, 0, 1) ? 1 : 3;
    errdiff_image image = image_in(from.samples, width, height, channels, bits);
    errdiff_image alpha = image_in(alphas.samples, width, height, 1, bits);
    const errdiff_image *weights = random_range(random, 0, 1) ? &alpha : NULL;
    errdiff_image dots = image_in(to.samples, errdiff_dots_along(width, dot),
                                  errdiff_dots_along(height, dot), channels, bits);
    errdiff_image other = dots;
    size_t size = (size_t)dots.height * (size_t)dots.stride;

    other.data = again.samples;
    random_fill(random, from.samples, sizeof from.samples);
    random_fill(random, alphas.samples, sizeof alphas.samples);
    for (int i = 0; i < width * height; i++) {
        from.mask[i] = (uint8_t)random_range(random, 0, 1);
        if (random_range(random, 0, 3) > 0)
            memset((char *)alphas.samples + i * (bits / 8), 0, (size_t)bits / 8);
        if (mean == ERRDIFF_MEAN_ALPHA && random_range(random, 0, 20) > 0)
            memset((char *)from.samples + i * (bits / 8), 0, (size_t)bits / 8);
    }
    if (random_range(random, 0, 1)) {
        image.mask = from.mask;
        image.mask_stride = width;
    }
    assert_int_equal(errdiff_dots_reduce(&image, weights, mean, dot, &dots, 1, NULL), ERRDIFF_OK);
    check_dots(&image, weights, mean, dot, &dots);
    assert_int_equal(errdiff_dots_reduce(&image, weights, mean, dot, &other, 3, NULL), ERRDIFF_OK);
    assert_memory_equal(to.samples, again.samples, size);
}

static void test_random_images(void **state)
{
    struct random random = {.state = 20261122};

    (void)state;
    for (int i = 0; i < JOBS; i++)
        run_job(&random);
}

/* The sums of the largest dot, all white and opaque, must not overflow; and a flat image keeps
 * its value. */
static void test_flat_images(void **state)
{
    static uint16_t samples[ERRDIFF_MAX_DOT * ERRDIFF_MAX_DOT], alphas[ERRDIFF_MAX_DOT * 256];
    static const int values[] = {0, 1, 2, 3, 100, 257, 1000, 40000, 65534, 65535};
    uint16_t made;
    errdiff_image image = image_in(samples, ERRDIFF_MAX_DOT, ERRDIFF_MAX_DOT, 1, 16);
    errdiff_image alpha = image_in(alphas, ERRDIFF_MAX_DOT, ERRDIFF_MAX_DOT, 1, 16);
    errdiff_image dots = image_in(&made, 1, 1, 1, 16);

    (void)state;
    memset(alphas, 0xff, sizeof alphas);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        for (size_t j = 0; j < sizeof samples / sizeof *samples; j++)
            samples[j] = (uint16_t)values[i];
        assert_int_equal(errdiff_dots_reduce(&image, &alpha, ERRDIFF_MEAN_LIGHT, ERRDIFF_MAX_DOT,
                                             &dots, 0, NULL),
                         ERRDIFF_OK);
        assert_int_equal(made, values[i]);
    }
}

static void test_enlarging(void **state)
{
    uint8_t small[] = {1, 2, 3, 4, 5, 6}, large[5 * 8];
    static const uint8_t expected[] = {1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4,
                                       3, 3, 3, 4, 4, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 5, 5, 5, 6, 6};
    errdiff_image dots = image_in(small, 2, 3, 1, 8), image = image_in(large, 5, 8, 1, 8);

    (void)state;
    assert_int_equal(errdiff_dots_enlarge(&dots, 3, &image, NULL), ERRDIFF_OK);
    assert_memory_equal(large, expected, sizeof expected);
}

static void test_wrong_calls(void **state)
{
    uint8_t small[12] = {0}, large[90] = {0};
    errdiff_image dots = image_in(small, 2, 2, 1, 8), image = image_in(large, 6, 5, 1, 8);
    errdiff_image colors = image_in(large, 6, 5, 3, 8);
    errdiff_message message;

    (void)state;
    assert_int_equal(errdiff_dots_reduce(&image, NULL, ERRDIFF_MEAN_VALUE, 3, &dots, 0, &message),
                     ERRDIFF_OK);
    for (int dot = 0; dot < 300; dot++)
        if (dot < 1 || dot > ERRDIFF_MAX_DOT)
            assert_int_equal(errdiff_dots_enlarge(&dots, dot, &image, &message),
                             ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_dots_enlarge(&dots, 2, &image, &message), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_dots_enlarge(&dots, 3, &colors, NULL), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(
        errdiff_dots_reduce(&image, &colors, ERRDIFF_MEAN_VALUE, 3, &dots, 0, &message),
        ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_dots_reduce(&image, NULL, ERRDIFF_MEAN_VALUE, 3, &dots, -1, &message),
                     ERRDIFF_BAD_ARGUMENT);
    assert_non_null(strstr(message.text, "threads"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_images),
        cmocka_unit_test(test_flat_images),
        cmocka_unit_test(test_enlarging),
        cmocka_unit_test(test_wrong_calls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
