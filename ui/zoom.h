/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes at which the preview shows a picture: 12.5 % to 1600 %, each twice the one before. So one
 * pixel of the screen has whole pixels of the picture, or one of the picture whole ones of the
 * screen. */
#ifndef UI_ZOOM_H
#define UI_ZOOM_H

#include <glib.h>

enum { ZOOM_MIN = -3, ZOOM_FULL = 0, ZOOM_MAX = 4 }; /* 100 % · 2^zoom */

/* Pixels of the picture along a side of one of the screen: 8..1, and 1 from 100 % upward. */
gint zoom_shrink(gint zoom);

/* Pixels of the screen along a side of one of the picture: 1..16, and 1 up to 100 %. */
gint zoom_enlarge(gint zoom);

/* Pixels of the screen that `length` pixels of the picture take. */
gint zoom_length(gint zoom, gint length);

/* As it is read: "12.5 %"; the caller frees it. */
gchar *zoom_title(gint zoom);

#endif
