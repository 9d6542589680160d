/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images too large for the caches, which the wavefront writes with non-temporal stores: the
 * same bytes as from the serial engine, with every instruction set. */
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

/* Above 16 MiB with 16 bits per sample; rows begin anywhere in a cache line. */
enum { WIDTH = 2901, HEIGHT = 2900, SAMPLES = WIDTH * HEIGHT };

static const char *const isas[] = {"avx512", "avx2", "sse4.1", "neon", "c"};

static errdiff_image image_of(uint16_t *samples)
{
    return (errdiff_image){.data = samples,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = 1,
                           .bits = 16,
                           .stride = WIDTH * (ptrdiff_t)sizeof(*samples)};
}

static uint16_t *make_samples(void)
{
    uint16_t *samples = malloc(SAMPLES * sizeof(*samples));

    assert_non_null(samples);
    return samples;
}

static void dither(const char *engine, int levels, uint16_t *from, uint16_t *to)
{
    errdiff_image in = image_of(from), out = image_of(to);
    errdiff_options options;

    plain_options_init(&options);
    options.engine = engine;
    options.levels[0] = options.levels[1] = options.levels[2] = levels;
    assert_int_equal(errdiff_dither(&in, &out, &options, NULL), ERRDIFF_OK);
}

static void test_large_images(void **state)
{
    uint16_t *from = make_samples(), *expected = make_samples(), *to = make_samples();
    struct random random = {1};

    (void)state;
    random_fill(&random, from, SAMPLES * sizeof(*from));
    for (int levels = 2; levels <= 3; levels++) {
        dither("serial-ec", levels, from, expected);
        for (size_t i = 0; i < sizeof(isas) / sizeof(*isas); i++) {
            setenv("ERRDIFF_ISA", isas[i], 1);
            if (!errdiff_engine_available("wavefront", NULL))
                continue;
            memset(to, 0x5A, SAMPLES * sizeof(*to));
            dither("wavefront", levels, from, to);
            assert_memory_equal(to, expected, SAMPLES * sizeof(*to));
        }
    }
    unsetenv("ERRDIFF_ISA");
    free(from);
    free(expected);
    free(to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_large_images),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
