/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the area of the preview. */
#include "preview_parts.h"
#include "toolkit.h"

/* Draws a part of the picture at 100 % or more. */
static void draw_enlarged(const PreviewView *view, cairo_t *cr, gconstpointer result,
                          const GdkRectangle *part)
{
    const PreviewSource *source = view->source;
    gint enlarge = view->zoom.enlarge;
    gint left = part->x / enlarge, top = part->y / enlarge;
    gint width = (part->x + part->width + enlarge - 1) / enlarge - left;
    gint height = (part->y + part->height + enlarge - 1) / enlarge - top;
    GdkPixbuf *pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, width, height);

    source->read(source->user, result, zoom_of_step(ZOOM_FULL), left, top, width, height,
                 gdk_pixbuf_get_pixels(pixels), gdk_pixbuf_get_rowstride(pixels));
    cairo_translate(cr, left * enlarge, top * enlarge);
    cairo_scale(cr, enlarge, enlarge);
    gdk_cairo_set_source_pixbuf(cr, pixels, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    g_object_unref(pixels);
}

static void draw_picture(const PreviewView *view, cairo_t *cr, gboolean is_after,
                         const GdkRectangle *damaged)
{
    GdkRectangle picture = preview_picture_in_area(view);
    GdkRectangle part;

    if (!view->is_ready || !gdk_rectangle_intersect(damaged, &picture, &part))
        return;
    cairo_save(cr);
    gdk_cairo_rectangle(cr, &part);
    cairo_clip(cr);
    cairo_translate(cr, picture.x, picture.y);
    part.x -= picture.x;
    part.y -= picture.y;
    if (view->zoom.shrink > 1)
        shrunk_tiles_draw(is_after ? view->shrunk_after : view->shrunk_before, cr, &part);
    else
        draw_enlarged(view, cr, is_after ? view->result : NULL, &part);
    cairo_restore(cr);
}

static void draw_split(cairo_t *cr, gint column, const GdkRectangle *damaged)
{
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_rectangle(cr, column - 1, damaged->y, 1, damaged->height);
    cairo_fill(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_rectangle(cr, column, damaged->y, 1, damaged->height);
    cairo_fill(cr);
}

static void draw_before_and_after(const PreviewView *view, cairo_t *cr, const GdkRectangle *damaged)
{
    gint column = preview_split_column(view);
    GdkRectangle before = *damaged, after = *damaged;

    before.width = CLAMP(column - damaged->x, 0, damaged->width);
    after.x += before.width;
    after.width -= before.width;
    draw_picture(view, cr, FALSE, &before);
    draw_picture(view, cr, TRUE, &after);
    if (!preview_is_comparing(view))
        return;
    draw_split(cr, column, damaged);
    preview_draw_labels(view, cr);
}

static void dim(GtkWidget *area, cairo_t *cr)
{
    toolkit_set_insensitive_color(cr, area);
    cairo_paint_with_alpha(cr, 0.7);
}

gboolean preview_draw(GtkWidget *area, cairo_t *cr, gpointer data)
{
    GdkRectangle damaged = toolkit_damaged(cr);

    draw_before_and_after(data, cr, &damaged);
    if (!gtk_widget_is_sensitive(area))
        dim(area, cr);
    return FALSE;
}

/* Around the pixels, not over them. */
gboolean preview_draw_frame(GtkWidget *frame, cairo_t *cr, gpointer data)
{
    const PreviewView *view = data;

    if (gtk_widget_has_focus(view->area))
        toolkit_draw_focus(frame, cr);
    return FALSE;
}

void preview_update(PreviewView *view)
{
    GtkAllocation area;
    GdkRectangle picture = preview_picture_in_area(view), seen = {0}, none = {0};

    gtk_widget_get_allocation(view->area, &area);
    area.x = area.y = 0;
    if (view->is_ready && view->zoom.shrink > 1 &&
        gdk_rectangle_intersect(&area, &picture, &seen)) {
        seen.x -= picture.x;
        seen.y -= picture.y;
    }
    shrunk_tiles_want(view->shrunk_after, view->zoom, &seen);
    shrunk_tiles_want(view->shrunk_before, view->zoom, preview_is_comparing(view) ? &seen : &none);
    preview_set_cursor(view);
    gtk_widget_queue_draw(view->area);
}

void preview_tile_is_ready(gpointer user, const GdkRectangle *part)
{
    const PreviewView *view = user;
    GdkRectangle picture = preview_picture_in_area(view);

    gtk_widget_queue_draw_area(view->area, picture.x + part->x, picture.y + part->y, part->width,
                               part->height);
}
