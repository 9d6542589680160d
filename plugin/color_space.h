/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The color space of an image whose color profile is not sRGB. Palettes are sRGB, and so is the
 * screen of the preview; so pixels are converted to sRGB before they are matched with a palette or
 * shown, and the palette's colors are converted to the space before they are written. The
 * conversion is lcms2's, relative colorimetric with black point compensation, as in GIMP. The same
 * values always give the same values, which is not so with babl.
 */
#ifndef PLUGIN_COLOR_SPACE_H
#define PLUGIN_COLOR_SPACE_H

#include <glib.h>

typedef struct ColorSpace ColorSpace;

/*
 * The space of display values of 1 channel (gray) or 3 (red, green, blue) and 8 or 16 bits. `icc`
 * is the ICC profile that describes them, of `size` bytes. NULL: the profile is sRGB, under
 * whatever name, or damaged, or not for that many channels; or this was built without lcms2. Values
 * then count as sRGB. Free it with color_space_free.
 */
ColorSpace *color_space_new(gconstpointer icc, gsize size, gint channels, gint bits);

/* Converts `count` pixels to sRGB in as many bits; gray ones to gray with sRGB's curve. `from` and
 * `to` are the same or do not overlap. May run in several threads. */
void color_space_to_srgb(const ColorSpace *space, gconstpointer from, gpointer to, gsize count);

/* Converts `count` sRGB colors to display values of the space, of its bits; gray is taken from red.
 * Colors that the space does not have become the nearest that it has. */
void color_space_from_srgb(const ColorSpace *space, const guint8 (*colors)[3], gint count,
                           guint16 (*values)[3]);

/*
 * For levels in linear light: whether the curve of the space is known and not that of sRGB. If so,
 * the next two functions convert the values of each channel, in place, to those that mean the same
 * light with the curve of sRGB, and back. White and black stay what they are. NULL is allowed.
 */
gboolean color_space_has_own_curve(const ColorSpace *space);
void color_space_to_srgb_curve(const ColorSpace *space, gpointer values, gsize count);
void color_space_from_srgb_curve(const ColorSpace *space, gpointer values, gsize count);

/* NULL is allowed. */
void color_space_free(ColorSpace *space);

#endif
