/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Defines and reads the arguments of the procedures in GIMP 2.10, and remembers those of the last
 * run. */
#include "arguments2.h"

#include "gimp_host.h"
#include "procedure.h"
#include "settings/settings_keys.h"

#include <string.h>

static const gchar data_group[] = "settings";

static GimpPDBArgType type_of(const errdiff_option_info *option)
{
    if (settings_option_is_text(option))
        return GIMP_PDB_STRING;
    return option->type == ERRDIFF_OPTION_REAL ? GIMP_PDB_FLOAT : GIMP_PDB_INT32;
}

gint arguments_define(const SettingsKind *kind, GimpParamDef definitions[MAX_ARGUMENTS], gint count)
{
    errdiff_option_info option;

    for (gint i = 0; count < MAX_ARGUMENTS && procedure_get_option(kind, i, &option); i++)
        definitions[count++] = (GimpParamDef){type_of(&option), (gchar *)option.name,
                                              procedure_describe_option(&option)};
    return count;
}

void arguments_read(const SettingsKind *kind, const GimpParam *params, gpointer settings)
{
    errdiff_option_info option;

    for (gint i = 0; procedure_get_option(kind, i, &option); i++) {
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

/* Settings of a procedure's last run, as GIMP keeps them. */
static gchar *stored_name(const gchar *procedure)
{
    return g_strconcat(procedure, "-settings", NULL);
}

void arguments_recall(const gchar *procedure, const SettingsKind *kind, gpointer settings)
{
    gchar *name = stored_name(procedure), *text = host_recall(name), *message = NULL;
    GKeyFile *file = g_key_file_new();

    if (text && *text != '\0' &&
        g_key_file_load_from_data(file, text, strlen(text), G_KEY_FILE_NONE, NULL))
        settings_keys_get(kind, settings, SETTINGS_ALL, file, data_group, &message);
    g_free(message);
    g_key_file_free(file);
    g_free(text);
    g_free(name);
}

void arguments_remember(const gchar *procedure, const SettingsKind *kind, gconstpointer settings)
{
    gchar *name = stored_name(procedure), *text;
    GKeyFile *file = g_key_file_new();

    settings_keys_set(kind, settings, SETTINGS_ALL, file, data_group);
    text = g_key_file_to_data(file, NULL, NULL);
    host_remember(name, text);
    g_free(text);
    g_key_file_free(file);
    g_free(name);
}
