/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "procedure.h"

#include "config.h"
#include "dither_procedure.h"
#ifdef HAVE_HOLOGRAM
#include "hologram_procedure.h"
#endif

#include <gegl.h>
#include <libintl.h>

enum { TILE_CACHE_BYTES = 16 << 20 };

const Procedure *const procedures[] = {
    &dither_procedure,
    &preset_procedure,
#ifdef HAVE_HOLOGRAM
    &hologram_procedure,
#endif
    NULL,
};

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

static const char *translate(const char *text)
{
    return gettext(text);
}

void procedure_begin(void)
{
    gchar *locale_folder = beside_program("locale");

    bindtextdomain(GETTEXT_PACKAGE, locale_folder);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    errdiff_set_translation(translate);
    g_free(locale_folder);
    gegl_init(NULL, NULL);
    /* Pixels go to and from GIMP once, a band at a time. A larger cache would only hold a copy. */
    g_object_set(gegl_config(), "tile-cache-size", (guint64)TILE_CACHE_BYTES, NULL);
}

gchar *beside_program(const gchar *name)
{
    gchar *folder = g_path_get_dirname(gimp_get_progname());
    gchar *path = g_build_filename(folder, name, NULL);

    g_free(folder);
    return path;
}
