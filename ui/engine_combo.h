/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of an engine: a name_combo with those that cannot run here in gray. */
#ifndef UI_ENGINE_COMBO_H
#define UI_ENGINE_COMBO_H

#include <gtk/gtk.h>

GtkWidget *engine_combo_new(void);

/* What the engines are, a line each, and why some cannot run here; the caller frees it. */
gchar *engine_combo_tooltip(void);

#endif
