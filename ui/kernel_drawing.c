/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a kernel as a grid of cells that contain its weights. */
#include "kernel_drawing.h"

#include "errdiff.h"
#include "form.h"
#include "kernel_text.h"
#include "toolkit.h"

#include <glib/gi18n.h>
#include <stdlib.h>

enum { USUAL_ROWS = 4, USUAL_COLUMNS = 7, PADDING = 3 };

typedef struct {
    GtkDrawingArea parent;
    errdiff_kernel kernel; /* no taps: nothing is drawn */
} KernelDrawing;

typedef GtkDrawingAreaClass KernelDrawingClass;

GType kernel_drawing_get_type(void);
G_DEFINE_TYPE(KernelDrawing, kernel_drawing, GTK_TYPE_DRAWING_AREA)

static KernelDrawing *kernel_drawing(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, kernel_drawing_get_type(), KernelDrawing);
}

/* The text in a cell: the weight; or, for tone-dependent weights, whose divisor says nothing to a
 * reader, the percentage. */
static gchar *tap_text(const errdiff_kernel *kernel, const errdiff_tap *tap)
{
    if (kernel->tone_keys)
        return g_strdup_printf("%d", (100 * tap->weight + kernel->divisor / 2) / kernel->divisor);
    return g_strdup_printf("%d", tap->weight);
}

static gchar *divisor_text(const errdiff_kernel *kernel)
{
    if (kernel->tone_keys)
        return g_strdup(_("percent, for mid gray; the weights depend on the tone"));
    return g_strdup_printf("÷ %d", kernel->divisor);
}

static void text_size(GtkWidget *widget, const gchar *text, gint *width, gint *height)
{
    PangoLayout *layout = gtk_widget_create_pango_layout(widget, text);

    pango_layout_get_pixel_size(layout, width, height);
    g_object_unref(layout);
}

/* Cells have columns left..right and rows 0..bottom relative to the current pixel; width × height
 * is the size of a cell, in pixels. */
typedef struct {
    gint left, right, bottom;
    gint width, height;
    gint x, y; /* position of the first cell, in pixels */
    gboolean has_texts;
} Grid;

static Grid grid_of(KernelDrawing *drawing)
{
    const errdiff_kernel *kernel = &drawing->kernel;
    GtkWidget *widget = GTK_WIDGET(drawing);
    Grid grid = {0};
    GtkAllocation area;
    gint widest = 0, tallest = 0, divisor_width, most_width, most_height;

    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        gchar *text = tap_text(kernel, tap);
        gint width;

        grid.left = MIN(grid.left, tap->dx);
        grid.right = MAX(grid.right, tap->dx);
        grid.bottom = MAX(grid.bottom, tap->dy);
        text_size(widget, text, &width, &tallest);
        widest = MAX(widest, width);
        g_free(text);
    }
    gtk_widget_get_allocation(widget, &area);
    text_size(widget, "÷ 65536", &divisor_width, NULL);
    most_width = (area.width - divisor_width - FORM_SPACING) / (grid.right - grid.left + 1);
    most_height = (area.height - 1) / (grid.bottom + 1);
    grid.width = MIN(MAX(widest + 2 * PADDING, tallest + 2 * PADDING), most_width);
    grid.height = MIN(tallest + PADDING, most_height);
    grid.has_texts = widest <= grid.width && tallest <= grid.height;
    grid.y = (area.height - grid.height * (grid.bottom + 1)) / 2;
    return grid;
}

static void outline_cell(cairo_t *cr, const Grid *grid, gint dx, gint dy)
{
    cairo_rectangle(cr, grid->x + (dx - grid->left) * grid->width + 0.5,
                    grid->y + dy * grid->height + 0.5, grid->width, grid->height);
}

/* Fills a cell up to its outline. */
static void fill_cell(cairo_t *cr, const Grid *grid, gint dx, gint dy)
{
    cairo_rectangle(cr, grid->x + (dx - grid->left) * grid->width + 1,
                    grid->y + dy * grid->height + 1, grid->width - 1, grid->height - 1);
    cairo_fill(cr);
}

static void draw_cells(cairo_t *cr, GtkWidget *widget, const Grid *grid)
{
    toolkit_set_text_color(cr, widget, 0.4);
    cairo_set_line_width(cr, 1);
    for (gint dy = 0; dy <= grid->bottom; dy++)
        for (gint dx = dy == 0 ? 0 : grid->left; dx <= grid->right; dx++)
            outline_cell(cr, grid, dx, dy);
    cairo_stroke(cr);
    toolkit_set_text_color(cr, widget, 1);
    fill_cell(cr, grid, 0, 0);
}

static void draw_tap(cairo_t *cr, KernelDrawing *drawing, const Grid *grid, const errdiff_tap *tap,
                     gint greatest)
{
    gdouble ratio = (gdouble)abs(tap->weight) / greatest;
    gint width, height;
    PangoLayout *layout;
    gchar *text;

    toolkit_set_text_color(cr, GTK_WIDGET(drawing), 0.4 * ratio);
    fill_cell(cr, grid, tap->dx, tap->dy);
    if (!grid->has_texts)
        return;
    text = tap_text(&drawing->kernel, tap);
    layout = gtk_widget_create_pango_layout(GTK_WIDGET(drawing), text);
    pango_layout_get_pixel_size(layout, &width, &height);
    toolkit_set_text_color(cr, GTK_WIDGET(drawing), 1);
    cairo_move_to(cr, grid->x + (tap->dx - grid->left) * grid->width + (grid->width - width) / 2,
                  grid->y + tap->dy * grid->height + (grid->height - height) / 2);
    pango_cairo_show_layout(cr, layout);
    g_object_unref(layout);
    g_free(text);
}

static void draw_divisor(cairo_t *cr, KernelDrawing *drawing, const Grid *grid)
{
    gchar *text = divisor_text(&drawing->kernel);
    PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(drawing), text);
    gint x = grid->x + (grid->right - grid->left + 1) * grid->width + FORM_SPACING;
    GtkAllocation area;
    gint height;

    gtk_widget_get_allocation(GTK_WIDGET(drawing), &area);
    pango_layout_set_width(layout, MAX(area.width - x, 1) * PANGO_SCALE);
    pango_layout_get_pixel_size(layout, NULL, &height);
    toolkit_set_text_color(cr, GTK_WIDGET(drawing), 1);
    cairo_move_to(cr, x, (area.height - height) / 2);
    pango_cairo_show_layout(cr, layout);
    g_object_unref(layout);
    g_free(text);
}

static gboolean draw(GtkWidget *widget, cairo_t *cr, gpointer user)
{
    KernelDrawing *drawing = kernel_drawing(widget);
    const errdiff_kernel *kernel = &drawing->kernel;
    gint greatest = 0;
    Grid grid;

    (void)user;
    if (kernel->tap_count == 0)
        return FALSE;
    grid = grid_of(drawing);
    for (int i = 0; i < kernel->tap_count; i++)
        greatest = MAX(greatest, abs(kernel->taps[i].weight));
    draw_cells(cr, widget, &grid);
    for (int i = 0; i < kernel->tap_count; i++)
        draw_tap(cr, drawing, &grid, &kernel->taps[i], greatest);
    draw_divisor(cr, drawing, &grid);
    return FALSE;
}

/* Asks for the space of the largest named kernel, so that choosing another one moves nothing. */
static void adjust_size(GtkWidget *widget, GtkRequisition *wanted)
{
    gint width, height;

    text_size(widget, "00", &width, &height);
    wanted->width = USUAL_COLUMNS * (width + 2 * PADDING);
    wanted->height = USUAL_ROWS * (height + PADDING) + 1;
}

static void kernel_drawing_class_init(KernelDrawingClass *class)
{
    toolkit_adjust_size(GTK_WIDGET_CLASS(class), adjust_size);
}

static void kernel_drawing_init(KernelDrawing *drawing)
{
    AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(drawing));

    toolkit_draw(GTK_WIDGET(drawing), draw, NULL);
    gtk_widget_set_tooltip_text(GTK_WIDGET(drawing),
                                _("The filled square is the pixel that passes its error on; the "
                                  "numbers are the shares that other pixels receive"));
    atk_object_set_name(accessible, _("Drawing of the weights"));
    atk_object_set_role(accessible, ATK_ROLE_IMAGE);
}

GtkWidget *kernel_drawing_new(void)
{
    return g_object_new(kernel_drawing_get_type(), NULL);
}

void kernel_drawing_set(GtkWidget *widget, const gchar *text)
{
    KernelDrawing *drawing = kernel_drawing(widget);
    gchar *description;

    if (errdiff_kernel_parse(text, &drawing->kernel, NULL) != ERRDIFF_OK)
        drawing->kernel.tap_count = 0;
    description = drawing->kernel.tap_count > 0 ? kernel_text(&drawing->kernel) : g_strdup("");
    atk_object_set_description(gtk_widget_get_accessible(widget), description);
    g_free(description);
    gtk_widget_queue_draw(widget);
}
