/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "procedure_arguments.h"

#include "plugin.h"
#include "settings/settings_keys.h"

enum { MOST_ARGUMENTS = 64 };

static const gchar data_name[] = PLUGIN_PROCEDURE "-settings";
static const gchar data_group[] = "settings";

#define FIRST_ARGUMENTS                                                                     \
    {GIMP_PDB_INT32, "run-mode",                                                            \
     "RUN-INTERACTIVE (0), RUN-NONINTERACTIVE (1), RUN-WITH-LAST-VALS (2)"},                \
        {GIMP_PDB_IMAGE, "image", "The image"},                                             \
    {                                                                                       \
        GIMP_PDB_DRAWABLE, "drawable", "What to dither: a layer, a layer mask or a channel" \
    }

/* Copies the option of an argument; index 0 is the first argument that is an option. The number of
 * threads is not an argument; only the dialog sets it. */
static gboolean get_option(gint index, errdiff_option_info *option)
{
    for (gint i = 0; dither_option_get(i, option); i++)
        if (!g_str_equal(option->name, "threads") && index-- == 0)
            return TRUE;
    return FALSE;
}

/* GIMP shows descriptions in English, for all plug-ins. */
static gchar *describe(const errdiff_option_info *option)
{
    errdiff_message values;

    errdiff_option_values(option, &values);
    if (option->type == ERRDIFF_OPTION_PALETTE)
        return g_strdup_printf("%s (also one of GIMP's palettes; adaptive:N:rrggbb,... includes "
                               "certain colors)",
                               option->explanation);
    return *values.text == '\0' ? g_strdup(option->explanation)
                                : g_strdup_printf("%s (%s)", option->explanation, values.text);
}

const GimpParamDef *arguments_define(gint *count)
{
    static GimpParamDef definitions[MOST_ARGUMENTS] = {FIRST_ARGUMENTS};
    errdiff_option_info option;

    *count = ARGUMENT_FIRST_OWN;
    for (gint i = 0; *count < MOST_ARGUMENTS && get_option(i, &option); i++)
        definitions[(*count)++] =
            (GimpParamDef){dither_option_is_text(&option) ? GIMP_PDB_STRING : GIMP_PDB_INT32,
                           (gchar *)option.name, describe(&option)};
    return definitions;
}

const GimpParamDef *arguments_define_preset(gint *count)
{
    static const GimpParamDef definitions[] = {
        FIRST_ARGUMENTS,
        {GIMP_PDB_STRING, "preset",
         "The name of a preset: newspaper, or another that is built in, or one of the user's"},
    };

    *count = G_N_ELEMENTS(definitions);
    return definitions;
}

void arguments_read(const GimpParam *params, DitherSettings *settings)
{
    errdiff_option_info option;

    for (gint i = 0; get_option(i, &option); i++) {
        const GimpParamData *data = &params[ARGUMENT_FIRST_OWN + i].data;

        if (dither_option_is_text(&option)) {
            gchar **text = dither_settings_text(settings, &option);

            g_free(*text);
            *text = g_strdup(data->d_string ? data->d_string : "");
        } else {
            *dither_settings_number(settings, &option) = data->d_int32;
        }
    }
}

void arguments_recall(DitherSettings *settings)
{
    gint size = gimp_get_data_size(data_name);
    gchar *text = g_malloc0((gsize)size + 1);
    gchar *message = NULL;
    GKeyFile *file = g_key_file_new();

    if (size > 0 && gimp_get_data(data_name, text) &&
        g_key_file_load_from_data(file, text, (gsize)size, G_KEY_FILE_NONE, NULL))
        settings_keys_get(settings, SETTINGS_ALL, file, data_group, &message);
    g_free(message);
    g_key_file_free(file);
    g_free(text);
}

void arguments_remember(const DitherSettings *settings)
{
    GKeyFile *file = g_key_file_new();
    gsize size;
    gchar *text;

    settings_keys_set(settings, SETTINGS_ALL, file, data_group);
    text = g_key_file_to_data(file, &size, NULL);
    gimp_set_data(data_name, text, (gint)size);
    g_free(text);
    g_key_file_free(file);
}
