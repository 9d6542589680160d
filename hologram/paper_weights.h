/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The weights of Lagrange, Gilles, Heggarty and Fracasso 2024 (method `paper`). They are samples of
 * the Fourier transform of the paper's mask, m = m_s + m_hf (eq. 1 and 9), divided by that at the
 * origin:
 *
 *     w(x) = 2 · M_s(x) · cos(2π(ξ·dx + η·dy)) + M_hf(x)
 *
 * m_s is a rectangle of one size for all hogels, and (ξ, η) is the frequency at which a hogel sends
 * light to the window's center. m_hf is 1 where |ξ| or |η| is above κ/2. With κ = 1 it is empty.
 *
 * Neighbors are selected in two stages (eq. 4): some for all hogels, then those of a hogel from
 * them. The paper leaves open how the samples are divided, the rectangle's size, κ and the rules of
 * both stages.
 */
#ifndef ERRDIFF_HOLOGRAM_PAPER_WEIGHTS_H
#define ERRDIFF_HOLOGRAM_PAPER_WEIGHTS_H

#include "support.h"
#include "window.h"

#include <complex.h>

/* What is the same for all hogels. */
struct errdiff_paper_rule {
    double width, height; /* of m_s, in cycles per pixel: as large as the window is for a hogel in
                           * front of its center */
    double kappa;
    int count; /* of the neighbors that were preselected: those that can have the largest weights */
    struct errdiff_hologram_neighbor neighbors[ERRDIFF_HOLOGRAM_NEIGHBORS];
};

struct errdiff_paper_rule errdiff_paper_rule_for(const errdiff_hologram_options *options);

/* Selects the neighbors with the largest weights for a hogel, `count` or all that were preselected,
 * and sets values[0..support->count - 1] to their weights, which are real. */
void errdiff_paper_weights(const struct errdiff_paper_rule *rule,
                           const struct errdiff_hologram_window *window, int count,
                           struct errdiff_hologram_support *support, double complex *values);

#endif
