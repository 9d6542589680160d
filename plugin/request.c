/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks settings, converts them to the options of the library, and describes them in a few
 * words. */
#include "request.h"

#include "config.h"
#include "setting_value.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* The address of an option's value in the request; NULL: the option is read in another way. */
static gpointer find_value(DitherRequest *request, const errdiff_option_info *option)
{
    if (option->type == ERRDIFF_OPTION_LEVELS || option->type == ERRDIFF_OPTION_PALETTE ||
        g_str_equal(option->name, "resize"))
        return NULL;
    if (option->offset >= 0)
        return G_STRUCT_MEMBER_P(&request->options, option->offset);
    if (g_str_equal(option->name, "dot"))
        return &request->dot;
    if (g_str_equal(option->name, "frames"))
        return &request->frames;
    if (g_str_equal(option->name, "stable"))
        return &request->stable;
    if (g_str_equal(option->name, "fit"))
        return &request->fit;
    return g_str_equal(option->name, "alpha") ? (gpointer)&request->alpha
                                              : (gpointer)&request->output;
}

/* The library checks the ranges of its own options. */
static gboolean check_range(const errdiff_option_info *option, gconstpointer value, gchar **message)
{
    gint number;

    if ((option->type != ERRDIFF_OPTION_INTEGER && option->type != ERRDIFF_OPTION_SWITCH) ||
        option->offset >= 0)
        return TRUE;
    number = *(const gint *)value;
    if (number >= option->min && number <= option->max)
        return TRUE;
    *message = g_strdup_printf(_("%s: %d is out of range; it must be %d to %d"), option->name,
                               number, (gint)option->min, (gint)option->max);
    return FALSE;
}

static gboolean read_values(DitherRequest *request, const DitherSettings *settings, gchar **message)
{
    const SettingsKind *kind = &dither_settings_kind;
    errdiff_option_info option;

    for (gint i = 0; kind->get_option(i, &option); i++) {
        gpointer value = find_value(request, &option);

        if (value != NULL && (!setting_value_read(kind, settings, &option, value, message) ||
                              !check_range(&option, value, message)))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_screen(DitherRequest *request, gchar **message)
{
    if (!screen_choice_read(&request->matrix, request->settings->screen, message))
        return FALSE;
    if (request->matrix.numbers)
        request->options.screen_matrix = &request->matrix;
    return TRUE;
}

static gboolean read_size(DitherRequest *request, gchar **message)
{
    const gchar *text = request->settings->resize;
    errdiff_option_info option;

    if (*text == '\0' || size_text_read(text, &request->size))
        return TRUE;
    option = settings_option_find(&dither_settings_kind, "resize");
    *message = g_strdup_printf(_("%s: “%s” is not possible; it must be %s"), option.name, text,
                               _(option.syntax));
    return FALSE;
}

static gboolean check_options(errdiff_options *options, const gchar *levels, gchar **message)
{
    errdiff_message reason;

    if (errdiff_levels_parse(levels, options->levels, &reason) == ERRDIFF_OK &&
        errdiff_options_check(options, &reason) == ERRDIFF_OK)
        return TRUE;
    *message = g_strdup(reason.text);
    return FALSE;
}

/* A color image for which nothing was chosen gets a palette; the library gives a gray one two
 * levels. */
static gboolean read_palette(DitherRequest *request, const PaletteChoice *known, gchar **message)
{
    const DitherSettings *settings = request->settings;

    if (dither_settings_have_automatic_colors(settings) && request->channels == 3) {
        request->palette = (PaletteChoice){.kind = PALETTE_ADAPTIVE, .count = ERRDIFF_USUAL_COLORS};
        return TRUE;
    }
    if (!known)
        return palette_choice_read(&request->palette, settings->palette, message);
    request->palette = *known;
    return TRUE;
}

static gboolean read_settings(DitherRequest *request, const PaletteChoice *palette, gchar **message)
{
    const DitherSettings *settings = request->settings;
    errdiff_options *options = &request->options;

    errdiff_options_init(options);
    if (!read_values(request, settings, message) || !read_size(request, message) ||
        !read_screen(request, message) || !check_options(options, settings->levels, message) ||
        !read_palette(request, palette, message))
        return FALSE;
    if (request->output == OUTPUT_NEW_INDEXED_IMAGE && request->palette.kind == PALETTE_NONE) {
        *message =
            g_strdup_printf(_("output: “%s” is not possible without a palette"), settings->output);
        return FALSE;
    }
    return TRUE;
}

DitherRequest *dither_request_new(const DitherSettings *settings, gint channels, gdouble dpi,
                                  const PaletteChoice *palette, gchar **message)
{
    DitherRequest *request = g_new0(DitherRequest, 1);

    request->channels = channels;
    request->settings = dither_settings_copy(settings);
    if (request->settings->dpi == 0)
        request->settings->dpi = dpi;
    if (read_settings(request, palette, message))
        return request;
    dither_request_free(request);
    return NULL;
}

void dither_request_free(DitherRequest *request)
{
    if (!request)
        return;
    dither_settings_free(request->settings);
    free((void *)request->matrix.numbers);
    g_free(request);
}

static void append_value(GString *key, const DitherRequest *request,
                         const errdiff_option_info *option)
{
    gconstpointer value = G_STRUCT_MEMBER_P(&request->options, option->offset);

    if (option->type == ERRDIFF_OPTION_REAL)
        g_string_append_printf(key, " %a", *(const gdouble *)value);
    else
        g_string_append_printf(key, " %d", *(const gint *)value);
}

/* A palette is made from the toned colors of those pixels that will not be transparent. Which these
 * are depends on the method only if alpha is dithered. The dot gain, a text, is taken out later. */
gchar *dither_request_palette_key(const DitherRequest *request, gboolean has_alpha)
{
    GString *key;
    errdiff_option_info option;

    if (has_alpha && request->alpha == ERRDIFF_ALPHA_DITHER)
        return NULL;
    key = g_string_new(request->settings->palette);
    g_string_append_printf(key, " %d %d %d %d", request->palette.count, request->alpha,
                           request->dot, request->output == OUTPUT_NEW_INDEXED_IMAGE);
    if (request->options.refine >= ERRDIFF_PALETTE_PASSES)
        g_string_append_printf(key, " %a", request->options.viewing);
    for (gint i = 0; errdiff_option_get(i, &option) == ERRDIFF_OK; i++)
        if (option.group == ERRDIFF_GROUP_TONE && option.type != ERRDIFF_OPTION_TEXT)
            append_value(key, request, &option);
    return g_string_free(key, FALSE);
}

/* It depends on the values that are dithered, and on which pixels will not be transparent. For
 * levels the values may be others in linear light. */
gchar *dither_request_range_key(const DitherRequest *request, gboolean has_alpha)
{
    const errdiff_options *options = &request->options;

    if (has_alpha && request->alpha == ERRDIFF_ALPHA_DITHER)
        return NULL;
    return g_strdup_printf("%d %d %d %d %d %d %d %a", request->palette.kind == PALETTE_NONE,
                           options->linear, request->alpha, request->dot,
                           request->output == OUTPUT_NEW_INDEXED_IMAGE, options->gray,
                           options->tone, options->stretch ? options->stretch_share : -1);
}

/* A short title of the palette: for a file its name, for a list of colors their number. */
static gchar *palette_title(const DitherRequest *request)
{
    const gchar *text = request->settings->palette;
    gint count = request->palette.kind == PALETTE_ADAPTIVE ? request->palette.count
                                                           : request->palette.colors.count;

    for (gint i = 0; i < errdiff_palette_count(); i++) {
        errdiff_palette_info info;

        errdiff_palette_get(i, &info);
        if (strcmp(info.name, text) == 0)
            return g_strdup(_(info.title));
    }
    if (*text == '#' || request->palette.kind == PALETTE_ADAPTIVE)
        return g_strdup_printf(g_dngettext(GETTEXT_PACKAGE, "%d color", "%d colors", (gulong)count),
                               count);
    if (g_str_has_prefix(text, "gimp:"))
        text += strlen("gimp:");
    return g_path_get_basename(text);
}

static gchar *levels_title(const gint levels[3], gint channels)
{
    if (channels == 1 || (levels[0] == levels[1] && levels[1] == levels[2]))
        return g_strdup_printf(
            g_dngettext(GETTEXT_PACKAGE, "%d level", "%d levels", (gulong)levels[0]), levels[0]);
    return g_strdup_printf(_("%d×%d×%d levels"), levels[0], levels[1], levels[2]);
}

/* A short title of the screen: for a file its name. NULL: none has an effect. */
static gchar *screen_title(const DitherRequest *request)
{
    const gchar *name = request->settings->screen;
    errdiff_screen_info screen;

    if (request->options.screen_amount == 0 || g_str_equal(name, "none"))
        return NULL;
    return errdiff_screen_find(name, &screen) == ERRDIFF_OK ? g_strdup(_(screen.title))
                                                            : g_path_get_basename(name);
}

/* The kernel and the screen, as far as they have an effect. */
static gchar *method_title(const DitherRequest *request)
{
    errdiff_kernel kernel;
    gchar *screen = screen_title(request), *title;

    if (screen != NULL && request->options.strength == 0)
        return screen;
    errdiff_kernel_parse(request->options.kernel, &kernel, NULL);
    title = screen != NULL ? g_strdup_printf("%s, %s", _(kernel.title), screen)
                           : g_strdup(_(kernel.title));
    g_free(screen);
    return title;
}

gchar *dither_request_describe(const DitherRequest *request)
{
    gchar *colors = request->palette.kind == PALETTE_NONE
                        ? levels_title(request->options.levels, request->channels)
                        : palette_title(request);
    gboolean is_sent = request->options.sent && request->palette.colors.has_sent;
    gchar *method = method_title(request), *description;

    description = g_strdup_printf(is_sent ? _("%s, %s, for the device") : "%s, %s", method, colors);
    g_free(method);
    g_free(colors);
    return description;
}
