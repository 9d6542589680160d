/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the refinement of levels after error diffusion, and the kernel with which it predicts what
 * is seen. */
#include "errdiff_hologram.h"
#include "hologram/level_search.h"
#include "hologram/scale.h"
#include "hologram/view_projection.h"
#include "scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { SIDE = 192, PIXELS = SIDE * SIDE };

static const double turn = 6.28318530717958648;

static errdiff_hologram_similarity look(const errdiff_field *field,
                                        const errdiff_hologram_options *options, uint16_t *levels)
{
    errdiff_hologram_report report;
    errdiff_hologram_similarity seen;
    if (errdiff_hologram_quantize(field, options, levels, &report) != ERRDIFF_OK)
        fail_msg("%s", report.message.text);
    assert_int_equal(report.refined, options->refine);
    assert_int_equal(errdiff_hologram_measure(field, options, report.scale, levels, &seen, NULL),
                     ERRDIFF_OK);
    return seen;
}

/* Levels whose phases rise with the power 1.8 of the sample and reach only `range`, and whose
 * amplitude falls. */
static void bend(errdiff_complex *values, int count, double range)
{
    for (int k = 0; k < count; k++) {
        double phase = range * pow((double)k / count, 1.8), amplitude = 1 - 0.3 * k / count;
        values[k] = (errdiff_complex){.re = (float)(amplitude * cos(phase)),
                                      .im = (float)(amplitude * sin(phase))};
    }
}

/* For any number of levels, real-valued output and uneven tables. */
static void test_less_noise(void **state)
{
    static const struct {
        const char *scene;
        errdiff_hologram_output output;
        int levels;
        double range; /* of phases that were measured; 0: even ones */
        double gained;
    } cases[] = {
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 2, 0, 0},  {"p256", ERRDIFF_HOLOGRAM_PHASE, 3, 0, 1},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 4, 0, 1},  {"p256", ERRDIFF_HOLOGRAM_PHASE, 8, 0, 2},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 16, 0, 4}, {"p256", ERRDIFF_HOLOGRAM_PHASE, 256, 0, 9},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 16, 5, 2}, {"p256", ERRDIFF_HOLOGRAM_PHASE, 3, 4, 0},
        {"p256", ERRDIFF_HOLOGRAM_PHASE, 2, 3, 0},  {"o", ERRDIFF_HOLOGRAM_BINARY_PHASE, 2, 0, 1},
        {"o", ERRDIFF_HOLOGRAM_AMPLITUDE, 2, 0, 1}, {"o", ERRDIFF_HOLOGRAM_AMPLITUDE, 32, 0, 3},
    };
    static uint16_t levels[PIXELS];
    errdiff_complex values[256];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errdiff_hologram_options options;
        errdiff_field field = scene_middle(cases[i].scene, SIDE, &options);
        options.output = cases[i].output;
        options.method = ERRDIFF_HOLOGRAM_OPT; /* of 2 phases rounding may be better */
        options.levels = cases[i].levels;
        bend(values, options.levels, cases[i].range);
        options.level_values = cases[i].range > 0 ? values : NULL;
        errdiff_hologram_similarity plain = look(&field, &options, levels);
        options.refine = 3;
        errdiff_hologram_similarity refined = look(&field, &options, levels);
        print_message("%s, output %d, %d levels: %.2f dB, refined %.2f; gain %.4f, %.4f\n",
                      cases[i].scene, (int)options.output, options.levels, plain.snr, refined.snr,
                      plain.gain, refined.gain);
        assert_true(refined.snr >= plain.snr + cases[i].gained);
        /* Where there is much noise, some of it resembles the wanted light. */
        assert_true(plain.snr < 20 || fabs(refined.gain / plain.gain - 1) < 0.03);
        errdiff_field_free(&field);
    }
}

/* Phases that are added change what the search has to count on. */
static void test_added_phases(void **state)
{
    static uint16_t levels[PIXELS];
    static float correction[PIXELS];
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    for (int i = 0; i < PIXELS; i++)
        correction[i] = (float)sin(0.05 * (i % SIDE));
    options.levels = 8;
    options.added = (errdiff_added_phase){
        .lens = 5000, .grating_x = 5, .grating_y = -7, .correction = correction};
    double plain = look(&field, &options, levels).snr;
    options.refine = 3;
    double refined = look(&field, &options, levels).snr;
    print_message("%.2f dB, refined %.2f\n", plain, refined);
    assert_true(refined > plain + 2);
    errdiff_field_free(&field);
}

/* Values whose squares are too large for single precision are refined like others. */
static void test_large_values(void **state)
{
    enum { SMALL = 64 };
    static const int exponents[] = {50, 70};
    uint16_t levels[2][SMALL * SMALL];
    int equal = 0;
    (void)state;
    for (int i = 0; i < 2; i++) {
        errdiff_hologram_options options;
        errdiff_field field = scene_middle("p256", SMALL, &options);
        options.scale = 1;
        options.refine = 1;
        for (int j = 0; j < SMALL * SMALL; j++) {
            errdiff_complex value = field.values[j];
            field.values[j] = (errdiff_complex){.re = ldexpf(value.re, exponents[i]),
                                                .im = ldexpf(value.im, exponents[i])};
        }
        assert_int_equal(errdiff_hologram_quantize(&field, &options, levels[i], NULL), ERRDIFF_OK);
        errdiff_field_free(&field);
    }
    for (int j = 0; j < SMALL * SMALL; j++)
        equal += levels[0][j] == levels[1][j];
    print_message("%d of %d levels are equal\n", equal, SMALL * SMALL);
    assert_true(equal > SMALL * SMALL * 9 / 10);
}

static void test_threads_give_the_same_levels(void **state)
{
    static uint16_t levels[3][PIXELS];
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("p256", SIDE, &options);
    (void)state;
    options.refine = 2;
    for (int count = 3; count <= 300; count *= 10) {
        options.levels = count;
        for (int i = 0; i < 3; i++) {
            options.threads = i == 2 ? 7 : i + 1;
            look(&field, &options, levels[i]);
        }
        assert_memory_equal(levels[0], levels[1], sizeof levels[0]);
        assert_memory_equal(levels[0], levels[2], sizeof levels[0]);
    }
    errdiff_field_free(&field);
}

/* The kernel against propagation of a single pixel, near the middle and at a corner. */
static void test_kernel(void **state)
{
    enum { NEAR = 2 };
    static const int places[][2] = {{SIDE / 2, SIDE / 2}, {8, SIDE - 20}};
    struct errdiff_view_kernel kernel;
    struct errdiff_view_projection projection;
    errdiff_progress_share share = {NULL, NULL, 0, 1};
    errdiff_hologram_options options;
    errdiff_field field = scene_middle("o", SIDE, &options);
    (void)state;
    assert_true(errdiff_view_kernel_make(&kernel, SIDE, SIDE));
    errdiff_view_kernel_fill(&kernel, SIDE, SIDE, &options.optics, 0, false);
    assert_true(errdiff_view_projection_make(&projection, &field, &options.optics, 1, false));
    for (size_t i = 0; i < 2; i++) {
        int x = places[i][0], y = places[i][1];
        double off = 0, all = 0;
        memset(field.values, 0, PIXELS * sizeof *field.values);
        field.values[y * SIDE + x] = (errdiff_complex){.re = 1};
        assert_int_equal(errdiff_view_project(&projection, &field, &share), ERRDIFF_OK);
        for (int dy = -NEAR; dy <= NEAR; dy++)
            for (int dx = -NEAR; dx <= NEAR; dx++) {
                errdiff_complex a = kernel.across[x][dx + ERRDIFF_VIEW_RADIUS],
                                b = kernel.down[y][dy + ERRDIFF_VIEW_RADIUS],
                                seen = field.values[(y + dy) * SIDE + x + dx];
                off += pow(a.re * b.re - a.im * b.im - seen.re, 2) +
                       pow(a.re * b.im + a.im * b.re - seen.im, 2);
                all += pow(seen.re, 2) + pow(seen.im, 2);
            }
        print_message("at %d, %d: off by %.4f\n", x, y, sqrt(off / all));
        assert_true(off < 0.06 * 0.06 * all);
    }
    errdiff_view_projection_release(&projection);
    errdiff_view_kernel_release(&kernel);
    errdiff_field_free(&field);
}

/* The levels that are tried are the nearest ones, also on both sides of phase 0. */
static void test_nearest_levels(void **state)
{
    static const int counts[] = {2, 3, 5, 6, 16, 17, 300};
    errdiff_hologram_options options;
    errdiff_complex values[300];
    (void)state;
    errdiff_hologram_options_init(&options);
    for (size_t i = 0; i < 3 * sizeof counts / sizeof *counts; i++) {
        struct errdiff_level_set set;
        options.levels = counts[i / 3];
        options.output = i % 3 == 0 ? ERRDIFF_HOLOGRAM_AMPLITUDE : ERRDIFF_HOLOGRAM_PHASE;
        bend(values, options.levels, turn);
        options.level_values = i % 3 == 2 ? values : NULL;
        assert_true(errdiff_level_set_make(&set, &options));
        assert_int_equal(set.tries, options.levels > 4 ? 4 : options.levels - 1);
        for (int k = 0; k < set.count; k++) {
            int nearer = 0;
            errdiff_complex own = set.values[k], last = set.values[set.nearest[k][set.tries - 1]];
            double farthest = hypot(last.re - own.re, last.im - own.im);
            for (int j = 0; j < set.count; j++)
                nearer += j != k && hypot(set.values[j].re - own.re, set.values[j].im - own.im) <
                                        farthest - 1e-5;
            assert_true(nearer < set.tries);
            for (int j = 0; j < set.tries; j++)
                assert_int_not_equal(set.nearest[k][j], k);
        }
        errdiff_level_set_release(&set);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_less_noise),   cmocka_unit_test(test_added_phases),
        cmocka_unit_test(test_large_values), cmocka_unit_test(test_threads_give_the_same_levels),
        cmocka_unit_test(test_kernel),       cmocka_unit_test(test_nearest_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
