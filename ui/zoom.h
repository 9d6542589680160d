/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The zooms of the preview: 12.5 % to 1600 %, each twice the one before. So a screen pixel covers a
 * whole number of picture pixels, or a picture pixel a whole number of screen pixels. */
#ifndef UI_ZOOM_H
#define UI_ZOOM_H

#include <glib.h>

enum { ZOOM_MIN = -3, ZOOM_FULL = 0, ZOOM_MAX = 4 }; /* 100 % · 2^zoom */

/* Picture pixels along a side of a screen pixel: 8, 4, 2, and 1 from 100 % upward. */
gint zoom_shrink(gint zoom);

/* Screen pixels along a side of a picture pixel: 1 up to 100 %, then 2, 4, 8, 16. */
gint zoom_enlarge(gint zoom);

/* Screen pixels that `length` picture pixels take. */
gint zoom_length(gint zoom, gint length);

/* The zoom as text for the user, like "12.5 %"; the caller frees it. */
gchar *zoom_title(gint zoom);

#endif
