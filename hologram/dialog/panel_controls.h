/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of the hologram dialog for what a certain display needs: its panel, the samples that
 * it is sent, the phases that are added, and its leaks. */
#ifndef UI_PANEL_CONTROLS_H
#define UI_PANEL_CONTROLS_H

#include "hologram_settings.h"

#include <gtk/gtk.h>

typedef struct PanelControls PanelControls;

/* Which phases the display shows. */
typedef enum { PANEL_PHASES, PANEL_BINARY_PHASE, PANEL_NO_PHASES } PanelPhases;

/* `changed` is called when a control changes. `pitch` is the spin button for the pitch, which the
 * choice of a known panel sets. Free the controls with g_free after their widgets have been
 * destroyed. */
PanelControls *panel_controls_new(GtkWidget *pitch, void (*changed)(gpointer user), gpointer user);

/* All of them in a row of columns, which is to be put into the dialog. */
GtkWidget *panel_controls_widget(const PanelControls *controls);

void panel_controls_set(PanelControls *controls, const HologramSettings *settings);
/* What has no effect with the phases is left out. */
void panel_controls_get(const PanelControls *controls, PanelPhases phases,
                        HologramSettings *settings);

/* Whether a table of levels is chosen, which says how many there are; only phases have one. */
gboolean panel_controls_have_level_table(const PanelControls *controls, PanelPhases phases);

/* The number of levels that the chosen panel has; 0: any, or a table takes their place. */
gint panel_controls_levels(const PanelControls *controls, PanelPhases phases);

/* Grays out the controls that have no effect with the current choices. */
void panel_controls_show_what_counts(const PanelControls *controls, PanelPhases phases);

#endif
