/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regularised optimal predictor: the weights that leave the least noise in a mask. */
#ifndef ERRDIFF_HOLOGRAM_PREDICTOR_H
#define ERRDIFF_HOLOGRAM_PREDICTOR_H

#include "mask.h"
#include "support.h"

/*
 * Solves (R + ℓI) w = m, R_ij = M(x_i - x_j), m_i = M(x_i), with the least ℓ for which
 * Σ|w|² ≤ energy; more would overload the quantiser. `weights` gets support->count of them.
 *
 * Returns ERRDIFF_OK; ERRDIFF_NO_MEMORY; or ERRDIFF_CANNOT_RUN where LAPACK finds no eigenvalues.
 */
errdiff_status errdiff_hologram_predictor(const struct errdiff_hologram_mask *mask,
                                          const struct errdiff_hologram_support *support,
                                          double energy, double complex *weights);

#endif
