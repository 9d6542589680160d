/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the texts by which the user and scripts name a palette. */
#ifndef PLUGIN_PALETTE_CHOICE_H
#define PLUGIN_PALETTE_CHOICE_H

#include "errdiff.h"

#include <glib.h>

typedef enum {
    PALETTE_NONE,    /* levels */
    PALETTE_COLORS,  /* the palette is `colors` */
    PALETTE_ADAPTIVE /* the palette is made from the image, and must contain `colors` */
} PaletteKind;

typedef struct {
    PaletteKind kind;
    errdiff_palette colors;
    gint count; /* number of colors of PALETTE_ADAPTIVE */
} PaletteChoice;

/*
 * Reads a text:
 *
 *     ""                             levels
 *     "#000000,#ff8000"              these colors
 *     "#2b2b2b=#000000,#ffffff"      colors as they look, and after = what the device is sent
 *     "adaptive:16"                  16 colors made from the image
 *     "adaptive:16:ff0000,00ff00"    the same, including these two
 *     "game-boy"                     one of the core's palettes
 *     "Bears", "gimp:Bears"          one of GIMP's palettes; the prefix is needed if the core has
 *                                    one of the same name
 *     "/home/me/inks.gpl"            a palette file (.gpl, .hex, .act, .pal, .txt), of 1 MiB at
 *                                    most
 *     "/home/me/lospec.png"          an image with at most 256 colors
 *
 * Calls GIMP, so it must run in the main thread. FALSE: the text denotes no palette; *message,
 * which the caller frees, says why.
 */
gboolean palette_choice_read(PaletteChoice *choice, const gchar *text, gchar **message);

#endif
