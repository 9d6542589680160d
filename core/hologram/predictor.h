/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regularised optimal predictor: the weights that leave the least noise inside a mask. */
#ifndef ERRDIFF_HOLOGRAM_PREDICTOR_H
#define ERRDIFF_HOLOGRAM_PREDICTOR_H

#include "mask.h"
#include "support.h"

/*
 * Solves (R + ℓI) w = m for the weights w, with R_ij = M(x_i - x_j) and m_i = M(x_i), where x_i
 * are the offsets of the support and M is the mask's transform, which must be real: the mask is
 * two-sided, or its window is centred at frequency 0. ℓ is the least number for which
 * Σ|w|² ≤ energy: larger weights would let the errors grow until the quantizer is overloaded.
 * `weights` gets support->count values.
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY, or ERRDIFF_CANNOT_RUN if LAPACK finds no eigenvalues.
 */
errdiff_status errdiff_hologram_predictor(const struct errdiff_hologram_mask *mask,
                                          const struct errdiff_hologram_support *support,
                                          double energy, double *weights);

#endif
