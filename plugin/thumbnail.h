/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Thumbnails of what settings make of an image, for the list of presets. The image is scaled
 * down first and then dithered, so that a thumbnail shows the pattern of its dots. A result that is
 * scaled down shows hardly more than mean colors.
 */
#ifndef PLUGIN_THUMBNAIL_H
#define PLUGIN_THUMBNAIL_H

#include "drawable_pixels.h"
#include "request.h"
#include "zoom.h"

/* An image that is scaled down; all members are 0 at first. */
typedef struct {
    Zoom zoom;             /* shrink is 0: `pixels` are not made yet */
    DrawablePixels pixels; /* 8 bits, sRGB, partly transparent pixels over a checkerboard; those
                            * that are fully transparent are not selected */
} SmallImage;

/*
 * Scales complete pixels, as screen_pixels_read does; nothing is done if `small` has them at this
 * size already. The zoom is at most 100 %. The selection does not count. Stops soon after
 * *cancelled is no longer 0. FALSE: it was cancelled, or there is not enough memory. In either case
 * the caller calls small_image_clear.
 */
gboolean small_image_make(SmallImage *small, const DrawablePixels *pixels, Zoom zoom,
                          const gint *cancelled);

/* A request for thumbnails with these settings, which always are new layers and use one thread.
 * Must be called in the main thread. NULL: the settings are not possible. */
DitherRequest *thumbnail_request(const DitherSettings *settings, gint channels, gdouble dpi);

/* Dithers a small image and writes 8-bit RGB, rows `stride` bytes apart. FALSE: it failed. */
gboolean thumbnail_write(const SmallImage *small, const DitherRequest *request, guchar *rgb,
                         gint stride);

/* Frees the memory of *small, but not *small itself. */
void small_image_clear(SmallImage *small);

#endif
