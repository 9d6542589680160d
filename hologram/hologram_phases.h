/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chooses phases in all lanes by the rule (hologram_rule.h), in three parts. Each is a chain of
 * operations that wait for each other, and the processor looks ahead too few operations to find
 * enough others to do meanwhile. So these are put between the parts.
 */
#ifndef ERRDIFF_HOLOGRAM_PHASES_H
#define ERRDIFF_HOLOGRAM_PHASES_H

#include "hologram_staging.h"

/* Phases whose choice has begun, in all lanes. */
struct begun_phases {
    struct errdiff_hologram_staged_step u;
    _Alignas(64) float tangent[ERRDIFF_HOLOGRAM_LANES], diagonal[ERRDIFF_HOLOGRAM_LANES],
        levels[ERRDIFF_HOLOGRAM_LANES], k[ERRDIFF_HOLOGRAM_LANES];
};

static inline void begin_phases(int levels, const struct errdiff_hologram_staged_step *hologram,
                                const struct errdiff_hologram_staged_step *sums,
                                struct begun_phases *phases)
{
#pragma omp simd
    for (int r = 0; r < ERRDIFF_HOLOGRAM_LANES; r++) {
        errdiff_complex u = {hologram->re[r] + sums->re[r], hologram->im[r] + sums->im[r]};
        struct errdiff_hologram_quadrant quadrant = errdiff_hologram_quadrant_of(levels, u);
        phases->u.re[r] = u.re;
        phases->u.im[r] = u.im;
        phases->tangent[r] = errdiff_hologram_tangent(quadrant.across, quadrant.up);
        phases->diagonal[r] = quadrant.diagonal;
        phases->levels[r] = quadrant.levels;
    }
}

/* Finds the phases nearest to u. */
static inline void find_phases(int levels, struct begun_phases *phases, uint16_t *chosen)
{
#pragma omp simd
    for (int r = 0; r < ERRDIFF_HOLOGRAM_LANES; r++) {
        float turns = errdiff_hologram_turns(phases->tangent[r]);
        float place = phases->diagonal[r] + turns * phases->levels[r];
        int k = errdiff_hologram_nearest_phase(levels, place);
        chosen[r] = (uint16_t)k;
        phases->k[r] = (float)k;
    }
}

/* Stores the errors: `from`, which is u or the hologram, minus the values of the phases. */
static inline void find_phase_errors(int levels, const struct begun_phases *phases,
                                     const struct errdiff_hologram_staged_step *from,
                                     const float *inside, struct errdiff_hologram_step *now)
{
    float *re = now->re + ERRDIFF_HOLOGRAM_LANES_ABOVE,
          *im = now->im + ERRDIFF_HOLOGRAM_LANES_ABOVE;
#pragma omp simd
    for (int r = 0; r < ERRDIFF_HOLOGRAM_LANES; r++) {
        errdiff_complex q = errdiff_hologram_phase(levels, phases->k[r]);
        re[r] = (from->re[r] - q.re) * inside[r];
        im[r] = (from->im[r] - q.im) * inside[r];
    }
}

#endif
