/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the procedures of the plug-in, and prepares GEGL and the translations before one runs. */
#include "procedures.h"

#include "config.h"
#include "devices.h"
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

const Procedure *procedure_named(const gchar *name)
{
    gint i = 0;

    while (!g_str_equal(procedures[i]->name, name))
        i++;
    return procedures[i];
}

static const char *translate(const char *text)
{
    return gettext(text);
}

void procedures_begin(void)
{
    gchar *locale_folder = beside_program("locale");

    /* First, because the GEGL operation, which is loaded, looks for translations where it was
     * installed. */
    gegl_init(NULL, NULL);
    /* Pixels go to and from GIMP once, a band at a time. A larger cache would only hold a copy. */
    g_object_set(gegl_config(), "tile-cache-size", (guint64)TILE_CACHE_BYTES, NULL);
    bindtextdomain(GETTEXT_PACKAGE, locale_folder);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    errdiff_set_translation(translate);
    devices_set_translation(translate);
    g_free(locale_folder);
}
