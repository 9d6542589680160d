/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pixels of a GIMP drawable or a GEGL buffer, read as display values for the core to work on.
 * Only the display values are kept in memory; work that needs the drawable's own bytes is done in
 * bands of rows.
 */
#ifndef PLUGIN_DRAWABLE_PIXELS_H
#define PLUGIN_DRAWABLE_PIXELS_H

#include "color_space.h"
#include "drawable_copy.h"
#include "encoding.h"
#include "errdiff.h"

#include <gegl.h>

typedef struct {
    gint32 drawable_ID; /* -1: the pixels are from a buffer */
    const Babl *format;
    Encoding encoding;
    gint width, height;
    gboolean is_indexed;    /* format is that of the colors for which its pixels stand */
    gdouble dpi;            /* of the image, pixels per inch; 0: unknown */
    gboolean is_from_copy;  /* not from the drawable itself, which the user may change */
    DrawableCopy copy;      /* what is read, until all has been read */
    DrawableCopy selection; /* of the image's selection; none if nothing is selected */
    gint rows_read;         /* by drawable_pixels_read_more */
    gboolean is_complete;   /* all that belongs to them was read */
    GeglRectangle selected; /* the selection's bounds within the drawable */
    guchar *selected_mask;  /* one byte a pixel, 0: not selected; NULL: all pixels are selected */
    gpointer display;       /* display values of all pixels, as encoding_to_display makes them */
    GBytes *profile;        /* the image's ICC profile; NULL: there is none */
    ColorSpace *space;      /* the color space of the display values; NULL: they are sRGB */
    gpointer srgb;          /* the same values converted to sRGB; NULL: they are sRGB, or the
                             * preview does not need them */
    gpointer alpha;         /* alpha of all pixels, with as many bits; NULL: there is no alpha */
} DrawablePixels;

/* FALSE: a drawable of this kind cannot be dithered; *message, which the caller frees, says why. */
gboolean drawable_pixels_are_supported(gint32 drawable_ID, gchar **message);

/* Reads all pixels of a supported drawable. NULL: nothing is selected, the drawable has been
 * deleted or converted, or there is not enough memory; *message, which the caller frees, says
 * which. */
DrawablePixels *drawable_pixels_read(gint32 drawable_ID, gchar **message);

/* As drawable_pixels_read, from a copy of the drawable. This is for pixels that are read after a
 * dialog, when the user may change the image at any moment. */
DrawablePixels *drawable_pixels_read_copy(gint32 drawable_ID, gchar **message);

/* Like drawable_pixels_read, but for the preview, which shows the pixels and dithers them again and
 * again: they are also converted to sRGB, if they are not sRGB. As this and reading take long if
 * there are many pixels, they are 0 until drawable_pixels_read_more has read them. */
DrawablePixels *drawable_pixels_begin(gint32 drawable_ID, gchar **message);

/* Reads some more rows of pixels from drawable_pixels_begin that are not complete. They are those
 * that the drawable had when reading began, whatever has become of it. FALSE: there is not enough
 * memory; *message, which the caller frees, says so. */
gboolean drawable_pixels_read_more(DrawablePixels *pixels, gchar **message);

/* To be called before pixels from drawable_pixels_begin are freed that are not complete. Does
 * nothing if they are. */
void drawable_pixels_stop(DrawablePixels *pixels);

/*
 * Whether a drawable still has the pixels, the color profile and the selection that were read from
 * it, as far as they decide the display values, alpha, and the mask. Reads a copy of the drawable,
 * in bands of rows. FALSE also if there is not enough memory for that.
 */
gboolean drawable_pixels_are_current(const DrawablePixels *pixels);

/*
 * Reads the pixels of `extent` from a buffer, in pixels->format and pixels->encoding, which the
 * caller has set. Sets the size, and no selection. FALSE: there is not enough memory. Does not call
 * GIMP, and may run in any thread.
 */
gboolean drawable_pixels_read_buffer(DrawablePixels *pixels, GeglBuffer *buffer,
                                     const GeglRectangle *extent);

/* Gives the pixels memory for display values, those in sRGB if there is a color space, and alpha,
 * which are 0. FALSE: there is not enough. */
gboolean drawable_pixels_allocate(DrawablePixels *pixels);

/* Reads some rows of a drawable's buffer to their place in `pixels`, which has memory for them.
 * FALSE: there is not enough memory for a band of rows. */
gboolean drawable_pixels_read_rows(DrawablePixels *pixels, GeglBuffer *buffer, gint first,
                                   gint count);

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
errdiff_image drawable_pixels_srgb(const DrawablePixels *pixels); /* in sRGB */
errdiff_image drawable_pixels_alpha(const DrawablePixels *pixels);

#endif
