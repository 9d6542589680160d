/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of an engine: a name_combo that says what each is, with those that cannot run here in
 * gray, and why. */
#ifndef UI_ENGINE_COMBO_H
#define UI_ENGINE_COMBO_H

#include "errdiff.h"

#include <gtk/gtk.h>

/* Of the engines for pictures. */
GtkWidget *engine_combo_new(void);

/* Adds an engine at the end; `reason`: why it cannot run here, NULL where it can. */
void engine_combo_append(GtkWidget *combo, const errdiff_engine_info *engine, const gchar *reason);

#endif
