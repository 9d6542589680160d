/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of the picture, which is moved with scrollbars, by dragging, with the wheel and the arrow
 * keys, at 12.5 % to 1600 % of its size: a list, the keys +, − and 1, or the wheel with Ctrl. Below
 * 100 % its pixels' light is averaged, above it they are squares. A picture smaller than the view lies
 * in its middle. The untouched picture can be shown left of a line that is dragged, or moved with Ctrl and the
 * arrow keys; a check box and the key B switch that. Pixels can be picked. */
#ifndef UI_PREVIEW_VIEW_H
#define UI_PREVIEW_VIEW_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* Shows the untouched picture at first. `source` must outlive the view. */
GtkWidget *preview_view_new(const PreviewSource *source);

/* Shows a result from now on; NULL: the untouched picture. It stays the caller's, and must live
 * until the view is given another or is destroyed. */
void preview_view_set_result(GtkWidget *view, gconstpointer result);

/* While it is on, a click, or Enter under the pointer, which the arrow keys move then, emits "picked"
 * with the column and the row of the picture; Escape emits "picking-stopped". */
void preview_view_set_picking(GtkWidget *view, gboolean is_on);

/* The number of rows of the picture down to the last that can be seen. */
gint preview_view_visible_rows(GtkWidget *view);

#endif
