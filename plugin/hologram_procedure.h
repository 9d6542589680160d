/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plug-in-hologram-diffusion: what it tells GIMP of itself, and a run from the call to the result. */
#ifndef PLUGIN_HOLOGRAM_PROCEDURE_H
#define PLUGIN_HOLOGRAM_PROCEDURE_H

#include "call.h"

void hologram_procedure_install(void);

/* Where it fails *message (to be freed) says why. */
GimpPDBStatusType hologram_procedure_run(const GimpParam *params, gint count, Outcome *outcome,
                                         gchar **message);

#endif
