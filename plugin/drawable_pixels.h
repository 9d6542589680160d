/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pixels of a GIMP drawable or a GEGL buffer, read as display values for the core to work on.
 * Only the display values are kept in memory; work that needs the drawable's own bytes is done in
 * bands of rows.
 */
#ifndef PLUGIN_DRAWABLE_PIXELS_H
#define PLUGIN_DRAWABLE_PIXELS_H

#include "encoding.h"
#include "errdiff.h"

#include <gegl.h>

typedef struct {
    gint32 drawable_ID; /* -1: the pixels are from a buffer */
    const Babl *format;
    Encoding encoding;
    gint width, height;
    GeglRectangle selected; /* the selection's bounds within the drawable */
    guchar *selected_mask;  /* one byte a pixel, 0: not selected; NULL: all pixels are selected */
    gpointer display;       /* display values of all pixels, as encoding_to_display makes them */
    gpointer alpha;         /* alpha of all pixels, with as many bits; NULL: there is no alpha */
} DrawablePixels;

/* FALSE: a drawable of this kind cannot be dithered; *message, which the caller frees, says why. */
gboolean drawable_pixels_are_supported(gint32 drawable_ID, gchar **message);

/* Reads all pixels of a supported drawable. NULL: nothing is selected, or there is not enough
 * memory; *message, which the caller frees, says which. */
DrawablePixels *drawable_pixels_read(gint32 drawable_ID, gchar **message);

/*
 * Whether a drawable still has the pixels and the selection that were read from it, as far as they
 * decide the display values, alpha, and the mask. Reads the drawable again, in bands of rows. FALSE
 * also if there is not enough memory for that.
 */
gboolean drawable_pixels_are_current(const DrawablePixels *pixels);

/*
 * Reads the pixels of `extent` from a buffer, in pixels->format and pixels->encoding, which the
 * caller has set. Sets the size, and no selection. FALSE: there is not enough memory. Does not call
 * GIMP, and may run in any thread.
 */
gboolean drawable_pixels_read_buffer(DrawablePixels *pixels, GeglBuffer *buffer,
                                     const GeglRectangle *extent);

/* Whether the buffer still has, from its first row and column on, the pixels that were read from
 * it. FALSE also if there is not enough memory for a band of rows. */
gboolean drawable_pixels_equal_buffer(const DrawablePixels *pixels, GeglBuffer *buffer);

/* The number of rows of a band: as many as fit into a few megabytes, and a multiple of GIMP's tile
 * height. */
gint drawable_pixels_band_rows(gint width, gsize pixel_size);

void drawable_pixels_free(DrawablePixels *pixels);

/* The display values, and those of alpha, as images for the core, without a mask. The data still
 * belong to `pixels`. */
errdiff_image drawable_pixels_image(const DrawablePixels *pixels);
errdiff_image drawable_pixels_alpha(const DrawablePixels *pixels);

#endif
