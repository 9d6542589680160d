/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the dialog needs of the host program for palettes. The dialog knows only GTK+. */
#ifndef UI_PALETTE_BUTTON_H
#define UI_PALETTE_BUTTON_H

#include "errdiff.h"

#include <gtk/gtk.h>

typedef struct {
    /* A button that chooses one of the host's own palettes. */
    GtkWidget *(*make)(GCallback changed, gpointer user); /* calls changed(user) */
    void (*set)(GtkWidget *button, const gchar *name);
    gchar *(*get)(GtkWidget *button); /* the caller frees it */

    /* Lets the user choose another color. FALSE: it stays as it is. */
    gboolean (*choose_color)(GtkWindow *parent, const gchar *title, guint8 color[3]);

    /* Makes a palette of the host, which the button can then choose. FALSE: *message, which the
     * caller frees, says why. */
    gboolean (*save)(GtkWidget *button, const gchar *name, const errdiff_palette *colors,
                     gchar **message);
} PaletteButton;

#endif
