/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of a dialog for the options of a table. Label, tooltip, range, unit and steps of a
 * control are those of the option's row. */
#ifndef UI_OPTION_CONTROLS_H
#define UI_OPTION_CONTROLS_H

#include "settings/settings_kind.h"

#include <gtk/gtk.h>

typedef struct OptionControls OptionControls;

/* `changed` is called with `user` when a control changes, also if the code does that. */
OptionControls *option_controls_new(const SettingsKind *kind, GCallback changed, gpointer user);
void option_controls_free(OptionControls *controls);

/* Adds a row for each option of a group whose control only depends on its type: a slider and a spin
 * button for a percentage, a spin button for another number and, for a seed, a button that draws
 * one, a check button for a switch or for a number that has a value while it is on, and a name
 * combo (name_combo.h) for a choice. */
void option_controls_add_group(OptionControls *controls, errdiff_option_group group, GtkBox *column,
                               GtkSizeGroup *labels);

/* Adds such a row for the option with this name. The group that it belongs to is added later, and
 * has no row for it then. */
void option_controls_add_first(OptionControls *controls, const gchar *name, GtkBox *column,
                               GtkSizeGroup *labels);

/* Adds a row with a name combo, whose names are the values of the option with this name. */
void option_controls_add_combo(OptionControls *controls, const gchar *name, GtkWidget *combo,
                               GtkBox *column, GtkSizeGroup *labels);

/* The control of an option for which a row was added. */
GtkWidget *option_controls_find(const OptionControls *controls, const gchar *name);

/* Show settings, and write them. Settings for which no row was added keep their values. */
void option_controls_set(OptionControls *controls, gconstpointer settings);
void option_controls_get(const OptionControls *controls, gpointer settings);

/* Shows whether a switch is on that the user has not toggled, and which is automatic. */
void option_controls_show_automatic(OptionControls *controls, const gchar *name, gboolean is_on);

/* Grays out the controls for which has_effect(option, user) is FALSE, and no others. */
void option_controls_allow(OptionControls *controls,
                           gboolean (*has_effect)(const errdiff_option_info *option, gpointer user),
                           gpointer user);

/* Adds a row for an option as form_row does, with the label and the tooltip of the option. */
GtkWidget *option_row(const errdiff_option_info *option, GtkBox *column, GtkSizeGroup *labels,
                      GtkWidget *content, GtkWidget *control);

/* A name combo with the choices of an option. */
GtkWidget *option_choices_new(const errdiff_option_info *option);

#endif
