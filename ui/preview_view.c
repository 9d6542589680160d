/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preview_view.h"

#include "form.h"
#include "preview_parts.h"
#include "toolkit.h"

#include <glib/gi18n.h>
#include <math.h>

enum { MIN_SIDE = 400 };                        /* of the area, in pixels */
enum { USUAL_WIDTH = 750, USUAL_HEIGHT = 500 }; /* of the area, for a photograph of 3 : 2 */
enum { FOCUS_BORDER = 2 };                      /* around the frame, for the mark of the focus */

typedef GtkTableClass PreviewViewClass;

GType preview_view_get_type(void);
G_DEFINE_TYPE(PreviewView, preview_view, GTK_TYPE_TABLE)

static guint picked_signal, picking_stopped_signal;

/* The tiles read from the source, which need not outlive the window, so they are freed as soon as
 * the window is destroyed. */
static void dispose(GObject *object)
{
    PreviewView *view = G_TYPE_CHECK_INSTANCE_CAST(object, preview_view_get_type(), PreviewView);

    G_OBJECT_CLASS(preview_view_parent_class)->dispose(object);
    g_clear_pointer(&view->shrunk_before, shrunk_tiles_free);
    g_clear_pointer(&view->shrunk_after, shrunk_tiles_free);
}

static void preview_view_class_init(PreviewViewClass *class)
{
    GType type = G_TYPE_FROM_CLASS(class);

    G_OBJECT_CLASS(class)->dispose = dispose;
    picked_signal = g_signal_new("picked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                 G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
    picking_stopped_signal = g_signal_new("picking-stopped", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 0);
}

static void preview_view_init(PreviewView *view)
{
    gtk_table_resize(GTK_TABLE(view), 3, 2);
    view->split = 0.5;
    view->cursor = GDK_CURSOR_IS_PIXMAP;
    view->is_ready = TRUE;
    view->step = ZOOM_FIT;
    view->zoom = zoom_of_step(ZOOM_FULL);
}

void preview_emit_picked(PreviewView *view, gint column, gint row)
{
    g_signal_emit(view, picked_signal, 0, column, row);
}

void preview_emit_picking_stopped(PreviewView *view)
{
    g_signal_emit(view, picking_stopped_signal, 0);
}

static GtkWidget *scrollbar(GtkWidget *bar, const gchar *name)
{
    atk_object_set_name(gtk_widget_get_accessible(bar), name);
    return bar;
}

static GtkWidget *area_new(void)
{
    GtkWidget *area = gtk_drawing_area_new();
    AtkObject *accessible = gtk_widget_get_accessible(area);

    gtk_widget_set_size_request(area, MIN_SIDE, MIN_SIDE);
    gtk_widget_set_can_focus(area, TRUE);
    gtk_widget_add_events(area, GDK_BUTTON_PRESS_MASK | GDK_BUTTON_RELEASE_MASK |
                                    toolkit_motion_mask() | GDK_SCROLL_MASK | GDK_KEY_PRESS_MASK);
    gtk_widget_set_tooltip_text(
        area, _("The result, exactly as it will be. Drag it, or use the arrow keys, to see another "
                "part. Click on it to use its keys: B, +, −, 0 and 1."));
    atk_object_set_name(accessible, _("Preview"));
    atk_object_set_role(accessible, ATK_ROLE_DRAWING_AREA);
    return area;
}

static GtkWidget *compare_new(PreviewView *view)
{
    GtkWidget *check = gtk_check_button_new_with_mnemonic(_("Be_fore and after"));

    gtk_widget_set_tooltip_text(
        check,
        _("Show the unchanged image to the left of a line, which can be dragged, or moved with "
          "Ctrl and the arrow keys. In the preview, the key B does the same as this box."));
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(preview_update), view);
    return check;
}

/* With room around it for the mark of the focus: GTK 3 lets no container draw in its border. */
static GtkWidget *frame_new(GtkWidget *area)
{
    GtkWidget *frame = gtk_frame_new(NULL);
    GtkWidget *room = gtk_alignment_new(0.5F, 0.5F, 1, 1);

    gtk_frame_set_shadow_type(GTK_FRAME(frame), GTK_SHADOW_IN);
    gtk_container_add(GTK_CONTAINER(frame), area);
    gtk_alignment_set_padding(GTK_ALIGNMENT(room), FOCUS_BORDER, FOCUS_BORDER, FOCUS_BORDER,
                              FOCUS_BORDER);
    gtk_container_add(GTK_CONTAINER(room), frame);
    return room;
}

static void connect_area(PreviewView *view)
{
    toolkit_draw(view->area, preview_draw, view);
    g_signal_connect(view->area, "size-allocate", G_CALLBACK(preview_size_allocate), view);
    toolkit_draw_over(view->frame, preview_draw_frame, view);
    g_signal_connect_swapped(view->area, "realize", G_CALLBACK(preview_set_cursor), view);
    preview_connect_input(view);
    g_signal_connect_swapped(view->across, "value-changed", G_CALLBACK(preview_update), view);
    g_signal_connect_swapped(view->down, "value-changed", G_CALLBACK(preview_update), view);
}

GtkWidget *preview_view_new(const PreviewSource *source)
{
    PreviewView *view = g_object_new(preview_view_get_type(), NULL);
    GtkTable *table = GTK_TABLE(view);
    GtkWidget *choices = gtk_hbox_new(FALSE, FORM_BORDER);
    GtkAttachOptions grow = GTK_EXPAND | GTK_FILL;

    view->source = source;
    view->across = GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, 0, 0, 0, 0));
    view->down = GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, 0, 0, 0, 0));
    view->shrunk_before = shrunk_tiles_new(source, preview_tile_is_ready, view);
    view->shrunk_after = shrunk_tiles_new(source, preview_tile_is_ready, view);
    view->area = area_new();
    view->compare = compare_new(view);

    view->frame = frame_new(view->area);

    gtk_table_attach(table, view->frame, 0, 1, 0, 1, grow, grow, 0, 0);
    gtk_table_attach(table, scrollbar(gtk_hscrollbar_new(view->across), _("Preview, horizontally")),
                     0, 1, 1, 2, grow, GTK_FILL, 0, 0);
    gtk_table_attach(table, scrollbar(gtk_vscrollbar_new(view->down), _("Preview, vertically")), 1,
                     2, 0, 1, GTK_FILL, grow, 0, 0);
    gtk_box_pack_start(GTK_BOX(choices), view->compare, FALSE, FALSE, 0);
    gtk_box_pack_end(GTK_BOX(choices), preview_zoom_row_new(view), FALSE, FALSE, 0);
    gtk_table_attach(table, choices, 0, 1, 2, 3, GTK_FILL, GTK_FILL, 0, 0);
    gtk_table_set_row_spacing(table, 1, FORM_SPACING);
    connect_area(view);
    return GTK_WIDGET(view);
}

static PreviewView *preview_view(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, preview_view_get_type(), PreviewView);
}

void preview_view_set_result(GtkWidget *widget, gconstpointer result, gint same_rows)
{
    PreviewView *view = preview_view(widget);

    view->result = result;
    shrunk_tiles_set_result(view->shrunk_after, result, same_rows);
    if (view->zoom.shrink == 1)
        gtk_widget_queue_draw(view->area);
}

void preview_view_set_ready(GtkWidget *widget, gboolean is_ready)
{
    PreviewView *view = preview_view(widget);

    view->is_ready = is_ready;
    preview_update(view);
}

/* Areas of all shapes have about as many pixels, so that pictures are shown about as large. */
void preview_view_usual_extra(GtkWidget *widget, gint *width, gint *height)
{
    const PreviewSource *source = preview_view(widget)->source;
    gdouble shape = CLAMP((gdouble)source->width / source->height, 0.5, 2);
    gdouble across = sqrt(shape * USUAL_WIDTH * USUAL_HEIGHT);

    *width = (gint)across - MIN_SIDE;
    *height = (gint)(across / shape) - MIN_SIDE;
}

void preview_view_set_zoom(GtkWidget *widget, gint step)
{
    preview_zoom_to(preview_view(widget), CLAMP(step, ZOOM_FIT, ZOOM_MAX));
}

gint preview_view_zoom(GtkWidget *widget)
{
    return preview_view(widget)->step;
}

gint preview_view_visible_rows(GtkWidget *widget)
{
    PreviewView *view = preview_view(widget);
    gdouble last = gtk_adjustment_get_value(view->down) + gtk_adjustment_get_page_size(view->down);

    return CLAMP(zoom_pixels_touched(view->zoom, (gint)last + 1), 1, view->source->height);
}

void preview_view_set_picking(GtkWidget *widget, gboolean is_on)
{
    PreviewView *view = preview_view(widget);

    view->picking = is_on;
    /* A tooltip would cover pixels that the user wants to click on. */
    gtk_widget_set_has_tooltip(view->area, !is_on);
    preview_set_cursor(view);
    if (is_on) {
        gtk_widget_grab_focus(view->area);
        preview_move_pointer(view, 0, 0);
    }
}
