/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a new image from a quantized hologram. */
#ifndef PLUGIN_HOLOGRAM_OUTPUT_H
#define PLUGIN_HOLOGRAM_OUTPUT_H

#include "hologram_quantizing.h"
#include "procedure.h"

/* The name of the image's parasite that holds the figures as JSON, as `errdiff hologram --json`
 * prints them. */
#define HOLOGRAM_PARASITE "errdiff-hologram-report"

/*
 * Makes a gray image with linear values whose pixels are the values to send to the display: 8 bits
 * for up to 256 levels, otherwise 16. If `views` is not NULL, the two views, side by side, become a
 * second layer, to the right of the first and outside of the image. The new image takes its name
 * from the drawable `source_ID` and its resolution from that drawable's image. FALSE: *message,
 * which the caller frees, says why, and there is no new image.
 */
gboolean hologram_output(const HologramResult *result, const HologramRequest *request,
                         const HologramViews *views, gint32 source_ID, Outcome *outcome,
                         gchar **message);

#endif
