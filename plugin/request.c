/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "request.h"

#include <glib/gi18n.h>

/* FALSE: `value` is not among `possible`, a NULL-ended list. */
static gboolean check_choice(const gchar *name, const gchar *value, const gchar *const *possible,
                             gchar **message)
{
    gchar *list;

    if (g_strv_contains(possible, value))
        return TRUE;
    list = g_strjoinv("”, “", (gchar **)possible);
    *message =
        g_strdup_printf(_("%s: “%s” is not possible; this version knows “%s”"), name, value, list);
    g_free(list);
    return FALSE;
}

static gboolean check_choices(const DitherSettings *settings, gchar **message)
{
    static const gchar *const palettes[] = {"", NULL};
    static const gchar *const matches[] = {"rgb", NULL};
    static const gchar *const alphas[] = {"keep", NULL};
    static const gchar *const outputs[] = {"new-layer", "replace", NULL};

    return check_choice("palette", settings->palette, palettes, message) &&
           check_choice("match", settings->match, matches, message) &&
           check_choice("alpha", settings->alpha, alphas, message) &&
           check_choice("output", settings->output, outputs, message);
}

gboolean dither_request_make(DitherRequest *request, const DitherSettings *settings,
                             gchar **message)
{
    errdiff_options *options = &request->options;
    errdiff_message reason;

    errdiff_options_init(options);
    options->kernel = settings->kernel;
    options->strength = settings->strength;
    options->noise = settings->noise;
    options->seed = (guint32)settings->seed;
    options->serpentine = settings->serpentine;
    options->linear = settings->linear;
    options->engine = settings->engine;
    request->replace = g_strcmp0(settings->output, "replace") == 0;
    if (errdiff_levels_parse(settings->levels, options->levels, &reason) != ERRDIFF_OK ||
        errdiff_options_check(options, &reason) != ERRDIFF_OK) {
        *message = g_strdup(reason.text);
        return FALSE;
    }
    return check_choices(settings, message);
}

gchar *dither_request_describe(const DitherRequest *request, gint channels)
{
    const gint *levels = request->options.levels;
    gboolean one_number = channels == 1 || (levels[0] == levels[1] && levels[1] == levels[2]);
    errdiff_kernel kernel;

    errdiff_kernel_parse(request->options.kernel, &kernel, NULL);
    if (one_number)
        return g_strdup_printf(
            g_dngettext(NULL, "%s, %d level", "%s, %d levels", (gulong)levels[0]), _(kernel.title),
            levels[0]);
    return g_strdup_printf(_("%s, %d×%d×%d levels"), _(kernel.title), levels[0], levels[1],
                           levels[2]);
}
