/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "procedure_arguments.h"

#include "settings/settings_keys.h"

static const gchar data_group[] = "settings";

/* Copies the option of an argument; index 0 is the first argument that is an option. */
static gboolean get_option(const SettingsKind *kind, gint index, errdiff_option_info *option)
{
    for (gint i = 0; kind->get_option(i, option); i++)
        if (settings_option_is_argument(option) && index-- == 0)
            return TRUE;
    return FALSE;
}

static GimpPDBArgType type_of(const errdiff_option_info *option)
{
    if (settings_option_is_text(option))
        return GIMP_PDB_STRING;
    return option->type == ERRDIFF_OPTION_REAL ? GIMP_PDB_FLOAT : GIMP_PDB_INT32;
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

gint arguments_define(const SettingsKind *kind, GimpParamDef definitions[MAX_ARGUMENTS], gint count)
{
    errdiff_option_info option;

    for (gint i = 0; count < MAX_ARGUMENTS && get_option(kind, i, &option); i++)
        definitions[count++] =
            (GimpParamDef){type_of(&option), (gchar *)option.name, describe(&option)};
    return count;
}

void arguments_read(const SettingsKind *kind, const GimpParam *params, gpointer settings)
{
    errdiff_option_info option;

    for (gint i = 0; get_option(kind, i, &option); i++) {
        const GimpParamData *data = &params[i].data;

        if (settings_option_is_text(&option)) {
            gchar **text = settings_text(kind, settings, &option);

            g_free(*text);
            *text = g_strdup(data->d_string ? data->d_string : "");
        } else if (option.type == ERRDIFF_OPTION_REAL) {
            *settings_real(kind, settings, &option) = data->d_float;
        } else {
            *settings_number(kind, settings, &option) = data->d_int32;
        }
    }
}

/* The name of the parasite with the settings of a procedure's last run. GIMP stores it with its own
 * settings when it ends. */
static gchar *parasite_name(const gchar *procedure)
{
    return g_strconcat(procedure, "-settings", NULL);
}

void arguments_recall(const gchar *procedure, const SettingsKind *kind, gpointer settings)
{
    gchar *name = parasite_name(procedure);
    GimpParasite *parasite = gimp_get_parasite(name);
    gchar *message = NULL;
    GKeyFile *file = g_key_file_new();

    if (parasite && gimp_parasite_data_size(parasite) > 0 &&
        g_key_file_load_from_data(file, gimp_parasite_data(parasite),
                                  (gsize)gimp_parasite_data_size(parasite), G_KEY_FILE_NONE, NULL))
        settings_keys_get(kind, settings, SETTINGS_ALL, file, data_group, &message);
    g_free(message);
    g_key_file_free(file);
    if (parasite)
        gimp_parasite_free(parasite);
    g_free(name);
}

void arguments_remember(const gchar *procedure, const SettingsKind *kind, gconstpointer settings)
{
    gchar *name = parasite_name(procedure);
    GKeyFile *file = g_key_file_new();
    gsize size;
    gchar *text;
    GimpParasite *parasite;

    settings_keys_set(kind, settings, SETTINGS_ALL, file, data_group);
    text = g_key_file_to_data(file, &size, NULL);
    parasite = gimp_parasite_new(name, GIMP_PARASITE_PERSISTENT, (guint32)size, text);
    gimp_attach_parasite(parasite);
    gimp_parasite_free(parasite);
    g_free(text);
    g_key_file_free(file);
    g_free(name);
}
