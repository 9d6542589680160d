/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The palette that a text names. */
#ifndef PLUGIN_PALETTE_CHOICE_H
#define PLUGIN_PALETTE_CHOICE_H

#include "errdiff.h"

#include <glib.h>

typedef enum {
    PALETTE_NONE,    /* levels */
    PALETTE_COLOURS, /* those of `colours` */
    PALETTE_ADAPTIVE /* to be made from the picture; those of `colours` are locked */
} PaletteKind;

typedef struct {
    PaletteKind kind;
    errdiff_palette colours;
    gint count; /* of PALETTE_ADAPTIVE */
} PaletteChoice;

/*
 * Reads a text:
 *
 *     ""                             levels
 *     "#000000,#ff8000"              these colours
 *     "adaptive:16"                  16 colours made from the picture
 *     "adaptive:16:ff0000,00ff00"    the same, with these among them
 *     "game-boy"                     a palette of the core's
 *     "Bears", "gimp:Bears"          a palette of GIMP's; the prefix tells it from one of the core's
 *     "/home/me/inks.gpl"            a file (.gpl, .hex, .act), of 1 MiB at most
 *
 * It asks GIMP, so it is for the main thread. FALSE: it names none; *message (to be freed) says so.
 */
gboolean palette_choice_read(PaletteChoice *choice, const gchar *text, gchar **message);

#endif
