/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The phase light modulators (PLM) of Texas Instruments, whose mirrors have 16 heights. The numbers
 * are those of the package ti_plm 1.1.0, which Texas Instruments publishes. */
#ifndef ERRDIFF_PLM_H
#define ERRDIFF_PLM_H

#include "errdiff_hologram.h"

#include <stdbool.h>

/* The states of a mirror, and the electrodes in a row and in a column of those below it. */
enum { ERRDIFF_PLM_STATES = 16, ERRDIFF_PLM_SIDE = 2 };

/* Whether the panel of the options is such a modulator; *panel becomes what is known of it. */
bool errdiff_plm_find(const errdiff_hologram_options *options, errdiff_hologram_panel *panel);

/* Sets values[k] to what a mirror shows in state k. */
void errdiff_plm_values(errdiff_complex values[ERRDIFF_PLM_STATES]);

/* Draws the states samples[levels[i]] of all mirrors of such a modulator, as
 * errdiff_hologram_panel_draw does. */
void errdiff_plm_draw(const errdiff_hologram_panel *panel, const uint16_t *levels, int width,
                      int height, const uint16_t *samples, int bits, void *drawn);

#endif
