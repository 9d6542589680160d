/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog: a live preview beside the controls. It depends on GTK+ and the core library, not on
 * GIMP; it gets the pixels from its caller through a PreviewSource. */
#ifndef UI_DIALOG_H
#define UI_DIALOG_H

#include "colors_chooser.h"
#include "preview_source.h"
#include "settings/settings.h"

#include <gtk/gtk.h>

/*
 * Makes the dialog. `settings` holds what it shows first, and dither_dialog_run writes the user's
 * choices to it; it and `source` belong to the caller and must outlive the dialog. The Help button
 * opens `help_uri`. The user's presets are in `presets_folder`, which need not exist.
 * `can_add_layer` is FALSE if no layer can be added to the image (for a mask or a channel, over a
 * floating selection).
 * `palette_button` makes the chooser of the host program's own palettes.
 */
GtkWidget *dither_dialog_new(DitherSettings *settings, const PreviewSource *source,
                             const gchar *help_uri, const gchar *presets_folder,
                             gboolean can_add_layer, const PaletteButton *palette_button);

/* How the user left the dialog. */
typedef struct {
    gint width, height; /* in pixels, without the window manager's decorations; 0 × 0: unknown */
    gint zoom;          /* of the preview, see zoom.h */
} DialogView;

/* Gives the dialog this size, as far as screen and contents allow, and its preview this zoom. If
 * the size is unknown, the preview gets the shape of the image. */
void dither_dialog_set_view(GtkWidget *dialog, const DialogView *view);

/*
 * Shows the dialog until the user closes it, writes how it was left to *view, and hides it. TRUE:
 * the user pressed OK, and the settings hold the choices; FALSE: they are unchanged. The preview is
 * still being made in its thread; gtk_widget_destroy stops that and frees all that the dialog has.
 */
gboolean dither_dialog_run(GtkWidget *dialog, DialogView *view);

/*
 * After OK: the source's result for the whole image, dithered with the settings that were chosen.
 * If it is still being made, this waits for it, and calls the source's show_progress meanwhile. The
 * caller frees it with the source's free_result. NULL: it could not be made.
 */
gpointer dither_dialog_take_result(GtkWidget *dialog);

#endif
