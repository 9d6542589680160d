/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The colors of a palette as swatches, with controls to lock, change, remove and sort them, and to
 * pick others from the preview. Emits "edited" when the colors have changed, and perhaps the locks
 * as well; "locked" when only the locks have; "picking" when the button Pick from preview was
 * switched on or off; "sent" when palette_editor_writes_sent has changed.
 */
#ifndef UI_PALETTE_EDITOR_H
#define UI_PALETTE_EDITOR_H

#include "errdiff.h"

#include <gtk/gtk.h>

GtkWidget *palette_editor_new(void);

/* Shows these colors. Those that are also in `locked` have a lock; `locked` may have colors that
 * are not in `colors`. */
void palette_editor_show(GtkWidget *editor, const errdiff_palette *colors,
                         const errdiff_palette *locked);

/* The colors and the locked colors. They belong to the editor, and are valid until it is edited or
 * shows others. */
const errdiff_palette *palette_editor_colors(GtkWidget *editor);
const errdiff_palette *palette_editor_locked(GtkWidget *editor);

/* Add or lock a color as if the user had done it: emit "edited" or "locked" if that changes
 * something. */
void palette_editor_add(GtkWidget *editor, const guint8 color[3]);
void palette_editor_lock(GtkWidget *editor, const guint8 color[3]);

/* Whether the colors that the device is sent are written, instead of those that are seen. */
gboolean palette_editor_writes_sent(GtkWidget *editor);
void palette_editor_set_writes_sent(GtkWidget *editor, gboolean writes_sent);

/* Whether a click on the preview picks a color. */
gboolean palette_editor_is_picking(GtkWidget *editor);
void palette_editor_stop_picking(GtkWidget *editor);

#endif
