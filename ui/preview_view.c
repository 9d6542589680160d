/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview: makes the widget, places and draws the picture in the area, and zooms. */
#include "preview_view.h"

#include "form.h"
#include "name_combo.h"
#include "preview_parts.h"
#include "toolkit.h"

#include <glib/gi18n.h>
#include <math.h>

enum { MIN_SIDE = 400 };                        /* of the area, in pixels */
enum { USUAL_WIDTH = 750, USUAL_HEIGHT = 500 }; /* of the area, for a photograph of 3 : 2 */
enum { FOCUS_BORDER = 2 };                      /* around the frame, for the mark of the focus */

/* ---- The picture in the area --------------------------------------------------------------- */

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

/* ---- Labels of before and after ------------------------------------------------------------ */

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

/* Draws the labels of before and after. */
static void draw_labels(const PreviewView *view, cairo_t *cr)
{
    draw_label(view, cr, _("Before"), TRUE);
    draw_label(view, cr, _("After"), FALSE);
}

/* ---- Drawing ------------------------------------------------------------------------------- */

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
    draw_labels(view, cr);
}

static void dim(GtkWidget *area, cairo_t *cr)
{
    toolkit_set_insensitive_color(cr, area);
    cairo_paint_with_alpha(cr, 0.7);
}

/* ToolkitDraw functions of the area, and of the frame around it. */
static gboolean draw_area(GtkWidget *area, cairo_t *cr, gpointer data)
{
    GdkRectangle damaged = toolkit_damaged(cr);

    draw_before_and_after(data, cr, &damaged);
    if (!gtk_widget_is_sensitive(area))
        dim(area, cr);
    return FALSE;
}

/* Around the pixels, not over them. */
static gboolean draw_frame(GtkWidget *frame, cairo_t *cr, gpointer data)
{
    const PreviewView *view = data;

    if (gtk_widget_has_focus(view->area))
        toolkit_draw_focus(frame, cr);
    return FALSE;
}

/* Redraws the area after what it shows has changed, or which part of the picture is visible. */
static void update(PreviewView *view)
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

/* A ShrunkTilesReady of the view. */
static void tile_is_ready(gpointer user, const GdkRectangle *part)
{
    const PreviewView *view = user;
    GdkRectangle picture = preview_picture_in_area(view);

    gtk_widget_queue_draw_area(view->area, picture.x + part->x, picture.y + part->y, part->width,
                               part->height);
}

/* ---- Placing ------------------------------------------------------------------------------- */

/* The name of its row. */
static const gchar fit_name[] = "fit";

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

/* The zoom at which the area shows the whole picture. */
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
    update(view);
}

/* The scroll position after a change of zoom that leaves the picture's point at `place` in the area
 * where it is. */
static gdouble value_around(Zoom zoom, Zoom old_zoom, gint old_origin, gdouble place)
{
    return (place - old_origin) * zoom_scale(zoom) / zoom_scale(old_zoom) - place;
}

/* Changes the zoom, so that the picture's point at (x, y) in the area stays where it is, as far as
 * the picture's edges allow. */
static void zoom_around(PreviewView *view, Zoom zoom, gdouble x, gdouble y)
{
    GdkRectangle old = preview_picture_in_area(view);
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

/* Shows the zoom that was chosen, so that the picture's point at (x, y) in the area stays where it
 * is. */
static void use_step(PreviewView *view, gint step, gdouble x, gdouble y)
{
    if (step == view->step)
        return;
    view->step = step;
    zoom_around(view, step == ZOOM_FIT ? zoom_that_fits(view) : zoom_of_step(step), x, y);
    gtk_combo_box_set_active(GTK_COMBO_BOX(view->zoom_combo), step - ZOOM_FIT);
    update(view);
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

/* Makes the list of zooms, with a label. */
static GtkWidget *zoom_row_new(PreviewView *view)
{
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *label;

    view->zoom_combo = name_combo_new();
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

/* ---- The widget ---------------------------------------------------------------------------- */

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
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(update), view);
    return check;
}

static void show_paper(PreviewView *view)
{
    view->source->show_paper_as_white(view->source->user,
                                      gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(view->paper)));
    preview_view_set_result(GTK_WIDGET(view), view->result, 0);
}

static GtkWidget *paper_new(PreviewView *view)
{
    GtkWidget *check = gtk_check_button_new_with_mnemonic(_("Paper as w_hite"));

    gtk_widget_set_tooltip_text(
        check, _("Show the palette's lightest color as white, as eyes see it that are used to this "
                 "paper or panel. The result itself does not change."));
    gtk_widget_set_sensitive(check, FALSE);
    g_signal_connect_swapped(check, "toggled", G_CALLBACK(show_paper), view);
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
    toolkit_draw(view->area, draw_area, view);
    g_signal_connect(view->area, "size-allocate", G_CALLBACK(size_allocate), view);
    toolkit_draw_over(view->frame, draw_frame, view);
    g_signal_connect_swapped(view->area, "realize", G_CALLBACK(preview_set_cursor), view);
    preview_connect_input(view);
    g_signal_connect_swapped(view->across, "value-changed", G_CALLBACK(update), view);
    g_signal_connect_swapped(view->down, "value-changed", G_CALLBACK(update), view);
}

GtkWidget *preview_view_new(const PreviewSource *source)
{
    PreviewView *view = g_object_new(preview_view_get_type(), NULL);
    GtkTable *table = GTK_TABLE(view);
    GtkWidget *choices = gtk_hbox_new(FALSE, FORM_BORDER);
    GtkWidget *checks = gtk_vbox_new(FALSE, 0);
    GtkAttachOptions grow = GTK_EXPAND | GTK_FILL;

    view->source = source;
    view->across = GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, 0, 0, 0, 0));
    view->down = GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, 0, 0, 0, 0));
    view->shrunk_before = shrunk_tiles_new(source, tile_is_ready, view);
    view->shrunk_after = shrunk_tiles_new(source, tile_is_ready, view);
    view->area = area_new();
    view->compare = compare_new(view);
    view->paper = paper_new(view);
    view->frame = frame_new(view->area);

    gtk_table_attach(table, view->frame, 0, 1, 0, 1, grow, grow, 0, 0);
    gtk_table_attach(table, scrollbar(gtk_hscrollbar_new(view->across), _("Preview, horizontally")),
                     0, 1, 1, 2, grow, GTK_FILL, 0, 0);
    gtk_table_attach(table, scrollbar(gtk_vscrollbar_new(view->down), _("Preview, vertically")), 1,
                     2, 0, 1, GTK_FILL, grow, 0, 0);
    gtk_box_pack_start(GTK_BOX(checks), view->compare, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(checks), view->paper, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(choices), checks, FALSE, FALSE, 0);
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

void preview_view_set_result(GtkWidget *widget, gconstpointer result, gint same_rows)
{
    PreviewView *view = preview_view(widget);

    view->result = result;
    gtk_widget_set_sensitive(view->paper,
                             result && view->source->palette(view->source->user, result) != NULL);
    shrunk_tiles_set_result(view->shrunk_after, result, same_rows);
    if (view->zoom.shrink == 1)
        gtk_widget_queue_draw(view->area);
}

void preview_view_set_ready(GtkWidget *widget, gboolean is_ready)
{
    PreviewView *view = preview_view(widget);

    view->is_ready = is_ready;
    update(view);
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
