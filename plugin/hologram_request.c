/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_request.h"

#include "choice.h"
#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

static gboolean read_choices(HologramRequest *request, gchar **message)
{
    static const gchar *const inputs[] = {"re-im-channels", "re-im-layers",
                                          "amplitude-phase-layers", "phase", NULL};
    static const gchar *const outputs[] = {"phase", "binary-phase", "amplitude", NULL};
    static const gchar *const methods[] = {"opt", "paper", "fs", "fs-window", "none", NULL};
    const HologramSettings *settings = request->settings;
    gint input, output, method;

    if (!choice_read("input", settings->input, inputs, &input, message) ||
        !choice_read("output", settings->output, outputs, &output, message) ||
        !choice_read("method", settings->method, methods, &method, message))
        return FALSE;
    request->input = (HologramInput)input;
    request->options.output = (errdiff_hologram_output)output;
    request->options.method = (errdiff_hologram_method)method;
    return TRUE;
}

static errdiff_optics optics_of(const HologramSettings *settings)
{
    gdouble height =
        settings->view_height_mm == 0 ? settings->view_width_mm : settings->view_height_mm;

    return (errdiff_optics){
        .pitch = settings->pitch_um,
        .wavelength = settings->lambda_nm * 1e-3,
        .view_x = settings->view_x_mm * 1e3,
        .view_y = settings->view_y_mm * 1e3,
        .view_width = settings->view_width_mm * 1e3,
        .view_height = height * 1e3,
        .view_distance = settings->view_distance_mm * 1e3,
    };
}

static gboolean read_settings(HologramRequest *request, gchar **message)
{
    const HologramSettings *settings = request->settings;
    errdiff_hologram_options *options = &request->options;
    errdiff_message reason;

    errdiff_hologram_options_init(options);
    if (!read_choices(request, message))
        return FALSE;
    options->optics = optics_of(settings);
    options->levels = settings->levels;
    options->hogel = settings->hogel;
    options->tap_count = settings->weights;
    options->slope = settings->slope;
    options->scale = settings->scale;
    options->view_filter = settings->view_filter;
    options->engine = settings->engine;
    request->depth = settings->preview_depth_mm * 1e3;
    if (errdiff_hologram_options_check(options, &reason) != ERRDIFF_OK)
        *message = g_strdup(reason.text);
    else if (settings->view_filter != 0 && settings->view_filter != 1)
        *message = g_strdup_printf(_("view-filter: %d is not possible; 0 to 1 are"),
                                   settings->view_filter);
    else if (!isfinite(request->depth))
        *message = g_strdup(_("preview-depth-mm: it must be a finite number"));
    else
        return TRUE;
    return FALSE;
}

HologramRequest *hologram_request_new(const HologramSettings *settings, gchar **message)
{
    HologramRequest *request = g_new0(HologramRequest, 1);

    request->settings = hologram_settings_copy(settings);
    if (read_settings(request, message))
        return request;
    hologram_request_free(request);
    return NULL;
}

void hologram_request_free(HologramRequest *request)
{
    if (!request)
        return;
    hologram_settings_free(request->settings);
    g_free(request);
}

gchar *hologram_request_describe(const HologramRequest *request)
{
    gint levels = request->options.levels;
    const gchar *format =
        request->options.output == ERRDIFF_HOLOGRAM_AMPLITUDE
            ? g_dngettext(GETTEXT_PACKAGE, "%d amplitude", "%d amplitudes", (gulong)levels)
            : g_dngettext(GETTEXT_PACKAGE, "%d phase", "%d phases", (gulong)levels);

    return g_strdup_printf(format, levels);
}

gboolean hologram_input_has_two(HologramInput input)
{
    return input == HOLOGRAM_RE_IM_LAYERS || input == HOLOGRAM_AMPLITUDE_PHASE_LAYERS;
}

gint hologram_request_bits(const HologramRequest *request)
{
    return request->options.levels <= 256 ? 8 : 16;
}
