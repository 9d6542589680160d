/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the colors of a result as they look to eyes that take the palette's lightest color for
 * white. */
#include "paper_white.h"

static gdouble light_of(guchar value)
{
    return errdiff_srgb_to_linear(value / 255.);
}

static void make_table(guchar white, guchar table[256])
{
    for (gint i = 0; i < 256; i++) {
        gdouble share = i >= white ? 1 : light_of((guchar)i) / light_of(white);

        table[i] = (guchar)(255 * errdiff_srgb_from_linear(share) + 0.5);
    }
}

void paper_white_apply(const errdiff_palette *palette, gint width, gint height, guchar *rgb,
                       gint stride)
{
    const guint8 *white = palette->colors[errdiff_palette_lightest(palette)];
    guchar tables[3][256];

    for (gint c = 0; c < 3; c++)
        make_table(white[c], tables[c]);
    for (gint y = 0; y < height; y++)
        for (gint i = 0; i < 3 * width; i++) {
            guchar *value = rgb + (gsize)y * (gsize)stride + i;

            *value = tables[i % 3][*value];
        }
}
