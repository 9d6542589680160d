/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of output levels: one number, or one for each channel. Emits "changed". */
#ifndef UI_LEVELS_CHOOSER_H
#define UI_LEVELS_CHOOSER_H

#include <gtk/gtk.h>

/* `channels` is 1 (gray) or 3 (RGB); `labels` aligns the labels with those of other rows. */
GtkWidget *levels_chooser_new(gint channels, GtkSizeGroup *labels);

/* `levels` is "4" or "4,8,4", as for errdiff_levels_parse; a text that it refuses is ignored. */
void levels_chooser_set(GtkWidget *chooser, const gchar *levels);
gchar *levels_chooser_get(GtkWidget *chooser); /* the caller frees it */

#endif
