/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws what a panel is sent for the levels of its pixels. */
#include "errdiff_hologram.h"
#include "plm.h"

void errdiff_hologram_panel_draw(const errdiff_hologram_panel *panel, const uint16_t *levels,
                                 int width, int height, const uint16_t *samples, int bits,
                                 void *drawn)
{
    size_t pixels = (size_t)width * (size_t)height;
    if (panel->levels > 0) {
        errdiff_plm_draw(panel, levels, width, height, samples, bits, drawn);
        return;
    }
    for (size_t i = 0; i < pixels; i++) {
        if (bits == 8)
            ((uint8_t *)drawn)[i] = (uint8_t)samples[levels[i]];
        else
            ((uint16_t *)drawn)[i] = samples[levels[i]];
    }
}
