/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of an engine: a name_combo with a description of each. Engines that cannot run here
 * are grayed out, and the description says why. */
#ifndef UI_ENGINE_COMBO_H
#define UI_ENGINE_COMBO_H

#include "errdiff.h"

#include <gtk/gtk.h>

/* Makes a combo with all engines that dither pictures. */
GtkWidget *engine_combo_new(void);

/* Adds an engine at the end. `reason` says why it cannot run here; NULL: it can. */
void engine_combo_append(GtkWidget *combo, const errdiff_engine_info *engine, const gchar *reason);

#endif
