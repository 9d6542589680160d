/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Settings as scripts give them, lines like "palette=#000000,#ffffff": what they ask for, with the
 * texts of palettes; and the copies of them as a call for Script-Fu and as a command. */
#include "dither_arguments.h"
#include "fuzz.h"
#include "request.h"
#include "settings/settings_copy.h"
#include "settings/settings_keys.h"

#include <string.h>

static const gchar group[] = "settings", start[] = "[settings]\n";

/* NULL: they are not understood. */
static DitherSettings *read_settings(const uint8_t *data, size_t size)
{
    GKeyFile *file = g_key_file_new();
    gchar *text = g_strdup_printf("%s%.*s", start, (int)size, (const char *)data);
    DitherSettings *settings = dither_settings_new();
    gchar *message = NULL;
    gboolean is_read = g_utf8_validate(text, -1, NULL) &&
                       g_key_file_load_from_data(file, text, strlen(text), G_KEY_FILE_NONE, NULL);

    if (is_read) {
        is_read =
            settings_keys_get(&dither_settings_kind, settings, SETTINGS_ALL, file, group, &message);
        REQUIRE(is_read == (message == NULL));
    }
    if (!is_read)
        g_clear_pointer(&settings, dither_settings_free);
    g_free(message);
    g_free(text);
    g_key_file_free(file);
    return settings;
}

/* ---- Script-Fu ------------------------------------------------------------------------------- */

/* Reads a string in quotes, as Script-Fu does, and returns what follows it. */
static const gchar *read_literal(const gchar *at, GString *text)
{
    REQUIRE(*at == '"');
    for (at++; *at != '"'; at++) {
        REQUIRE(*at != '\0');
        gboolean is_escaped = *at == '\\';

        if (is_escaped)
            at++;
        g_string_append_c(text, is_escaped && *at == 'n' ? '\n' : *at);
    }
    return at + 1;
}

static const gchar *read_string(const gchar *at, GString *text)
{
    static const gchar join[] = "(string-append ";

    if (!g_str_has_prefix(at, join))
        return read_literal(at, text);
    for (at += strlen(join) - 1; *at == ' ';)
        at = read_literal(at + 1, text);
    REQUIRE(*at == ')');
    return at + 1;
}

/* Reads an argument into the settings, and returns what follows it. */
static const gchar *read_argument(const gchar *at, DitherSettings *settings,
                                  const errdiff_option_info *option)
{
    const SettingsKind *kind = &dither_settings_kind;
    gchar *end = NULL;

    REQUIRE(*at++ == ' ');
    if (settings_option_is_text(option)) {
        GString *text = g_string_new(NULL);

        at = read_string(at, text);
        settings_replace_text(settings_text(kind, settings, option), g_string_free(text, FALSE));
        return at;
    }
    if (option->type == ERRDIFF_OPTION_REAL)
        *settings_real(kind, settings, option) = g_ascii_strtod(at, &end);
    else if (option->type != ERRDIFF_OPTION_SWITCH || option->min < 0)
        *settings_number(kind, settings, option) = (gint)g_ascii_strtoll(at, &end, 10);
    else
        *settings_number(kind, settings, option) = g_str_has_prefix(at, "TRUE");
    return end != NULL ? end : strpbrk(at, " )");
}

static void require_that_a_script_repeats(const DitherSettings *settings)
{
    DitherSettings *again = dither_settings_new();
    gchar *script = dither_settings_as_script(settings, "procedure");
    const gchar *at = script + strlen("(procedure RUN-NONINTERACTIVE image drawable");
    errdiff_option_info option;

    for (gint i = 0; dither_settings_kind.get_option(i, &option); i++)
        if (settings_option_is_argument(&option)) {
            at = read_argument(at, again, &option);
            REQUIRE(settings_option_is_same(&dither_settings_kind, settings, again, &option));
        }
    REQUIRE(strcmp(at, ")") == 0);
    g_free(script);
    script = dither_settings_as_named_script(settings, "procedure");
    REQUIRE(g_utf8_validate(script, -1, NULL));
    g_free(script);
    dither_settings_free(again);
}

/* ---- The command ----------------------------------------------------------------------------- */

/* Of a palette whose colors the copied command may have. */
static gint color_count(const DitherRequest *request)
{
    if (request->palette.kind == PALETTE_ADAPTIVE)
        return request->palette.count;
    return *request->settings->palette == '#' ? request->palette.colors.count : 0;
}

/* The copied command does what the request does. */
static void require_that_a_command_repeats(const DitherRequest *request)
{
    gchar *line = dither_settings_as_command(request->settings, 3, "#000000,#ffffff");
    gchar **words = NULL;
    gint count = 0;
    gboolean is_indexed = request->output == OUTPUT_NEW_INDEXED_IMAGE;
    /* An indexed image cannot keep alpha. */
    errdiff_alpha alpha = is_indexed && request->alpha == ERRDIFF_ALPHA_KEEP
                              ? ERRDIFF_ALPHA_THRESHOLD
                              : request->alpha;
    struct arguments arguments;

    REQUIRE(g_shell_parse_argv(line, &count, &words, NULL));
    REQUIRE(arguments_read(&arguments, count, words) == ARGUMENTS_WORK);
    REQUIRE(arguments.dot == request->dot && arguments.alpha == alpha);
    REQUIRE(arguments.options.indexed == (is_indexed && color_count(request) < ERRDIFF_MAX_COLORS));
    REQUIRE(arguments.options.strength == request->options.strength);
    REQUIRE(arguments.options.seed == request->options.seed);
    REQUIRE(arguments.options.gamma == request->options.gamma);
    REQUIRE(strcmp(arguments.options.kernel, request->options.kernel) == 0);
    if (request->palette.kind == PALETTE_ADAPTIVE && (is_indexed || request->frames))
        REQUIRE(arguments.colors == request->palette.count);
    REQUIRE(arguments.shares_palette ==
            (request->frames && request->palette.kind == PALETTE_ADAPTIVE));
    g_strfreev(words);
    g_free(line);
}

static void read_request(const DitherSettings *settings)
{
    gchar *message = NULL, *description;
    DitherRequest *request = dither_request_new(settings, 3, 0, NULL, &message);

    REQUIRE((request == NULL) == (message != NULL));
    if (request != NULL) {
        REQUIRE(errdiff_options_check(&request->options, NULL) == ERRDIFF_OK);
        REQUIRE(request->dot >= 1 && request->dot <= ERRDIFF_MAX_DOT);
        REQUIRE(request->palette.kind != PALETTE_COLORS || request->palette.colors.count >= 1);
        description = dither_request_describe(request);
        REQUIRE(g_utf8_validate(description, -1, NULL));
        g_free(description);
        require_that_a_command_repeats(request);
    }
    dither_request_free(request);
    g_free(message);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    DitherSettings *settings = read_settings(data, size);

    if (settings != NULL) {
        require_that_a_script_repeats(settings);
        read_request(settings);
        dither_settings_free(settings);
    }
    return 0;
}
