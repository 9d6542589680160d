/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the colors of a palette in the colormap of an indexed image, whose layers can only have
 * these. */
#ifndef PLUGIN_COLORMAP_H
#define PLUGIN_COLORMAP_H

#include "errdiff.h"
#include "palette_choice.h"
#include "settings/settings.h"

/* Whether the colors of an image are sRGB, as those of palettes are. */
gboolean colormap_is_srgb(gint32 image_ID);

/*
 * Sets numbers[i] to the number in the image's colormap of color i of a palette, for all of them:
 * the first number of a color that is there twice.
 * FALSE: the colormap lacks a color, or the image is not indexed, or it has a color profile other
 * than sRGB, in which the palette's colors are other numbers.
 */
gboolean colormap_find(gint32 image_ID, const errdiff_palette *written,
                       guint8 numbers[ERRDIFF_MAX_COLORS]);

/* Whether colormap_find finds all colors that are written for this choice. `sent`: those that the
 * device is sent. Not for a palette that is yet to be made. */
gboolean colormap_has(gint32 image_ID, const PaletteChoice *choice, gboolean sent);

/* Whether the result of settings, whose palette the choice is, can have the image's colormap.
 * Resizing mixes colors, so it can then only be an image of its own. */
gboolean colormap_suits(gint32 image_ID, const DitherSettings *settings,
                        const PaletteChoice *choice);

#endif
