/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the parts of the hologram code one by one, against known values and simpler
 * computations. */
#include "../../tests/support/random.h"
#include "hologram/designer.h"
#include "hologram/hologram_job.h"
#include "hologram/plane.h"
#include "hologram/predictor.h"
#include "hologram/preview_field.h"
#include "hologram/scale.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static void assert_near(double value, double expected, double most)
{
    if (!(fabs(value - expected) <= most))
        fail_msg("%.8g, where %.8g ± %.2g is right", value, expected, most);
}

static const errdiff_optics front = {.pitch = 0.75,
                                     .wavelength = 0.635,
                                     .view_width = 9200.0 / 24,
                                     .view_height = 9200.0 / 24,
                                     .view_distance = 1500};

static void test_scene(void **state)
{
    (void)state;
    errdiff_field field;
    errdiff_optics optics;
    double p99;
    assert_int_equal(errdiff_hologram_scene("p256", &field, &optics), ERRDIFF_OK);
    assert_near(field.values[512 * 1024 + 512].re, -1.04324, 1e-4);
    assert_near(field.values[512 * 1024 + 512].im, -1.01981, 1e-4);
    assert_true(errdiff_field_percentile(&field, 0.99, &p99));
    assert_near(p99, 2.5613, 1e-4);
    errdiff_field_free(&field);
    assert_int_equal(errdiff_hologram_scene("p257", &field, &optics), ERRDIFF_BAD_ARGUMENT);
}

/* The mean power around a place, in micrometers from the middle of what is seen. */
static double power_around(const errdiff_field *seen, double pitch, double x, double y)
{
    const int reach = 100;
    int column = (int)(seen->width / 2 + x / pitch), row = (int)(seen->height / 2 + y / pitch);
    double sum = 0;
    for (int j = row - reach; j < row + reach; j++)
        for (int i = column - reach; i < column + reach; i++) {
            errdiff_complex value = seen->values[(size_t)j * (size_t)seen->width + (size_t)i];
            sum += value.re * value.re + value.im * value.im;
        }
    return sum;
}

/* A bright square of the board is told from its neighbor and from its mirror images. */
static void test_dice(void **state)
{
    (void)state;
    errdiff_field field, seen;
    errdiff_optics optics;
    const double board = 103000.0 / 24;
    assert_int_equal(errdiff_hologram_scene("dice", &field, &optics), ERRDIFF_OK);
    assert_int_equal(errdiff_hologram_reconstruct(&field, &optics, board, NULL, NULL, &seen),
                     ERRDIFF_OK);
    double bright = power_around(&seen, optics.pitch, 480, 1120);
    double die = power_around(&seen, optics.pitch, 520 * 1.1, -380 * 1.1);
    assert_true(bright > 5 * power_around(&seen, optics.pitch, 800, 1120));
    assert_true(bright > 5 * power_around(&seen, optics.pitch, -480, 1120));
    assert_true(bright > 5 * power_around(&seen, optics.pitch, 480, -1120));
    assert_true(die > 1.2 * bright);
    errdiff_field_free(&seen);
    errdiff_field_free(&field);
}

/* The frequencies at which a hogel of 128 pixels, centered in front of the window, sees it. */
static struct errdiff_hologram_window centered_window(void)
{
    struct errdiff_rectangle hogel = {.x0 = 0, .y0 = 0, .x1 = 128, .y1 = 128};
    return errdiff_hologram_window_of(&hogel, 128, 128, &front);
}

/* Fills a hologram with the light of a point behind it. */
static void make_point(errdiff_field *field, const errdiff_optics *optics, double x, double y,
                       double depth)
{
    for (int j = 0; j < field->height; j++)
        for (int i = 0; i < field->width; i++) {
            double across = (i - 0.5 * field->width + 0.5) * optics->pitch - x;
            double down = (j - 0.5 * field->height + 0.5) * optics->pitch - y;
            double way = sqrt(across * across + down * down + depth * depth);
            double angle = 2 * pi * fmod(way / optics->wavelength, 1);
            field->values[j * field->width + i] =
                (errdiff_complex){.re = (float)cos(angle), .im = (float)sin(angle)};
        }
}

static size_t brightest(const errdiff_field *field)
{
    size_t best = 0;
    for (size_t i = 0; i < (size_t)field->width * (size_t)field->height; i++)
        if (hypotf(field->values[i].re, field->values[i].im) >
            hypotf(field->values[best].re, field->values[best].im))
            best = i;
    return best;
}

/* A preview shows a point at its place: as far from the line through the centers of the window
 * and the hologram as the point is. The preview's square covers all that can be seen. */
static void test_preview(void **state)
{
    (void)state;
    enum { SIDE = 200, STEP = 300 };
    const double depth = 3000;
    for (int i = 0; i < 3; i++) {
        errdiff_optics optics = front;
        errdiff_field field, seen;
        optics.view_x = i == 1 ? 300 : 0;
        optics.view_y = i == 2 ? -250 : 0;
        double middle_x = -optics.view_x * depth / optics.view_distance;
        double middle_y = -optics.view_y * depth / optics.view_distance;
        assert_int_equal(errdiff_field_make(&field, SIDE, SIDE), ERRDIFF_OK);
        make_point(&field, &optics, middle_x + 110, middle_y - 60, depth);
        assert_int_equal(errdiff_hologram_preview(&field, &optics, depth, STEP, &seen), ERRDIFF_OK);
        assert_int_equal(seen.width % STEP, 0);
        assert_int_equal(seen.width, seen.height);
        /* The square is as wide as what can be seen through the window, or a little wider. */
        double width =
            SIDE * 0.75 + (SIDE * 0.75 + optics.view_width) * depth / optics.view_distance;
        size_t place = brightest(&seen);
        double across = ((double)(place % (size_t)seen.width) / seen.width - 0.5) * width;
        double down = ((double)(place / (size_t)seen.width) / seen.width - 0.5) * width;
        assert_near(across, 110, 20);
        assert_near(down, -60, 20);
        errdiff_field_free(&seen);
        errdiff_field_free(&field);
    }
}

static double largest(const errdiff_field *field)
{
    const errdiff_complex *value = &field->values[brightest(field)];
    return hypot(value->re, value->im);
}

/* Small parts, no depth, too large a depth, and a window that is not seen. */
static void test_odd_previews(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        double view_x, depth;
    } cases[] = {{1, 1, 0, 0}, {3, 5, 0, 1000}, {64, 2, 0, -1e9}, {20, 20, 1e9, 500}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errdiff_optics optics = front;
        errdiff_field field, seen;
        optics.view_x = cases[i].view_x;
        assert_int_equal(errdiff_field_make(&field, cases[i].width, cases[i].height), ERRDIFF_OK);
        for (int j = 0; j < field.width * field.height; j++)
            field.values[j] = (errdiff_complex){.re = 1, .im = NAN};
        field.values[0] = (errdiff_complex){.re = 1};
        assert_int_equal(errdiff_hologram_preview(&field, &optics, cases[i].depth, 10, &seen),
                         ERRDIFF_OK);
        bool is_seen = optics.view_x == 0;
        assert_true((largest(&seen) > 0) == is_seen);
        errdiff_hologram_similarity similarity = errdiff_field_compare(&seen, &seen);
        if (is_seen)
            assert_near(similarity.gain, 1, 1e-6);
        else
            assert_true(isnan(similarity.snr));
        assert_near(errdiff_field_white(&seen), is_seen ? largest(&seen) : 1,
                    is_seen ? largest(&seen) : 0);
        errdiff_field_free(&seen);
        field.values[0] = (errdiff_complex){.re = 1};
        assert_int_equal(errdiff_preview_filter(&field, &optics, 0), ERRDIFF_OK);
        errdiff_field_free(&field);
    }
}

/* Light that reaches the window is kept, and other light is removed. */
static void test_preview_filter(void **state)
{
    (void)state;
    enum { SIDE = 200 };
    errdiff_field field, kept;
    for (int is_outside = 0; is_outside < 2; is_outside++) {
        assert_int_equal(errdiff_field_make(&field, SIDE, SIDE), ERRDIFF_OK);
        assert_int_equal(errdiff_field_make(&kept, SIDE, SIDE), ERRDIFF_OK);
        make_point(&field, &front, is_outside ? 2500 : 0, 0, 3000);
        for (int i = 0; i < SIDE * SIDE; i++)
            kept.values[i] = field.values[i];
        assert_int_equal(errdiff_preview_filter(&kept, &front, 0), ERRDIFF_OK);
        double energy = 0, rest = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            energy += pow(hypot(field.values[i].re, field.values[i].im), 2);
            rest += pow(hypot(kept.values[i].re, kept.values[i].im), 2);
        }
        assert_near(rest / energy, is_outside ? 0.02 : 0.98, 0.02);
        errdiff_field_free(&field);
        errdiff_field_free(&kept);
    }
}

/* The energy that the filter leaves of a plane wave that arrives `beyond` micrometers outside the
 * window. */
static double kept_of_wave(double beyond, double margin)
{
    enum { SIDE = 200 };
    errdiff_field field;
    double across = 0.5 * front.view_width + 0.25 * SIDE * front.pitch + beyond, energy = 0;
    double turns = front.pitch / front.wavelength * across / hypot(across, front.view_distance);
    assert_int_equal(errdiff_field_make(&field, SIDE, SIDE), ERRDIFF_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        field.values[i] = (errdiff_complex){.re = (float)cos(2 * pi * turns * (i % SIDE)),
                                            .im = (float)sin(2 * pi * turns * (i % SIDE))};
    assert_int_equal(errdiff_preview_filter(&field, &front, margin), ERRDIFF_OK);
    for (int i = 0; i < SIDE * SIDE; i++)
        energy += pow(hypot(field.values[i].re, field.values[i].im), 2) / (SIDE * SIDE);
    errdiff_field_free(&field);
    return energy;
}

/* The preview's filter has the margin of the whole hologram's. */
static void test_margin_of_the_preview_filter(void **state)
{
    (void)state;
    assert_near(kept_of_wave(-60, 0), 1, 0.03);
    assert_near(kept_of_wave(60, 0), 0, 0.03);
    assert_near(kept_of_wave(60, 120), 1, 0.03);
    assert_near(kept_of_wave(180, 120), 0.25, 0.05);
    assert_near(kept_of_wave(300, 120), 0, 0.03);
}

/* The search for the weights of real-valued output begins with those of the hogel before. */
static void test_threads_design_the_same_weights(void **state)
{
    (void)state;
    enum { SIDE = 400, HOGEL = 8, HOGELS = SIDE / HOGEL * SIDE / HOGEL };
    errdiff_field field;
    struct errdiff_hologram_job jobs[2];
    errdiff_hologram_options options;
    errdiff_hologram_report report;
    errdiff_hologram_options_init(&options);
    options.optics = front;
    options.optics.view_x = 400;
    options.output = ERRDIFF_HOLOGRAM_AMPLITUDE;
    options.hogel = HOGEL;
    options.view_filter = 0;
    assert_int_equal(errdiff_field_make(&field, SIDE, SIDE), ERRDIFF_OK);
    for (int i = 0; i < 2; i++) {
        options.threads = 1 + 3 * i;
        assert_int_equal(
            errdiff_hologram_job_make(&jobs[i], &field, &options, false, NULL, &report),
            ERRDIFF_OK);
        assert_int_equal(report.hogels, HOGELS);
    }
    assert_memory_equal(jobs[1].weights, jobs[0].weights, HOGELS * sizeof *jobs[0].weights);
    errdiff_hologram_job_release(&jobs[0]);
    errdiff_hologram_job_release(&jobs[1]);
    errdiff_field_free(&field);
}

static void test_check_vector(void **state)
{
    (void)state;
    static const struct {
        int dx, dy;
        double weight;
    } expected[] = {{1, 0, 1.0605},  {2, 0, -0.4544},  {-2, 1, -0.0328},
                    {-1, 1, 0.5475}, {0, 1, 0.2056},   {1, 1, -0.2731},
                    {2, 1, 0.1254},  {-1, 2, -0.3147}, {0, 2, -0.0016}};
    struct errdiff_hologram_mask mask = {.kind = ERRDIFF_MASK_ONE_SIDED,
                                         .window = centered_window()};
    struct errdiff_hologram_support support = errdiff_hologram_nearest_support(9, 3);
    double weights[ERRDIFF_HOLOGRAM_MAX_TAPS], relative = 0;
    errdiff_hologram_predictor(&mask, &support, 0.4 / (1 - pi / 4), &relative, weights);
    assert_int_equal(support.count, 9);
    double energy = 0;
    for (int i = 0; i < support.count; i++) {
        int found = 0;
        for (size_t j = 0; j < sizeof expected / sizeof *expected; j++)
            if (expected[j].dx == support.dx[i] && expected[j].dy == support.dy[i]) {
                assert_near(weights[i], expected[j].weight, 1e-4);
                found++;
            }
        assert_int_equal(found, 1);
        energy += weights[i] * weights[i];
    }
    assert_near(energy, 1.8636, 5e-4);
}

/* The weights solve (R + ℓI) w = m if (m - R w) / w is the same ℓ for all weights. */
static void check_equations(const struct errdiff_hologram_mask *mask)
{
    struct errdiff_hologram_support support = errdiff_hologram_nearest_support(12, 3);
    struct errdiff_hologram_designer designer;
    double complex weights[ERRDIFF_HOLOGRAM_MAX_TAPS];
    assert_true(errdiff_hologram_designer_make(&designer, &support, 1.2));
    for (int time = 0; time < 2; time++) /* the second time the weights are known */
        assert_int_equal(errdiff_hologram_designer_weights(&designer, mask, weights), ERRDIFF_OK);
    errdiff_hologram_designer_release(&designer);
    double complex first = 0;
    for (int i = 0; i < support.count; i++) {
        double complex rest = errdiff_hologram_mask_at(mask, support.dx[i], support.dy[i]);
        for (int j = 0; j < support.count; j++)
            rest -= weights[j] * errdiff_hologram_mask_at(mask, support.dx[i] - support.dx[j],
                                                          support.dy[i] - support.dy[j]);
        double complex regularization = rest / weights[i];
        first = i == 0 ? regularization : first;
        assert_near(creal(regularization), creal(first), 1e-9);
        assert_near(cimag(regularization), 0, 1e-9);
    }
    assert_true(creal(first) > 0);
}

static void test_weights_solve_their_equations(void **state)
{
    (void)state;
    double width = pow(1.02, -67), height = pow(1.02, -70); /* sizes that need not be rounded */
    for (int kind = 0; kind <= ERRDIFF_MASK_TWO_SIDED; kind++)
        check_equations(&(struct errdiff_hologram_mask){
            .kind = (enum errdiff_hologram_mask_kind)kind,
            .window = {.x0 = 0.05, .x1 = 0.05 + width, .y0 = -0.4, .y1 = -0.4 + height}});
    /* A part of this window is in its mirror image, too. */
    check_equations(&(struct errdiff_hologram_mask){
        .kind = ERRDIFF_MASK_TWO_SIDED,
        .window = {.x0 = -0.08, .x1 = -0.08 + width, .y0 = -0.1, .y1 = -0.1 + height}});
}

/* Windows that differ by less than 2 % have the same weights, those of the larger one. */
static void test_sizes_are_rounded_up(void **state)
{
    (void)state;
    struct errdiff_hologram_support support = errdiff_hologram_nearest_support(12, 3);
    struct errdiff_hologram_designer designer;
    double complex weights[3][ERRDIFF_HOLOGRAM_MAX_TAPS];
    assert_true(errdiff_hologram_designer_make(&designer, &support, 1.2));
    for (int i = 0; i < 3; i++) {
        double half = 0.5 * pow(1.02, -70 - 0.9 * i);
        struct errdiff_hologram_mask mask = {.window = {-half, half, -half, half}};
        assert_int_equal(errdiff_hologram_designer_weights(&designer, &mask, weights[i]),
                         ERRDIFF_OK);
    }
    errdiff_hologram_designer_release(&designer);
    assert_true(weights[0][0] == weights[1][0] && weights[0][0] != weights[2][0]);
}

static double complex summed(const struct errdiff_hologram_window *window, int x, int y,
                             bool is_mirrored, bool without_twin)
{
    enum { STEPS = 400 };
    double complex sum = 0;
    double width = window->x1 - window->x0, height = window->y1 - window->y0;
    for (int i = 0; i < STEPS; i++)
        for (int j = 0; j < STEPS; j++) {
            double xi = window->x0 + (i + 0.5) / STEPS * width;
            double eta = window->y0 + (j + 0.5) / STEPS * height;
            bool is_twin =
                -xi > window->x0 && -xi < window->x1 && -eta > window->y0 && -eta < window->y1;
            double sign = is_mirrored ? -1 : 1;
            if (!(without_twin && is_twin))
                sum += cexp(2 * pi * I * sign * (xi * x + eta * y));
        }
    return sum * width * height / STEPS / STEPS;
}

static void test_masks(void **state)
{
    (void)state;
    static const struct errdiff_hologram_window windows[] = {
        {.x0 = 0.05, .x1 = 0.31, .y0 = -0.4, .y1 = -0.15},
        {.x0 = -0.1, .x1 = 0.3, .y0 = -0.2, .y1 = 0.25}};
    for (size_t i = 0; i < 2; i++)
        for (int x = -3; x <= 3; x++)
            for (int y = -2; y <= 2; y++) {
                struct errdiff_hologram_mask mask = {.kind = ERRDIFF_MASK_ONE_SIDED,
                                                     .window = windows[i]};
                double complex one = errdiff_hologram_mask_at(&mask, x, y);
                double complex expected = summed(&windows[i], x, y, false, false);
                assert_near(cabs(one - expected), 0, 2e-4);
                mask.kind = ERRDIFF_MASK_TWO_SIDED;
                double complex two = errdiff_hologram_mask_at(&mask, x, y);
                expected += summed(&windows[i], x, y, true, true);
                assert_near(cabs(two - expected), 0, 2e-3);
            }
}

static void test_windows(void **state)
{
    (void)state;
    struct errdiff_hologram_window window = centered_window();
    assert_near(window.x1, 0.168083, 1e-5);
    assert_near(window.x0, -window.x1, 1e-12);
    /* The last of 5 hogels in 600 pixels has 88 pixels and its own center. */
    assert_int_equal(errdiff_hogel_count(600, 128), 5);
    struct errdiff_rectangle last = errdiff_hogel_at(4, 0, 600, 100, 128);
    assert_true(last.x0 == 512 && last.x1 == 600 && last.y0 == 0 && last.y1 == 100);
    window = errdiff_hologram_window_of(&last, 600, 100, &front);
    double across = -(556 - 300) * 0.75 + 9200.0 / 48 + 0.25 * 88 * 0.75;
    assert_near(window.x1, 0.75 / 0.635 * across / sqrt(across * across + 1500.0 * 1500.0), 1e-9);
    assert_false(errdiff_hologram_window_is_empty(&window));
    errdiff_optics aside = front;
    aside.view_x = 1e5;
    window = errdiff_hologram_window_of(&last, 600, 100, &aside);
    assert_true(errdiff_hologram_window_is_empty(&window));
}

static void test_hogels_follow_the_view(void **state)
{
    (void)state;
    static const struct {
        double width, height;
        int hogel, side;
    } cases[] = {{384, 384, 0, 32}, {575, 1000, 0, 32}, {576, 600, 0, 64}, {1e9, 1e9, 0, 131072},
                 {1e9, 72, 0, 8},   {1e9, 0.01, 0, 8},  {384, 384, 5, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        errdiff_hologram_options options = {.optics = front, .hogel = cases[i].hogel};
        options.optics.view_width = cases[i].width;
        options.optics.view_height = cases[i].height;
        assert_int_equal(errdiff_hogel_side(&options), cases[i].side);
    }
}

static void test_supports(void **state)
{
    (void)state;
    for (int slope = 0; slope <= ERRDIFF_HOLOGRAM_MAX_SLOPE; slope++) {
        struct errdiff_hologram_support support =
            errdiff_hologram_nearest_support(ERRDIFF_HOLOGRAM_MAX_TAPS, slope);
        for (int i = 0; i < support.count; i++)
            assert_true(support.dy[i] == 0 ? support.dx[i] > 0
                                           : slope == 0 || support.dx[i] > -support.dy[i] * slope);
        int needed = errdiff_hologram_support_slope(&support);
        assert_true(slope == 0 || needed <= slope);
        bool is_least = needed == 1;
        for (int i = 0; i < support.count; i++)
            is_least |= support.dx[i] <= -support.dy[i] * (needed - 1) && support.dy[i] > 0;
        assert_true(is_least);
    }
    struct errdiff_hologram_support nine = errdiff_hologram_nearest_support(9, 3);
    static const int8_t dx[] = {1, 0, -1, 1, 2, 0, -2, 2, -1};
    static const int8_t dy[] = {0, 1, 1, 1, 0, 2, 1, 1, 2};
    assert_memory_equal(nine.dx, dx, sizeof dx);
    assert_memory_equal(nine.dy, dy, sizeof dy);
}

static void test_nearest_phases(void **state)
{
    (void)state;
    static const int counts[] = {3, 4, 5, 8, 16, 255, 256, 4096, 65535, 65536};
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    struct random random = {1};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        int levels = options.levels = counts[i];
        struct errdiff_hologram_quantizer quantizer = errdiff_hologram_quantizer_of(&options);
        for (int trial = 0; trial < 20000; trial++) {
            double angle = 2 * pi * random_fraction(&random);
            double size = pow(10, 6 * random_fraction(&random) - 3);
            errdiff_complex u = {.re = (float)(size * cos(angle)),
                                 .im = (float)(size * sin(angle))};
            int k = errdiff_hologram_nearest_level(&quantizer, u);
            double turns = atan2(u.im, u.re) / (2 * pi) * levels;
            double off = fabs(remainder(turns - k, levels));
            /* This is the accuracy of single precision. */
            assert_true(k >= 0 && k < levels && off <= 0.5 + 2e-7 * levels);
        }
        for (int k = 0; k < levels; k++)
            assert_int_equal(
                errdiff_hologram_nearest_level(&quantizer, errdiff_hologram_value(&quantizer, k)),
                k);
        assert_int_equal(errdiff_hologram_nearest_level(&quantizer, (errdiff_complex){0, 0}), 0);
    }
}

static void test_phases(void **state)
{
    (void)state;
    static const int counts[] = {3, 4, 5, 7, 8, 255, 256, 65535, 65536};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        for (int k = 0; k < counts[i]; k++) {
            errdiff_complex value = errdiff_hologram_phase(counts[i], (float)k);
            double angle = 2 * pi * k / counts[i];
            assert_near(value.re, cos(angle), counts[i] == 4 ? 1e-15 : 5e-7);
            assert_near(value.im, sin(angle), counts[i] == 4 ? 1e-15 : 5e-7);
        }
}

static void test_ties_take_the_lowest_level(void **state)
{
    (void)state;
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    struct errdiff_hologram_quantizer quantizer;
    static const struct {
        int levels;
        errdiff_complex u;
        int k;
    } phases[] = {{4, {1, 1}, 0},  {4, {-1, 1}, 1}, {4, {-1, -1}, 2},
                  {4, {1, -1}, 0}, {3, {-1, 0}, 1}, {3, {-1, -1e-3f}, 2}};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        options.levels = phases[i].levels;
        quantizer = errdiff_hologram_quantizer_of(&options);
        assert_int_equal(errdiff_hologram_nearest_level(&quantizer, phases[i].u), phases[i].k);
    }
    static const struct {
        float u;
        int k;
    } amplitudes[] = {{-9, 0}, {-0.75f, 0}, {-0.7f, 1}, {0, 2}, {0.25f, 2}, {0.26f, 3}, {7, 4}};
    options.output = ERRDIFF_HOLOGRAM_AMPLITUDE;
    options.levels = 5;
    quantizer = errdiff_hologram_quantizer_of(&options);
    for (size_t i = 0; i < sizeof amplitudes / sizeof *amplitudes; i++)
        assert_int_equal(
            errdiff_hologram_nearest_level(&quantizer, (errdiff_complex){amplitudes[i].u, 5}),
            amplitudes[i].k);
}

static void test_errors_are_scaled_back(void **state)
{
    (void)state;
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    int clipped;
    errdiff_complex error;
    struct errdiff_hologram_quantizer quantizer = errdiff_hologram_quantizer_of(&options);
    int k = errdiff_hologram_decide(&quantizer, (errdiff_complex){2, 0}, (errdiff_complex){0, 0},
                                    &error, &clipped);
    assert_true(k == 0 && clipped == 0 && error.re == 1);
    errdiff_hologram_decide(&quantizer, (errdiff_complex){0, 3}, (errdiff_complex){0, 9}, &error,
                            &clipped);
    assert_near(error.im, 1.5, 1e-6);
    assert_true(clipped == 1);
    quantizer.error_is_from_hologram = 1;
    errdiff_hologram_decide(&quantizer, (errdiff_complex){0, 3}, (errdiff_complex){0, 9}, &error,
                            &clipped);
    assert_near(error.im, 2, 1e-6);
    assert_true(clipped == 0);
}

static void test_percentile(void **state)
{
    (void)state;
    errdiff_field field;
    double value;
    assert_int_equal(errdiff_field_make(&field, 101, 3), ERRDIFF_OK);
    for (int i = 0; i < 303; i++)
        field.values[i * 100 % 303].im = (float)-i;
    assert_true(errdiff_field_percentile(&field, 0.99, &value));
    assert_near(value, 298.98, 1e-9);
    assert_true(errdiff_field_percentile(&field, 1, &value));
    assert_near(value, 302, 1e-9);
    errdiff_field_free(&field);
}

/* Fills the plane with a wave with that many periods along its sides. */
static void fill_with_wave(struct errdiff_plane *plane, int across, int down)
{
    int width = plane->light.width, height = plane->light.height;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double angle = 2 * pi * ((double)across * x / width + (double)down * y / height);
            plane->light.values[y * width + x] =
                (errdiff_complex){(float)cos(angle), (float)sin(angle)};
        }
}

/* A wave with the frequencies ξ along x and η along y is multiplied by exp(j2πz·√(1/λ² - ξ² - η²)).
 * Forward and backward propagation together change nothing. */
static void check_wave(struct errdiff_plane *plane, int across, int down)
{
    const errdiff_optics *optics = plane->optics;
    double x = across / (plane->light.width * optics->pitch);
    double y = down / (plane->light.height * optics->pitch);
    double inverse = 1 / optics->wavelength;
    double expected = 2 * pi * 40 * sqrt(inverse * inverse - x * x - y * y);
    errdiff_progress_share untold = {0};
    fill_with_wave(plane, across, down);
    assert_int_equal(errdiff_plane_propagate(plane, 40, &untold), ERRDIFF_OK);
    assert_near(plane->light.values[0].re, cos(expected), 1e-4);
    assert_near(plane->light.values[0].im, sin(expected), 1e-4);
    assert_int_equal(errdiff_plane_propagate(plane, -40, &untold), ERRDIFF_OK);
    assert_near(plane->light.values[0].re, 1, 1e-4);
}

static void test_angular_spectrum(void **state)
{
    (void)state;
    errdiff_field field;
    struct errdiff_plane plane;
    assert_int_equal(errdiff_field_make(&field, 512, 8), ERRDIFF_OK);
    errdiff_optics near = front;
    near.view_distance = 1;
    near.view_width = near.view_height = 1;
    assert_true(errdiff_plane_make(&plane, &field, &near, 0));
    int width = plane.light.width, height = plane.light.height;
    assert_true(width >= 1024 && height >= 16);
    check_wave(&plane, width / 8, 0);
    check_wave(&plane, -3, 2);
    check_wave(&plane, 5, -height / 4);
    /* The highest frequencies, which have no mirrored ones. */
    check_wave(&plane, width / 2, 0);
    check_wave(&plane, 7, height / 2);
    check_wave(&plane, width / 2, height / 2);
    errdiff_plane_release(&plane);
    errdiff_field_free(&field);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scene),
        cmocka_unit_test(test_dice),
        cmocka_unit_test(test_threads_design_the_same_weights),
        cmocka_unit_test(test_check_vector),
        cmocka_unit_test(test_preview),
        cmocka_unit_test(test_preview_filter),
        cmocka_unit_test(test_margin_of_the_preview_filter),
        cmocka_unit_test(test_odd_previews),
        cmocka_unit_test(test_weights_solve_their_equations),
        cmocka_unit_test(test_sizes_are_rounded_up),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_hogels_follow_the_view),
        cmocka_unit_test(test_supports),
        cmocka_unit_test(test_nearest_phases),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_ties_take_the_lowest_level),
        cmocka_unit_test(test_errors_are_scaled_back),
        cmocka_unit_test(test_percentile),
        cmocka_unit_test(test_angular_spectrum),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
