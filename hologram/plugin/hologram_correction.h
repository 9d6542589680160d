/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the phases that are added to a hologram because a display is not flat. */
#ifndef PLUGIN_HOLOGRAM_CORRECTION_H
#define PLUGIN_HOLOGRAM_CORRECTION_H

#include <glib.h>

/* Lets GIMP open a gray image of 8 or 16 bits and width × height pixels, in which 2π is the value
 * after the largest. Returns the phases in radians, which the caller frees with g_free. NULL:
 * *message, which the caller frees, says why not. */
gfloat *hologram_correction_read(const gchar *path, gint width, gint height, gchar **message);

#endif
