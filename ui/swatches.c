/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the colors of a palette as swatches, and lets the user select them with the mouse and the
 * keys. */
#include "swatches.h"

#include "color_list.h"
#include "swatch_drag.h"
#include "toolkit.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gi18n.h>
#include <string.h>

enum { COLUMNS = 16, SHOWN_ROWS = 3 };

/* A toggle button, so that a screen reader reads the lock as the button's state. */
typedef struct {
    GtkToggleButton parent;
    guint8 color[3], sent[3];
} Swatch;

typedef GtkToggleButtonClass SwatchClass;

GType swatch_get_type(void);
G_DEFINE_TYPE(Swatch, swatch, GTK_TYPE_TOGGLE_BUTTON)

typedef struct {
    GtkScrolledWindow parent;
    GtkTable *table;
    GtkWidget *swatch[ERRDIFF_MAX_COLORS];
    gint count, current;
    gboolean setting; /* the code, not the user, toggles buttons: no signals are emitted */
} Swatches;

typedef GtkScrolledWindowClass SwatchesClass;

GType swatches_get_type(void);
G_DEFINE_TYPE(Swatches, swatches, GTK_TYPE_SCROLLED_WINDOW)

static guint lock_toggled_signal, removed_signal, edited_signal, added_signal, menu_signal,
    moved_signal;

static Swatch *swatch(gpointer widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, swatch_get_type(), Swatch);
}

static Swatches *swatches(gpointer widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, swatches_get_type(), Swatches);
}

/* ---- One swatch ---------------------------------------------------------------------------- */

/* Derived from the size of a digit, so that swatches grow with the font. */
static gint side_of(GtkWidget *widget)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, "0");
    gint height;

    pango_layout_get_pixel_size(layout, NULL, &height);
    g_object_unref(layout);
    return height;
}

static void adjust_swatch(GtkWidget *widget, GtkRequisition *wanted)
{
    wanted->width = wanted->height = side_of(widget);
}

static void draw_lock(cairo_t *cr, gdouble x, gdouble y, gdouble size)
{
    cairo_rectangle(cr, x - size / 2, y - size / 8, size, 5 * size / 8);
    cairo_fill(cr);
    cairo_set_line_width(cr, size / 6);
    cairo_arc(cr, x, y - size / 8, size / 4, G_PI, 2 * G_PI);
    cairo_stroke(cr);
}

static void set_color(cairo_t *cr, const guint8 color[3])
{
    cairo_set_source_rgb(cr, color[0] / 255.0, color[1] / 255.0, color[2] / 255.0);
}

/* The lower right corner shows what the device is sent. */
static void draw_sent(cairo_t *cr, const GtkAllocation *area, const guint8 sent[3])
{
    gdouble right = area->width - 1, bottom = area->height - 1;
    gdouble side = 0.6 * area->height;

    set_color(cr, sent);
    cairo_move_to(cr, right, bottom - side);
    cairo_line_to(cr, right, bottom);
    cairo_line_to(cr, right - side, bottom);
    cairo_close_path(cr);
    cairo_fill(cr);
}

static void draw_selection(cairo_t *cr, const GtkAllocation *area, gdouble line_width)
{
    cairo_set_line_width(cr, line_width);
    cairo_rectangle(cr, line_width / 2, line_width / 2, area->width - 1 - line_width,
                    area->height - 1 - line_width);
    cairo_stroke(cr);
}

static gboolean draw_swatch(GtkWidget *widget, cairo_t *cr, gpointer user)
{
    const guint8 *color = swatch(widget)->color;
    gdouble ink = 2 * color[0] + 5 * color[1] + color[2] > 8 * 127 ? 0 : 1;
    GtkAllocation area;

    (void)user;
    gtk_widget_get_allocation(widget, &area);
    set_color(cr, color);
    cairo_rectangle(cr, 0, 0, area.width - 1, area.height - 1);
    cairo_fill(cr);
    if (memcmp(color, swatch(widget)->sent, 3) != 0)
        draw_sent(cr, &area, swatch(widget)->sent);
    cairo_set_source_rgb(cr, ink, ink, ink);
    if (gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(widget)))
        draw_lock(cr, area.width / 2.0, area.height / 2.0, area.height / 2.0);
    if (gtk_widget_get_can_focus(widget))
        draw_selection(cr, &area, gtk_widget_has_focus(widget) ? 2 : 1);
    return TRUE;
}

static void swatch_class_init(SwatchClass *class)
{
    toolkit_adjust_size(GTK_WIDGET_CLASS(class), adjust_swatch);
}

static void swatch_init(Swatch *button)
{
    gtk_widget_set_can_focus(GTK_WIDGET(button), FALSE);
    toolkit_draw(GTK_WIDGET(button), draw_swatch, NULL);
}

static gchar *name_of(gint number, const guint8 color[3], const guint8 sent[3])
{
    if (memcmp(color, sent, 3) == 0)
        return g_strdup_printf(_("Color %d: #%02x%02x%02x"), number + 1, color[0], color[1],
                               color[2]);
    return g_strdup_printf(_("Color %d: #%02x%02x%02x, for which the device is sent "
                             "#%02x%02x%02x"),
                           number + 1, color[0], color[1], color[2], sent[0], sent[1], sent[2]);
}

/* `usage` is what else to say; "": nothing. */
static void say(GtkWidget *widget, gint number, const gchar *usage)
{
    gchar *name = name_of(number, swatch(widget)->color, swatch(widget)->sent);
    gchar *text = g_strconcat(name, usage, NULL);

    gtk_widget_set_tooltip_text(widget, text);
    atk_object_set_name(gtk_widget_get_accessible(widget), text);
    g_free(text);
    g_free(name);
}

static void show_color(GtkWidget *widget, gint number, const guint8 color[3], const guint8 sent[3],
                       gboolean is_locked)
{
    memcpy(swatch(widget)->color, color, 3);
    memcpy(swatch(widget)->sent, sent, 3);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(widget), is_locked);
    say(widget, number, "");
    gtk_widget_show(widget);
    gtk_widget_queue_draw(widget);
}

/* ---- All swatches -------------------------------------------------------------------------- */

/* Only the current swatch can have the focus, so that Tab stops at the swatches only once. */
static void make_current(Swatches *all, gint number)
{
    gtk_widget_set_can_focus(all->swatch[all->current], FALSE);
    gtk_widget_queue_draw(all->swatch[all->current]);
    all->current = number;
    gtk_widget_set_can_focus(all->swatch[number], TRUE);
    gtk_widget_queue_draw(all->swatch[number]);
}

static void go_to(Swatches *all, const GtkWidget *widget)
{
    for (gint i = 0; i < all->count; i++)
        if (all->swatch[i] == widget)
            make_current(all, i);
    gtk_widget_grab_focus(all->swatch[all->current]);
}

static void toggled(Swatches *all, GtkWidget *widget)
{
    if (all->setting)
        return;
    go_to(all, widget);
    g_signal_emit(all, lock_toggled_signal, 0);
}

/* Instead of what a click on a toggle button does. The action of a screen reader comes as a click
 * that was sent, and toggles the lock. */
static gboolean button_press(GtkWidget *widget, GdkEventButton *event, gpointer data)
{
    Swatches *all = data;

    if (event->send_event)
        return FALSE;
    go_to(all, widget);
    if (event->button == 1 && event->type == GDK_2BUTTON_PRESS)
        g_signal_emit(all, edited_signal, 0);
    else if (event->button == 3 && event->type == GDK_BUTTON_PRESS)
        g_signal_emit(all, menu_signal, 0);
    return TRUE;
}

static gboolean popup_menu(Swatches *all)
{
    g_signal_emit(all, menu_signal, 0);
    return TRUE;
}

/* The signal for a key that requests something; 0: there is none. */
static guint request_of(guint key)
{
    switch (key) {
    case GDK_KEY_Delete:
    case GDK_KEY_KP_Delete:
        return removed_signal;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
        return edited_signal;
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_Insert:
        return added_signal;
    default:
        return 0;
    }
}

/* A SwatchDropped; also for the keys. */
static void move(gpointer user, gint from, gint to)
{
    Swatches *all = user;

    if (from >= 0 && from < all->count && to >= 0 && to < all->count && from != to) {
        make_current(all, from);
        g_signal_emit(all, moved_signal, 0, to);
    }
}

static gboolean key_press(GtkWidget *widget, GdkEventKey *event, gpointer data)
{
    Swatches *all = data;
    gint to = all->current;

    (void)widget;
    switch (event->keyval) {
    case GDK_KEY_Left:
        to--;
        break;
    case GDK_KEY_Right:
        to++;
        break;
    case GDK_KEY_Up:
        to -= COLUMNS;
        break;
    case GDK_KEY_Down:
        to += COLUMNS;
        break;
    case GDK_KEY_Home:
        to = 0;
        break;
    case GDK_KEY_End:
        to = all->count - 1;
        break;
    default:
        if (request_of(event->keyval) == 0)
            return FALSE;
        g_signal_emit(all, request_of(event->keyval), 0);
        return TRUE;
    }
    if ((event->state & GDK_CONTROL_MASK) != 0) {
        move(all, all->current, to);
    } else if (to >= 0 && to < all->count) {
        make_current(all, to);
        gtk_widget_grab_focus(all->swatch[to]);
    }
    return TRUE;
}

/* Creates all swatches, hidden until they are needed, in reverse order: for a screen reader the
 * child that was added to a table last comes first. */
static void add_all(Swatches *all)
{
    for (gint i = ERRDIFF_MAX_COLORS - 1; i >= 0; i--) {
        GtkWidget *widget = g_object_new(swatch_get_type(), NULL);
        guint column = (guint)i % COLUMNS, row = (guint)i / COLUMNS;

        all->swatch[i] = widget;
        gtk_table_attach(all->table, widget, column, column + 1, row, row + 1, 0, 0, 0, 0);
        gtk_widget_set_no_show_all(widget, TRUE);
        swatch_drag_add(widget, i, swatch(widget)->color, move, all);
        g_signal_connect_swapped(widget, "toggled", G_CALLBACK(toggled), all);
        g_signal_connect(widget, "button-press-event", G_CALLBACK(button_press), all);
        g_signal_connect_swapped(widget, "popup-menu", G_CALLBACK(popup_menu), all);
        g_signal_connect(widget, "key-press-event", G_CALLBACK(key_press), all);
    }
}

static gboolean swatches_mnemonic_activate(GtkWidget *widget, gboolean is_one_of_many)
{
    Swatches *all = swatches(widget);

    (void)is_one_of_many;
    if (all->count > 0)
        gtk_widget_grab_focus(all->swatch[all->current]);
    return TRUE;
}

static void adjust_all(GtkWidget *widget, GtkRequisition *wanted)
{
    gint side = side_of(widget);
    GtkRequisition bar;

    gtk_widget_size_request(gtk_scrolled_window_get_vscrollbar(GTK_SCROLLED_WINDOW(widget)), &bar);
    wanted->width = COLUMNS * side + bar.width + 4;
    wanted->height = SHOWN_ROWS * side;
}

static guint signal_new(const gchar *name, GType type)
{
    return g_signal_new(name, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void swatches_class_init(SwatchesClass *class)
{
    GType type = G_TYPE_FROM_CLASS(class);

    GTK_WIDGET_CLASS(class)->mnemonic_activate = swatches_mnemonic_activate;
    toolkit_adjust_size(GTK_WIDGET_CLASS(class), adjust_all);
    lock_toggled_signal = signal_new("lock-toggled", type);
    removed_signal = signal_new("removed", type);
    edited_signal = signal_new("edited", type);
    added_signal = signal_new("added", type);
    menu_signal = signal_new("menu", type);
    moved_signal = g_signal_new("moved", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_INT);
}

static void swatches_init(Swatches *all)
{
    gtk_widget_set_can_focus(GTK_WIDGET(all), FALSE);
}

GtkWidget *swatches_new(void)
{
    Swatches *all = g_object_new(swatches_get_type(), NULL);
    GtkScrolledWindow *window = GTK_SCROLLED_WINDOW(all);
    GtkWidget *table = gtk_table_new(1, COLUMNS, FALSE);
    GtkWidget *view;

    all->table = GTK_TABLE(table);
    add_all(all);
    gtk_scrolled_window_set_policy(window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_add_with_viewport(window, table);
    view = gtk_bin_get_child(GTK_BIN(window));
    gtk_viewport_set_shadow_type(GTK_VIEWPORT(view), GTK_SHADOW_NONE);
    gtk_container_set_focus_vadjustment(GTK_CONTAINER(table),
                                        gtk_scrolled_window_get_vadjustment(window));
    return GTK_WIDGET(all);
}

void swatches_show(GtkWidget *widget, const errdiff_palette *colors, const errdiff_palette *locked)
{
    Swatches *all = swatches(widget);
    gboolean has_focus = gtk_widget_is_focus(all->swatch[all->current]);
    gint last_count = all->count;
    gint current = -1;

    if (all->count > 0)
        current = color_list_find(colors, swatch(all->swatch[all->current])->color);
    all->setting = TRUE;
    for (gint i = 0; i < colors->count; i++)
        show_color(all->swatch[i], i, colors->colors[i], color_list_sent(colors, i),
                   color_list_find(locked, colors->colors[i]) >= 0);
    all->setting = FALSE;
    all->count = colors->count;
    if (all->count > 0)
        make_current(all, current >= 0 ? current : MIN(all->current, all->count - 1));
    /* Hiding the swatch that has the focus would lose the focus. */
    if (has_focus)
        gtk_widget_grab_focus(all->swatch[all->current]);
    for (gint i = all->count; i < last_count; i++)
        gtk_widget_hide(all->swatch[i]);
}

void swatches_show_usage(GtkWidget *widget, const gdouble percent[ERRDIFF_MAX_COLORS])
{
    Swatches *all = swatches(widget);

    for (gint i = 0; i < all->count; i++) {
        gchar *usage = percent[i] > 0 ? g_strdup_printf(_("; %.1f %% of the pixels"), percent[i])
                                      : g_strdup(_("; not used"));

        say(all->swatch[i], i, usage);
        g_free(usage);
    }
}

gint swatches_current(GtkWidget *widget)
{
    return swatches(widget)->current;
}
