/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Takes the place of gimp_palettes.c in the GEGL operation, which cannot read GIMP's palettes. */
#include "config.h"
#include "program_palettes.h"

#include <glib/gi18n-lib.h>

gboolean program_has_palette(const gchar *name)
{
    (void)name;
    return FALSE;
}

gboolean program_palette_read(errdiff_palette *colors, const gchar *name, gchar **message)
{
    (void)colors;
    *message = g_strdup_printf(_("palette: “%s” is not available here"), name);
    return FALSE;
}

const gchar *program_palettes_or_file(void)
{
    return _("%s; or a file");
}
