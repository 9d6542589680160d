/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The colors of a palette as swatches, and what can be done with them: locking, removing, sorting, and
 * picking others from the preview. Emits "edited": the colors are others now, and perhaps the locked ones,
 * too; "locked": only the locked ones are; "picking": the button for that was pressed or released.
 */
#ifndef UI_PALETTE_EDITOR_H
#define UI_PALETTE_EDITOR_H

#include "errdiff.h"

#include <gtk/gtk.h>

GtkWidget *palette_editor_new(void);

/* Shows these colors, with locks on those that are in `locked`, which may have others. */
void palette_editor_show(GtkWidget *editor, const errdiff_palette *colors,
                         const errdiff_palette *locked);

/* The editor's own, until it is edited or shows others. */
const errdiff_palette *palette_editor_colors(GtkWidget *editor);
const errdiff_palette *palette_editor_locked(GtkWidget *editor);

/* As the user does it; emits "edited" or "locked" where that changes something. */
void palette_editor_add(GtkWidget *editor, const guint8 color[3]);
void palette_editor_lock(GtkWidget *editor, const guint8 color[3]);

/* Whether a click into the preview is to pick a color. */
gboolean palette_editor_is_picking(GtkWidget *editor);
void palette_editor_stop_picking(GtkWidget *editor);

#endif
