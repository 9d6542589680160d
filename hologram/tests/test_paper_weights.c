/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares the weights of the paper with sums over its mask, and the selection of neighbors with
 * what its two stages must give. */
#include "hologram/paper_weights.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include <cmocka.h>

static const double pi = 3.14159265358979323846;

/* Two hogels that see the window in different directions. */
static const struct errdiff_hologram_window windows[] = {
    {.x0 = -0.05, .x1 = 0.25, .y0 = -0.2, .y1 = 0.1}, {.x0 = 0.1, .x1 = 0.3, .y0 = 0, .y1 = 0.24}};

static errdiff_hologram_options make_options(void)
{
    errdiff_hologram_options options;
    errdiff_hologram_options_init(&options);
    options.optics = (errdiff_optics){.pitch = 0.75,
                                      .wavelength = 0.635,
                                      .view_width = 300,
                                      .view_height = 200,
                                      .view_distance = 1500};
    return options;
}

static bool is_in_rectangle(double xi, double eta, double x, double y, double width, double height)
{
    return fabs(xi - x) < width / 2 && fabs(eta - y) < height / 2;
}

/* ∫ m cos(2π(ξ·dx + η·dy)) of the mask for a hogel, from many frequencies. */
static double summed(const struct errdiff_hologram_window *window, double kappa, int dx, int dy)
{
    enum { STEPS = 1000 };
    double x = (window->x0 + window->x1) / 2, y = (window->y0 + window->y1) / 2, sum = 0;
    double width = 2 * 0.75 / 0.635 * sin(atan(150. / 1500)),
           height = 2 * 0.75 / 0.635 * sin(atan(100. / 1500));
    for (int i = 0; i < STEPS; i++)
        for (int j = 0; j < STEPS; j++) {
            double xi = (i + 0.5) / STEPS - 0.5, eta = (j + 0.5) / STEPS - 0.5;
            int mask = is_in_rectangle(xi, eta, x, y, width, height) +
                       is_in_rectangle(xi, eta, -x, -y, width, height) +
                       !is_in_rectangle(xi, eta, 0, 0, kappa, kappa);
            sum += mask * cos(2 * pi * (xi * dx + eta * dy));
        }
    return sum / STEPS / STEPS;
}

static void test_weights_are_samples_of_the_mask(void **state)
{
    errdiff_hologram_options options = make_options();
    struct errdiff_hologram_support support;
    double complex values[ERRDIFF_HOLOGRAM_MAX_TAPS];
    (void)state;
    for (int i = 0; i < 2; i++) {
        options.kappa = i == 0 ? 1 : 0.7;
        struct errdiff_paper_rule rule = errdiff_paper_rule_for(&options);
        errdiff_paper_weights(&rule, &windows[i], 5, &support, values);
        double whole = summed(&windows[i], options.kappa, 0, 0);
        assert_int_equal(support.count, 5);
        for (int j = 0; j < 5; j++) {
            double expected =
                summed(&windows[i], options.kappa, support.dx[j], support.dy[j]) / whole;
            if (!(fabs(creal(values[j]) - expected) < 0.01) || cimag(values[j]) != 0)
                fail_msg("%f, where %f is right", creal(values[j]), expected);
        }
    }
}

/* Returns TRUE if all offsets of a support are offsets of another one, too. */
static bool is_part(const struct errdiff_hologram_support *part,
                    const struct errdiff_hologram_support *whole)
{
    for (int i = 0; i < part->count; i++) {
        bool is_found = false;
        for (int j = 0; j < whole->count; j++)
            is_found |= part->dx[i] == whole->dx[j] && part->dy[i] == whole->dy[j];
        if (!is_found)
            return false;
    }
    return true;
}

/* All hogels choose from the same neighbors, but not the same ones of them; without preselection
 * they go beyond those. */
static void test_neighbors_are_selected_in_two_stages(void **state)
{
    errdiff_hologram_options options = make_options();
    struct errdiff_hologram_support whole, parts[2], other;
    double complex values[ERRDIFF_HOLOGRAM_MAX_TAPS];
    (void)state;
    struct errdiff_paper_rule rule = errdiff_paper_rule_for(&options);
    errdiff_paper_weights(&rule, &windows[0], 64, &whole, values);
    assert_int_equal(whole.count, 27);
    for (int i = 0; i < 2; i++) {
        errdiff_paper_weights(&rule, &windows[i], 18, &parts[i], values);
        assert_int_equal(parts[i].count, 18);
        assert_true(is_part(&parts[i], &whole));
        for (int j = 1; j < 18; j++)
            assert_true(fabs(creal(values[j])) <= fabs(creal(values[j - 1])));
    }
    assert_false(is_part(&parts[0], &parts[1]));
    options.preselect = 0;
    rule = errdiff_paper_rule_for(&options);
    errdiff_paper_weights(&rule, &windows[1], 27, &other, values);
    assert_int_equal(other.count, 27);
    assert_false(is_part(&other, &whole));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights_are_samples_of_the_mask),
        cmocka_unit_test(test_neighbors_are_selected_in_two_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
