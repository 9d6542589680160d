/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which part of the image the area of the preview shows, and how large: scrolling and zooming. */
#include "form.h"
#include "name_combo.h"
#include "preview_parts.h"

#include <glib/gi18n.h>

/* ---- The image in the area --------------------------------------------------------------- */

/* The position of the image's first pixel in the area, in one dimension. */
static gint origin(gint length, GtkAdjustment *along)
{
    gint page = (gint)gtk_adjustment_get_page_size(along);

    if (length <= page)
        return (page - length) / 2;
    return -MIN((gint)(gtk_adjustment_get_value(along) + 0.5), length - page);
}

GdkRectangle preview_image_in_area(const PreviewView *view)
{
    gint width = zoom_length(view->zoom, view->source->width);
    gint height = zoom_length(view->zoom, view->source->height);

    return (GdkRectangle){origin(width, view->across), origin(height, view->down), width, height};
}

/* A GtkAdjustment accepts values up to `upper`, which would scroll past the end of the image. */
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

gboolean preview_is_comparing(const PreviewView *view)
{
    return view->compares_results || gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(view->compare));
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

/* ---- The pointer --------------------------------------------------------------------------- */

static gboolean can_scroll(GtkAdjustment *along)
{
    return gtk_adjustment_get_upper(along) > gtk_adjustment_get_page_size(along);
}

static GdkCursorType cursor_for(const PreviewView *view)
{
    if (view->picking)
        return GDK_TCROSS;
    if (view->over_split && preview_is_comparing(view))
        return GDK_SB_H_DOUBLE_ARROW;
    return can_scroll(view->across) || can_scroll(view->down) ? GDK_FLEUR : GDK_LEFT_PTR;
}

void preview_set_cursor(PreviewView *view)
{
    GdkWindow *window = gtk_widget_get_window(view->area);
    GdkCursorType wanted = cursor_for(view);
    GdkCursor *cursor;

    if (window == NULL || view->cursor == wanted)
        return;
    cursor = gdk_cursor_new_for_display(gtk_widget_get_display(view->area), wanted);
    gdk_window_set_cursor(window, cursor);
    gdk_cursor_unref(cursor);
    view->cursor = wanted;
}

void preview_move_pointer(PreviewView *view, gint columns, gint rows)
{
    GtkAllocation size;
    gint x, y, left, top;

    gtk_widget_get_allocation(view->area, &size);
    gtk_widget_get_pointer(view->area, &x, &y);
    if (x < 0 || y < 0 || x >= size.width || y >= size.height) {
        x = size.width / 2;
        y = size.height / 2;
    }
    gdk_window_get_origin(gtk_widget_get_window(view->area), &left, &top);
    gdk_display_warp_pointer(gtk_widget_get_display(view->area), gtk_widget_get_screen(view->area),
                             left + CLAMP(x + columns, 0, size.width - 1),
                             top + CLAMP(y + rows, 0, size.height - 1));
}

/* Of a bar that has nothing to scroll themes draw a slider as long as the bar. Its room stays, so
 * that the preview keeps its size: this is called while sizes are allocated. */
static void show_bar(GtkWidget *bar, gboolean can_scroll)
{
    gtk_widget_set_child_visible(bar, can_scroll);
}

void preview_update(PreviewView *view)
{
    GtkAllocation area;
    GdkRectangle image = preview_image_in_area(view), seen = {0}, none = {0};

    gtk_widget_get_allocation(view->area, &area);
    area.x = area.y = 0;
    if (view->is_ready && view->zoom.shrink > 1 && gdk_rectangle_intersect(&area, &image, &seen)) {
        seen.x -= image.x;
        seen.y -= image.y;
    }
    shrunk_tiles_want(view->shrunk_after, view->zoom, &seen);
    shrunk_tiles_want(view->shrunk_before, view->zoom, preview_is_comparing(view) ? &seen : &none);
    show_bar(view->bars[0], can_scroll(view->across));
    show_bar(view->bars[1], can_scroll(view->down));
    preview_set_cursor(view);
    gtk_widget_queue_draw(view->area);
}

/* ---- Placing ------------------------------------------------------------------------------- */

/* The name of its row. */
static const gchar fit_name[] = "fit";

void preview_show_bars(PreviewView *view)
{
    for (gsize i = 0; i < G_N_ELEMENTS(view->bars); i++)
        gtk_widget_set_visible(view->bars[i], view->step != ZOOM_FIT);
}

/* Sets the zoom that is shown, without changing what was chosen. The list says what Fit is. */
static void set_zoom(PreviewView *view, Zoom zoom)
{
    gchar *title = view->step == ZOOM_FIT ? zoom_fit_title(zoom) : zoom_title(ZOOM_FIT);

    view->zoom = zoom;
    name_combo_set_title(view->zoom_combo, fit_name, title);
    g_free(title);
}

static void configure(GtkAdjustment *along, gint length, gint page, gdouble value)
{
    gint upper = MAX(length, page);

    gtk_adjustment_configure(along, CLAMP((gint)(value + 0.5), 0, upper - page), 0, upper,
                             PREVIEW_STEP, page * 0.9, page);
}

/* The zoom at which the area shows the whole image. */
static Zoom zoom_that_fits(const PreviewView *view)
{
    GtkAllocation area;

    gtk_widget_get_allocation(view->area, &area);
    return zoom_to_fit(view->source->width, view->source->height, area.width, area.height);
}

static void size_allocate(GtkWidget *area, GtkAllocation *allocation, gpointer data)
{
    PreviewView *view = data;
    gint width, height;

    (void)area;
    if (view->step == ZOOM_FIT)
        set_zoom(view, zoom_that_fits(view));
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

/* The scroll position after a change of zoom that leaves the image's point at `place` in the area
 * where it is. */
static gdouble value_around(Zoom zoom, Zoom old_zoom, gint old_origin, gdouble place)
{
    return (place - old_origin) * zoom_scale(zoom) / zoom_scale(old_zoom) - place;
}

/* Changes the zoom, so that the image's point at (x, y) in the area stays where it is, as far as
 * the image's edges allow. */
static void zoom_around(PreviewView *view, Zoom zoom, gdouble x, gdouble y)
{
    GdkRectangle old = preview_image_in_area(view);
    Zoom old_zoom = view->zoom;

    set_zoom(view, zoom);
    configure(view->across, zoom_length(zoom, view->source->width),
              (gint)gtk_adjustment_get_page_size(view->across),
              value_around(zoom, old_zoom, old.x, x));
    configure(view->down, zoom_length(zoom, view->source->height),
              (gint)gtk_adjustment_get_page_size(view->down),
              value_around(zoom, old_zoom, old.y, y));
}

/* ---- Zooming ------------------------------------------------------------------------------- */

/* Shows the zoom that was chosen, so that the image's point at (x, y) in the area stays where it
 * is. */
static void use_step(PreviewView *view, gint step, gdouble x, gdouble y)
{
    if (step == view->step)
        return;
    view->step = step;
    preview_show_bars(view);
    zoom_around(view, step == ZOOM_FIT ? zoom_that_fits(view) : zoom_of_step(step), x, y);
    gtk_combo_box_set_active(GTK_COMBO_BOX(view->zoom_combo), step - ZOOM_FIT);
    preview_update(view);
}

static void use_step_in_the_middle(PreviewView *view, gint step)
{
    use_step(view, step, gtk_adjustment_get_page_size(view->across) / 2,
             gtk_adjustment_get_page_size(view->down) / 2);
}

void preview_zoom_to(PreviewView *view, gint step)
{
    use_step_in_the_middle(view, step);
}

void preview_zoom_in(PreviewView *view)
{
    use_step_in_the_middle(view, zoom_step_above(view->zoom));
}

void preview_zoom_out(PreviewView *view)
{
    use_step_in_the_middle(view, zoom_step_below(view->zoom));
}

void preview_zoom_at(PreviewView *view, gboolean in, gdouble x, gdouble y)
{
    use_step(view, in ? zoom_step_above(view->zoom) : zoom_step_below(view->zoom), x, y);
}

static void chosen(PreviewView *view)
{
    preview_zoom_to(view, gtk_combo_box_get_active(GTK_COMBO_BOX(view->zoom_combo)) + ZOOM_FIT);
}

GtkWidget *preview_zoom_row_new(PreviewView *view)
{
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *label;

    view->zoom_combo = name_combo_new();
    /* A list in columns opens above the box, where there is no room below it. Another would open
     * over the box, at the lower edge of the screen, with most rows scrolled away. */
    gtk_combo_box_set_wrap_width(GTK_COMBO_BOX(view->zoom_combo), 1);
    for (gint step = ZOOM_FIT; step <= ZOOM_MAX; step++) {
        gchar *title = zoom_title(step);

        name_combo_append(view->zoom_combo, step == ZOOM_FIT ? fit_name : title, title, TRUE);
        g_free(title);
    }
    gtk_combo_box_set_active(GTK_COMBO_BOX(view->zoom_combo), view->step - ZOOM_FIT);
    g_signal_connect_swapped(view->zoom_combo, "changed", G_CALLBACK(chosen), view);
    label = form_label(_("Zoom (_+ −):"), view->zoom_combo,
                       _("How large the preview shows the image; Fit shows all of it. When it is "
                         "reduced, its pixels are averaged in linear light, as the eye does from a "
                         "distance. In the preview: the keys +, −, 0 (Fit) and 1 (100 %), or the "
                         "wheel with Ctrl."));
    atk_object_set_name(gtk_widget_get_accessible(view->zoom_combo), _("Zoom"));
    gtk_box_pack_start(GTK_BOX(row), label, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), view->zoom_combo, FALSE, FALSE, 0);
    return row;
}

void preview_connect_place(PreviewView *view)
{
    g_signal_connect(view->area, "size-allocate", G_CALLBACK(size_allocate), view);
    g_signal_connect_swapped(view->area, "realize", G_CALLBACK(preview_set_cursor), view);
    g_signal_connect_swapped(view->across, "value-changed", G_CALLBACK(preview_update), view);
    g_signal_connect_swapped(view->down, "value-changed", G_CALLBACK(preview_update), view);
}
