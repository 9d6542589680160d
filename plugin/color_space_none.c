/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In place of color_space.c, if there is no lcms2: all values count as sRGB. */
#include "color_space.h"

ColorSpace *color_space_new(gconstpointer icc, gsize size, gint channels, gint bits)
{
    (void)icc;
    (void)size;
    (void)channels;
    (void)bits;
    return NULL;
}

/* There is no space, so the others are never called, or say so. */

void color_space_to_srgb(const ColorSpace *space, gconstpointer from, gpointer to, gsize count)
{
    (void)space;
    (void)from;
    (void)to;
    (void)count;
}

void color_space_from_srgb(const ColorSpace *space, const guint8 (*colors)[3], gint count,
                           guint16 (*values)[3])
{
    (void)space;
    (void)colors;
    (void)count;
    (void)values;
}

gboolean color_space_has_own_curve(const ColorSpace *space)
{
    (void)space;
    return FALSE;
}

void color_space_to_srgb_curve(const ColorSpace *space, gpointer values, gsize count)
{
    (void)space;
    (void)values;
    (void)count;
}

void color_space_from_srgb_curve(const ColorSpace *space, gpointer values, gsize count)
{
    (void)space;
    (void)values;
    (void)count;
}

void color_space_free(ColorSpace *space)
{
    (void)space;
}
