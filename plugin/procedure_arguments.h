/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of the procedures: how settings are passed through GIMP. */
#ifndef PLUGIN_ARGUMENTS_H
#define PLUGIN_ARGUMENTS_H

#include "call.h"
#include "settings/settings_kind.h"

/* The first arguments of every procedure, as the first members of an array of GimpParamDef. */
#define FIRST_ARGUMENTS(drawable)                                            \
    {GIMP_PDB_INT32, "run-mode",                                             \
     "RUN-INTERACTIVE (0), RUN-NONINTERACTIVE (1), RUN-WITH-LAST-VALS (2)"}, \
        {GIMP_PDB_IMAGE, "image", "The image"},                              \
    {                                                                        \
        GIMP_PDB_DRAWABLE, "drawable", drawable                              \
    }

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
