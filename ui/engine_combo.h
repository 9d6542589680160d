/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of an engine: a name_combo with a description of each. */
#ifndef UI_ENGINE_COMBO_H
#define UI_ENGINE_COMBO_H

#include "errdiff.h"

#include <gtk/gtk.h>

/* Makes a combo with all engines that dither images and can run here. */
GtkWidget *engine_combo_new(void);

/* What the list calls the engine of that name, in the user's language. */
const gchar *engine_combo_title(const gchar *name);

/* Adds, at the end of `column`, a part that opens and says which engines cannot run here, and why;
 * nothing if all can. */
void engines_that_cannot_run(GtkBox *column);

/* Adds an engine at the end. `reason` says why it cannot run here, so that it is grayed out; NULL:
 * it can. */
void engine_combo_append(GtkWidget *combo, const errdiff_engine_info *engine, const gchar *reason);

#endif
