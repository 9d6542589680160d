/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of what colours there may be: levels, or a palette from one of many places. Emits
 * "changed"; and "picking", when colors_chooser_is_picking changes. */
#ifndef UI_COLORS_CHOOSER_H
#define UI_COLORS_CHOOSER_H

#include "errdiff.h"
#include "settings/settings.h"

#include <gtk/gtk.h>

/* A button that lets the user choose among the palettes of the program that the dialog belongs to. */
typedef struct {
    GtkWidget *(*make)(GCallback changed, gpointer user); /* calls changed(user) */
    void (*set)(GtkWidget *button, const gchar *name);
    gchar *(*get)(GtkWidget *button); /* the caller frees it */
} PaletteButton;

/* `channels` is 1 or 3; `labels` aligns its labels with those of other rows; `palette_button` is
 * static. */
GtkWidget *colors_chooser_new(gint channels, GtkSizeGroup *labels,
                              const PaletteButton *palette_button);

/* Shows, and writes, the levels, palette and match of settings. */
void colors_chooser_set(GtkWidget *chooser, const DitherSettings *settings);
void colors_chooser_get(GtkWidget *chooser, DitherSettings *settings);

/* Shows the colours that the settings came to; NULL: levels. */
void colors_chooser_show(GtkWidget *chooser, const errdiff_palette *colours);

/* Whether a click into the preview is to pick a colour; what to do with one that was picked. */
gboolean colors_chooser_is_picking(GtkWidget *chooser);
void colors_chooser_stop_picking(GtkWidget *chooser);
void colors_chooser_pick(GtkWidget *chooser, const guint8 colour[3]);

#endif
