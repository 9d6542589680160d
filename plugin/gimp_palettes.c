/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds GIMP's palettes by name, and reads their colors. */
#include "program_palettes.h"

#include "gimp_host.h"

#include <glib/gi18n.h>

/* Appends an entry as a line of a palette file. */
static void append_entry(GString *text, const gchar *palette, gint number)
{
    gchar *name;
    guint8 color[3];

    host_palette_entry(palette, number, color, &name);
    if (name)
        g_strdelimit(name, "\r\n", ' ');
    g_string_append_printf(text, "\n%d %d %d %s", color[0], color[1], color[2], name ? name : "");
    g_free(name);
}

gboolean program_palette_read(errdiff_palette *colors, const gchar *name, gchar **message)
{
    gint count = host_palette_count(name);
    GString *text;
    errdiff_message reason;
    errdiff_status status;

    if (count < 1 || count > ERRDIFF_MAX_COLORS) {
        *message = g_strdup_printf(_("palette: “%s” has %d colors; 1 to %d are possible"), name,
                                   count, ERRDIFF_MAX_COLORS);
        return FALSE;
    }
    /* The names of entries may say what a device is sent, as in a file. */
    text = g_string_new("GIMP Palette");
    for (gint i = 0; i < count; i++)
        append_entry(text, name, i);
    status = errdiff_palette_parse(text->str, text->len, colors, &reason);
    g_string_free(text, TRUE);
    if (status != ERRDIFF_OK)
        *message = g_strdup_printf("%s: %s", name, reason.text);
    return status == ERRDIFF_OK;
}

gboolean program_has_palette(const gchar *name)
{
    gchar **names = host_palette_names();
    gboolean found = g_strv_contains((const gchar *const *)names, name);

    g_strfreev(names);
    return found;
}

const gchar *program_palettes_or_file(void)
{
    return _("%s; or the name of a GIMP palette; or a file");
}
