/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of the hologram dialog, one for each setting, in two groups. */
#ifndef UI_HOLOGRAM_CONTROLS_H
#define UI_HOLOGRAM_CONTROLS_H

#include "hologram_source.h"

#include <gtk/gtk.h>

typedef struct HologramControls HologramControls;

/* Called when the user changes a control. */
typedef void (*HologramControlsChanged)(gpointer user);

/* The user can choose from the layers of `source`. Free the controls after their widgets have been
 * destroyed. */
HologramControls *hologram_controls_new(const HologramSource *source,
                                        HologramControlsChanged changed, gpointer user);

void hologram_controls_free(HologramControls *controls);

/* The pitch and the view, which are always visible; an expander with the other settings; and one
 * with what a certain display needs. Each is to be put into the dialog. */
GtkWidget *hologram_controls_usual(const HologramControls *controls);
GtkWidget *hologram_controls_more(const HologramControls *controls);
GtkWidget *hologram_controls_of_display(const HologramControls *controls);

/* Show settings, without calling `changed`, and write them. */
void hologram_controls_set(HologramControls *controls, const HologramSettings *settings);
void hologram_controls_get(const HologramControls *controls, HologramSettings *settings);

/* Gives the keyboard focus to the first control. */
void hologram_controls_focus(const HologramControls *controls);

#endif
