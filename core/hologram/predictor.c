/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "predictor.h"

#include <lapacke.h>
#include <math.h>

enum { MAX = ERRDIFF_HOLOGRAM_MAX_WEIGHTS, HALVINGS = 60 };

/* The eigendecomposition R = U Λ U*. With it the weights for any ℓ are U (Λ + ℓI)⁻¹ U* m. */
struct problem {
    int count;
    double complex vectors[MAX * MAX]; /* U, column by column */
    double values[MAX];                /* Λ, in rising order */
    double complex sides[MAX];         /* U* m */
};

static errdiff_status decompose(struct problem *problem, const struct errdiff_hologram_mask *mask,
                                const struct errdiff_hologram_support *support)
{
    int count = support->count;
    problem->count = count;
    for (int j = 0; j < count; j++)
        for (int i = 0; i < count; i++)
            problem->vectors[i + j * count] = errdiff_hologram_mask_at(
                mask, support->dx[i] - support->dx[j], support->dy[i] - support->dy[j]);
    lapack_int info =
        LAPACKE_zheevd(LAPACK_COL_MAJOR, 'V', 'U', count, problem->vectors, count, problem->values);
    if (info != 0)
        return info > 0 ? ERRDIFF_CANNOT_RUN : ERRDIFF_NO_MEMORY;
    for (int j = 0; j < count; j++) {
        problem->sides[j] = 0;
        for (int i = 0; i < count; i++)
            problem->sides[j] += conj(problem->vectors[i + j * count]) *
                                 errdiff_hologram_mask_at(mask, support->dx[i], support->dy[i]);
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
        double size = cabs(problem->sides[i]) / divisor(problem, i, regularisation);
        sum += size * size;
    }
    return sum;
}

errdiff_status errdiff_hologram_predictor(const struct errdiff_hologram_mask *mask,
                                          const struct errdiff_hologram_support *support,
                                          double energy, double complex *weights)
{
    struct problem problem;
    errdiff_status status = decompose(&problem, mask, support);
    if (status != ERRDIFF_OK)
        return status;

    /* Bisection of log ℓ, relative to M(0): at the lower end ℓ drowns in rounding errors, at the
     * upper end w is practically 0. */
    double whole = cabs(errdiff_hologram_mask_at(mask, 0, 0));
    double low = log(whole * 1e-13), high = log(whole * 1e4);
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (low + high);
        if (energy_with(&problem, exp(middle)) > energy)
            low = middle;
        else
            high = middle;
    }
    for (int i = 0; i < problem.count; i++)
        weights[i] = 0;
    for (int j = 0; j < problem.count; j++) {
        double complex part = problem.sides[j] / divisor(&problem, j, exp(high));
        for (int i = 0; i < problem.count; i++)
            weights[i] += part * problem.vectors[i + j * problem.count];
    }
    return ERRDIFF_OK;
}
