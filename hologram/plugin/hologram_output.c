/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a GIMP image from a quantized hologram, and attaches the report as JSON. */
#include "hologram_output.h"

#include "gimp_host.h"
#include "host_images.h"
#include "image_name.h"
#include "items.h"

#include <gegl.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* The 8-bit or 16-bit gray pixels of a layer to be made. */
typedef struct {
    gpointer samples;
    gint width, height, bits;
} Gray;

static gboolean gray_new(Gray *gray, gint width, gint height, gint bits)
{
    *gray = (Gray){NULL, width, height, bits};
    gray->samples = g_try_malloc_n((gsize)width * (gsize)height, (gsize)(bits / 8));
    return gray->samples != NULL;
}

static void gray_set(const Gray *gray, gsize pixel, guint16 sample)
{
    if (gray->bits == 8)
        ((guint8 *)gray->samples)[pixel] = (guint8)sample;
    else
        ((guint16 *)gray->samples)[pixel] = sample;
}

static gboolean gray_of_levels(Gray *gray, const HologramResult *result,
                               const HologramRequest *request)
{
    gint electrodes = request->panel.electrodes;

    if (!gray_new(gray, electrodes * result->width, electrodes * result->height, request->bits))
        return FALSE;
    errdiff_hologram_panel_draw(&request->panel, result->levels, result->width, result->height,
                                request->samples, request->bits, gray->samples);
    return TRUE;
}

/* Draws intensities, the squared moduli, because the image has linear values. */
static void draw_view(const Gray *gray, gint left, const errdiff_field *view, gdouble white)
{
    gdouble most = (1 << gray->bits) - 1;

    for (gint y = 0; y < view->height; y++)
        for (gint x = 0; x < view->width; x++) {
            errdiff_complex value = view->values[(gsize)y * (gsize)view->width + (gsize)x];
            gdouble re = value.re / white, im = value.im / white;

            gray_set(gray, (gsize)y * (gsize)gray->width + (gsize)(left + x),
                     (guint16)(MIN(re * re + im * im, 1) * most + 0.5));
        }
}

static gboolean gray_of_views(Gray *gray, const HologramViews *views, gint bits)
{
    gint width = views->before.width;

    if (!gray_new(gray, 2 * width, views->before.height, bits))
        return FALSE;
    draw_view(gray, 0, &views->before, views->white_before);
    draw_view(gray, width, &views->after, views->white_after);
    return TRUE;
}

/* Adds a layer at the bottom of the stack, with its left edge at x. FALSE: GIMP refused it. */
static gboolean add_layer(gint32 image_ID, const Gray *gray, const gchar *name, gint x,
                          gint32 *layer_ID)
{
    gint count;
    GeglBuffer *buffer;

    *layer_ID = image_new_layer(image_ID, name, gray->width, gray->height, GIMP_GRAY_IMAGE);
    if (*layer_ID == -1)
        return FALSE;
    buffer = drawable_get_buffer(*layer_ID);
    gegl_buffer_set(buffer, GEGL_RECTANGLE(0, 0, gray->width, gray->height), 0,
                    drawable_get_format(*layer_ID), gray->samples, GEGL_AUTO_ROWSTRIDE);
    g_object_unref(buffer);
    g_free(image_get_layers(image_ID, &count));
    if (image_insert_layer(image_ID, *layer_ID, -1, count, x, 0) != -1)
        return TRUE;
    image_discard_layer(*layer_ID);
    return FALSE;
}

static void add_number(GString *json, const gchar *name, gdouble number)
{
    gchar digits[G_ASCII_DTOSTR_BUF_SIZE];

    g_string_append_printf(
        json, "\"%s\": %s, ", name,
        isfinite(number) ? g_ascii_formatd(digits, sizeof digits, "%.10g", number) : "null");
}

static void add_text(GString *json, const gchar *name, const gchar *text)
{
    g_string_append_printf(json, "\"%s\": \"%s\", ", name, text);
}

/* The method is the one that made the levels. */
static void add_options(GString *json, const HologramSettings *settings,
                        const errdiff_hologram_report *report)
{
    const SettingsKind *kind = &hologram_settings_kind;
    errdiff_option_info option;

    for (gint i = 0; kind->get_option(i, &option); i++)
        if (g_str_equal(option.name, "method"))
            add_text(json, option.name, option.choices[report->method]);
        else if (option.is_in_presets && settings_option_is_text(&option))
            add_text(json, option.name, *settings_text(kind, settings, &option));
        else if (option.is_in_presets && option.type == ERRDIFF_OPTION_REAL)
            add_number(json, option.name, *settings_real(kind, settings, &option));
        else if (option.is_in_presets)
            add_number(json, option.name, *settings_number(kind, settings, &option));
}

static gchar *report_as_json(const HologramResult *result, const HologramRequest *request)
{
    const errdiff_hologram_report *report = &result->report;
    errdiff_hologram_figure figures[ERRDIFF_HOLOGRAM_FIGURES];
    GString *json = g_string_new("{");

    errdiff_hologram_figures(report, result->width, result->height, request->bits,
                             &result->diffused, &result->truncated, figures);
    add_text(json, "engine", report->engine);
    add_options(json, request->settings, report);
    for (gint i = 0; i < ERRDIFF_HOLOGRAM_FIGURES; i++)
        add_number(json, figures[i].name, figures[i].value);
    add_number(json, "diffuse_ms", report->diffuse_ms);
    g_string_truncate(json, json->len - strlen(", "));
    g_string_append_c(json, '}');
    return g_string_free(json, FALSE);
}

static void attach_report(gint32 image_ID, const HologramResult *result,
                          const HologramRequest *request)
{
    gchar *json = report_as_json(result, request);

    image_attach_text(image_ID, HOLOGRAM_PARASITE, json);
    g_free(json);
}

static gboolean fill_image(gint32 image_ID, const Gray *hologram, const Gray *views,
                           const HologramRequest *request, gint32 source_ID, gint32 *layer_ID)
{
    gchar *source_name = item_get_name(source_ID);
    gchar *description = hologram_request_describe(request);
    gchar *name = g_strdup_printf("%s (%s)", description, source_name);
    gint32 source_image_ID = item_get_image(source_ID);
    gint32 views_ID;
    gboolean filled;

    image_copy_resolution(image_ID, source_image_ID);
    image_name_derive(image_ID, source_image_ID, description);
    filled = add_layer(image_ID, hologram, name, 0, layer_ID) &&
             (!views || add_layer(image_ID, views, _("Reconstruction: before and after"),
                                  hologram->width, &views_ID));
    if (filled)
        image_set_active_layer(image_ID, *layer_ID);
    g_free(name);
    g_free(description);
    g_free(source_name);
    return filled;
}

static gboolean make_image(const HologramResult *result, const HologramRequest *request,
                           const Gray *hologram, const Gray *views, gint32 source_ID,
                           Outcome *outcome, gchar **message)
{
    const Encoding encoding = {
        .type = hologram->bits == 8 ? COMPONENT_U8 : COMPONENT_U16, .linear = TRUE, .channels = 1};
    gint32 image_ID = image_new(hologram->width, hologram->height, &encoding);
    gboolean filled = image_ID != -1;

    if (filled) {
        image_disable_undo(image_ID);
        filled = fill_image(image_ID, hologram, views, request, source_ID, &outcome->layer_ID);
    }
    if (filled) {
        attach_report(image_ID, result, request);
        image_enable_undo(image_ID);
        outcome->image_ID = image_ID;
        outcome->engine = result->report.engine;
        return TRUE;
    }
    *message = g_strdup_printf(_("GIMP refused the result: %s"), host_error());
    if (image_ID != -1)
        image_delete(image_ID);
    return FALSE;
}

gboolean hologram_output(const HologramResult *result, const HologramRequest *request,
                         const HologramViews *views, gint32 source_ID, Outcome *outcome,
                         gchar **message)
{
    Gray hologram, view = {0};
    gboolean made = FALSE;

    if (gray_of_levels(&hologram, result, request) &&
        (!views || gray_of_views(&view, views, hologram.bits)))
        made = make_image(result, request, &hologram, views ? &view : NULL, source_ID, outcome,
                          message);
    else
        *message = g_strdup(_("There is not enough memory for the result"));
    g_free(hologram.samples);
    g_free(view.samples);
    return made;
}
