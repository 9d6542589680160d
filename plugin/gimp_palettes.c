/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "program_palettes.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>
#include <string.h>

/* Appends an entry as a line of a palette file. */
static void append_entry(GString *text, const gchar *palette, gint number, const GimpRGB *color)
{
    gchar *name = NULL;
    guchar red, green, blue;

    gimp_rgb_get_uchar(color, &red, &green, &blue);
    gimp_palette_entry_get_name(palette, number, &name);
    if (name)
        g_strdelimit(name, "\r\n", ' ');
    g_string_append_printf(text, "\n%d %d %d %s", red, green, blue, name ? name : "");
    g_free(name);
}

gboolean program_palette_read(errdiff_palette *colors, const gchar *name, gchar **message)
{
    gint count;
    GimpRGB *entries = gimp_palette_get_colors(name, &count);
    GString *text;
    errdiff_message reason;
    errdiff_status status;

    if (!entries || count < 1 || count > ERRDIFF_MAX_COLORS) {
        *message = g_strdup_printf(_("palette: “%s” has %d colors; 1 to %d are possible"), name,
                                   count, ERRDIFF_MAX_COLORS);
        g_free(entries);
        return FALSE;
    }
    /* The names of entries may say what a device is sent, as in a file. */
    text = g_string_new("GIMP Palette");
    for (gint i = 0; i < count; i++)
        append_entry(text, name, i, &entries[i]);
    status = errdiff_palette_parse(text->str, text->len, colors, &reason);
    g_string_free(text, TRUE);
    g_free(entries);
    if (status != ERRDIFF_OK)
        *message = g_strdup_printf("%s: %s", name, reason.text);
    return status == ERRDIFF_OK;
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
