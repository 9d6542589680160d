/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Designs the weights of a hogel by any method. */
#ifndef ERRDIFF_HOLOGRAM_WEIGHTS_H
#define ERRDIFF_HOLOGRAM_WEIGHTS_H

#include "support.h"
#include "window.h"

/* Offsets and their weights in the order in which the rule adds them: the farthest row first,
 * and the left neighbor last. The sums over the rows above can then be made for many pixels at
 * once. */
struct errdiff_hologram_weights {
    struct errdiff_hologram_support support;
    errdiff_complex weights[ERRDIFF_HOLOGRAM_MAX_TAPS];
};

/* Returns TRUE if imaginary parts are ignored: for amplitude, binary phase, and phase with two
 * levels, unless these were measured to be less than 120° apart. */
bool errdiff_hologram_is_real(const errdiff_hologram_options *options);

/* Returns TRUE if the output is amplitudes, with or without negative ones. */
bool errdiff_hologram_is_amplitude(const errdiff_hologram_options *options);

/* Returns TRUE if phases are refined before they are quantized (refine.h): with options->refine
 * above 0, and enough phases. */
bool errdiff_hologram_refines_phases(const errdiff_hologram_options *options);

/* Returns TRUE if the weights are those with the least noise in the window. */
bool errdiff_hologram_is_optimal(const errdiff_hologram_options *options);

/* The module for GPUs includes this header, and C++ has no complex numbers of C. */
struct errdiff_hologram_designer;
struct errdiff_hologram_mask;

/* The directions in which an output must not send noise: the window, and for real-valued output
 * also its mirror image. */
struct errdiff_hologram_mask
errdiff_hologram_noise_mask(const struct errdiff_hologram_window *window,
                            const errdiff_hologram_options *options);

/* Makes the designer of the optimal weights with these options, as errdiff_hologram_designer_make
 * does. */
bool errdiff_hologram_designer_for(struct errdiff_hologram_designer *designer,
                                   const errdiff_hologram_options *options);

/* Designs the weights for a window; there are none if the window is empty. Returns ERRDIFF_OK or
 * ERRDIFF_NO_MEMORY. */
errdiff_status errdiff_hologram_design(const struct errdiff_hologram_window *window,
                                       const errdiff_hologram_options *options,
                                       struct errdiff_hologram_designer *designer,
                                       struct errdiff_hologram_weights *weights);

#endif
