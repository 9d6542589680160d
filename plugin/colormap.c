/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the colors of a palette in the colormap of an indexed image. */
#include "colormap.h"

#include "color_space.h"
#include "host_images.h"

#include <string.h>

gboolean colormap_is_srgb(gint32 image_ID)
{
    GimpColorProfile *profile = image_get_profile(image_ID);
    ColorSpace *space = NULL;
    gboolean is;

    if (profile) {
        gsize size;
        const guint8 *icc = gimp_color_profile_get_icc_profile(profile, &size);

        space = color_space_new(icc, size, 3, 8);
        g_object_unref(profile);
    }
    is = space == NULL;
    color_space_free(space);
    return is;
}

/* Returns the number of the color; `count`: there is none. */
static gint number_of(guint8 (*colors)[3], gint count, const guint8 color[3])
{
    gint number = 0;

    while (number < count && memcmp(colors[number], color, 3) != 0)
        number++;
    return number;
}

gboolean colormap_find(gint32 image_ID, const errdiff_palette *written,
                       guint8 numbers[ERRDIFF_MAX_COLORS])
{
    guint8 colors[ERRDIFF_MAX_COLORS][3];
    gint count = image_get_colors(image_ID, colors);

    if (count == 0 || !colormap_is_srgb(image_ID))
        return FALSE;
    for (gint i = 0; i < written->count; i++) {
        gint number = number_of(colors, count, written->colors[i]);

        if (number == count)
            return FALSE;
        numbers[i] = (guint8)number;
    }
    return TRUE;
}

gboolean colormap_has(gint32 image_ID, const PaletteChoice *choice, gboolean sent)
{
    errdiff_palette written;
    guint8 numbers[ERRDIFF_MAX_COLORS];

    if (choice->kind != PALETTE_COLORS)
        return FALSE;
    errdiff_palette_written(&choice->colors, sent, &written);
    return colormap_find(image_ID, &written, numbers);
}

gboolean colormap_suits(gint32 image_ID, const DitherSettings *settings,
                        const PaletteChoice *choice)
{
    return *settings->resize == '\0' && colormap_has(image_ID, choice, settings->sent);
}
