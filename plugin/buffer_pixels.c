/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of drawable_pixels.h needs no GIMP. */
#include "drawable_pixels.h"

gboolean drawable_pixels_read_buffer(DrawablePixels *pixels, GeglBuffer *buffer,
                                     const GeglRectangle *extent)
{
    const Encoding *encoding = &pixels->encoding;
    gsize sample_size = (gsize)(encoding->bits / 8);
    gsize count = (gsize)extent->width * (gsize)extent->height;

    pixels->width = extent->width;
    pixels->height = extent->height;
    pixels->bytes = g_try_malloc_n(count, encoding->pixel_size);
    pixels->display = g_try_malloc_n(count, (gsize)encoding->channels * sample_size);
    if (encoding->has_alpha)
        pixels->alpha = g_try_malloc_n(count, sample_size);
    if (!pixels->bytes || !pixels->display || (encoding->has_alpha && !pixels->alpha))
        return FALSE;
    gegl_buffer_get(buffer, extent, 1.0, pixels->format, pixels->bytes, GEGL_AUTO_ROWSTRIDE,
                    GEGL_ABYSS_NONE);
    encoding_to_display(encoding, pixels->bytes, count, pixels->display);
    if (encoding->has_alpha)
        encoding_alpha_to_display(encoding, pixels->bytes, count, pixels->alpha);
    return TRUE;
}

void drawable_pixels_free(DrawablePixels *pixels)
{
    if (!pixels)
        return;
    g_free(pixels->bytes);
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

errdiff_image drawable_pixels_alpha(const DrawablePixels *pixels)
{
    return image_of(pixels, pixels->alpha, 1);
}
