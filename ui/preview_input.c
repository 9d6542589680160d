/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles the mouse and the keyboard in the area of the preview. */
#include "preview_parts.h"

#include <gdk/gdkkeysyms.h>

#define GRIP 6 /* how near to the line between before and after a drag must start, in pixels */

static gboolean is_near_split(const PreviewView *view, gdouble x)
{
    return preview_is_comparing(view) && ABS(x - preview_split_column(view)) <= GRIP;
}

static void pick(PreviewView *view, gint x, gint y)
{
    GdkRectangle image = preview_image_in_area(view);
    gint column = zoom_pixel_at(view->zoom, x - image.x);
    gint row = zoom_pixel_at(view->zoom, y - image.y);

    if (view->is_ready && x >= image.x && column < view->source->width && y >= image.y &&
        row < view->source->height)
        g_signal_emit_by_name(view, "picked", column, row);
}

static gboolean picking_key_press(PreviewView *view, const GdkEventKey *event)
{
    gint step = (event->state & GDK_SHIFT_MASK) != 0 ? PREVIEW_STEP : 1;
    gint x, y;

    switch (event->keyval) {
    case GDK_KEY_Left:
        preview_move_pointer(view, -step, 0);
        return TRUE;
    case GDK_KEY_Right:
        preview_move_pointer(view, step, 0);
        return TRUE;
    case GDK_KEY_Up:
        preview_move_pointer(view, 0, -step);
        return TRUE;
    case GDK_KEY_Down:
        preview_move_pointer(view, 0, step);
        return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
        gtk_widget_get_pointer(view->area, &x, &y);
        pick(view, x, y);
        return TRUE;
    case GDK_KEY_Escape:
        g_signal_emit_by_name(view, "picking-stopped");
        return TRUE;
    default:
        return FALSE;
    }
}

static gboolean button_press(GtkWidget *area, GdkEventButton *event, gpointer data)
{
    PreviewView *view = data;

    if (event->type != GDK_BUTTON_PRESS || (event->button != 1 && event->button != 2))
        return FALSE;
    gtk_widget_grab_focus(area);
    if (view->picking && event->button == 1) {
        pick(view, (gint)event->x, (gint)event->y);
        return TRUE;
    }
    view->dragging_split = event->button == 1 && is_near_split(view, event->x);
    view->dragging = !view->dragging_split;
    view->drag_x = gtk_adjustment_get_value(view->across) + event->x;
    view->drag_y = gtk_adjustment_get_value(view->down) + event->y;
    return TRUE;
}

static void drag_to(PreviewView *view, gdouble x, gdouble y)
{
    if (view->dragging_split) {
        preview_move_split(view, x);
    } else if (view->dragging) {
        preview_scroll_to(view->across, view->drag_x - x);
        preview_scroll_to(view->down, view->drag_y - y);
    }
}

static gboolean motion(GtkWidget *area, GdkEventMotion *event, gpointer data)
{
    PreviewView *view = data;

    (void)area;
    if (view->dragging || view->dragging_split) {
        drag_to(view, event->x, event->y);
    } else {
        view->over_split = is_near_split(view, event->x);
        preview_set_cursor(view);
    }
    gdk_event_request_motions(event);
    return TRUE;
}

static gboolean button_release(GtkWidget *area, GdkEventButton *event, gpointer data)
{
    PreviewView *view = data;

    (void)area;
    drag_to(view, event->x, event->y); /* GDK may have left out the last motion */
    view->dragging = view->dragging_split = FALSE;
    return TRUE;
}

static gboolean scroll(GtkWidget *area, GdkEventScroll *event, gpointer data)
{
    PreviewView *view = data;
    gboolean back = event->direction == GDK_SCROLL_UP || event->direction == GDK_SCROLL_LEFT;
    gboolean across = event->direction == GDK_SCROLL_LEFT || event->direction == GDK_SCROLL_RIGHT ||
                      (event->state & GDK_SHIFT_MASK) != 0;
    gdouble step = back ? -4 * PREVIEW_STEP : 4 * PREVIEW_STEP;

    (void)area;
    if ((event->state & GDK_CONTROL_MASK) != 0)
        preview_zoom_at(view, back, event->x, event->y);
    else
        preview_pan(view, across ? step : 0, across ? 0 : step);
    return TRUE;
}

/* Moves the line between before and after with Ctrl, and otherwise the image. */
static void arrow_across(PreviewView *view, const GdkEventKey *event, gint columns)
{
    if (preview_is_comparing(view) && (event->state & GDK_CONTROL_MASK) != 0)
        preview_move_split(view, preview_split_column(view) + columns);
    else
        preview_pan(view, columns, 0);
}

static gboolean moving_key_press(PreviewView *view, const GdkEventKey *event)
{
    gdouble page = gtk_adjustment_get_page_increment(view->down);

    switch (event->keyval) {
    case GDK_KEY_Left:
        arrow_across(view, event, -PREVIEW_STEP);
        return TRUE;
    case GDK_KEY_Right:
        arrow_across(view, event, PREVIEW_STEP);
        return TRUE;
    case GDK_KEY_Up:
        preview_pan(view, 0, -PREVIEW_STEP);
        return TRUE;
    case GDK_KEY_Down:
        preview_pan(view, 0, PREVIEW_STEP);
        return TRUE;
    case GDK_KEY_Page_Up:
        preview_pan(view, 0, -page);
        return TRUE;
    case GDK_KEY_Page_Down:
        preview_pan(view, 0, page);
        return TRUE;
    default:
        return FALSE;
    }
}

static gboolean showing_key_press(PreviewView *view, const GdkEventKey *event)
{
    switch (event->keyval) {
    case GDK_KEY_b:
    case GDK_KEY_B:
        if (!view->compares_results)
            gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(view->compare),
                                         !preview_is_comparing(view));
        return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal: /* the same key as +, without Shift, on many keyboards */
    case GDK_KEY_KP_Add:
        preview_zoom_in(view);
        return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
        preview_zoom_out(view);
        return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
        preview_zoom_to(view, ZOOM_FIT);
        return TRUE;
    case GDK_KEY_1:
    case GDK_KEY_KP_1:
        preview_zoom_to(view, ZOOM_FULL);
        return TRUE;
    default:
        return FALSE;
    }
}

static gboolean focus_changed(GtkWidget *area, GdkEventFocus *event, gpointer data)
{
    const PreviewView *view = data;

    (void)area;
    (void)event;
    gtk_widget_queue_draw(view->frame);
    return FALSE;
}

static gboolean key_press(GtkWidget *area, GdkEventKey *event, gpointer data)
{
    PreviewView *view = data;

    (void)area;
    return (view->picking && picking_key_press(view, event)) || showing_key_press(view, event) ||
           moving_key_press(view, event);
}

void preview_connect_input(PreviewView *view)
{
    const struct {
        const gchar *signal;
        GCallback handler;
    } handlers[] = {
        {"button-press-event", G_CALLBACK(button_press)},
        {"motion-notify-event", G_CALLBACK(motion)},
        {"button-release-event", G_CALLBACK(button_release)},
        {"key-press-event", G_CALLBACK(key_press)},
        {"scroll-event", G_CALLBACK(scroll)},
        {"focus-in-event", G_CALLBACK(focus_changed)},
        {"focus-out-event", G_CALLBACK(focus_changed)},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(handlers); i++)
        g_signal_connect(view->area, handlers[i].signal, handlers[i].handler, view);
}
