/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inks with which the colors of a result are printed, one plate each. */
#ifndef PLUGIN_INKS_H
#define PLUGIN_INKS_H

#include "errdiff.h"

#include <glib.h>

enum { MAX_INKS = 32 };

typedef struct {
    gint count;
    gint color[MAX_INKS];               /* of the palette: the ink alone on the paper */
    gint paper;                         /* the palette's lightest color, which no ink prints */
    guint32 plates[ERRDIFF_MAX_COLORS]; /* of each color: bit i is set if ink i prints it */
} Inks;

/*
 * Finds the inks of a palette. Its lightest color is the paper. A color is an overprint if its
 * reflectance is the product of those of two or three others, relative to the paper and within one
 * level of 255; it is then printed by the plates of these. Black is an ink of its own, because it is
 * the product of too many. Every other color is an ink, too. FALSE: there are more than MAX_INKS.
 */
gboolean inks_find(const errdiff_palette *palette, Inks *inks);

#endif
