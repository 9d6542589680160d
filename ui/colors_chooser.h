/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls that choose the colors of the result: levels, or a palette from one of several
 * sources. Emits "changed" when the choice changes, "picking" when colors_chooser_is_picking
 * changes, and "selection-wanted", with their number, when the colors are to be made from the
 * selection. */
#ifndef UI_COLORS_CHOOSER_H
#define UI_COLORS_CHOOSER_H

#include "errdiff.h"
#include "palette_button.h"
#include "settings/settings.h"

#include <gtk/gtk.h>

/* `channels` is 1 (gray) or 3 (RGB); `labels` aligns the labels with those of other rows;
 * `palette_button` must outlive the chooser. */
GtkWidget *colors_chooser_new(gint channels, GtkSizeGroup *labels,
                              const PaletteButton *palette_button);

/* These show and write only the levels, palette, match and sent of the settings. */
void colors_chooser_set(GtkWidget *chooser, const DitherSettings *settings);
void colors_chooser_get(GtkWidget *chooser, DitherSettings *settings);

/* What is wrong with what the user has typed or not chosen yet; the caller frees it. NULL:
 * nothing. */
gchar *colors_chooser_complaint(GtkWidget *chooser);

/* Whether the result has the colors of a palette, not levels. */
gboolean colors_chooser_has_palette(GtkWidget *chooser);

/* Shows the palette that the image was dithered to; NULL, for levels, changes nothing. */
void colors_chooser_show(GtkWidget *chooser, const errdiff_palette *colors);

/* Shows which share of the pixels has each color of the palette, in percent. */
void colors_chooser_show_usage(GtkWidget *chooser, const gdouble percent[ERRDIFF_MAX_COLORS]);

/* Replaces the palette that is shown by a list of colors, as if the user had edited it. */
void colors_chooser_replace(GtkWidget *chooser, const errdiff_palette *colors);

/* Whether a click on the preview picks a color, how to end that, and what to do with a picked
 * color: it is added to the palette or, if the palette is made from the image, to its locked
 * colors. */
gboolean colors_chooser_is_picking(GtkWidget *chooser);
void colors_chooser_stop_picking(GtkWidget *chooser);
void colors_chooser_pick(GtkWidget *chooser, const guint8 color[3]);

#endif
