/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists and describes the arguments of the procedures, and finds files that are installed beside
 * the plug-in. */
#include "procedure.h"

gboolean procedure_get_option(const SettingsKind *kind, gint index, errdiff_option_info *option)
{
    for (gint i = 0; kind->get_option(i, option); i++)
        if (settings_option_is_argument(option) && index-- == 0)
            return TRUE;
    return FALSE;
}

gchar *procedure_describe_option(const errdiff_option_info *option)
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

gchar *beside_program(const gchar *name)
{
    gchar *folder = g_path_get_dirname(gimp_get_progname());
    gchar *path = g_build_filename(folder, name, NULL);

    g_free(folder);
    return path;
}
