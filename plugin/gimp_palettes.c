/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program_palettes.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>
#include <string.h>

gboolean program_palette_read(errdiff_palette *colours, const gchar *name, gchar **message)
{
    gint count;
    GimpRGB *entries = gimp_palette_get_colors(name, &count);

    if (!entries || count < 1 || count > ERRDIFF_MAX_COLOURS) {
        *message = g_strdup_printf(_("palette: “%s” has %d colors; 1 to %d are possible"), name,
                                   count, ERRDIFF_MAX_COLOURS);
        g_free(entries);
        return FALSE;
    }
    colours->count = count;
    for (gint i = 0; i < count; i++)
        gimp_rgb_get_uchar(&entries[i], &colours->colours[i][0], &colours->colours[i][1],
                           &colours->colours[i][2]);
    g_free(entries);
    return TRUE;
}

gboolean program_has_palette(const gchar *name)
{
    gint count;
    gchar **names = gimp_palettes_get_list("", &count);
    gboolean found = FALSE;

    for (gint i = 0; i < count; i++)
        found |= strcmp(names[i], name) == 0;
    g_strfreev(names);
    return found;
}

const gchar *program_palettes_or_file(void)
{
    return _("%s; or the name of a GIMP palette; or a file");
}
