/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The weights of a hogel, by any method. */
#ifndef ERRDIFF_HOLOGRAM_WEIGHTS_H
#define ERRDIFF_HOLOGRAM_WEIGHTS_H

#include "support.h"
#include "window.h"

/* In the order in which the rule sums: the farthest row first, the neighbour at the left last, so that
 * what comes from the rows above can be summed for many pixels at once. */
struct errdiff_hologram_weights {
    struct errdiff_hologram_support support;
    errdiff_complex weights[ERRDIFF_HOLOGRAM_MAX_WEIGHTS];
};

/* Whether only real parts count: amplitude, binary phase, and the phase with two levels. */
bool errdiff_hologram_is_real(const errdiff_hologram_options *options);

/* The weights for a window, none for an empty one. Statuses are those of errdiff_hologram_predictor. */
errdiff_status errdiff_hologram_design(const struct errdiff_hologram_window *window,
                                       const errdiff_hologram_options *options,
                                       struct errdiff_hologram_weights *weights);

#endif
