/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets options that were not given and whose defaults depend on others. */
#include "errdiff_hologram.h"

#include <stdbool.h>

static void complete_pitch(errdiff_hologram_options *options)
{
    errdiff_hologram_panel panel;
    if (options->optics.pitch == 0 &&
        errdiff_hologram_panel_parse(options->display.panel, &panel, NULL) == ERRDIFF_OK)
        options->optics.pitch = panel.pitch;
}

/* A window in units of λF/pitch is one in micrometers, times 1000, for a lens with which these are
 * the same. The pitch and the wavelength are then not needed; the focal length makes up for them.
 * One that is not given is in the usual ratio to the other.
 */
static void complete_geometry(errdiff_optics *optics)
{
    if (optics->geometry == ERRDIFF_HOLOGRAM_FOURIER && optics->view_distance == 0) {
        const double ratio = 16;
        if (optics->pitch == 0)
            optics->pitch = optics->wavelength > 0 ? ratio * optics->wavelength : 8;
        if (optics->wavelength == 0)
            optics->wavelength = optics->pitch / ratio;
        optics->view_distance = 1e3 * optics->pitch / optics->wavelength;
    }
    if (optics->view_height == 0)
        optics->view_height = optics->view_width;
}

int errdiff_hologram_options_complete(errdiff_hologram_options *options, int *bits)
{
    const errdiff_hologram_display *display = &options->display;
    bool is_phase = options->output == ERRDIFF_HOLOGRAM_PHASE;
    bool has_all_levels = options->levels == 0 && is_phase && *display->gray_table != '\0';
    complete_pitch(options);
    complete_geometry(&options->optics);
    if (options->levels == 0) {
        errdiff_hologram_options usual;
        errdiff_hologram_options_init(&usual);
        options->levels = options->output == ERRDIFF_HOLOGRAM_BINARY_PHASE ? 2
                          : is_phase && display->two_pi > 1                ? display->two_pi
                                                                           : usual.levels;
    }
    if (*bits == 0)
        *bits = options->levels <= 256 && display->two_pi <= 256 ? 8 : 16;
    return has_all_levels;
}
