/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of an engine: a name_combo that says what each is, with those that cannot run here in
 * gray, and why. */
#ifndef UI_ENGINE_COMBO_H
#define UI_ENGINE_COMBO_H

#include <gtk/gtk.h>

GtkWidget *engine_combo_new(void);

#endif
