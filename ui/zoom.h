/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large the preview shows an image. Above 100 % an image pixel takes a whole number of screen
 * pixels. Below, a screen pixel covers a square of any width, in which an image pixel counts
 * according to the part of it that is covered. So no pixel counts more than another. */
#ifndef UI_ZOOM_H
#define UI_ZOOM_H

#include <glib.h>

/* The image is shown at enlarge / shrink of its size, a fraction in lowest terms. At 100 % and
 * above, shrink is 1. */
typedef struct {
    gint shrink, enlarge;
} Zoom;

/* The zooms among which the user chooses are 100 % · 2^step, and ZOOM_FIT: the whole image. */
enum { ZOOM_FIT = -6, ZOOM_MIN = -5, ZOOM_FULL = 0, ZOOM_MAX = 4 };

/* The zoom of a step, ZOOM_MIN..ZOOM_MAX. */
Zoom zoom_of_step(gint step);

/*
 * The largest zoom, up to that of ZOOM_MAX, at which an image is not larger than an area. It need
 * not be that of a step. Below 100 % it fills the area in one direction.
 */
Zoom zoom_to_fit(gint width, gint height, gint area_width, gint area_height);

/* The nearest step that is larger or smaller than a zoom; at the ends ZOOM_MAX or ZOOM_MIN. */
gint zoom_step_above(Zoom zoom);
gint zoom_step_below(Zoom zoom);

/* Screen pixels along a side of an image pixel: 1 is 100 %. */
gdouble zoom_scale(Zoom zoom);

/* Screen pixels that `length` image pixels take, the last one perhaps only in part. */
gint zoom_length(Zoom zoom, gint length);

/*
 * Below 100 %, the side of the square of the image whose mean a screen pixel shows, in units of
 * 1 / enlarge of an image pixel. Squares lie side by side, except above 2/3: there single dots
 * would show in one place and be averaged away in another, so that dithered areas get patterns that
 * they do not have. So the side is 2 image pixels there, which averages a checkerboard of dots
 * away everywhere, and squares overlap.
 */
gint zoom_side(Zoom zoom);

/* Image pixels that are seen, at least in part, in the first `length` screen pixels. */
gint zoom_pixels_touched(Zoom zoom, gint length);

/* The image pixel at which the screen pixel at `place` begins, and the screen pixel at which an
 * image pixel does. */
gint zoom_pixel_at(Zoom zoom, gint place);
gint zoom_place_of(Zoom zoom, gint pixel);

/* The title of a step or of ZOOM_FIT for the user, like "12.5 %"; the caller frees it. */
gchar *zoom_title(gint step);

/* The title of ZOOM_FIT with what it is now, like "Fit (63 %)"; the caller frees it. */
gchar *zoom_fit_title(Zoom zoom);

#endif
