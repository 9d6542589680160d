/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The procedure plug-in-hologram-diffusion: how it is registered with GIMP, and how it runs. */
#ifndef PLUGIN_HOLOGRAM_PROCEDURE_H
#define PLUGIN_HOLOGRAM_PROCEDURE_H

#include "call.h"

void hologram_procedure_install(void);

/* If it fails, *message, which the caller frees, says why. */
GimpPDBStatusType hologram_procedure_run(const GimpParam *params, gint count, Outcome *outcome,
                                         gchar **message);

#endif
