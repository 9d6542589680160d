/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "copied_text.h"

#include "color_list.h"
#include "gimp_host.h"
#include "palette_choice.h"
#include "plugin.h"
#include "settings/settings_copy.h"

/* The command does not know GIMP's palettes, so their colors are listed. */
static gchar *as_command(const DitherSettings *settings)
{
    PaletteChoice choice;
    gchar *message = NULL, *colors = NULL, *line;

    if (palette_choice_read(&choice, settings->palette, &message) && choice.kind == PALETTE_COLORS)
        colors = color_list_write(&choice.colors);
    line = dither_settings_as_command(settings, colors);
    g_free(colors);
    g_free(message);
    return line;
}

gchar *copied_text(gpointer user, const DitherSettings *settings, CopyKind kind)
{
    (void)user;
    return kind == COPY_SCRIPT ? host_script(settings, PLUGIN_PROCEDURE) : as_command(settings);
}
