/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PROCEDURES_H
#define PLUGIN_PROCEDURES_H

#include "procedure.h"

/* All procedures, then NULL. */
extern const Procedure *const procedures[];

/* The procedure that GIMP calls by this name, which must be one of them. */
const Procedure *procedure_named(const gchar *name);

/* Prepares translations and GEGL; to be called before a procedure runs. */
void procedures_begin(void);

#endif
