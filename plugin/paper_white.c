/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the colors of a result as they look to eyes that take the palette's lightest color for
 * white. */
#include "paper_white.h"

static gdouble light_of(guchar value)
{
    return errdiff_srgb_to_linear(value / 255.);
}

static gdouble luminance_of(const guchar *color)
{
    return 0.2126 * light_of(color[0]) + 0.7152 * light_of(color[1]) + 0.0722 * light_of(color[2]);
}

static const guchar *lightest_of(const errdiff_palette *palette)
{
    const guchar *lightest = NULL;
    gdouble most = -1;

    for (gint i = 0; i < palette->count; i++) {
        gdouble luminance = luminance_of(palette->colors[i]);

        if (luminance > most) {
            most = luminance;
            lightest = palette->colors[i];
        }
    }
    return lightest;
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
    const guchar *white = lightest_of(palette);
    guchar tables[3][256];

    for (gint c = 0; c < 3; c++)
        make_table(white[c], tables[c]);
    for (gint y = 0; y < height; y++)
        for (gint i = 0; i < 3 * width; i++) {
            guchar *value = rgb + (gsize)y * (gsize)stride + i;

            *value = tables[i % 3][*value];
        }
}
