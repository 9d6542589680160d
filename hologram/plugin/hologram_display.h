/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_HOLOGRAM_DISPLAY_H
#define PLUGIN_HOLOGRAM_DISPLAY_H

#include <glib.h>

/* Opens a window for the image of a result, whose layer with the hologram is `layer_ID`. Its other
 * layer, the reconstruction, lies beside the canvas, where it would not be seen, so it becomes an
 * image of its own in a second window. */
void hologram_display(gint32 image_ID, gint32 layer_ID);

#endif
