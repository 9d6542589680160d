/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The preview, with scroll bars, and a row of controls for it.
 *
 * - Scroll bars, dragging, the mouse wheel and the arrow keys move the visible part. An image that
 *   is smaller than the view is centered.
 * - A list, the keys +, −, 0 and 1, and the wheel with Ctrl set the zoom: the whole image, or
 *   3.125 % to 1600 %. Below 100 % pixels are averaged in linear light; above, they are shown as
 *   squares. There are no scroll bars while the whole image is shown.
 * - A check box and the key B show the untouched image left of a line, which the user drags, or
 *   moves with Ctrl and the arrow keys.
 * - A check box shows a palette's lightest color as white.
 * - A button plays frames, if there are any. It emits "playing".
 * - The user can pick pixels.
 */
#ifndef UI_PREVIEW_VIEW_H
#define UI_PREVIEW_VIEW_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* Shows the untouched image at first. `source` must outlive the view. */
GtkWidget *preview_view_new(const PreviewSource *source);

/* The row of its controls, which the caller puts somewhere in the window of the view. */
GtkWidget *preview_view_controls(GtkWidget *view);

/* Shows a result from now on; NULL: the untouched image. The result belongs to the caller, and
 * must stay valid until the view gets another or is destroyed. Its first `same_rows` rows are those
 * of the result before, so they need not be drawn anew. */
void preview_view_set_result(GtkWidget *view, gconstpointer result, gint same_rows);

/* Shows the untouched image, after it has got another size. */
void preview_view_image_resized(GtkWidget *view);

/* Compares two results or stops that: `result`, which is as above, is left of the line in place of
 * the untouched image. NULL: it has not been made yet, and nothing is there. */
void preview_view_compare(GtkWidget *view, gboolean is_on, gconstpointer result);

/* Shows a result of another frame, in place of that of the image; `result` is as above. */
void preview_view_show_frame(GtkWidget *view, gconstpointer result);

/* Shows the button that plays frames, or switches it off and hides it. At first it is hidden. */
void preview_view_offer_frames(GtkWidget *view, gboolean is_possible);
void preview_view_stop_playing(GtkWidget *view); /* switches the button off */
gboolean preview_view_is_playing(GtkWidget *view);

/* While a view is not ready, it shows no image and reads nothing. It is ready at
 * first. */
void preview_view_set_ready(GtkWidget *view, gboolean is_ready);

/* How many pixels more than the least width and height the preview is to have on a large screen. It
 * then has the shape of the image, roughly. */
void preview_view_usual_extra(GtkWidget *view, gint *width, gint *height);

/* The zoom that the user has chosen: a step or ZOOM_FIT (zoom.h). A view begins with ZOOM_FIT. */
void preview_view_set_zoom(GtkWidget *view, gint step);
gint preview_view_zoom(GtkWidget *view);

/* Switches picking on or off. While it is on, a click emits "picked" with the column and the row of
 * the pixel in the image. The arrow keys move the pointer, Enter picks the pixel under it, and
 * Escape emits "picking-stopped". */
void preview_view_set_picking(GtkWidget *view, gboolean is_on);

/* The number of rows of the image from the first to the last visible one. */
gint preview_view_visible_rows(GtkWidget *view);

#endif
