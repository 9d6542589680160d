/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a screen by dithering a gradient with it, without error diffusion, at twice its size. */
#include "screen_drawing.h"

#include "errdiff.h"
#include "settings/screen_file.h"
#include "toolkit.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

/* In pixels of the image; a device whose resolution is not known is taken for a laser printer. */
enum { WIDTH = 120, HEIGHT = 24, SCALE = 2, USUAL_DPI = 600 };

typedef struct {
    GtkDrawingArea parent;
    gboolean is_empty;
    guint8 pixels[HEIGHT][WIDTH];
} ScreenDrawing;

typedef GtkDrawingAreaClass ScreenDrawingClass;

GType screen_drawing_get_type(void);
G_DEFINE_TYPE(ScreenDrawing, screen_drawing, GTK_TYPE_DRAWING_AREA)

static ScreenDrawing *screen_drawing(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, screen_drawing_get_type(), ScreenDrawing);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr, gpointer user)
{
    ScreenDrawing *drawing = screen_drawing(widget);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
    guchar *data = cairo_image_surface_get_data(surface);
    gint stride = cairo_image_surface_get_stride(surface);

    (void)user;
    for (gint y = 0; y < HEIGHT && !drawing->is_empty; y++)
        for (gint x = 0; x < WIDTH; x++)
            memset(data + y * stride + 4 * x, drawing->pixels[y][x], 4);
    cairo_surface_mark_dirty(surface);
    cairo_scale(cr, SCALE, SCALE);
    cairo_set_source_surface(cr, surface, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    if (!drawing->is_empty)
        cairo_paint(cr);
    cairo_surface_destroy(surface);
    return FALSE;
}

static void screen_drawing_class_init(ScreenDrawingClass *class)
{
    (void)class;
}

static void screen_drawing_init(ScreenDrawing *drawing)
{
    GtkWidget *widget = GTK_WIDGET(drawing);
    AtkObject *accessible = gtk_widget_get_accessible(widget);

    drawing->is_empty = TRUE;
    gtk_widget_set_size_request(widget, SCALE * WIDTH, SCALE * HEIGHT);
    toolkit_draw(widget, draw, NULL);
    gtk_widget_set_tooltip_text(
        widget, _("What the screen makes of a gray that gets lighter from left to right"));
    atk_object_set_name(accessible, _("Drawing of the screen"));
    atk_object_set_role(accessible, ATK_ROLE_IMAGE);
}

GtkWidget *screen_drawing_new(void)
{
    return g_object_new(screen_drawing_get_type(), NULL);
}

static errdiff_status dither(ScreenDrawing *drawing, const errdiff_options *options,
                             errdiff_report *report)
{
    const errdiff_image image = {.data = drawing->pixels,
                                 .width = WIDTH,
                                 .height = HEIGHT,
                                 .channels = 1,
                                 .bits = 8,
                                 .stride = WIDTH};

    for (gint y = 0; y < HEIGHT; y++)
        for (gint x = 0; x < WIDTH; x++)
            drawing->pixels[y][x] = (guint8)(255 * x / (WIDTH - 1));
    return errdiff_dither(&image, &image, options, report);
}

gboolean screen_drawing_set(GtkWidget *widget, const DitherSettings *settings, gchar **message)
{
    ScreenDrawing *drawing = screen_drawing(widget);
    errdiff_matrix matrix = {0};
    errdiff_screen_info screen;
    errdiff_options options;
    errdiff_report report = {.engine = ""};
    gchar *fault = NULL; /* of the file, which the preview says */
    gboolean is_possible = TRUE;

    errdiff_options_init(&options);
    options.strength = options.linear = 0;
    options.threads = 1;
    options.screen = settings->screen;
    options.screen_size = settings->screen_size;
    options.screen_angle = settings->screen_angle;
    options.dpi = settings->dpi > 0 ? settings->dpi : USUAL_DPI;
    drawing->is_empty = TRUE;
    if (errdiff_screen_find(settings->screen, &screen) != ERRDIFF_OK) {
        if (screen_file_read(&matrix, settings->screen, &fault))
            options.screen_matrix = &matrix;
        drawing->is_empty = options.screen_matrix == NULL;
    } else {
        drawing->is_empty = g_str_equal(settings->screen, "none");
    }
    if (!drawing->is_empty) {
        is_possible = dither(drawing, &options, &report) == ERRDIFF_OK;
        drawing->is_empty = !is_possible;
    }
    if (!is_possible)
        *message = g_strdup(report.message.text);
    free((void *)matrix.numbers);
    g_free(fault);
    gtk_widget_queue_draw(widget);
    return is_possible;
}
