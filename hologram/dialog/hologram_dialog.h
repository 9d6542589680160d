/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The dialog for a hologram. It shows the display and the view, with the other settings in an
 * expander, and a preview of what a viewer sees of a part of the hologram before and after. */
#ifndef UI_HOLOGRAM_DIALOG_H
#define UI_HOLOGRAM_DIALOG_H

#include "hologram_source.h"

#include <gtk/gtk.h>

/*
 * Shows the dialog and waits for its end.
 *
 * settings  what it shows first; set to the user's choices after OK, unchanged otherwise
 * source    must outlive the call
 * help_uri  the page for the Help button
 * prepare   called with the dialog before it is shown; may be NULL
 *
 * Returns whether the user pressed OK.
 */
gboolean hologram_dialog_run(HologramSettings *settings, const HologramSource *source,
                             const gchar *help_uri, void (*prepare)(GtkWindow *dialog));

/* Asks whether an image that looks like a photograph is to be read as a hologram, before the dialog
 * opens. `prepare` is as above. */
gboolean hologram_dialog_ask_about_photograph(void (*prepare)(GtkWindow *dialog));

#endif
