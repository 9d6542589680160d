/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts the settings of the hologram procedure to the library's options. */
#include "hologram_request.h"

#include "config.h"
#include "setting_value.h"

#include <glib/gi18n.h>
#include <math.h>

/* The address of an option's value in the request. */
static gpointer find_value(HologramRequest *request, const errdiff_option_info *option)
{
    const struct {
        const gchar *name;
        gpointer value;
    } own[] = {{"input", &request->input},
               {"preview-depth", &request->depth},
               {"conjugate", &request->conjugate},
               {"correction", &request->correction}};
    gsize i = 0;

    if (option->offset >= 0)
        return G_STRUCT_MEMBER_P(&request->options, option->offset);
    while (!g_str_equal(own[i].name, option->name))
        i++;
    return own[i].value;
}

static gboolean read_values(HologramRequest *request, gchar **message)
{
    const SettingsKind *kind = &hologram_settings_kind;
    errdiff_hologram_options *options = &request->options;
    errdiff_option_info option;
    gint levels, bits = 0;

    for (gint i = 0; kind->get_option(i, &option); i++)
        if (!setting_value_read(kind, request->settings, &option, find_value(request, &option),
                                message))
            return FALSE;
    errdiff_hologram_panel_parse(options->display.panel, &request->panel, NULL);
    /* The number of levels has to be given. */
    levels = options->levels;
    errdiff_hologram_options_complete(options, &bits);
    options->levels = levels;
    return TRUE;
}

/* Finds the samples of the levels, and their values if they were measured. */
static gboolean find_samples(HologramRequest *request, gint bits, errdiff_message *reason)
{
    errdiff_hologram_options *options = &request->options;

    request->bits = bits;
    if (errdiff_hologram_levels_read(options, bits, request->values, reason) != ERRDIFF_OK)
        return FALSE;
    request->settings->levels = options->levels; /* for the report */
    return errdiff_hologram_samples(options, bits, request->samples, reason) == ERRDIFF_OK;
}

static gboolean read_settings(HologramRequest *request, gchar **message)
{
    errdiff_message reason;

    errdiff_hologram_options_init(&request->options);
    if (!read_values(request, message))
        return FALSE;
    if (errdiff_hologram_options_check(&request->options, &reason) != ERRDIFF_OK)
        *message = g_strdup(reason.text);
    else if (!find_samples(request, 8, &reason) && !find_samples(request, 16, &reason))
        *message = g_strdup(reason.text);
    else if (request->conjugate < 0 || request->conjugate > 1)
        *message = g_strdup_printf(_("%s: %d is out of range; it must be %d to %d"), "conjugate",
                                   request->conjugate, 0, 1);
    else if (!isfinite(request->depth))
        *message = g_strdup_printf(_("%s: it must be a finite number"), "preview-depth");
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
        request->options.output == ERRDIFF_HOLOGRAM_AMPLITUDE ||
                request->options.output == ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE
            ? g_dngettext(GETTEXT_PACKAGE, "%d amplitude", "%d amplitudes", (gulong)levels)
            : g_dngettext(GETTEXT_PACKAGE, "%d phase", "%d phases", (gulong)levels);

    return g_strdup_printf(format, levels);
}

gboolean hologram_input_has_two(HologramInput input)
{
    return input == HOLOGRAM_RE_IM_LAYERS || input == HOLOGRAM_AMPLITUDE_PHASE_LAYERS;
}

void hologram_request_size(const HologramRequest *request, gint *width, gint *height)
{
    if (request->panel.width == 0)
        return;
    *width = request->panel.width;
    *height = request->panel.height;
}
