/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizes, measures and reconstructs a hologram, and describes the result in words. */
#include "hologram_quantizing.h"

#include <glib/gi18n.h>
#include <math.h>

static gsize pixels_of(const errdiff_field *field)
{
    return (gsize)field->width * (gsize)field->height;
}

gboolean hologram_has_room(gint width, gint height, const HologramRequest *request, gchar **message)
{
    const errdiff_hologram_options *options = &request->options;
    errdiff_message reason;

    if (!options->view_filter && !errdiff_hologram_is_refined(options) && request->depth == 0)
        return TRUE;
    if (errdiff_hologram_room_check(width, height, &options->optics, request->depth, &reason) ==
        ERRDIFF_OK)
        return TRUE;
    *message = g_strdup(reason.text);
    return FALSE;
}

HologramResult *hologram_quantize(const errdiff_field *hologram, const HologramRequest *request,
                                  errdiff_progress progress, gpointer progress_user,
                                  gchar **message)
{
    HologramResult *result = g_new0(HologramResult, 1);
    errdiff_hologram_options options = request->options;
    errdiff_status status = ERRDIFF_NO_MEMORY;

    *result = (HologramResult){.width = hologram->width,
                               .height = hologram->height,
                               .diffused = {.snr = NAN},
                               .truncated = {.snr = NAN}};
    options.progress = progress;
    options.progress_user = progress_user;
    result->levels = g_try_malloc_n(pixels_of(hologram), sizeof *result->levels);
    if (result->levels)
        status = errdiff_hologram_quantize(hologram, &options, result->levels, &result->report);
    else
        g_strlcpy(result->report.message.text, _("There is not enough memory for this image"),
                  sizeof result->report.message.text);
    if (status == ERRDIFF_OK) {
        hologram_result_warn(result, result->width, result->height, &options);
        return result;
    }
    if (status != ERRDIFF_CANCELLED)
        *message = g_strdup(result->report.message.text);
    hologram_result_free(result);
    return NULL;
}

void hologram_measure(HologramResult *result, const errdiff_field *hologram,
                      const HologramRequest *request, errdiff_progress progress,
                      gpointer progress_user)
{
    const errdiff_hologram_report *report = &result->report;
    errdiff_hologram_options options = request->options;

    if (report->is_compared) {
        result->diffused = report->is_rounded ? report->rounded : report->diffused;
        result->truncated = report->rounded;
        return;
    }
    options.progress = progress;
    options.progress_user = progress_user;
    errdiff_hologram_measure(hologram, &options, report->scale, result->levels, &result->diffused,
                             &result->truncated);
}

void hologram_result_free(HologramResult *result)
{
    if (!result)
        return;
    g_free(result->levels);
    g_free(result->warnings);
    g_free(result);
}

gboolean hologram_make_views(HologramViews *views, const errdiff_field *hologram,
                             const HologramResult *result, const HologramRequest *request,
                             gdouble depth, errdiff_progress progress, gpointer progress_user)
{
    errdiff_progress_share before = {progress, progress_user, 0, 0.5};
    errdiff_progress_share after = {progress, progress_user, 0.5, 1};
    const errdiff_optics *optics = &request->options.optics;
    gdouble gain = result->diffused.gain > 0 ? result->diffused.gain : 1;
    errdiff_field shown;
    gboolean works;

    *views = (HologramViews){.white_before = 1};
    works = errdiff_field_make(&shown, hologram->width, hologram->height) == ERRDIFF_OK;
    if (works)
        errdiff_hologram_show(result->levels, &request->options, &shown);
    works = works &&
            errdiff_hologram_reconstruct(hologram, optics, depth, errdiff_progress_share_report,
                                         &before, &views->before) == ERRDIFF_OK &&
            errdiff_hologram_reconstruct(&shown, optics, depth, errdiff_progress_share_report,
                                         &after, &views->after) == ERRDIFF_OK;
    errdiff_field_free(&shown);
    if (works)
        views->white_before = errdiff_field_white(&views->before);
    views->white_after = views->white_before * gain;
    return works;
}

void hologram_views_free(HologramViews *views)
{
    errdiff_field_free(&views->before);
    errdiff_field_free(&views->after);
}

/* The signal-to-noise ratios after the other figures; the caller frees it. */
static gchar *add_ratios(const HologramResult *result, const gchar *figures)
{
    if (isfinite(result->diffused.snr) && isfinite(result->truncated.snr))
        return g_strdup_printf(
            _("%s. Signal-to-noise ratio in the view: %.1f dB, without diffusion %.1f dB."),
            figures, result->diffused.snr, result->truncated.snr);
    return g_strdup_printf(_("%s. Signal-to-noise ratio in the view: unknown."), figures);
}

gchar *hologram_result_figures(const HologramResult *result)
{
    const errdiff_hologram_report *report = &result->report;
    gdouble pixels = (gdouble)result->width * result->height;
    gchar *figures =
        g_strdup_printf(_("Scale %.4g, slope %d, %.2f %% of the errors clipped"), report->scale,
                        report->slope, 100 * (gdouble)report->clipped / pixels);
    gchar *ratios = add_ratios(result, figures), *text = g_strdup(ratios);

    if (report->is_rounded) {
        g_free(text);
        text = g_strdup_printf(_("%s The hologram was only rounded: diffusion would have reached "
                                 "%.1f dB."),
                               ratios, report->diffused.snr);
    } else if (report->refined > 0) {
        g_free(text);
        text = g_strdup_printf(_("%s Refinement passes: %d."), ratios, report->refined);
    }
    g_free(ratios);
    g_free(figures);
    return text;
}

static void append_sentence(GString *text, const gchar *message)
{
    if (text->len > 0)
        g_string_append_c(text, ' ');
    g_string_append_unichar(text, g_unichar_toupper(g_utf8_get_char(message)));
    g_string_append(text, g_utf8_next_char(message));
    g_string_append_c(text, '.');
}

void hologram_result_warn(HologramResult *result, gint width, gint height,
                          const errdiff_hologram_options *options)
{
    const errdiff_field hologram = {.width = width, .height = height};
    GString *text = g_string_new(NULL);
    errdiff_message warning;

    for (gint i = 0;
         errdiff_hologram_warning(i, &hologram, options, &result->report, &warning) == ERRDIFF_OK;
         i++)
        append_sentence(text, warning.text);
    if (result->report.is_rounded)
        g_string_append_printf(text,
                               _("%sThe hologram is only rounded, which leaves less noise than "
                                 "error diffusion (%.1f dB instead of %.1f), unless a method is "
                                 "chosen."),
                               text->len > 0 ? " " : "", result->report.rounded.snr,
                               result->report.diffused.snr);
    result->warnings = g_string_free(text, FALSE);
}
