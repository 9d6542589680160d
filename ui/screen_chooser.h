/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a screen, with its file or its size and angles, and a drawing of it. Emits
 * "changed". */
#ifndef UI_SCREEN_CHOOSER_H
#define UI_SCREEN_CHOOSER_H

#include "settings/settings.h"

#include <gtk/gtk.h>

GtkWidget *screen_chooser_new(GtkSizeGroup *labels);

/* Sets the widgets from, or the settings to, the screen with its size and its angles. */
void screen_chooser_set(GtkWidget *chooser, const DitherSettings *settings);
void screen_chooser_get(GtkWidget *chooser, DitherSettings *settings);

/* Draws the screen; its resolution is that of `settings`. */
void screen_chooser_draw(GtkWidget *chooser, const DitherSettings *settings);

#endif
