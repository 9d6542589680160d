/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A quantised hologram as a new image of GIMP's. */
#ifndef PLUGIN_HOLOGRAM_OUTPUT_H
#define PLUGIN_HOLOGRAM_OUTPUT_H

#include "call.h"
#include "hologram_quantising.h"

/* The name of the image's parasite with the figures as JSON, as `errdiff hologram --json` prints them. */
#define HOLOGRAM_PARASITE "errdiff-hologram-report"

/*
 * Makes a gray image with linear values of what a display is sent for the levels: 8 bits for up to 256
 * of them, else 16. Where `views` is not NULL they become a second layer, side by side, right of the
 * first and outside of the image. `source_ID` gives its name and the resolution of its image. FALSE:
 * *message (to be freed) says why, and no image is left.
 */
gboolean hologram_output(const HologramResult *result, const HologramRequest *request,
                         const HologramViews *views, gint32 source_ID, Outcome *outcome,
                         gchar **message);

#endif
