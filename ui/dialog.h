/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog: a live preview beside the choices. It knows GTK+ and the core's lists; it reads no
 * pixel itself, and the one who opens it lends it the pixels as a PreviewSource. */
#ifndef UI_DIALOG_H
#define UI_DIALOG_H

#include "colors_chooser.h"
#include "preview_source.h"
#include "settings/settings.h"

#include <gtk/gtk.h>

/*
 * Makes the dialog. `settings` is what it shows first, and what dither_dialog_run writes to; it and
 * `source` are the caller's and must outlive the dialog. `help_uri` is opened by the Help button.
 * The user's presets are in `presets_folder`, which need not exist.
 * `can_add_layer` is FALSE where the result can only replace the pixels (a mask, a channel).
 * `palette_button` makes the chooser of the program's own palettes.
 */
GtkWidget *dither_dialog_new(DitherSettings *settings, const PreviewSource *source,
                             const gchar *help_uri, const gchar *presets_folder,
                             gboolean can_add_layer, const PaletteButton *palette_button);

/* In pixels, without what the window manager adds. */
typedef struct {
    gint width, height;
} DialogSize;

/* Gives the dialog the size that it had before, as far as the screen and its contents let it; 0 × 0: its
 * own. */
void dither_dialog_resize(GtkWidget *dialog, const DialogSize *size);

/*
 * Shows the dialog until it is closed, writes how large it was then, and destroys it. TRUE: the user said OK, and the settings
 * hold the choices; FALSE: they are unchanged. No callback of the source is running any more, and
 * all results are freed, when this returns.
 */
gboolean dither_dialog_run(GtkWidget *dialog, DialogSize *size);

#endif
