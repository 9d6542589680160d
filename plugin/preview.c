/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preview.h"

#include "dithering.h"
#include "request.h"
#include "screen_pixels.h"

#include <glib/gi18n.h>

static gpointer prepare(gpointer user, const DitherSettings *settings, gchar **message)
{
    (void)user;
    return dither_request_new(settings, message);
}

static void free_request(gpointer user, gpointer request)
{
    (void)user;
    dither_request_free(request);
}

static int is_cancelled(void *user, double done)
{
    (void)done;
    return g_atomic_int_get((gint *)user);
}

/* A palette is made from the whole picture, which takes too long to be done twice. */
static gpointer dither(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message)
{
    DrawablePixels part = *(DrawablePixels *)user;
    const DitherRequest *wanted = request;

    if (!is_last && wanted->palette.kind == PALETTE_ADAPTIVE)
        return NULL;
    part.height = rows;
    return dither_pixels(&part, request, FALSE, is_last, is_cancelled, cancelled, message);
}

static void free_result(gpointer user, gpointer result)
{
    (void)user;
    dither_result_free(result);
}

static void read_part(gpointer user, gconstpointer result, gint shrink, gint x, gint y, gint width,
                      gint height, guchar *rgb, gint stride)
{
    screen_pixels_read(user, result, shrink, x, y, width, height, rgb, stride);
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

static gchar *tone_error_text(const gdouble tone_error[3], gint channels)
{
    if (channels == 1)
        return g_strdup_printf("%+.2f %%", tone_error[0]);
    return g_strdup_printf("%+.2f, %+.2f, %+.2f %%", tone_error[0], tone_error[1], tone_error[2]);
}

static gchar *describe(gpointer user, gconstpointer result)
{
    const DitherResult *dithered = result;
    const errdiff_report *report = &dithered->report;
    gchar *tone_error = tone_error_text(report->tone_error, dithered->image.channels);
    gchar *text;

    (void)user;
    if (dithered->palette.count > 0)
        text = g_strdup_printf(
            _("%s: %.0f ms. Light changed by %s; %.1f %% of the pixels were clamped."),
            _(engine_title(report->engine)), report->prepare_ms + report->dither_ms, tone_error,
            report->clamped);
    else
        text =
            g_strdup_printf(_("%s: %.0f ms. Light changed by %s."), _(engine_title(report->engine)),
                            report->prepare_ms + report->dither_ms, tone_error);
    g_free(tone_error);
    return text;
}

PreviewSource preview_source(DrawablePixels *pixels)
{
    return (PreviewSource){
        .width = pixels->width,
        .height = pixels->height,
        .channels = pixels->encoding.channels,
        .prepare = prepare,
        .free_request = free_request,
        .dither = dither,
        .read = read_part,
        .describe = describe,
        .free_result = free_result,
        .user = pixels,
    };
}
