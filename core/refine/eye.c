/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the tables of how an eye sees differences. */
#include "eye.h"

/* Standard deviations of the blur, in pixels, at 45 pixels per degree, and the share of the coarse
 * Gaussian: those with the best scores for photographs in two colors and in more. Dots of
 * many colors hide each other, so fine ones may count more there. */
struct blur {
    double fine, coarse, color, coarse_share;
};

static const struct blur blur_of_two = {1.1, 2.2, 2.2, 0.8}, blur_of_many = {1.0, 2.2, 2.0, 0.7};
static const double usual_viewing = 45;

/* More pixels in a degree count as so many, so that the filter stays within its reach. */
static const double most_viewing = 72;

/* e^x for −64 <= x <= 0, by additions, multiplications and divisions alone, whose results IEEE 754
 * leaves no choice. */
static double exponential(double x)
{
    double sum = 1, term = 1;
    x /= 64;
    for (int i = 1; i < 20; i++) {
        term = term * x / i;
        sum += term;
    }
    for (int i = 0; i < 6; i++)
        sum *= sum;
    return sum;
}

/* Fills one half of a Gaussian whose sum is 1. */
static void make_gaussian(double deviation, int reach, double *half)
{
    double sum = 0;
    for (int i = 0; i <= reach; i++) {
        double x = i * i / (-2 * deviation * deviation);
        half[i] = x < -64 ? 0 : exponential(x);
        sum += (i == 0 ? 1 : 2) * half[i];
    }
    for (int i = 0; i <= reach; i++)
        half[i] /= sum;
}

static int32_t rounded(double value)
{
    return (int32_t)(value * (1 << ERRDIFF_EYE_BITS) + 0.5);
}

/* The autocorrelation of a Gaussian is one whose variance is twice as large. */
void errdiff_eye_make(struct errdiff_eye *eye, bool has_two_colors, double pixels_per_degree)
{
    struct blur blur = has_two_colors ? blur_of_two : blur_of_many;
    static const double root_of_two = 1.4142135623730951;
    double viewing = pixels_per_degree < most_viewing ? pixels_per_degree : most_viewing;
    double scale = viewing / usual_viewing * root_of_two;
    double narrow[ERRDIFF_EYE_REACH + 1], wide[ERRDIFF_EYE_REACH + 1];
    double round_about[ERRDIFF_EYE_REACH + 1];
    int reach = (int)(2.9 * blur.coarse * scale) + 1;
    reach = reach < ERRDIFF_EYE_REACH ? reach : ERRDIFF_EYE_REACH;
    *eye = (struct errdiff_eye){.reach = reach};
    make_gaussian(blur.fine * scale, reach, narrow);
    make_gaussian(blur.coarse * scale, reach, wide);
    make_gaussian(blur.color * scale, reach, round_about);
    for (int y = 0; y <= reach; y++)
        for (int x = -reach; x <= reach; x++) {
            int at = ERRDIFF_EYE_CENTER + x, away = x < 0 ? -x : x;
            eye->weight[0][y][at] = rounded((1 - blur.coarse_share) * narrow[y] * narrow[away] +
                                            blur.coarse_share * wide[y] * wide[away]);
            eye->weight[1][y][at] = eye->weight[2][y][at] =
                rounded(round_about[y] * round_about[away]);
        }
}
