/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes settings as a Script-Fu call or as a command line of errdiff. */
#include "settings_copy.h"

#include <string.h>

/* A real number with as few digits as give the same number again. */
static void append_real(GString *to, gdouble number)
{
    gchar digits[G_ASCII_DTOSTR_BUF_SIZE];
    gint precision = 6;
    gchar format[8];

    do {
        g_snprintf(format, sizeof format, "%%.%dg", precision++);
        g_ascii_formatd(digits, sizeof digits, format, number);
    } while (precision <= 17 && g_ascii_strtod(digits, NULL) != number);
    g_string_append(to, digits);
}

static void append_number(GString *to, const DitherSettings *settings,
                          const errdiff_option_info *option)
{
    if (option->type == ERRDIFF_OPTION_REAL)
        append_real(to, *settings_real(&dither_settings_kind, settings, option));
    else if (option->type == ERRDIFF_OPTION_SEED)
        g_string_append_printf(to, "%u",
                               (guint)*settings_number(&dither_settings_kind, settings, option));
    else
        g_string_append_printf(to, "%d", *settings_number(&dither_settings_kind, settings, option));
}

/* ---- Script-Fu ------------------------------------------------------------------------------- */

/* Script-Fu cannot read strings of more than about 1000 bytes. */
enum { MAX_LITERAL_BYTES = 500 };

static void append_literal(GString *to, const gchar *text, gsize size)
{
    g_string_append_c(to, '"');
    for (gsize i = 0; i < size; i++)
        if (text[i] == '\n')
            g_string_append(to, "\\n");
        else if (text[i] == '"' || text[i] == '\\')
            g_string_append_printf(to, "\\%c", text[i]);
        else
            g_string_append_c(to, text[i]);
    g_string_append_c(to, '"');
}

/* A text as a string or, if it is long, as several that are joined. */
static void append_string(GString *to, const gchar *text)
{
    gsize left = strlen(text);
    gboolean is_long = left > MAX_LITERAL_BYTES;

    if (is_long)
        g_string_append(to, "(string-append ");
    while (left > MAX_LITERAL_BYTES) {
        /* Never between the bytes of a character. */
        const gchar *end = g_utf8_find_prev_char(text, text + MAX_LITERAL_BYTES);
        gsize size = (gsize)(end - text);

        append_literal(to, text, size);
        g_string_append_c(to, ' ');
        text = end;
        left -= size;
    }
    append_literal(to, text, left);
    if (is_long)
        g_string_append_c(to, ')');
}

/* Script-Fu reads a seed, like all whole numbers, with a sign. */
static void append_argument(GString *call, const DitherSettings *settings,
                            const errdiff_option_info *option)
{
    g_string_append_c(call, ' ');
    if (settings_option_is_text(option))
        append_string(call, *settings_text(&dither_settings_kind, settings, option));
    else if (option->type == ERRDIFF_OPTION_REAL)
        append_real(call, *settings_real(&dither_settings_kind, settings, option));
    else if (option->type == ERRDIFF_OPTION_SWITCH && option->min == 0)
        g_string_append(call, *settings_number(&dither_settings_kind, settings, option) ? "TRUE"
                                                                                        : "FALSE");
    else
        g_string_append_printf(call, "%d",
                               *settings_number(&dither_settings_kind, settings, option));
}

gchar *dither_settings_as_script(const DitherSettings *settings, const gchar *procedure)
{
    GString *call = g_string_new(NULL);
    errdiff_option_info option;

    g_string_append_printf(call, "(%s RUN-NONINTERACTIVE image drawable", procedure);
    for (gint i = 0; dither_settings_kind.get_option(i, &option); i++)
        if (settings_option_is_argument(&option))
            append_argument(call, settings, &option);
    g_string_append_c(call, ')');
    return g_string_free(call, FALSE);
}

gchar *dither_settings_as_named_script(const DitherSettings *settings, const gchar *procedure)
{
    DitherSettings *defaults = dither_settings_new();
    GString *call = g_string_new(NULL);
    errdiff_option_info option;

    g_string_append_printf(call,
                           "(%s #:run-mode RUN-NONINTERACTIVE #:image image"
                           " #:drawables (vector drawable)",
                           procedure);
    for (gint i = 0; dither_settings_kind.get_option(i, &option); i++)
        if (settings_option_is_argument(&option) &&
            !settings_option_is_same(&dither_settings_kind, settings, defaults, &option)) {
            g_string_append_printf(call, " #:%s", option.name);
            append_argument(call, settings, &option);
        }
    g_string_append_c(call, ')');
    dither_settings_free(defaults);
    return g_string_free(call, FALSE);
}

/* ---- The command ----------------------------------------------------------------------------- */

static void append_quoted(GString *line, const gchar *text)
{
    static const gchar safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "+,-./:@_";
    gboolean is_safe = *text != '\0' && strspn(text, safe) == strlen(text);
    gchar *quoted = is_safe ? g_strdup(text) : g_shell_quote(text);

    g_string_append_printf(line, " %s", quoted);
    g_free(quoted);
}

/* Whether a palette is made from the image. */
static gboolean is_adaptive(const gchar *palette)
{
    return g_str_has_prefix(palette, "adaptive:");
}

/* "adaptive:16:ff0000,00ff00". The command wants the number without a sign. */
static void append_adaptive(GString *line, const gchar *text)
{
    gchar **parts = g_strsplit(text, ":", 3);

    if (parts[1] != NULL)
        g_string_append_printf(line, " --colors %d", (gint)g_ascii_strtoll(parts[1], NULL, 10));
    if (parts[1] != NULL && parts[2] != NULL) {
        g_string_append(line, " --lock");
        append_quoted(line, parts[2]);
    }
    g_strfreev(parts);
}

static void append_palette(GString *line, const gchar *text, const gchar *colors)
{
    errdiff_palette found;
    errdiff_message message;
    gboolean is_known = *text == '#' || g_path_is_absolute(text) ||
                        errdiff_palette_find(text, &found, &message) == ERRDIFF_OK;

    if (is_adaptive(text)) {
        append_adaptive(line, text);
        return;
    }
    g_string_append(line, " --palette");
    append_quoted(line, is_known || colors == NULL ? text : colors);
}

/* Settings, and what they do not say of the palette. */
typedef struct {
    const DitherSettings *settings;
    const gchar *colors;   /* of the palette; NULL: they are not known */
    gboolean is_automatic; /* the palette is the one that a color image gets if none is chosen */
} Dithered;

static gboolean has_made_palette(const Dithered *dithered)
{
    return dithered->is_automatic || is_adaptive(dithered->settings->palette);
}

static gboolean becomes_indexed(const Dithered *dithered)
{
    return g_str_equal(dithered->settings->output, "new-indexed-image") &&
           (dithered->is_automatic || *dithered->settings->palette != '\0');
}

/* How many colors the palette has; 0: it is not known. */
static gint count_colors(const Dithered *dithered)
{
    const gchar *text = dithered->settings->palette;
    const gchar *list = *text == '#' ? text : dithered->colors;
    gchar *lines;
    errdiff_palette palette;
    gint count;

    if (is_adaptive(text))
        return (gint)g_ascii_strtoll(strchr(text, ':') + 1, NULL, 10);
    lines = g_strdelimit(g_strdup(list != NULL ? list : ""), ",", '\n');
    count = errdiff_palette_parse(lines, strlen(lines), &palette, NULL) == ERRDIFF_OK
                ? palette.count
                : 0;
    g_free(lines);
    return count;
}

/* Asks for an indexed image. In GIMP its pixels are opaque or transparent; without an option the
 * command would dither alpha. For transparent pixels the command needs one of the 256 colors; if
 * the palette has all of them it writes a PNG in true color, and an opaque one as an indexed
 * image. */
static void append_indexed(GString *line, const Dithered *dithered)
{
    if (count_colors(dithered) < ERRDIFF_MAX_COLORS)
        g_string_append(line, " --indexed");
    if (g_str_equal(dithered->settings->alpha, "keep")) {
        g_string_append(line, " --alpha");
        append_quoted(line, "threshold");
    }
}

static void append_option(GString *line, const Dithered *dithered,
                          const errdiff_option_info *option)
{
    const SettingsKind *kind = &dither_settings_kind;
    const DitherSettings *settings = dithered->settings;

    if (g_str_equal(option->name, "output")) {
        if (becomes_indexed(dithered))
            append_indexed(line, dithered);
    } else if (g_str_equal(option->name, "frames")) {
        /* All frames of a file are dithered. */
        if (has_made_palette(dithered))
            g_string_append(line, " --shared-palette");
    } else if (option->type == ERRDIFF_OPTION_PALETTE) {
        append_palette(line, settings->palette, dithered->colors);
    } else {
        gboolean is_switch = option->type == ERRDIFF_OPTION_SWITCH;
        gboolean is_off = is_switch && *settings_number(kind, settings, option) == 0;

        g_string_append_printf(line, " --%s%s", is_off ? "no-" : "", option->name);
        if (settings_option_is_text(option)) {
            append_quoted(line, *settings_text(kind, settings, option));
        } else if (!is_switch) {
            g_string_append_c(line, ' ');
            append_number(line, settings, option);
        }
    }
}

gchar *dither_settings_as_command(const DitherSettings *settings, gint channels,
                                  const gchar *colors)
{
    Dithered dithered = {settings, colors,
                         channels == 3 && dither_settings_have_automatic_colors(settings)};
    DitherSettings *defaults = dither_settings_new();
    GString *line = g_string_new("errdiff in.png out.png");
    errdiff_option_info option;

    /* These options need --colors. */
    if (dithered.is_automatic && (becomes_indexed(&dithered) || settings->frames))
        g_string_append_printf(line, " --colors %d", ERRDIFF_USUAL_COLORS);
    for (gint i = 0; dither_settings_kind.get_option(i, &option); i++)
        if (dither_settings_have_effect(settings, &option) &&
            !settings_option_is_same(&dither_settings_kind, settings, defaults, &option))
            append_option(line, &dithered, &option);
    dither_settings_free(defaults);
    return g_string_free(line, FALSE);
}
