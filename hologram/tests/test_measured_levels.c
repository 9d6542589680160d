/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests levels whose amplitudes and phases were measured: error diffusion makes up for a display
 * that changes the amplitude with the phase. */
#include "hologram/view.h"
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

enum { LEVELS = 64 };

static const double turn = 6.28318530717958648;

/* A display that shows amplitudes from 0.6 to 1 and uneven phases. */
static void couple(errdiff_complex values[LEVELS])
{
    for (int k = 0; k < LEVELS; k++) {
        double even = turn * k / LEVELS, phase = even + 0.3 * sin(even);
        double amplitude = 0.8 + 0.2 * cos(even + 1);
        values[k] = (errdiff_complex){.re = (float)(amplitude * cos(phase)),
                                      .im = (float)(amplitude * sin(phase))};
    }
}

/* What is seen of levels that were chosen for an ideal display, on one with other values. */
static double ratio_without_knowing(const struct scene *scene, const errdiff_complex *values)
{
    errdiff_hologram_options options = scene->options;
    errdiff_hologram_similarity similarity;
    errdiff_field shown;
    uint16_t *levels = malloc(sizeof *levels * 1024 * 1024);
    assert_non_null(levels);
    assert_int_equal(errdiff_hologram_quantize(&scene->hologram, &options, levels, NULL),
                     ERRDIFF_OK);
    options.level_values = values;
    assert_int_equal(errdiff_field_make(&shown, 1024, 1024), ERRDIFF_OK);
    errdiff_hologram_show(levels, &options, &shown);
    free(levels);
    assert_int_equal(errdiff_hologram_compare(&scene->hologram, &shown, 1, &options.optics, NULL,
                                              NULL, &similarity),
                     ERRDIFF_OK);
    errdiff_field_free(&shown);
    return similarity.snr;
}

static void test_diffusion_takes_the_coupling_up(void **state)
{
    struct scene scene;
    errdiff_complex values[LEVELS];
    (void)state;
    couple(values);
    scene_make(&scene, "p256", 0.33);
    scene.options.hogel = 32;
    scene.options.levels = LEVELS;
    double without = ratio_without_knowing(&scene, values);
    scene.options.level_values = values;
    double with = scene_look(&scene, 1, false).snr;
    scene.options.method = ERRDIFF_HOLOGRAM_NONE;
    double rounded = scene_look(&scene, 1, false).snr;
    scene_free(&scene);
    print_message("%.2f dB; rounded %.2f dB; chosen for an ideal display %.2f dB\n", with, rounded,
                  without);
    assert_true(with > 25);
    assert_true(with > rounded + 15 && with > without + 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_diffusion_takes_the_coupling_up)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
