/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preview_view.h"

#include "form.h"
#include "name_combo.h"
#include "shrunk_tiles.h"
#include "zoom.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gi18n.h>

#define MIN_SIDE 400 /* least width and height of the view, in pixels */
#define STEP 16      /* how far an arrow key or a scroll bar's arrow moves the picture, in pixels */
#define GRIP 6 /* how near to the line between before and after a drag must start, in pixels */

typedef struct {
    GtkTable parent;

    const PreviewSource *source;
    gconstpointer result;
    GtkWidget *area;
    GtkAdjustment *across, *down; /* of the scroll bars, in screen pixels */

    GtkWidget *zoom_combo;
    gint zoom;
    ShrunkTiles *shrunk_before, *shrunk_after; /* for zooms below 100 % */

    GtkWidget *compare;
    gdouble split; /* the line between before and after, as a fraction of the area's width */
    gboolean dragging_split;

    gboolean picking;

    gboolean placed;
    gboolean dragging;
    gdouble drag_x, drag_y; /* the point of the picture that the pointer drags, in screen pixels */
} PreviewView;

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
}

/* The position of the picture's first pixel in the area, in one dimension. */
static gint origin(gint length, GtkAdjustment *along)
{
    gint page = (gint)gtk_adjustment_get_page_size(along);

    if (length <= page)
        return (page - length) / 2;
    return -MIN((gint)(gtk_adjustment_get_value(along) + 0.5), length - page);
}

static GdkRectangle picture_in_area(const PreviewView *view)
{
    gint width = zoom_length(view->zoom, view->source->width);
    gint height = zoom_length(view->zoom, view->source->height);

    return (GdkRectangle){origin(width, view->across), origin(height, view->down), width, height};
}

static gboolean is_comparing(const PreviewView *view)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(view->compare));
}

static gint width_of(GtkWidget *area)
{
    GtkAllocation size;

    gtk_widget_get_allocation(area, &size);
    return size.width;
}

/* The column of the area where the result begins; 0 if it fills the area. */
static gint split_column(const PreviewView *view)
{
    return is_comparing(view) ? (gint)(view->split * width_of(view->area) + 0.5) : 0;
}

static void move_split(PreviewView *view, gdouble column)
{
    view->split = CLAMP(column / width_of(view->area), 0, 1);
    gtk_widget_queue_draw(view->area);
}

/* Draws a part of the picture at 100 % or more. */
static void draw_enlarged(const PreviewView *view, cairo_t *cr, gconstpointer result,
                          const GdkRectangle *part)
{
    const PreviewSource *source = view->source;
    gint enlarge = zoom_enlarge(view->zoom);
    gint left = part->x / enlarge, top = part->y / enlarge;
    gint width = (part->x + part->width + enlarge - 1) / enlarge - left;
    gint height = (part->y + part->height + enlarge - 1) / enlarge - top;
    GdkPixbuf *pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, width, height);

    source->read(source->user, result, 1, left, top, width, height, gdk_pixbuf_get_pixels(pixels),
                 gdk_pixbuf_get_rowstride(pixels));
    cairo_translate(cr, left * enlarge, top * enlarge);
    cairo_scale(cr, enlarge, enlarge);
    gdk_cairo_set_source_pixbuf(cr, pixels, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    g_object_unref(pixels);
}

static void draw_picture(const PreviewView *view, gboolean is_after, const GdkRectangle *damaged)
{
    GdkRectangle picture = picture_in_area(view);
    GdkRectangle part;
    cairo_t *cr;

    if (!gdk_rectangle_intersect(damaged, &picture, &part))
        return;
    cr = gdk_cairo_create(gtk_widget_get_window(view->area));
    gdk_cairo_rectangle(cr, &part);
    cairo_clip(cr);
    cairo_translate(cr, picture.x, picture.y);
    part.x -= picture.x;
    part.y -= picture.y;
    if (view->zoom < ZOOM_FULL)
        shrunk_tiles_draw(is_after ? view->shrunk_after : view->shrunk_before, cr, &part);
    else
        draw_enlarged(view, cr, is_after ? view->result : NULL, &part);
    cairo_destroy(cr);
}

static void draw_split(const PreviewView *view, gint column, const GdkRectangle *damaged)
{
    cairo_t *cr = gdk_cairo_create(gtk_widget_get_window(view->area));

    gdk_cairo_rectangle(cr, damaged);
    cairo_clip(cr);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_rectangle(cr, column - 1, damaged->y, 1, damaged->height);
    cairo_fill(cr);
    cairo_set_source_rgb(cr, 0, 0, 0);
    cairo_rectangle(cr, column, damaged->y, 1, damaged->height);
    cairo_fill(cr);
    cairo_destroy(cr);
}

static void draw_before_and_after(const PreviewView *view, const GdkRectangle *damaged)
{
    gint column = split_column(view);
    GdkRectangle before = *damaged, after = *damaged;

    before.width = CLAMP(column - damaged->x, 0, damaged->width);
    after.x += before.width;
    after.width -= before.width;
    draw_picture(view, FALSE, &before);
    draw_picture(view, TRUE, &after);
    if (is_comparing(view))
        draw_split(view, column, damaged);
}

static gboolean expose(GtkWidget *area, GdkEventExpose *event, gpointer data)
{
    draw_before_and_after(data, &event->area);
    if (gtk_widget_has_focus(area)) {
        GtkAllocation size;

        gtk_widget_get_allocation(area, &size);
        gtk_paint_focus(gtk_widget_get_style(area), gtk_widget_get_window(area),
                        gtk_widget_get_state(area), &event->area, area, NULL, 0, 0, size.width,
                        size.height);
    }
    return FALSE;
}

/* A GtkAdjustment accepts values up to `upper`, which would scroll past the end of the picture. */
static void scroll_to(GtkAdjustment *along, gdouble value)
{
    gdouble last = gtk_adjustment_get_upper(along) - gtk_adjustment_get_page_size(along);

    gtk_adjustment_set_value(along, CLAMP(value, 0, last));
}

static void pan(PreviewView *view, gdouble columns, gdouble rows)
{
    scroll_to(view->across, gtk_adjustment_get_value(view->across) + columns);
    scroll_to(view->down, gtk_adjustment_get_value(view->down) + rows);
}

/* Redraws the area after what it shows has changed, or which part of the picture is visible. */
static void show_anew(PreviewView *view)
{
    GtkAllocation area;
    GdkRectangle picture = picture_in_area(view), seen = {0}, none = {0};

    gtk_widget_get_allocation(view->area, &area);
    area.x = area.y = 0;
    if (view->zoom < ZOOM_FULL && gdk_rectangle_intersect(&area, &picture, &seen)) {
        seen.x -= picture.x;
        seen.y -= picture.y;
    }
    shrunk_tiles_want(view->shrunk_after, zoom_shrink(view->zoom), &seen);
    shrunk_tiles_want(view->shrunk_before, zoom_shrink(view->zoom),
                      is_comparing(view) ? &seen : &none);
    gtk_widget_queue_draw(view->area);
}

static void tile_is_ready(gpointer user, const GdkRectangle *part)
{
    const PreviewView *view = user;
    GdkRectangle picture = picture_in_area(view);

    gtk_widget_queue_draw_area(view->area, picture.x + part->x, picture.y + part->y, part->width,
                               part->height);
}

static void fit(GtkAdjustment *along, gint length, gint page, gdouble value)
{
    gint upper = MAX(length, page);

    gtk_adjustment_configure(along, CLAMP((gint)(value + 0.5), 0, upper - page), 0, upper, STEP,
                             page * 0.9, page);
}

static void size_allocate(GtkWidget *area, GtkAllocation *allocation, gpointer data)
{
    PreviewView *view = data;
    gint width = zoom_length(view->zoom, view->source->width);
    gint height = zoom_length(view->zoom, view->source->height);

    (void)area;
    fit(view->across, width, allocation->width,
        view->placed ? gtk_adjustment_get_value(view->across) : (width - allocation->width) / 2);
    fit(view->down, height, allocation->height,
        view->placed ? gtk_adjustment_get_value(view->down) : (height - allocation->height) / 2);
    view->placed = TRUE;
    show_anew(view);
}

/* The scroll position after a change of zoom that leaves the picture's point at `place` in the area
 * where it is. */
static gdouble value_around(gint zoom, gint old_zoom, gint old_origin, gdouble place)
{
    gdouble scale = (gdouble)zoom_enlarge(zoom) / zoom_shrink(zoom);
    gdouble old_scale = (gdouble)zoom_enlarge(old_zoom) / zoom_shrink(old_zoom);

    return (place - old_origin) * scale / old_scale - place;
}

static void zoom_around(PreviewView *view, gint zoom, gdouble x, gdouble y)
{
    GdkRectangle old = picture_in_area(view);
    gint old_zoom = view->zoom;

    view->zoom = CLAMP(zoom, ZOOM_MIN, ZOOM_MAX);
    if (view->zoom == old_zoom)
        return;
    fit(view->across, zoom_length(view->zoom, view->source->width),
        (gint)gtk_adjustment_get_page_size(view->across),
        value_around(view->zoom, old_zoom, old.x, x));
    fit(view->down, zoom_length(view->zoom, view->source->height),
        (gint)gtk_adjustment_get_page_size(view->down),
        value_around(view->zoom, old_zoom, old.y, y));
    gtk_combo_box_set_active(GTK_COMBO_BOX(view->zoom_combo), view->zoom - ZOOM_MIN);
    show_anew(view);
}

static void zoom_to(PreviewView *view, gint zoom)
{
    zoom_around(view, zoom, gtk_adjustment_get_page_size(view->across) / 2,
                gtk_adjustment_get_page_size(view->down) / 2);
}

static void zoom_chosen(PreviewView *view)
{
    zoom_to(view, gtk_combo_box_get_active(GTK_COMBO_BOX(view->zoom_combo)) + ZOOM_MIN);
}

static void set_cursor(GtkWidget *area, gpointer data)
{
    const PreviewView *view = data;
    GdkCursor *cursor = gdk_cursor_new_for_display(gtk_widget_get_display(area),
                                                   view->picking ? GDK_TCROSS : GDK_FLEUR);

    gdk_window_set_cursor(gtk_widget_get_window(area), cursor);
    gdk_cursor_unref(cursor);
}

static void pick(PreviewView *view, gint x, gint y)
{
    GdkRectangle picture = picture_in_area(view);
    gint column = (x - picture.x) / zoom_enlarge(view->zoom) * zoom_shrink(view->zoom);
    gint row = (y - picture.y) / zoom_enlarge(view->zoom) * zoom_shrink(view->zoom);

    if (x >= picture.x && column < view->source->width && y >= picture.y &&
        row < view->source->height)
        g_signal_emit(view, picked_signal, 0, column, row);
}

/* Moves the pointer within the area; a pointer that is outside starts from the middle. */
static void move_pointer(PreviewView *view, gint columns, gint rows)
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

static gboolean picking_key_press(PreviewView *view, const GdkEventKey *event)
{
    gint step = (event->state & GDK_SHIFT_MASK) != 0 ? STEP : 1;
    gint x, y;

    switch (event->keyval) {
    case GDK_KEY_Left:
        move_pointer(view, -step, 0);
        return TRUE;
    case GDK_KEY_Right:
        move_pointer(view, step, 0);
        return TRUE;
    case GDK_KEY_Up:
        move_pointer(view, 0, -step);
        return TRUE;
    case GDK_KEY_Down:
        move_pointer(view, 0, step);
        return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
        gtk_widget_get_pointer(view->area, &x, &y);
        pick(view, x, y);
        return TRUE;
    case GDK_KEY_Escape:
        g_signal_emit(view, picking_stopped_signal, 0);
        return TRUE;
    default:
        return FALSE;
    }
}

static gboolean button_press(GtkWidget *area, GdkEventButton *event, gpointer data)
{
    PreviewView *view = data;

    (void)area;
    if (event->type != GDK_BUTTON_PRESS || (event->button != 1 && event->button != 2))
        return FALSE;
    if (view->picking && event->button == 1) {
        pick(view, (gint)event->x, (gint)event->y);
        return TRUE;
    }
    view->dragging_split =
        is_comparing(view) && ABS(event->x - split_column(view)) <= GRIP && event->button == 1;
    view->dragging = !view->dragging_split;
    view->drag_x = gtk_adjustment_get_value(view->across) + event->x;
    view->drag_y = gtk_adjustment_get_value(view->down) + event->y;
    return TRUE;
}

static gboolean motion(GtkWidget *area, GdkEventMotion *event, gpointer data)
{
    PreviewView *view = data;

    (void)area;
    if (!view->dragging && !view->dragging_split)
        return FALSE;
    if (view->dragging_split) {
        move_split(view, event->x);
    } else {
        scroll_to(view->across, view->drag_x - event->x);
        scroll_to(view->down, view->drag_y - event->y);
    }
    gdk_event_request_motions(event);
    return TRUE;
}

static gboolean button_release(GtkWidget *area, GdkEventButton *event, gpointer data)
{
    PreviewView *view = data;

    (void)area;
    (void)event;
    view->dragging = view->dragging_split = FALSE;
    return TRUE;
}

static gboolean scroll(GtkWidget *area, GdkEventScroll *event, gpointer data)
{
    PreviewView *view = data;
    gboolean back = event->direction == GDK_SCROLL_UP || event->direction == GDK_SCROLL_LEFT;
    gboolean across = event->direction == GDK_SCROLL_LEFT || event->direction == GDK_SCROLL_RIGHT ||
                      (event->state & GDK_SHIFT_MASK) != 0;
    gdouble step = back ? -4 * STEP : 4 * STEP;

    (void)area;
    if ((event->state & GDK_CONTROL_MASK) != 0)
        zoom_around(view, view->zoom + (back ? 1 : -1), event->x, event->y);
    else
        pan(view, across ? step : 0, across ? 0 : step);
    return TRUE;
}

static gboolean key_press(GtkWidget *area, GdkEventKey *event, gpointer data)
{
    PreviewView *view = data;
    gdouble page = gtk_adjustment_get_page_increment(view->down);

    gboolean moves_split = is_comparing(view) && (event->state & GDK_CONTROL_MASK) != 0;

    (void)area;
    if (view->picking && picking_key_press(view, event))
        return TRUE;
    switch (event->keyval) {
    case GDK_KEY_b:
    case GDK_KEY_B:
        gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(view->compare), !is_comparing(view));
        return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal: /* the same key as +, without Shift, on many keyboards */
    case GDK_KEY_KP_Add:
        zoom_to(view, view->zoom + 1);
        return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
        zoom_to(view, view->zoom - 1);
        return TRUE;
    case GDK_KEY_1:
    case GDK_KEY_KP_1:
        zoom_to(view, ZOOM_FULL);
        return TRUE;
    case GDK_KEY_Left:
        if (moves_split)
            move_split(view, split_column(view) - STEP);
        else
            pan(view, -STEP, 0);
        return TRUE;
    case GDK_KEY_Right:
        if (moves_split)
            move_split(view, split_column(view) + STEP);
        else
            pan(view, STEP, 0);
        return TRUE;
    case GDK_KEY_Up:
        pan(view, 0, -STEP);
        return TRUE;
    case GDK_KEY_Down:
        pan(view, 0, STEP);
        return TRUE;
    case GDK_KEY_Page_Up:
        pan(view, 0, -page);
        return TRUE;
    case GDK_KEY_Page_Down:
        pan(view, 0, page);
        return TRUE;
    default:
        return FALSE;
    }
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
                                    GDK_BUTTON_MOTION_MASK | GDK_POINTER_MOTION_HINT_MASK |
                                    GDK_SCROLL_MASK | GDK_KEY_PRESS_MASK);
    gtk_widget_set_tooltip_text(
        area,
        _("The result, pixel for pixel. Drag it, or use the arrow keys, to see another part."));
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
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(show_anew), view);
    return check;
}

static GtkWidget *zoom_row_new(PreviewView *view)
{
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *label;

    view->zoom_combo = name_combo_new();
    for (gint zoom = ZOOM_MIN; zoom <= ZOOM_MAX; zoom++) {
        gchar *title = zoom_title(zoom);

        name_combo_append(view->zoom_combo, title, title, TRUE);
        g_free(title);
    }
    gtk_combo_box_set_active(GTK_COMBO_BOX(view->zoom_combo), ZOOM_FULL - ZOOM_MIN);
    g_signal_connect_swapped(view->zoom_combo, "changed", G_CALLBACK(zoom_chosen), view);
    label = form_label(_("Zoom (_+ −):"), view->zoom_combo,
                       _("How large the preview shows the image. When it is reduced, its pixels "
                         "are averaged in linear light, as the eye does from a distance. In the "
                         "preview: the keys +, − and 1, or the wheel with Ctrl."));
    atk_object_set_name(gtk_widget_get_accessible(view->zoom_combo), _("Zoom"));
    gtk_box_pack_start(GTK_BOX(row), label, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), view->zoom_combo, FALSE, FALSE, 0);
    return row;
}

static void connect_area(PreviewView *view)
{
    const struct {
        const gchar *signal;
        GCallback handler;
    } handlers[] = {
        {"expose-event", G_CALLBACK(expose)},
        {"size-allocate", G_CALLBACK(size_allocate)},
        {"realize", G_CALLBACK(set_cursor)},
        {"button-press-event", G_CALLBACK(button_press)},
        {"motion-notify-event", G_CALLBACK(motion)},
        {"button-release-event", G_CALLBACK(button_release)},
        {"key-press-event", G_CALLBACK(key_press)},
        {"scroll-event", G_CALLBACK(scroll)},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(handlers); i++)
        g_signal_connect(view->area, handlers[i].signal, handlers[i].handler, view);
    g_signal_connect_swapped(view->across, "value-changed", G_CALLBACK(show_anew), view);
    g_signal_connect_swapped(view->down, "value-changed", G_CALLBACK(show_anew), view);
}

GtkWidget *preview_view_new(const PreviewSource *source)
{
    PreviewView *view = g_object_new(preview_view_get_type(), NULL);
    GtkTable *table = GTK_TABLE(view);
    GtkWidget *frame = gtk_frame_new(NULL), *choices = gtk_hbox_new(FALSE, FORM_BORDER);
    GtkAttachOptions grow = GTK_EXPAND | GTK_FILL;

    view->source = source;
    view->across = GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, 0, 0, 0, 0));
    view->down = GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, 0, 0, 0, 0));
    view->shrunk_before = shrunk_tiles_new(source, tile_is_ready, view);
    view->shrunk_after = shrunk_tiles_new(source, tile_is_ready, view);
    view->area = area_new();
    view->compare = compare_new(view);

    gtk_frame_set_shadow_type(GTK_FRAME(frame), GTK_SHADOW_IN);
    gtk_container_add(GTK_CONTAINER(frame), view->area);
    gtk_table_attach(table, frame, 0, 1, 0, 1, grow, grow, 0, 0);
    gtk_table_attach(table, scrollbar(gtk_hscrollbar_new(view->across), _("Preview, horizontally")),
                     0, 1, 1, 2, grow, GTK_FILL, 0, 0);
    gtk_table_attach(table, scrollbar(gtk_vscrollbar_new(view->down), _("Preview, vertically")), 1,
                     2, 0, 1, GTK_FILL, grow, 0, 0);
    gtk_box_pack_start(GTK_BOX(choices), view->compare, FALSE, FALSE, 0);
    gtk_box_pack_end(GTK_BOX(choices), zoom_row_new(view), FALSE, FALSE, 0);
    gtk_table_attach(table, choices, 0, 1, 2, 3, GTK_FILL, GTK_FILL, 0, 0);
    gtk_table_set_row_spacing(table, 1, FORM_SPACING);
    connect_area(view);
    return GTK_WIDGET(view);
}

static PreviewView *preview_view(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, preview_view_get_type(), PreviewView);
}

void preview_view_set_result(GtkWidget *widget, gconstpointer result)
{
    PreviewView *view = preview_view(widget);

    view->result = result;
    shrunk_tiles_set_result(view->shrunk_after, result);
    if (view->zoom >= ZOOM_FULL)
        gtk_widget_queue_draw(view->area);
}

gint preview_view_visible_rows(GtkWidget *widget)
{
    PreviewView *view = preview_view(widget);
    gdouble last = gtk_adjustment_get_value(view->down) + gtk_adjustment_get_page_size(view->down);
    gint row = (gint)last / zoom_enlarge(view->zoom) * zoom_shrink(view->zoom);

    return CLAMP(row + zoom_shrink(view->zoom), 1, view->source->height);
}

void preview_view_set_picking(GtkWidget *widget, gboolean is_on)
{
    PreviewView *view = preview_view(widget);

    view->picking = is_on;
    /* A tooltip would cover pixels that the user wants to click on. */
    gtk_widget_set_has_tooltip(view->area, !is_on);
    if (gtk_widget_get_realized(view->area))
        set_cursor(view->area, view);
    if (is_on) {
        gtk_widget_grab_focus(view->area);
        move_pointer(view, 0, 0);
    }
}
