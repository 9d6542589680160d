/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preview.h"
#include "config.h"

#include "dithering.h"
#include "finished_pixels.h"
#include "request.h"
#include "screen_pixels.h"

#include <glib/gi18n.h>

/* Reads the palette only if its text has changed. After OK it is read once more, because the
 * palette itself may have changed in the meantime. */
static gpointer prepare(gpointer user, const DitherSettings *settings, gchar **message)
{
    Preview *preview = user;
    gboolean is_known = g_strcmp0(preview->palette_text, settings->palette) == 0;
    DitherRequest *request =
        dither_request_new(settings, is_known ? &preview->palette : NULL, message);

    if (request && !is_known) {
        g_free(preview->palette_text);
        preview->palette_text = g_strdup(settings->palette);
        preview->palette = request->palette;
    }
    return request;
}

static void free_request(gpointer user, gpointer request)
{
    (void)user;
    dither_request_free(request);
}

/* A call of `dither` that is running. */
typedef struct {
    gint *cancelled;
    gint *permille; /* gets the progress; NULL: it is not wanted */
} Call;

static int check_call(void *user, double done)
{
    const Call *call = user;

    if (call->permille)
        g_atomic_int_set(call->permille, (gint)(1000 * done));
    return g_atomic_int_get(call->cancelled);
}

/* If the palette is made from the whole image, the visible rows are not dithered early: making the
 * palette takes too long to do it twice. A stretch of tones depends on the whole image, too. */
static gpointer dither(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message)
{
    Preview *preview = user;
    DrawablePixels part = *preview->pixels;
    const DitherRequest *wanted = request;
    Call call = {cancelled, is_last ? &preview->permille : NULL};

    if (!is_last && (wanted->palette.kind == PALETTE_ADAPTIVE || wanted->options.stretch))
        return NULL;
    rows = errdiff_dots_along(rows, wanted->dot) * wanted->dot;
    part.height = MIN(rows, part.height);
    return dither_pixels(&part, request, is_last, check_call, &call, message);
}

static void free_result(gpointer user, gpointer result)
{
    (void)user;
    dither_result_free(result);
}

static void read_part(gpointer user, gconstpointer result, gint shrink, gint x, gint y, gint width,
                      gint height, guchar *rgb, gint stride)
{
    const Preview *preview = user;

    screen_pixels_read(preview->pixels, result, shrink, x, y, width, height, rgb, stride);
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

/* Returns a text like "Wavefront: 120 ms, 200 megapixels per second." The time is how long the user
 * waited, because the time of the engine is often only a small part of it. */
static gchar *speed_text(const DitherResult *result, gdouble waited_ms)
{
    gdouble pixels = (gdouble)result->image.width * result->image.height;

    return g_strdup_printf(_("%s: %.0f ms, %.0f megapixels per second."),
                           _(engine_title(result->report.engine)), waited_ms,
                           pixels / 1000 / waited_ms);
}

static gchar *change_text(const DrawablePixels *pixels, const DitherResult *result)
{
    const errdiff_report *report = &result->report;
    gint channels = finished_pixels_encoding(pixels, result).channels;
    gchar *tone_error = tone_error_text(report->tone_error, channels);
    gchar *text;

    if (report->mapped > 0)
        text = g_strdup_printf(_("Mean light changed by %s; the colors of %.1f %% of the pixels "
                                 "were replaced by mixtures of the palette."),
                               tone_error, report->mapped);
    else if (result->palette.count > 0)
        text = g_strdup_printf(_("Mean light changed by %s; %.1f %% of the pixels have colors that "
                                 "the palette cannot reproduce."),
                               tone_error, report->clamped);
    else
        text = g_strdup_printf(_("Mean light changed by %s."), tone_error);

    g_free(tone_error);
    return text;
}

/* What the preview of a group does not show; the caller frees it. An indexed image gets the group
 * as a whole. */
static gchar *group_text(gint layer_count, const DitherResult *result)
{
    if (layer_count == 0 || result->is_indexed)
        return g_strdup("");
    return g_strdup_printf(
        g_dngettext(GETTEXT_PACKAGE,
                    " The preview shows the layer group as a whole; %d layer in it will be "
                    "dithered.",
                    " The preview shows the layer group as a whole; %d layers in it will be "
                    "dithered, each by itself.",
                    (gulong)layer_count),
        layer_count);
}

static PreviewReport describe(gpointer user, gconstpointer result, gdouble waited_ms)
{
    const Preview *preview = user;
    const DitherResult *dithered = result;
    gchar *speed = speed_text(dithered, waited_ms);
    gchar *change = change_text(preview->pixels, dithered);
    gchar *group = group_text(preview->layer_count, dithered);
    PreviewReport report = {
        .text = g_strdup_printf("%s %s%s", speed, change, group),
        .unreached = dithered->report.clamped,
    };

    g_free(group);
    g_free(change);
    g_free(speed);
    return report;
}

static void show_progress(gpointer user)
{
    Preview *preview = user;

    preview->progress(preview->progress_user, g_atomic_int_get(&preview->permille) / 1000.);
}

void preview_clear(Preview *preview)
{
    g_clear_pointer(&preview->palette_text, g_free);
}

PreviewSource preview_source(Preview *preview)
{
    return (PreviewSource){
        .width = preview->pixels->width,
        .height = preview->pixels->height,
        .channels = preview->pixels->encoding.channels,
        .prepare = prepare,
        .free_request = free_request,
        .dither = dither,
        .read = read_part,
        .palette = palette_of,
        .describe = describe,
        .free_result = free_result,
        .show_progress = show_progress,
        .user = preview,
    };
}
