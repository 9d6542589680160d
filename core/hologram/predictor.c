/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "predictor.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>

enum { MAX = ERRDIFF_HOLOGRAM_MAX_TAPS, HALVINGS = 60 };

/* The eigendecomposition R = U Λ Uᵀ. With it the weights for any ℓ are U (Λ + ℓI)⁻¹ Uᵀ m. */
struct problem {
    int count;
    double vectors[MAX * MAX]; /* U, column by column */
    double values[MAX];        /* Λ, in rising order */
    double sides[MAX];         /* Uᵀ m */
};

/* LAPACKE could allocate the working memory itself, but reports a failure on standard output, where
 * a picture may go. So LAPACK is asked for the sizes. */
static errdiff_status find_eigenvectors(struct problem *problem)
{
    lapack_int count = problem->count, integer_count;
    double real_count;
    LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'U', count, problem->vectors, count, problem->values,
                        &real_count, -1, &integer_count, -1);
    double *reals = malloc((size_t)real_count * sizeof *reals);
    lapack_int *integers = malloc((size_t)integer_count * sizeof *integers);
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (reals && integers)
        status = LAPACKE_dsyevd_work(LAPACK_COL_MAJOR, 'V', 'U', count, problem->vectors, count,
                                     problem->values, reals, (lapack_int)real_count, integers,
                                     integer_count) == 0
                     ? ERRDIFF_OK
                     : ERRDIFF_CANNOT_RUN;
    free(reals);
    free(integers);
    return status;
}

/* The mask's transform for all differences of two offsets: M(x, y) at values[y][MAX_X + x]. It is
 * real for the masks here, so M(-x, -y) is the same. */
enum { MAX_X = 2 * ERRDIFF_HOLOGRAM_REACH, MAX_Y = ERRDIFF_HOLOGRAM_REACH };
struct transform {
    double values[MAX_Y + 1][2 * MAX_X + 1];
};

static void transform_fill(struct transform *transform, const struct errdiff_hologram_mask *mask,
                           const struct errdiff_hologram_support *support)
{
    int left = 0, right = 0, below = 0;
    for (int i = 0; i < support->count; i++) {
        left = support->dx[i] < left ? support->dx[i] : left;
        right = support->dx[i] > right ? support->dx[i] : right;
        below = support->dy[i] > below ? support->dy[i] : below;
    }
    for (int y = 0; y <= below; y++)
        for (int x = left - right; x <= right - left; x++)
            transform->values[y][MAX_X + x] = creal(errdiff_hologram_mask_at(mask, x, y));
}

static double transform_at(const struct transform *transform, int x, int y)
{
    return y < 0 ? transform->values[-y][MAX_X - x] : transform->values[y][MAX_X + x];
}

static errdiff_status decompose(struct problem *problem, const struct transform *transform,
                                const struct errdiff_hologram_support *support)
{
    int count = support->count;
    problem->count = count;
    for (int j = 0; j < count; j++)
        for (int i = 0; i < count; i++)
            problem->vectors[i + j * count] = transform_at(
                transform, support->dx[i] - support->dx[j], support->dy[i] - support->dy[j]);
    errdiff_status status = find_eigenvectors(problem);
    if (status != ERRDIFF_OK)
        return status;
    for (int j = 0; j < count; j++) {
        problem->sides[j] = 0;
        for (int i = 0; i < count; i++)
            problem->sides[j] += problem->vectors[i + j * count] *
                                 transform_at(transform, support->dx[i], support->dy[i]);
    }
    return ERRDIFF_OK;
}

/* R has no negative eigenvalues. Zeros that rounding made negative must not cancel ℓ. */
static double divisor(const struct problem *problem, int i, double regularisation)
{
    return fmax(problem->values[i], 0) + regularisation;
}

static double energy_with(const struct problem *problem, double regularisation)
{
    double sum = 0;
    for (int i = 0; i < problem->count; i++) {
        double size = problem->sides[i] / divisor(problem, i, regularisation);
        sum += size * size;
    }
    return sum;
}

static void find_weights(const struct problem *problem, double whole, double energy,
                         double *weights)
{
    /* Bisection of log ℓ, relative to M(0): at the lower end ℓ drowns in rounding errors, at the
     * upper end w is practically 0. */
    double low = log(whole * 1e-13), high = log(whole * 1e4);
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);
        if (energy_with(problem, exp(middle)) > energy)
            low = middle;
        else
            high = middle;
    }
    for (int i = 0; i < problem->count; i++)
        weights[i] = 0;
    for (int j = 0; j < problem->count; j++) {
        double part = problem->sides[j] / divisor(problem, j, exp(high));
        for (int i = 0; i < problem->count; i++)
            weights[i] += part * problem->vectors[i + j * problem->count];
    }
}

errdiff_status errdiff_hologram_predictor(const struct errdiff_hologram_mask *mask,
                                          const struct errdiff_hologram_support *support,
                                          double energy, double *weights)
{
    struct problem *problem = malloc(sizeof *problem);
    struct transform transform;
    transform_fill(&transform, mask, support);
    errdiff_status status = problem ? decompose(problem, &transform, support) : ERRDIFF_NO_MEMORY;
    if (status == ERRDIFF_OK)
        find_weights(problem, transform_at(&transform, 0, 0), energy, weights);
    free(problem);
    return status;
}
