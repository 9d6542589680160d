/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The labels on the two sides of the line between before and after. */
#include "preview_parts.h"

#include <glib/gi18n.h>

enum { GAP = 6, PADDING = 3 }; /* around a label, and between its edge and its text, in pixels */

static const gdouble opacity = 0.7; /* of the ground under the text */

static void draw_label(const PreviewView *view, cairo_t *cr, const gchar *text, gboolean is_left)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(view->area, text);
    GdkRectangle picture = preview_picture_in_area(view);
    gint column = preview_split_column(view), width, height, x, y = MAX(picture.y, 0) + GAP, room;
    GtkAllocation area;

    gtk_widget_get_allocation(view->area, &area);
    pango_layout_get_pixel_size(layout, &width, &height);
    width += 2 * PADDING;
    height += 2 * PADDING;
    x = is_left ? column - GAP - width : column + GAP;
    room = is_left ? column : area.width - column;
    if (room >= width + 2 * GAP) {
        cairo_set_source_rgba(cr, 0, 0, 0, opacity);
        cairo_rectangle(cr, x, y, width, height);
        cairo_fill(cr);
        cairo_set_source_rgb(cr, 1, 1, 1);
        cairo_move_to(cr, x + PADDING, y + PADDING);
        pango_cairo_show_layout(cr, layout);
    }
    g_object_unref(layout);
}

void preview_draw_labels(const PreviewView *view, cairo_t *cr)
{
    draw_label(view, cr, _("Before"), TRUE);
    draw_label(view, cr, _("After"), FALSE);
}
