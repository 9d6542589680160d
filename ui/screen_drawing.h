/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drawing of a screen: what it makes of a gray that gets lighter from left to right. */
#ifndef UI_SCREEN_DRAWING_H
#define UI_SCREEN_DRAWING_H

#include "settings/settings.h"

#include <gtk/gtk.h>

GtkWidget *screen_drawing_new(void);

/* Draws the screen of these settings, or nothing if they have none. FALSE: they are wrong, and
 * *message, which the caller frees, says why. */
gboolean screen_drawing_set(GtkWidget *drawing, const DitherSettings *settings, gchar **message);

#endif
