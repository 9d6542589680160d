/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a result, as numbers of colors, to the buffer of a layer of an indexed image. */
#include "indexed_pixels.h"

static guint8 alpha_of(const DrawablePixels *pixels, const DitherResult *result, gsize i)
{
    return pixels->encoding.bits == 8 ? ((const guint8 *)result->alpha)[i]
                                      : (guint8)(((const guint16 *)result->alpha)[i] >> 8);
}

/* Sets the bytes of a row's pixels from pixel `first` of the image on. Where they are kept they
 * have the values that the source has. */
static void set_bytes(const DrawablePixels *pixels, const DitherResult *result,
                      const guint8 *numbers, gboolean some_are_kept, gsize first, gint count,
                      guchar *bytes)
{
    const guint8 *indices = result->image.data;
    const guchar *mask = some_are_kept ? result->mask : NULL;
    const guchar *selected = some_are_kept ? pixels->selected_mask : NULL;
    gsize size = pixels->encoding.has_alpha ? 2 : 1;

    for (gsize i = first; i < first + (gsize)count; i++, bytes += size) {
        if (!mask || mask[i] != 0)
            bytes[0] = numbers ? numbers[indices[i]] : indices[i];
        if (result->alpha && (!selected || selected[i] != 0))
            bytes[1] = alpha_of(pixels, result, i);
    }
}

gboolean indexed_pixels_write(const DrawablePixels *pixels, const DitherResult *result,
                              const guint8 *numbers, GeglBuffer *source, GeglBuffer *target,
                              const Babl *format, const GeglRectangle *area)
{
    gsize size = pixels->encoding.has_alpha ? 2 : 1, row_bytes = (gsize)area->width * size;
    gint band_rows = MIN(drawable_pixels_band_rows(area->width, size), area->height);
    guchar *bytes = g_try_malloc_n((gsize)band_rows, row_bytes);

    for (gint y = area->y; bytes && y < area->y + area->height; y += band_rows) {
        GeglRectangle rows = {area->x, y, area->width, MIN(band_rows, area->y + area->height - y)};

        if (source)
            gegl_buffer_get(source, &rows, 1.0, format, bytes, GEGL_AUTO_ROWSTRIDE,
                            GEGL_ABYSS_NONE);
        for (gint row = 0; row < rows.height; row++)
            set_bytes(pixels, result, numbers, source != NULL,
                      (gsize)(y + row) * (gsize)pixels->width + (gsize)area->x, area->width,
                      bytes + (gsize)row * row_bytes);
        gegl_buffer_set(target, &rows, 0, format, bytes, GEGL_AUTO_ROWSTRIDE);
    }
    g_free(bytes);
    return bytes != NULL;
}
