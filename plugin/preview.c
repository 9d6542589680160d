/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preview.h"

#include "dithering.h"
#include "request.h"

#include <glib/gi18n.h>

enum { CHECK_SIZE = 8, CHECK_LIGHT = 0x99, CHECK_DARK = 0x66 }; /* GIMP's medium checks */

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

/* A palette is made from the whole picture, and all of it would be looked at for a part. */
static gpointer dither(gpointer user, gconstpointer request, gint rows, gint *cancelled,
                       gchar **message)
{
    DrawablePixels part = *(DrawablePixels *)user;
    const DitherRequest *wanted = request;
    gboolean is_whole = rows == part.height;

    if (!is_whole && wanted->palette.kind == PALETTE_ADAPTIVE)
        return NULL;
    part.height = rows;
    return dither_pixels(&part, request, FALSE, is_whole, is_cancelled, cancelled, message);
}

static void free_result(gpointer user, gpointer result)
{
    (void)user;
    dither_result_free(result);
}

/* A sample as 8 bits. */
static guint sample_8(gconstpointer samples, gint bits, gsize index)
{
    if (bits == 8)
        return ((const guint8 *)samples)[index];
    return (((const guint16 *)samples)[index] + 128u) / 257;
}

static guchar over_checks(guint value, guint alpha, gint x, gint y)
{
    guint check = (x / CHECK_SIZE + y / CHECK_SIZE) % 2 == 0 ? CHECK_LIGHT : CHECK_DARK;

    return (guchar)((value * alpha + check * (255 - alpha) + 127) / 255);
}

static void read_part(gpointer user, gconstpointer result, gint left, gint top, gint width,
                      gint height, guchar *rgb, gint stride)
{
    const DrawablePixels *pixels = user;
    const DitherResult *dithered = result;

    for (gint y = 0; y < height; y++) {
        gboolean is_done = dithered && top + y < dithered->image.height;
        errdiff_image image = is_done ? dithered->image : drawable_pixels_image(pixels);
        gconstpointer alpha = is_done && dithered->alpha ? dithered->alpha : pixels->alpha;

        for (gint x = 0; x < width; x++) {
            gsize pixel = (gsize)(top + y) * (gsize)pixels->width + (gsize)(left + x);
            guint opacity = alpha ? sample_8(alpha, pixels->encoding.bits, pixel) : 255;
            guchar *to = rgb + (gssize)y * stride + (gssize)x * 3;

            for (gint c = 0; c < 3; c++) {
                gsize sample = pixel * (gsize)image.channels + (image.channels == 3 ? (gsize)c : 0);

                to[c] = over_checks(sample_8(image.data, image.bits, sample), opacity, left + x,
                                    top + y);
            }
        }
    }
}

static const errdiff_palette *palette_of(gpointer user, gconstpointer result)
{
    const DitherResult *dithered = result;

    (void)user;
    return dithered->palette.count > 0 ? &dithered->palette : NULL;
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
        .palette = palette_of,
        .describe = describe,
        .free_result = free_result,
        .user = pixels,
    };
}
