/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of the dialog, one for each setting. Emits "changed" when the user changes one. */
#ifndef UI_DITHER_CONTROLS_H
#define UI_DITHER_CONTROLS_H

#include "colors_chooser.h"
#include "preview_source.h"
#include "settings/settings.h"

#include <gtk/gtk.h>

/* For the settings of what `source` shows. `can_add_layer` is FALSE if no layer can be added to
 * the image. `source` and `palette_button` must outlive the controls. */
GtkWidget *dither_controls_new(const PreviewSource *source, gboolean can_add_layer,
                               const PaletteButton *palette_button);

/* Show settings, without "changed", and write them. Settings without a control keep their values.
 */
void dither_controls_set(GtkWidget *controls, const DitherSettings *settings);
void dither_controls_get(GtkWidget *controls, DitherSettings *settings);

/* What is wrong with the settings that are shown, in words for the user; the caller frees it. NULL:
 * nothing that the controls know of. */
gchar *dither_controls_complaint(GtkWidget *controls);

/* Shows the gamma that the automatic tone chose, 1 or more. */
void dither_controls_show_gamma(GtkWidget *controls, gdouble gamma);

/* Adds a button below where the result goes. */
void dither_controls_add_below_output(GtkWidget *controls, GtkWidget *button);

/* The colors_chooser among the controls. */
GtkWidget *dither_controls_colors(GtkWidget *controls);

/* Gives the keyboard focus to the first control. */
void dither_controls_focus(GtkWidget *controls);

#endif
