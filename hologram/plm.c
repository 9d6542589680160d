/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The phase light modulators (PLM) of Texas Instruments, whose mirrors have 16 heights. */
#include "plm.h"

#include <math.h>
#include <string.h>

static const double turn = 6.28318530717958648;

/* How far a mirror has moved in each state, in units of the way from the first to the last. */
static const double ratios[ERRDIFF_PLM_STATES] = {
    0,      0.0126, 0.0259, 0.0495, 0.071,  0.0878, 0.1382, 0.2153, //
    0.3274, 0.361,  0.4204, 0.5046, 0.5916, 0.673,  0.8254, 1,
};

/* The bits of its electrodes in each state. */
static const uint8_t codes[ERRDIFF_PLM_STATES] = {3,  2,  1, 7, 0,  6,  5,  4,
                                                  11, 10, 9, 8, 15, 14, 13, 12};

/* How a modulator is wired. */
struct wiring {
    const char *panel;
    uint8_t bits[ERRDIFF_PLM_SIDE][ERRDIFF_PLM_SIDE]; /* of the electrodes, row by row */
    bool is_mirrored; /* the columns of all electrodes are sent in reverse order */
};

static const struct wiring wirings[] = {
    {"plm-47", {{2, 3}, {0, 1}}, false},
    {"plm-67", {{1, 3}, {0, 2}}, true},
};

bool errdiff_plm_find(const errdiff_hologram_options *options, errdiff_hologram_panel *panel)
{
    return errdiff_hologram_panel_parse(options->display.panel, panel, NULL) == ERRDIFF_OK &&
           panel->levels > 0;
}

/* The last state lacks one step of the 16 that make a period. */
void errdiff_plm_values(errdiff_complex values[ERRDIFF_PLM_STATES])
{
    const double range = turn * (ERRDIFF_PLM_STATES - 1) / ERRDIFF_PLM_STATES;
    for (int k = 0; k < ERRDIFF_PLM_STATES; k++)
        values[k] = (errdiff_complex){.re = (float)cos(range * ratios[k]),
                                      .im = (float)sin(range * ratios[k])};
}

static const struct wiring *wiring_of(const errdiff_hologram_panel *panel)
{
    const struct wiring *wiring = wirings;
    while (strcmp(wiring->panel, panel->name) != 0)
        wiring++;
    return wiring;
}

static void store(void *drawn, int bits, size_t place, bool is_on)
{
    if (bits == 8)
        ((uint8_t *)drawn)[place] = is_on ? UINT8_MAX : 0;
    else
        ((uint16_t *)drawn)[place] = is_on ? UINT16_MAX : 0;
}

void errdiff_plm_draw(const errdiff_hologram_panel *panel, const uint16_t *levels, int width,
                      int height, const uint16_t *samples, int bits, void *drawn)
{
    const struct wiring *wiring = wiring_of(panel);
    size_t columns = (size_t)width * ERRDIFF_PLM_SIDE, rows = (size_t)height * ERRDIFF_PLM_SIDE;
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++) {
            size_t mirror = y / ERRDIFF_PLM_SIDE * (size_t)width + x / ERRDIFF_PLM_SIDE;
            int bit = wiring->bits[y % ERRDIFF_PLM_SIDE][x % ERRDIFF_PLM_SIDE];
            size_t place = y * columns + (wiring->is_mirrored ? columns - 1 - x : x);
            store(drawn, bits, place, codes[samples[levels[mirror]]] >> bit & 1);
        }
}
