/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which part of the picture the area shows, and at which size. */
#include "preview_parts.h"

/* The position of the picture's first pixel in the area, in one dimension. */
static gint origin(gint length, GtkAdjustment *along)
{
    gint page = (gint)gtk_adjustment_get_page_size(along);

    if (length <= page)
        return (page - length) / 2;
    return -MIN((gint)(gtk_adjustment_get_value(along) + 0.5), length - page);
}

GdkRectangle preview_picture_in_area(const PreviewView *view)
{
    gint width = zoom_length(view->zoom, view->source->width);
    gint height = zoom_length(view->zoom, view->source->height);

    return (GdkRectangle){origin(width, view->across), origin(height, view->down), width, height};
}

/* A GtkAdjustment accepts values up to `upper`, which would scroll past the end of the picture. */
void preview_scroll_to(GtkAdjustment *along, gdouble value)
{
    gdouble last = gtk_adjustment_get_upper(along) - gtk_adjustment_get_page_size(along);

    gtk_adjustment_set_value(along, CLAMP(value, 0, last));
}

void preview_pan(PreviewView *view, gdouble columns, gdouble rows)
{
    preview_scroll_to(view->across, gtk_adjustment_get_value(view->across) + columns);
    preview_scroll_to(view->down, gtk_adjustment_get_value(view->down) + rows);
}

static void configure(GtkAdjustment *along, gint length, gint page, gdouble value)
{
    gint upper = MAX(length, page);

    gtk_adjustment_configure(along, CLAMP((gint)(value + 0.5), 0, upper - page), 0, upper,
                             PREVIEW_STEP, page * 0.9, page);
}

Zoom preview_zoom_that_fits(const PreviewView *view)
{
    GtkAllocation area;

    gtk_widget_get_allocation(view->area, &area);
    return zoom_to_fit(view->source->width, view->source->height, area.width, area.height);
}

void preview_size_allocate(GtkWidget *area, GtkAllocation *allocation, gpointer data)
{
    PreviewView *view = data;
    gint width, height;

    (void)area;
    if (view->step == ZOOM_FIT)
        preview_zoom_set(view, preview_zoom_that_fits(view));
    width = zoom_length(view->zoom, view->source->width);
    height = zoom_length(view->zoom, view->source->height);
    configure(view->across, width, allocation->width,
              view->placed ? gtk_adjustment_get_value(view->across)
                           : (width - allocation->width) / 2);
    configure(view->down, height, allocation->height,
              view->placed ? gtk_adjustment_get_value(view->down)
                           : (height - allocation->height) / 2);
    view->placed = TRUE;
    preview_update(view);
}

/* The scroll position after a change of zoom that leaves the picture's point at `place` in the area
 * where it is. */
static gdouble value_around(Zoom zoom, Zoom old_zoom, gint old_origin, gdouble place)
{
    return (place - old_origin) * zoom_scale(zoom) / zoom_scale(old_zoom) - place;
}

void preview_place(PreviewView *view, Zoom zoom, gdouble x, gdouble y)
{
    GdkRectangle old = preview_picture_in_area(view);
    Zoom old_zoom = view->zoom;

    preview_zoom_set(view, zoom);
    configure(view->across, zoom_length(zoom, view->source->width),
              (gint)gtk_adjustment_get_page_size(view->across),
              value_around(zoom, old_zoom, old.x, x));
    configure(view->down, zoom_length(zoom, view->source->height),
              (gint)gtk_adjustment_get_page_size(view->down),
              value_around(zoom, old_zoom, old.y, y));
}

gboolean preview_is_comparing(const PreviewView *view)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(view->compare));
}

static gint width_of(GtkWidget *area)
{
    GtkAllocation size;

    gtk_widget_get_allocation(area, &size);
    return size.width;
}

gint preview_split_column(const PreviewView *view)
{
    return preview_is_comparing(view) ? (gint)(view->split * width_of(view->area) + 0.5) : 0;
}

void preview_move_split(PreviewView *view, gdouble column)
{
    view->split = CLAMP(column / width_of(view->area), 0, 1);
    gtk_widget_queue_draw(view->area);
}
