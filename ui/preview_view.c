/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview: makes the widget, and draws the image in the area. */
#include "preview_view.h"

#include "form.h"
#include "preview_parts.h"
#include "toolkit.h"

#include <glib/gi18n.h>
#include <math.h>

enum { MIN_SIDE = 400 };                          /* of the area, in pixels */
enum { USUAL_WIDTH = 1400, USUAL_HEIGHT = 1000 }; /* of the area, for a photograph of 3 : 2 */
enum { FOCUS_BORDER = 2 };                        /* around the frame, for the mark of the focus */

/* ---- Labels of before and after ------------------------------------------------------------ */

enum { GAP = 6, PADDING = 3 }; /* around a label, and between its edge and its text, in pixels */

static const gdouble opacity = 0.7; /* of the ground under the text */

static void draw_label(const PreviewView *view, cairo_t *cr, const gchar *text, gboolean is_left)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(view->area, text);
    GdkRectangle image = preview_image_in_area(view);
    gint column = preview_split_column(view), width, height, x, y = MAX(image.y, 0) + GAP, room;
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

/* Draws the labels of before and after, or of the two results that are compared. */
static void draw_labels(const PreviewView *view, cairo_t *cr)
{
    draw_label(view, cr, view->compares_results ? _("A") : _("Before"), TRUE);
    draw_label(view, cr, view->compares_results ? _("B") : _("After"), FALSE);
}

/* ---- Drawing ------------------------------------------------------------------------------- */

/* Draws a part of the image at 100 % or more. */
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

static void draw_image(const PreviewView *view, cairo_t *cr, gboolean is_after,
                       const GdkRectangle *damaged)
{
    GdkRectangle image = preview_image_in_area(view);
    GdkRectangle part;

    if (!view->is_ready || !gdk_rectangle_intersect(damaged, &image, &part))
        return;
    if (!is_after && view->compares_results && view->compared == NULL)
        return;
    cairo_save(cr);
    gdk_cairo_rectangle(cr, &part);
    cairo_clip(cr);
    cairo_translate(cr, image.x, image.y);
    part.x -= image.x;
    part.y -= image.y;
    if (view->zoom.shrink > 1)
        shrunk_tiles_draw(is_after ? view->shrunk_after : view->shrunk_before, cr, &part);
    else
        draw_enlarged(view, cr, is_after ? view->result : view->compared, &part);
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
    draw_image(view, cr, FALSE, &before);
    draw_image(view, cr, TRUE, &after);
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

/* A ShrunkTilesReady of the view. */
static void tile_is_ready(gpointer user, const GdkRectangle *part)
{
    const PreviewView *view = user;
    GdkRectangle image = preview_image_in_area(view);

    gtk_widget_queue_draw_area(view->area, image.x + part->x, image.y + part->y, part->width,
                               part->height);
}

/* ---- The widget ---------------------------------------------------------------------------- */

typedef GtkTableClass PreviewViewClass;

GType preview_view_get_type(void);
G_DEFINE_TYPE(PreviewView, preview_view, GTK_TYPE_TABLE)

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
    g_signal_new("picked", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT,
                 G_TYPE_INT);
    g_signal_new("playing", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
    g_signal_new("picking-stopped", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void preview_view_init(PreviewView *view)
{
    gtk_table_resize(GTK_TABLE(view), 2, 2);
    view->split = 0.5;
    view->cursor = GDK_CURSOR_IS_PIXMAP;
    view->is_ready = TRUE;
    view->step = ZOOM_FIT;
    view->zoom = zoom_of_step(ZOOM_FULL);
}

static GtkWidget *scrollbar_new(GtkWidget *bar, const gchar *name)
{
    gtk_widget_set_no_show_all(bar, TRUE);
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
    atk_object_set_name(accessible, _("Preview"));
    /* A tooltip would cover the pixels that the user looks at. */
    atk_object_set_description(
        accessible, _("The result, exactly as it will be. Drag it, or use the arrow keys, to see "
                      "another part. Click on it to use its keys: B, +, −, 0 and 1."));
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

static void show_paper(PreviewView *view)
{
    view->source->show_paper_as_white(view->source->user,
                                      gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(view->paper)));
    shrunk_tiles_set_result(view->shrunk_before, view->compared, 0);
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

static void toggled_play(PreviewView *view)
{
    g_signal_emit_by_name(view, "playing");
}

static GtkWidget *play_new(PreviewView *view)
{
    GtkWidget *button = gtk_toggle_button_new_with_mnemonic(_("Pl_ay"));

    gtk_widget_set_tooltip_text(button, _("Play the dithered layers as an animation, each as long "
                                          "as its name says: (100ms)"));
    gtk_widget_set_no_show_all(button, TRUE);
    g_signal_connect_swapped(button, "toggled", G_CALLBACK(toggled_play), view);
    return button;
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

static GtkWidget *controls_new(PreviewView *view)
{
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_BORDER);
    GtkBox *box = GTK_BOX(row);

    view->compare = compare_new(view);
    view->paper = paper_new(view);
    view->play = play_new(view);
    gtk_box_pack_start(box, preview_zoom_row_new(view), FALSE, FALSE, 0);
    gtk_box_pack_start(box, view->compare, FALSE, FALSE, 0);
    gtk_box_pack_start(box, view->paper, FALSE, FALSE, 0);
    gtk_box_pack_start(box, view->play, FALSE, FALSE, 0);
    return row;
}

static void connect_area(PreviewView *view)
{
    toolkit_draw(view->area, draw_area, view);
    toolkit_draw_over(view->frame, draw_frame, view);
    preview_connect_place(view);
    preview_connect_input(view);
}

GtkWidget *preview_view_new(const PreviewSource *source)
{
    PreviewView *view = g_object_new(preview_view_get_type(), NULL);
    GtkTable *table = GTK_TABLE(view);
    GtkAttachOptions grow = GTK_EXPAND | GTK_FILL;

    view->source = source;
    view->across = GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, 0, 0, 0, 0));
    view->down = GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, 0, 0, 0, 0));
    view->shrunk_before = shrunk_tiles_new(source, tile_is_ready, view);
    view->shrunk_after = shrunk_tiles_new(source, tile_is_ready, view);
    view->area = area_new();
    view->frame = frame_new(view->area);
    view->controls = controls_new(view);
    view->bars[0] = scrollbar_new(gtk_hscrollbar_new(view->across), _("Preview, horizontally"));
    view->bars[1] = scrollbar_new(gtk_vscrollbar_new(view->down), _("Preview, vertically"));

    gtk_table_attach(table, view->frame, 0, 1, 0, 1, grow, grow, 0, 0);
    gtk_table_attach(table, view->bars[0], 0, 1, 1, 2, grow, GTK_FILL, 0, 0);
    gtk_table_attach(table, view->bars[1], 1, 2, 0, 1, GTK_FILL, grow, 0, 0);
    connect_area(view);
    return GTK_WIDGET(view);
}

static PreviewView *preview_view(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, preview_view_get_type(), PreviewView);
}

GtkWidget *preview_view_controls(GtkWidget *widget)
{
    return preview_view(widget)->controls;
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

void preview_view_image_resized(GtkWidget *widget)
{
    PreviewView *view = preview_view(widget);

    preview_view_set_result(widget, NULL, 0);
    shrunk_tiles_forget(view->shrunk_before);
    shrunk_tiles_forget(view->shrunk_after);
    view->placed = FALSE;
    gtk_widget_queue_resize(view->area);
}

void preview_view_compare(GtkWidget *widget, gboolean is_on, gconstpointer result)
{
    PreviewView *view = preview_view(widget);

    view->compares_results = is_on;
    view->compared = result;
    gtk_widget_set_sensitive(view->compare, !is_on);
    shrunk_tiles_set_result(view->shrunk_before, result, 0);
    preview_update(view);
}

void preview_view_show_frame(GtkWidget *widget, gconstpointer result)
{
    shrunk_tiles_set_result(preview_view(widget)->shrunk_before, NULL, 0);
    preview_view_set_result(widget, result, 0);
}

void preview_view_offer_frames(GtkWidget *widget, gboolean is_possible)
{
    gtk_widget_set_visible(preview_view(widget)->play, is_possible);
    if (!is_possible)
        preview_view_stop_playing(widget);
}

void preview_view_stop_playing(GtkWidget *widget)
{
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(preview_view(widget)->play), FALSE);
}

gboolean preview_view_is_playing(GtkWidget *widget)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(preview_view(widget)->play));
}

void preview_view_set_ready(GtkWidget *widget, gboolean is_ready)
{
    PreviewView *view = preview_view(widget);

    view->is_ready = is_ready;
    preview_update(view);
}

/* Areas of all shapes have about as many pixels, so that images are shown about as large. */
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
    preview_set_cursor(view);
    if (is_on) {
        gtk_widget_grab_focus(view->area);
        preview_move_pointer(view, 0, 0);
    }
}
