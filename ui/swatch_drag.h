/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dragging of swatches: within a palette to another place, and to other programs as a color. */
#ifndef UI_SWATCH_DRAG_H
#define UI_SWATCH_DRAG_H

#include <gtk/gtk.h>

/* Called when swatch number `from` was dropped on number `to`, each from 0. */
typedef void (*SwatchDropped)(gpointer user, gint from, gint to);

/* Makes swatch `number` one that can be dragged and dropped upon. `color` must live as long as the
 * widget. To be called before a handler of button presses is connected that lets no other see
 * them. */
void swatch_drag_add(GtkWidget *swatch, gint number, const guint8 color[3], SwatchDropped dropped,
                     gpointer user);

#endif
