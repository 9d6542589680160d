/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the pixels of a GEGL buffer as display values, and compares them with pixels that were read
 * before. */
/* The functions of drawable_pixels.h that do not call GIMP. */
#include "drawable_pixels.h"

#include <string.h>

enum { BAND_BYTES = 8 << 20, TILE_ROWS = 64 };

gint drawable_pixels_band_rows(gint width, gsize pixel_size)
{
    gsize rows = BAND_BYTES / ((gsize)width * pixel_size) / TILE_ROWS * TILE_ROWS;

    return (gint)MAX(rows, TILE_ROWS);
}

/* The display values of pixel number `first`. */
static guchar *display_at(const DrawablePixels *pixels, gsize first)
{
    const Encoding *encoding = &pixels->encoding;

    return (guchar *)pixels->display +
           first * (gsize)encoding->channels * (gsize)(encoding->bits / 8);
}

/* Converts the pixels of a band, the first of which is pixel number `first` of the image. */
static void convert_band(DrawablePixels *pixels, const guchar *bytes, gsize first, gsize count)
{
    const Encoding *encoding = &pixels->encoding;
    gsize sample_size = (gsize)(encoding->bits / 8);

    encoding_to_display(encoding, bytes, count, display_at(pixels, first));
    if (encoding->has_alpha)
        encoding_alpha_to_display(encoding, bytes, count,
                                  (guchar *)pixels->alpha + first * sample_size);
}

/* Reads the pixels in bands of rows. Pixels that are stored as display values are read directly to
 * their destination. Returns FALSE if there is not enough memory. */
static gboolean read_bands(DrawablePixels *pixels, GeglBuffer *buffer, const GeglRectangle *extent)
{
    const Encoding *encoding = &pixels->encoding;
    gboolean is_display = encoding_is_display(encoding);
    gsize width = (gsize)extent->width;
    gint band_rows =
        MIN(drawable_pixels_band_rows(extent->width, encoding->pixel_size), extent->height);
    guchar *bytes =
        is_display ? NULL : g_try_malloc_n((gsize)band_rows * width, encoding->pixel_size);

    if (!is_display && !bytes)
        return FALSE;
    for (gint y = 0; y < extent->height; y += band_rows) {
        gint rows = MIN(band_rows, extent->height - y);
        gsize first = (gsize)y * width;

        gegl_buffer_get(buffer, GEGL_RECTANGLE(extent->x, extent->y + y, extent->width, rows), 1.0,
                        pixels->format, is_display ? display_at(pixels, first) : bytes,
                        GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
        if (!is_display)
            convert_band(pixels, bytes, first, (gsize)rows * width);
    }
    g_free(bytes);
    return TRUE;
}

gboolean drawable_pixels_allocate(DrawablePixels *pixels)
{
    const Encoding *encoding = &pixels->encoding;
    gsize sample_size = (gsize)(encoding->bits / 8);
    gsize count = (gsize)pixels->width * (gsize)pixels->height;

    pixels->display = g_try_malloc0_n(count, (gsize)encoding->channels * sample_size);
    if (encoding->has_alpha)
        pixels->alpha = g_try_malloc0_n(count, sample_size);
    if (pixels->space)
        pixels->srgb = g_try_malloc0_n(count, (gsize)encoding->channels * sample_size);
    return pixels->display && (!encoding->has_alpha || pixels->alpha) &&
           (!pixels->space || pixels->srgb);
}

gboolean drawable_pixels_read_buffer(DrawablePixels *pixels, GeglBuffer *buffer,
                                     const GeglRectangle *extent)
{
    pixels->width = extent->width;
    pixels->height = extent->height;
    return drawable_pixels_allocate(pixels) && read_bands(pixels, buffer, extent);
}

gboolean drawable_pixels_read_rows(DrawablePixels *pixels, GeglBuffer *buffer, gint first,
                                   gint count)
{
    gsize before = (gsize)first * (gsize)pixels->width;
    DrawablePixels part = *pixels;

    part.display = display_at(pixels, before);
    if (pixels->alpha)
        part.alpha = (guchar *)pixels->alpha + before * (gsize)(pixels->encoding.bits / 8);
    if (!read_bands(&part, buffer, GEGL_RECTANGLE(0, first, pixels->width, count)))
        return FALSE;
    if (pixels->srgb) {
        gsize pixel_size = (gsize)(pixels->encoding.channels * pixels->encoding.bits / 8);
        guchar *srgb = (guchar *)pixels->srgb + before * pixel_size;

        color_space_to_srgb(pixels->space, part.display, srgb, (gsize)count * (gsize)pixels->width);
    }
    return TRUE;
}

/* Compares `part` with `pixels`, in which its first pixel has the number `first`. */
static gboolean equals_part(const DrawablePixels *pixels, DrawablePixels *part, gsize first)
{
    gsize sample_size = (gsize)(pixels->encoding.bits / 8);
    gsize pixel_size = (gsize)pixels->encoding.channels * sample_size;
    gsize count = (gsize)part->width * (gsize)part->height;
    gboolean is_equal = memcmp(part->display, display_at(pixels, first), count * pixel_size) == 0;

    if (is_equal && part->alpha)
        is_equal = memcmp(part->alpha, (const guchar *)pixels->alpha + first * sample_size,
                          count * sample_size) == 0;
    return is_equal;
}

gboolean drawable_pixels_equal_buffer(const DrawablePixels *pixels, GeglBuffer *buffer)
{
    gint band_rows = drawable_pixels_band_rows(pixels->width, pixels->encoding.pixel_size);
    gboolean is_equal = TRUE;

    for (gint y = 0; is_equal && y < pixels->height; y += band_rows) {
        DrawablePixels part = {.format = pixels->format, .encoding = pixels->encoding};
        GeglRectangle rows = {0, y, pixels->width, MIN(band_rows, pixels->height - y)};

        is_equal = drawable_pixels_read_buffer(&part, buffer, &rows) &&
                   equals_part(pixels, &part, (gsize)y * (gsize)pixels->width);
        g_free(part.alpha);
        g_free(part.display);
    }
    return is_equal;
}

void drawable_pixels_free(DrawablePixels *pixels)
{
    if (!pixels)
        return;
    color_space_free(pixels->space);
    if (pixels->profile)
        g_bytes_unref(pixels->profile);
    g_free(pixels->srgb);
    g_free(pixels->selected_mask);
    g_free(pixels->alpha);
    g_free(pixels->display);
    g_free(pixels);
}

static errdiff_image image_of(const DrawablePixels *pixels, gpointer data, gint channels)
{
    gint bits = pixels->encoding.bits;

    return (errdiff_image){
        .data = data,
        .width = pixels->width,
        .height = pixels->height,
        .channels = channels,
        .bits = bits,
        .stride = (ptrdiff_t)pixels->width * channels * (bits / 8),
        .mask_stride = pixels->width,
    };
}

errdiff_image drawable_pixels_image(const DrawablePixels *pixels)
{
    return image_of(pixels, pixels->display, pixels->encoding.channels);
}

errdiff_image drawable_pixels_srgb(const DrawablePixels *pixels)
{
    return image_of(pixels, pixels->srgb ? pixels->srgb : pixels->display,
                    pixels->encoding.channels);
}

errdiff_image drawable_pixels_alpha(const DrawablePixels *pixels)
{
    return image_of(pixels, pixels->alpha, 1);
}
