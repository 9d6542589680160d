/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls for what is done with the image before it is dithered: tone, and colors out of
 * gamut. Emits "changed" when the user changes one. */
#ifndef UI_IMAGE_CONTROLS_H
#define UI_IMAGE_CONTROLS_H

#include "settings/settings.h"

#include <gtk/gtk.h>

/* `channels` is 1 (gray) or 3 (RGB). */
GtkWidget *image_controls_new(gint channels);

/* Show settings, without "changed", and write them. Other settings keep their values. */
void image_controls_set(GtkWidget *controls, const DitherSettings *settings);
void image_controls_get(GtkWidget *controls, DitherSettings *settings);

/* Whether there is a palette, and so a gamut. Without it its controls are grayed out. */
void image_controls_allow_gamut(GtkWidget *controls, gboolean has_palette);

#endif
