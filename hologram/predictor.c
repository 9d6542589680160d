/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the weights that leave the least noise inside a mask, those of a regularized optimal
 * linear predictor. */
#include "predictor.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { MAX = ERRDIFF_HOLOGRAM_MAX_TAPS, MAX_STEPS = 60 };

static const double tolerance = 1e-4; /* of Σ|w|² */

struct problem {
    int count;
    double matrix[MAX * MAX]; /* R */
    double sides[MAX];        /* m */
};

/* The mask's transform for all differences of two offsets: M(x, y) at values[y][MAX_X + x]. It is
 * real for the masks here, so M(-x, -y) is the same. */
enum { MAX_X = 2 * ERRDIFF_HOLOGRAM_REACH, MAX_Y = ERRDIFF_HOLOGRAM_REACH };
struct transform {
    double values[MAX_Y + 1][2 * MAX_X + 1];
};

/* Adds the transform of a window, times `factor`, for offsets of up to `across` and `below`. */
static void add_window(struct transform *transform, const struct errdiff_hologram_window *window,
                       double factor, int across, int below)
{
    double complex columns[2 * MAX_X + 1];
    if (errdiff_hologram_window_is_empty(window))
        return;
    for (int x = -across; x <= across; x++)
        columns[MAX_X + x] = errdiff_hologram_range_at(window->x0, window->x1, x);
    for (int y = 0; y <= below; y++) {
        double complex row = factor * errdiff_hologram_range_at(window->y0, window->y1, y);
        for (int x = -across; x <= across; x++)
            transform->values[y][MAX_X + x] +=
                creal(row) * creal(columns[MAX_X + x]) - cimag(row) * cimag(columns[MAX_X + x]);
    }
}

static void transform_fill(struct transform *transform, const struct errdiff_hologram_mask *mask,
                           const struct errdiff_hologram_support *support)
{
    int left = 0, right = 0, below = 0;
    struct errdiff_hologram_window twin = errdiff_hologram_window_twin(&mask->window);
    for (int i = 0; i < support->count; i++) {
        left = support->dx[i] < left ? support->dx[i] : left;
        right = support->dx[i] > right ? support->dx[i] : right;
        below = support->dy[i] > below ? support->dy[i] : below;
    }
    memset(transform, 0, sizeof *transform);
    bool is_two_sided = mask->kind == ERRDIFF_MASK_TWO_SIDED;
    add_window(transform, &mask->window, is_two_sided ? 2 : 1, right - left, below);
    if (is_two_sided)
        add_window(transform, &twin, -1, right - left, below);
}

static double transform_at(const struct transform *transform, int x, int y)
{
    return y < 0 ? transform->values[-y][MAX_X - x] : transform->values[y][MAX_X + x];
}

static void fill(struct problem *problem, const struct transform *transform,
                 const struct errdiff_hologram_support *support)
{
    int count = support->count;
    problem->count = count;
    for (int j = 0; j < count; j++) {
        problem->sides[j] = transform_at(transform, support->dx[j], support->dy[j]);
        for (int i = j; i < count; i++)
            problem->matrix[i + j * count] = transform_at(
                transform, support->dx[i] - support->dx[j], support->dy[i] - support->dy[j]);
    }
}

/* Solves the equations for one ℓ. `factor` gets the Cholesky decomposition of R + ℓI. Returns false
 * if there is none, because ℓ drowns in rounding errors. */
static bool solve(const struct problem *problem, double regularization, double *factor,
                  double *weights)
{
    int count = problem->count;
    memcpy(factor, problem->matrix, (size_t)(count * count) * sizeof *factor);
    memcpy(weights, problem->sides, (size_t)count * sizeof *weights);
    for (int i = 0; i < count; i++)
        factor[i + i * count] += regularization;
    return LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', count, 1, factor, count, weights, count) == 0;
}

static double product(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Newton's step from ℓ towards Σ|w|² = energy. 1 / |w| is nearly linear in ℓ, so few steps are
 * needed (Reinsch 1971). */
static double newton(const struct problem *problem, double regularization, const double *factor,
                     const double *weights, double found, double energy)
{
    double slope[MAX];
    int count = problem->count;
    memcpy(slope, weights, (size_t)count * sizeof *slope);
    LAPACKE_dpotrs_work(LAPACK_COL_MAJOR, 'L', count, 1, factor, count, slope, count);
    return regularization + found / product(weights, slope, count) * (sqrt(found / energy) - 1);
}

/* Finds ℓ between two bounds, of which the upper one stays above it, and the weights. Where
 * Newton's step leaves the bounds, the next ℓ is in the middle of them. */
static double search(const struct problem *problem, double whole, double energy, double guess,
                     double *weights)
{
    double factor[MAX * MAX], low = whole * 1e-13, high = whole * 1e4, at = guess;
    for (int i = 0; i < MAX_STEPS; i++) {
        double next = 0;
        bool is_solved = solve(problem, at, factor, weights);
        double found = is_solved ? product(weights, weights, problem->count) : INFINITY;
        if (fabs(found - energy) <= tolerance * energy)
            return at;
        if (is_solved)
            next = newton(problem, at, factor, weights, found, energy);
        if (found > energy)
            low = at;
        else
            high = at;
        at = next > low && next < high ? next : sqrt(low * high);
    }
    solve(problem, high, factor, weights);
    return high;
}

void errdiff_hologram_predictor(const struct errdiff_hologram_mask *mask,
                                const struct errdiff_hologram_support *support, double energy,
                                double *relative, double *weights)
{
    struct problem problem;
    struct transform transform;
    transform_fill(&transform, mask, support);
    fill(&problem, &transform, support);
    double whole = transform_at(&transform, 0, 0);
    double guess = whole * (*relative > 0 ? *relative : 1e-2);
    *relative = search(&problem, whole, energy, guess, weights) / whole;
}
