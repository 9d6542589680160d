/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fits the costs of the model to measured times: non-negative least squares.
 *
 * The factors of the three terms (base, iteration, sample) minimize the sum of squared relative
 * errors, Σ (predicted / measured − 1)², with no factor below 0. Relative errors, because otherwise
 * only the largest picture would count. No negative factors, because they would fit the few
 * measured pictures better, but could predict negative times for others.
 *
 * With three terms the optimum can be found by trying all 7 non-empty sets of terms. For each set
 * the ordinary least-squares solution with only these terms is computed, from the normal equations.
 * The optimum of the constrained problem is the ordinary solution for the set of its positive
 * factors, so it is the best of those solutions that have no negative factor.
 */
#include "model.h"

#include <math.h>

enum { TERMS = 3 };

/* Solves A x = b with `count` unknowns, by Gauss–Jordan elimination with pivoting. Overwrites A,
 * and b with the solution. Returns false if A is singular. */
static bool solve(double a[TERMS][TERMS], double b[TERMS], int count)
{
    for (int i = 0; i < count; i++) {
        int pivot = i;
        for (int row = i + 1; row < count; row++)
            if (fabs(a[row][i]) > fabs(a[pivot][i]))
                pivot = row;
        if (fabs(a[pivot][i]) < 1e-12)
            return false;
        for (int k = 0; k < count; k++) {
            double swapped = a[i][k];
            a[i][k] = a[pivot][k];
            a[pivot][k] = swapped;
        }
        double swapped = b[i];
        b[i] = b[pivot];
        b[pivot] = swapped;
        for (int row = 0; row < count; row++) {
            double factor = row == i ? 0 : a[row][i] / a[i][i];
            for (int k = 0; k < count; k++)
                a[row][k] -= factor * a[i][k];
            b[row] -= factor * b[i];
        }
    }
    for (int i = 0; i < count; i++)
        b[i] /= a[i][i];
    return true;
}

/* What each term, with a factor of 1, contributes to the predicted time, relative to the measured
 * one. */
static void shares_of(const struct errdiff_timing *timing, const double scales[TERMS],
                      double shares[TERMS])
{
    shares[0] = scales[0] / timing->ms;
    shares[1] = scales[1] * timing->iterations / timing->ms;
    shares[2] = scales[2] * timing->samples / timing->ms;
}

/* Finds the best factors for the terms in the set `chosen`, which has a bit for each; those of the
 * others are 0. Returns the sum of squared errors, or INFINITY if a factor would be negative. */
static double fit_chosen(const struct errdiff_timing *timings, int count,
                         const double scales[TERMS], int chosen, double factors[TERMS])
{
    int terms[TERMS], term_count = 0;
    for (int term = 0; term < TERMS; term++)
        if (chosen >> term & 1)
            terms[term_count++] = term;
    double a[TERMS][TERMS] = {{0}}, b[TERMS] = {0};
    for (int i = 0; i < count; i++) {
        double shares[TERMS];
        shares_of(&timings[i], scales, shares);
        for (int row = 0; row < term_count; row++) {
            for (int column = 0; column < term_count; column++)
                a[row][column] += shares[terms[row]] * shares[terms[column]];
            b[row] += shares[terms[row]];
        }
    }
    if (!solve(a, b, term_count))
        return INFINITY;
    for (int term = 0; term < TERMS; term++)
        factors[term] = 0;
    for (int i = 0; i < term_count; i++) {
        if (b[i] < 0)
            return INFINITY;
        factors[terms[i]] = b[i];
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double shares[TERMS], ratio = 0;
        shares_of(&timings[i], scales, shares);
        for (int term = 0; term < TERMS; term++)
            ratio += shares[term] * factors[term];
        sum += (ratio - 1) * (ratio - 1);
    }
    return sum;
}

void errdiff_cost_fit_team(struct errdiff_cost *cost, const struct errdiff_timing timings[2],
                           int threads)
{
    const struct errdiff_timing *large = &timings[1];
    double sample_ms = (large->ms - timings[0].ms) / (large->samples - timings[0].samples);
    if (sample_ms <= 0)
        sample_ms = large->ms / large->samples;
    double gain = ((double)cost->sample_fs / 1e12 / sample_ms - 1) / (threads - 1);
    cost->gain_ppm = llround(1e6 * fmin(fmax(gain, 0), 1));
    double speed = 1 + (threads - 1) * (double)cost->gain_ppm / 1e6;
    double without_ms = (double)cost->base_ns / 1e6 +
                        (double)cost->iteration_ps / 1e9 * large->iterations +
                        (double)cost->sample_fs / 1e12 * large->samples / speed;
    cost->team_ns = llround(1e6 * fmax(large->ms - without_ms, 0));
}

struct errdiff_cost errdiff_cost_fit(const struct errdiff_timing *timings, int count)
{
    /* Scaled so that factors are at most about 1, and a pivot near 0 means a singular matrix. */
    const struct errdiff_timing *last = &timings[count - 1];
    const double scales[TERMS] = {last->ms, last->ms / last->iterations, last->ms / last->samples};
    double best[TERMS] = {0}, min_sum = INFINITY;
    for (int chosen = 1; chosen < 1 << TERMS; chosen++) {
        double factors[TERMS];
        double sum = fit_chosen(timings, count, scales, chosen, factors);
        if (sum < min_sum) {
            min_sum = sum;
            for (int term = 0; term < TERMS; term++)
                best[term] = factors[term];
        }
    }
    return (struct errdiff_cost){
        .is_known = true,
        .base_ns = llround(best[0] * scales[0] * 1e6),
        .iteration_ps = llround(best[1] * scales[1] * 1e9),
        .sample_fs = llround(best[2] * scales[2] * 1e12),
    };
}
