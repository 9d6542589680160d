/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives the plug-in access to GIMP 2.10's palettes, color selector, stored texts and error
 * messages. */
#include "gimp_host.h"

#include "settings/settings_copy.h"

const gchar *host_error(void)
{
    return gimp_get_pdb_error();
}

gchar *host_recall(const gchar *name)
{
    GimpParasite *parasite = gimp_get_parasite(name);
    gchar *text = NULL;

    if (parasite)
        text = g_strndup(gimp_parasite_data(parasite), (gsize)gimp_parasite_data_size(parasite));
    if (parasite)
        gimp_parasite_free(parasite);
    return text;
}

gchar *host_script(const DitherSettings *settings, const gchar *procedure)
{
    return dither_settings_as_script(settings, procedure);
}

/* ---- Palettes -------------------------------------------------------------------------------- */

gchar **host_palette_names(void)
{
    gint count;

    return gimp_palettes_get_list("", &count);
}

gchar *host_palette_current(void)
{
    return gimp_context_get_palette();
}

gint host_palette_count(const gchar *name)
{
    gint count = 0;

    return gimp_palette_get_info(name, &count) ? count : 0;
}

void host_palette_entry(const gchar *palette, gint number, guint8 color[3], gchar **title)
{
    GimpRGB rgb = {0};

    *title = NULL;
    gimp_palette_entry_get_color(palette, number, &rgb);
    gimp_rgb_get_uchar(&rgb, &color[0], &color[1], &color[2]);
    gimp_palette_entry_get_name(palette, number, title);
}

gchar *host_palette_new(const gchar *name)
{
    return gimp_palette_new(name);
}

gboolean host_palette_add(const gchar *palette, const gchar *title, const guint8 color[3])
{
    GimpRGB rgb;
    gint number;

    gimp_rgba_set_uchar(&rgb, color[0], color[1], color[2], 255);
    return gimp_palette_add_entry(palette, title, &rgb, &number);
}

/* ---- The color selector ---------------------------------------------------------------------- */

void host_selector_set(GimpColorSelection *selector, const guint8 color[3])
{
    GimpRGB rgb;

    gimp_rgba_set_uchar(&rgb, color[0], color[1], color[2], 255);
    gimp_color_selection_set_color(selector, &rgb);
    gimp_color_selection_set_old_color(selector, &rgb);
}

void host_selector_get(GimpColorSelection *selector, guint8 color[3])
{
    GimpRGB rgb;

    gimp_color_selection_get_color(selector, &rgb);
    gimp_rgb_get_uchar(&rgb, &color[0], &color[1], &color[2]);
}
