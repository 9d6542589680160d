/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A drawable's pixels, pulled out of GIMP, or a buffer's out of GEGL, as display values for the core
 * to work on. These are all that is kept in memory. What the drawable's own bytes are needed for is
 * done a band of rows at a time.
 */
#ifndef PLUGIN_DRAWABLE_PIXELS_H
#define PLUGIN_DRAWABLE_PIXELS_H

#include "encoding.h"
#include "errdiff.h"

#include <gegl.h>

typedef struct {
    gint32 drawable_ID; /* -1: they are a buffer's */
    const Babl *format;
    Encoding encoding;
    gint width, height;
    GeglRectangle selected; /* the selection's bounds within the drawable */
    guchar *selected_mask;  /* one byte a pixel, 0 where it is not selected; NULL where all are */
    gpointer display;       /* display values of all pixels, as encoding_to_display makes them */
    gpointer alpha;         /* those of alpha, of as many bits; NULL where there is none */
} DrawablePixels;

/* FALSE: a drawable of this kind cannot be dithered; *message (to be freed) says why. */
gboolean drawable_pixels_are_supported(gint32 drawable_ID, gchar **message);

/* Reads all pixels of a supported drawable. NULL: nothing is selected, or memory is short; *message
 * (to be freed) says why. */
DrawablePixels *drawable_pixels_read(gint32 drawable_ID, gchar **message);

/*
 * Reads the pixels of a buffer, those of `extent`, as pixels->format and pixels->encoding say, which
 * are set already; its size becomes theirs, and no selection is made. FALSE: memory is short. For any
 * thread, and without GIMP.
 */
gboolean drawable_pixels_read_buffer(DrawablePixels *pixels, GeglBuffer *buffer,
                                     const GeglRectangle *extent);

/* How many rows make a band: as many as fit into some megabytes, and whole tiles of GIMP's. */
gint drawable_pixels_band_rows(gint width, gsize pixel_size);

void drawable_pixels_free(DrawablePixels *pixels);

/* The display values as a picture of the core's, without a mask, and those of alpha; they stay
 * those of `pixels`. */
errdiff_image drawable_pixels_image(const DrawablePixels *pixels);
errdiff_image drawable_pixels_alpha(const DrawablePixels *pixels);

#endif
