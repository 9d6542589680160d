/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_COLOR_COUNT_H
#define PLUGIN_COLOR_COUNT_H

#include "dithering.h"

/* Adds, for each color of the palette of a result, the number of pixels in some rows that were
 * dithered to it. The result must have a palette. */
void color_count(const DitherResult *result, gint first_row, gint rows,
                 guint64 counts[ERRDIFF_MAX_COLORS]);

#endif
