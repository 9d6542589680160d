/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phases that a display shows in addition to those of the hologram. */
#ifndef ERRDIFF_ADDED_PHASE_H
#define ERRDIFF_ADDED_PHASE_H

#include "window.h"

#include <stdbool.h>

/* Returns ERRDIFF_OK, or ERRDIFF_BAD_ARGUMENT with the reason in *message. */
errdiff_status errdiff_added_phase_check(const errdiff_hologram_options *options,
                                         errdiff_message *message);

/* The most that lens and grating change the phase from pixel to pixel in a hologram of width ×
 * height pixels, in periods. */
double errdiff_added_phase_steepest(const errdiff_hologram_options *options, int width, int height);

/* Adds the phases to a hologram, or takes them away from what the display shows. */
void errdiff_added_phase_apply(errdiff_field *field, const errdiff_hologram_options *options,
                               bool is_taken_away);

/* The frequencies at which a hogel of a hologram of width × height pixels then sends light to the
 * window, where it would do so at those of `window` without lens and grating. Frequencies beyond
 * ±1/2 stand for those that pixels show as the same, a whole number of cycles away. A correction is
 * too smooth to count here. */
struct errdiff_hologram_window
errdiff_added_phase_shift(const struct errdiff_hologram_window *window,
                          const struct errdiff_rectangle *hogel, int width, int height,
                          const errdiff_hologram_options *options);

#endif
