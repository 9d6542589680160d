/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preview.h"

#include "request.h"

#include <glib/gi18n.h>

enum { CHECK_SIZE = 8, CHECK_LIGHT = 0x99, CHECK_DARK = 0x66 }; /* GIMP's medium checks */

typedef struct {
    errdiff_image image; /* data is the result's own */
    errdiff_report report;
} PreviewResult;

static int is_cancelled(void *user, double done)
{
    (void)done;
    return g_atomic_int_get((gint *)user);
}

static void free_result(gpointer user, gpointer result)
{
    PreviewResult *preview = result;

    (void)user;
    g_free(preview->image.data);
    g_free(preview);
}

static gpointer dither(gpointer user, const DitherSettings *settings, gint *cancelled,
                       gchar **message)
{
    errdiff_image source = drawable_pixels_image(user);
    PreviewResult *result;
    DitherRequest request;
    errdiff_status status;

    if (!dither_request_make(&request, settings, message))
        return NULL;
    request.options.progress = is_cancelled;
    request.options.progress_user = cancelled;

    result = g_new0(PreviewResult, 1);
    result->image = source;
    result->image.data = g_try_malloc_n((gsize)source.height, (gsize)source.stride);
    if (!result->image.data) {
        *message = g_strdup(_("There is not enough memory for a preview"));
        free_result(user, result);
        return NULL;
    }
    status = errdiff_dither(&source, &result->image, &request.options, &result->report);
    if (status == ERRDIFF_OK)
        return result;
    if (status != ERRDIFF_CANCELLED)
        *message = g_strdup(result->report.message.text);
    free_result(user, result);
    return NULL;
}

static guchar over_checks(guint value, gdouble alpha, gint x, gint y)
{
    gint check = (x / CHECK_SIZE + y / CHECK_SIZE) % 2 == 0 ? CHECK_LIGHT : CHECK_DARK;

    return (guchar)(check + (value - (gdouble)check) * CLAMP(alpha, 0.0, 1.0) + 0.5);
}

static guint display_value(const errdiff_image *image, gsize sample)
{
    if (image->bits == 8)
        return ((const guint8 *)image->data)[sample];
    return (((const guint16 *)image->data)[sample] + 128u) / 257;
}

static void read_pixel(const DrawablePixels *pixels, const errdiff_image *image, gint x, gint y,
                       guchar *rgb)
{
    const Encoding *encoding = &pixels->encoding;
    gsize pixel = (gsize)y * (gsize)pixels->width + (gsize)x;

    for (gint c = 0; c < 3; c++) {
        gsize channel = encoding->channels == 3 ? (gsize)c : 0;

        rgb[c] = (guchar)display_value(image, pixel * (gsize)encoding->channels + channel);
    }
    if (encoding->has_alpha) {
        gdouble alpha = encoding_alpha(encoding, pixels->bytes + pixel * encoding->pixel_size);

        for (gint c = 0; c < 3; c++)
            rgb[c] = over_checks(rgb[c], alpha, x, y);
    }
}

static void read_part(gpointer user, gconstpointer result, gint left, gint top, gint width,
                      gint height, guchar *rgb, gint stride)
{
    const DrawablePixels *pixels = user;
    const PreviewResult *preview = result;
    errdiff_image image = preview ? preview->image : drawable_pixels_image(pixels);

    for (gint y = 0; y < height; y++)
        for (gint x = 0; x < width; x++)
            read_pixel(pixels, &image, left + x, top + y, rgb + (gssize)y * stride + (gssize)x * 3);
}

static const gchar *engine_title(const gchar *name)
{
    for (gint i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;

        errdiff_engine_get(i, &info);
        if (g_strcmp0(info.name, name) == 0)
            return info.title;
    }
    return name;
}

static gchar *describe(gpointer user, gconstpointer result)
{
    const errdiff_report *report = &((const PreviewResult *)result)->report;

    (void)user;
    return g_strdup_printf(_("%s: %.0f ms"), _(engine_title(report->engine)),
                           report->prepare_ms + report->dither_ms);
}

PreviewSource preview_source(DrawablePixels *pixels)
{
    return (PreviewSource){
        .width = pixels->width,
        .height = pixels->height,
        .channels = pixels->encoding.channels,
        .dither = dither,
        .read = read_part,
        .describe = describe,
        .free_result = free_result,
        .user = pixels,
    };
}
