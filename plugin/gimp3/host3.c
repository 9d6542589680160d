/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives the plug-in access to GIMP 3's palettes, color selector, stored texts and error
 * messages. */
#include "gimp_host.h"

#include "settings/settings_copy.h"

#include <string.h>

const gchar *host_error(void)
{
    return gimp_pdb_get_last_error(gimp_get_pdb());
}

gchar *host_recall(const gchar *name)
{
    GimpParasite *parasite = gimp_get_parasite(name);
    gchar *text = NULL;
    gconstpointer data;
    guint32 size;

    if (!parasite)
        return NULL;
    data = gimp_parasite_get_data(parasite, &size);
    text = g_strndup(data, size);
    gimp_parasite_free(parasite);
    return text;
}

gchar *host_script(const DitherSettings *settings, const gchar *procedure)
{
    return dither_settings_as_named_script(settings, procedure);
}

/* ---- Colors ---------------------------------------------------------------------------------- */

static GeglColor *color_new(const guint8 color[3])
{
    GeglColor *made = gegl_color_new(NULL);

    gegl_color_set_pixel(made, babl_format("R'G'B' u8"), color);
    return made;
}

static void color_get(GeglColor *from, guint8 color[3])
{
    gegl_color_get_pixel(from, babl_format("R'G'B' u8"), color);
}

/* ---- Palettes -------------------------------------------------------------------------------- */

gchar **host_palette_names(void)
{
    GimpPalette **palettes = gimp_palettes_get_list("");
    GPtrArray *names = g_ptr_array_new();

    for (gint i = 0; palettes && palettes[i]; i++)
        g_ptr_array_add(names, gimp_resource_get_name(GIMP_RESOURCE(palettes[i])));
    g_ptr_array_add(names, NULL);
    g_free(palettes);
    return (gchar **)g_ptr_array_free(names, FALSE);
}

gchar *host_palette_current(void)
{
    GimpPalette *palette = gimp_context_get_palette();

    return palette ? gimp_resource_get_name(GIMP_RESOURCE(palette)) : NULL;
}

gint host_palette_count(const gchar *name)
{
    GimpPalette *palette = gimp_palette_get_by_name(name);

    return palette ? gimp_palette_get_color_count(palette) : 0;
}

void host_palette_entry(const gchar *name, gint number, guint8 color[3], gchar **title)
{
    GimpPalette *palette = gimp_palette_get_by_name(name);
    GeglColor *found = gimp_palette_get_entry_color(palette, number);

    memset(color, 0, 3);
    *title = NULL;
    if (found)
        color_get(found, color);
    g_clear_object(&found);
    gimp_palette_get_entry_name(palette, number, title);
}

gchar *host_palette_new(const gchar *name)
{
    GimpPalette *palette = gimp_palette_new(name);

    return palette ? gimp_resource_get_name(GIMP_RESOURCE(palette)) : NULL;
}

gboolean host_palette_add(const gchar *palette, const gchar *title, const guint8 color[3])
{
    GeglColor *added = color_new(color);
    gint number;
    gboolean is_added =
        gimp_palette_add_entry(gimp_palette_get_by_name(palette), title, added, &number);

    g_object_unref(added);
    return is_added;
}

/* ---- The color selector ---------------------------------------------------------------------- */

void host_selector_set(GimpColorSelection *selector, const guint8 color[3])
{
    GeglColor *set = color_new(color);

    gimp_color_selection_set_color(selector, set);
    gimp_color_selection_set_old_color(selector, set);
    g_object_unref(set);
}

void host_selector_get(GimpColorSelection *selector, guint8 color[3])
{
    GeglColor *found = gimp_color_selection_get_color(selector);

    color_get(found, color);
    g_object_unref(found);
}
