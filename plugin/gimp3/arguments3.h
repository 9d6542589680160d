/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of the procedures in GIMP 3, with types, ranges and defaults from the tables of
 * options. */
#ifndef PLUGIN_ARGUMENTS3_H
#define PLUGIN_ARGUMENTS3_H

#include "procedure.h"

/* Adds the arguments after the drawables. */
void arguments_add(const Procedure *procedure, GimpProcedure *made);

/* Sets the members of *call that are arguments; call->settings has the defaults. */
void arguments_get(const Procedure *procedure, GimpProcedureConfig *config, Call *call);

/* Sets the arguments from the settings that the user chose; GIMP remembers them. */
void arguments_set(const Procedure *procedure, GimpProcedureConfig *config, gconstpointer settings);

#endif
