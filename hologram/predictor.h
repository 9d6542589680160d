/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The regularized optimal predictor: the weights that leave the least noise inside a mask. */
#ifndef ERRDIFF_HOLOGRAM_PREDICTOR_H
#define ERRDIFF_HOLOGRAM_PREDICTOR_H

#include "mask.h"
#include "support.h"

/*
 * Solves (R + ℓI) w = m for the weights w, with R_ij = M(x_i - x_j) and m_i = M(x_i), where x_i
 * are the offsets of the support and M is the mask's transform, which must be real: the mask is
 * two-sided, or its window is centered at frequency 0. ℓ is the number for which Σ|w|² = energy, to
 * within 0.01 %, or nearly 0 if Σ|w|² is never that large: larger weights would let the errors grow
 * until the quantizer is overloaded. `weights` gets support->count values.
 *
 * *relative is ℓ / M(0). The search begins with it, so that of a similar mask saves time, and the
 * one that was found is stored there. 0: unknown.
 */
void errdiff_hologram_predictor(const struct errdiff_hologram_mask *mask,
                                const struct errdiff_hologram_support *support, double energy,
                                double *relative, double *weights);

#endif
