/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles drawing, sizes, menus and combo boxes with GTK+ 2, where GTK 3 needs other calls. */
#include "toolkit_adjust.h"

#include <math.h>

/* ---- Drawing --------------------------------------------------------------------------------- */

typedef struct {
    ToolkitDraw draw;
    gpointer user;
} Drawing;

static gboolean expose(GtkWidget *widget, GdkEventExpose *event, gpointer data)
{
    const Drawing *drawing = data;
    cairo_t *cr = gdk_cairo_create(gtk_widget_get_window(widget));
    GtkAllocation place;
    gboolean is_done;

    gdk_cairo_region(cr, event->region);
    cairo_clip(cr);
    gtk_widget_get_allocation(widget, &place);
    if (!gtk_widget_get_has_window(widget))
        cairo_translate(cr, place.x, place.y);
    is_done = drawing->draw(widget, cr, drawing->user);
    cairo_destroy(cr);
    return is_done;
}

static void free_drawing(gpointer data, GClosure *closure)
{
    (void)closure;
    g_free(data);
}

static void connect(GtkWidget *widget, ToolkitDraw draw, gpointer user, GConnectFlags flags)
{
    Drawing *drawing = g_new(Drawing, 1);

    *drawing = (Drawing){draw, user};
    g_signal_connect_data(widget, "expose-event", G_CALLBACK(expose), drawing, free_drawing, flags);
}

void toolkit_draw(GtkWidget *widget, ToolkitDraw draw, gpointer user)
{
    connect(widget, draw, user, 0);
}

void toolkit_draw_over(GtkWidget *widget, ToolkitDraw draw, gpointer user)
{
    connect(widget, draw, user, G_CONNECT_AFTER);
}

GdkRectangle toolkit_damaged(cairo_t *cr)
{
    gdouble left, top, right, bottom;

    cairo_clip_extents(cr, &left, &top, &right, &bottom);
    return (GdkRectangle){(gint)floor(left), (gint)floor(top), (gint)(ceil(right) - floor(left)),
                          (gint)(ceil(bottom) - floor(top))};
}

void toolkit_set_text_color(cairo_t *cr, GtkWidget *widget, gdouble opacity)
{
    const GdkColor *ink = &gtk_widget_get_style(widget)->fg[gtk_widget_get_state(widget)];

    cairo_set_source_rgba(cr, ink->red / 65535.0, ink->green / 65535.0, ink->blue / 65535.0,
                          opacity);
}

void toolkit_set_insensitive_color(cairo_t *cr, GtkWidget *widget)
{
    gdk_cairo_set_source_color(cr, &gtk_widget_get_style(widget)->bg[GTK_STATE_INSENSITIVE]);
}

void toolkit_draw_focus(GtkWidget *widget, cairo_t *cr)
{
    GtkAllocation place;

    (void)cr;
    gtk_widget_get_allocation(widget, &place);
    gtk_paint_focus(gtk_widget_get_style(widget), gtk_widget_get_window(widget),
                    gtk_widget_get_state(widget), NULL, widget, NULL, place.x, place.y, place.width,
                    place.height);
}

gint toolkit_motion_mask(void)
{
    return GDK_POINTER_MOTION_MASK | GDK_POINTER_MOTION_HINT_MASK;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static void request_size(GtkWidget *widget, GtkRequisition *wanted)
{
    GtkWidgetClass *parent;
    ToolkitAdjust adjust = toolkit_adjust_of(widget, &parent);

    parent->size_request(widget, wanted);
    adjust(widget, wanted);
}

void toolkit_adjust_size(GtkWidgetClass *class, ToolkitAdjust adjust)
{
    toolkit_adjust_remember(class, adjust);
    class->size_request = request_size;
}

void toolkit_narrow_spins(GtkWidget *container)
{
    (void)container;
}

void toolkit_lower_controls(GtkWidget *container)
{
    (void)container;
}

void toolkit_narrow_buttons(GtkWidget *buttons)
{
    (void)buttons;
}

/* ---- What is hidden -------------------------------------------------------------------------- */

void toolkit_hide_closed(GtkWidget *expander)
{
    (void)expander;
}

/* ---- Menus ----------------------------------------------------------------------------------- */

/* Below the widget, or above it. */
static void find_place(GtkMenu *menu, gint *x, gint *y, gboolean *push_in, gpointer data)
{
    GtkWidget *widget = data;
    GdkScreen *screen = gtk_widget_get_screen(widget);
    GtkAllocation place;
    GtkRequisition wanted;

    gtk_widget_get_allocation(widget, &place);
    gdk_window_get_origin(gtk_widget_get_window(widget), x, y);
    if (!gtk_widget_get_has_window(widget)) {
        *x += place.x;
        *y += place.y;
    }
    gtk_widget_size_request(GTK_WIDGET(menu), &wanted);
    if (*y + place.height + wanted.height <= gdk_screen_get_height(screen))
        *y += place.height;
    else
        *y -= wanted.height;
    *push_in = TRUE;
}

void toolkit_open_menu(GtkMenu *menu, GtkWidget *place, const GdkEvent *event)
{
    gboolean is_click = event != NULL && event->type == GDK_BUTTON_PRESS;

    gtk_menu_popup(menu, NULL, NULL, place != NULL ? find_place : NULL, place,
                   is_click ? event->button.button : 0, gtk_get_current_event_time());
    if (event != NULL && event->type == GDK_KEY_PRESS)
        gtk_menu_shell_select_first(GTK_MENU_SHELL(menu), FALSE);
}

static void clicked(GtkWidget *button, GtkMenu *menu)
{
    GdkEvent *event = gtk_get_current_event();

    toolkit_open_menu(menu, button, event);
    if (event != NULL)
        gdk_event_free(event);
}

GtkWidget *toolkit_menu_button_new(GtkMenu *menu)
{
    GtkWidget *button = gtk_button_new();

    gtk_menu_attach_to_widget(menu, button, NULL);
    g_signal_connect(button, "clicked", G_CALLBACK(clicked), menu);
    return button;
}

void toolkit_connect_chosen(GtkWidget *widget, const gchar *signal, GCallback act, gpointer user)
{
    g_signal_connect_swapped(widget, signal, act, user);
}

/* ---- Combo boxes ----------------------------------------------------------------------------- */

void toolkit_show_title(GtkWidget *combo, gint column, gint width)
{
    (void)combo, (void)column, (void)width;
}

gboolean toolkit_is_in_list(GtkCellLayout *layout)
{
    return GTK_IS_WIDGET(layout) && GTK_IS_MENU_ITEM(gtk_widget_get_parent(GTK_WIDGET(layout)));
}
