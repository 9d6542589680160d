/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of the procedures: how settings are passed through GIMP. */
#ifndef PLUGIN_ARGUMENTS2_H
#define PLUGIN_ARGUMENTS2_H

#include "settings/settings_kind.h"

#include <libgimp/gimp.h>

enum { MAX_ARGUMENTS = 64 }; /* of a procedure */

/* Appends an argument for each option that has one to `count` definitions, and returns how many
 * there are then. */
gint arguments_define(const SettingsKind *kind, GimpParamDef definitions[MAX_ARGUMENTS],
                      gint count);

/* Sets `settings` from the arguments of a call; `params` are all arguments that are options. */
void arguments_read(const SettingsKind *kind, const GimpParam *params, gpointer settings);

/* Sets `settings` to those that were remembered last, in this session of GIMP or an earlier one;
 * leaves them unchanged if there are none, or another version of the plug-in wrote them and they
 * cannot be read. */
void arguments_recall(const gchar *procedure, const SettingsKind *kind, gpointer settings);
void arguments_remember(const gchar *procedure, const SettingsKind *kind, gconstpointer settings);

#endif
