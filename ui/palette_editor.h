/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The colors of a palette as swatches, with controls to lock, change, remove and sort them, and to
 * pick others from the preview. Emits "edited" when the colors have changed, and perhaps the locks
 * as well; "locked" when only the locks have; "picking" when the button Pick from preview was
 * switched on or off; and "selection-wanted" when the colors are to be made from the selection.
 */
#ifndef UI_PALETTE_EDITOR_H
#define UI_PALETTE_EDITOR_H

#include "errdiff.h"
#include "palette_button.h"

#include <gtk/gtk.h>

/* `host` must outlive the editor. */
GtkWidget *palette_editor_new(const PaletteButton *host, GtkWidget *host_button);

/* Shows these colors. Those that are also in `locked` have a lock; `locked` may have colors that
 * are not in `colors`. */
void palette_editor_show(GtkWidget *editor, const errdiff_palette *colors,
                         const errdiff_palette *locked);

/* Shows which share of the pixels has each of the colors, in percent. The colors must be those that
 * the pixels have; the shares are forgotten when the colors change. */
void palette_editor_show_usage(GtkWidget *editor, const gdouble percent[ERRDIFF_MAX_COLORS]);

/* The colors and the locked colors. They belong to the editor, and are valid until it is edited or
 * shows others. */
const errdiff_palette *palette_editor_colors(GtkWidget *editor);
const errdiff_palette *palette_editor_locked(GtkWidget *editor);

/* Whether the palette is made from the image. A color is then added to the locked ones, because
 * locking is the only way to make sure that such a palette contains it. */
void palette_editor_set_from_image(GtkWidget *editor, gboolean is_from_image);

/* Replaces the colors as if the user had edited them. */
void palette_editor_replace(GtkWidget *editor, const errdiff_palette *colors);

/* Adds a color as if the user had done it: emits "edited" or "locked" if that changes something. */
void palette_editor_add(GtkWidget *editor, const guint8 color[3]);

/* Whether a click on the preview picks a color. */
gboolean palette_editor_is_picking(GtkWidget *editor);
void palette_editor_stop_picking(GtkWidget *editor);

#endif
