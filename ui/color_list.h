/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Palettes as lists of colors: reading and writing them as text, adding, changing, removing and
 * sorting. */
#ifndef UI_COLOR_LIST_H
#define UI_COLOR_LIST_H

#include "errdiff.h"

#include <glib.h>

/* Reads hexadecimal colors with commas between them, with or without #. After a color may follow =
 * and the color that the device is sent for it. FALSE: the text is not such
 * a list, or it has more than ERRDIFF_MAX_COLORS colors; `colors` is then empty. */
gboolean color_list_read(errdiff_palette *colors, const gchar *text);

/* What is wrong with a text that color_list_read refuses, in words for the user; the caller frees
 * it. NULL: nothing, or the list is empty. */
gchar *color_list_complaint(const gchar *text);

/* The list as text, like "#000000,#ff8000" or, if the device is sent another color,
 * "#2b2b2b=#000000"; "" for an empty one. The caller frees it. */
gchar *color_list_write(const errdiff_palette *colors);

/* Whether both have the same colors, and the device is sent the same for them. */
gboolean color_list_is_same(const errdiff_palette *a, const errdiff_palette *b);

/* What the device is sent for a color. */
const guint8 *color_list_sent(const errdiff_palette *colors, gint number);

/* The index of a color, from 0; -1 if the list does not contain it. */
gint color_list_find(const errdiff_palette *colors, const guint8 color[3]);

/* Adds a color at the end, for which the device is sent `sent`. FALSE: the list contains it
 * already, or is full. */
gboolean color_list_add(errdiff_palette *colors, const guint8 color[3], const guint8 sent[3]);

/* Changes a color, and what the device is sent for it. */
void color_list_set(errdiff_palette *colors, gint number, const guint8 color[3],
                    const guint8 sent[3]);

void color_list_remove(errdiff_palette *colors, gint number);

/* Moves a color to another place; those between make room. */
void color_list_move(errdiff_palette *colors, gint from, gint to);

/* From dark to light. */
void color_list_sort_by_brightness(errdiff_palette *colors);

/* Grays first, from dark to light; then by hue, from red through green and blue back to red, and
 * within a hue from dark to light. */
void color_list_sort_by_hue(errdiff_palette *colors);

#endif
