/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes as lists that are read, written and changed a color at a time. */
#ifndef UI_COLOR_LIST_H
#define UI_COLOR_LIST_H

#include "errdiff.h"

#include <glib.h>

/* Reads hexadecimal colors with commas between them, with or without #. FALSE: they are none, or
 * too many, and `colors` is empty. */
gboolean color_list_read(errdiff_palette *colors, const gchar *text);

/* "#000000,#ff8000"; "" of none. The caller frees it. */
gchar *color_list_write(const errdiff_palette *colors);

/* The number of a color, 0 the first; -1 where it is not there. */
gint color_list_find(const errdiff_palette *colors, const guint8 color[3]);

/* Adds a color at the end. FALSE: it is there already, or there is no room. */
gboolean color_list_add(errdiff_palette *colors, const guint8 color[3]);

void color_list_remove(errdiff_palette *colors, gint number);

/* From dark to light. */
void color_list_sort_by_brightness(errdiff_palette *colors);

/* Grays first, from dark to light; then from red over green and blue to red again. */
void color_list_sort_by_hue(errdiff_palette *colors);

#endif
