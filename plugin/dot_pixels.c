/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reduces pixels to one for each dot before they are dithered, and enlarges the result. */
#include "dot_pixels.h"

#include <string.h>

/* An image of one byte for each pixel, whose data still belong to the caller. */
static errdiff_image bytes_image(guchar *bytes, gint width, gint height)
{
    return (errdiff_image){
        .data = bytes, .width = width, .height = height, .channels = 1, .bits = 8, .stride = width};
}

/* ---- Before dithering ---------------------------------------------------------------------- */

static gboolean allocate_dots(const DrawablePixels *pixels, DrawablePixels *dots)
{
    gsize count = (gsize)dots->width * (gsize)dots->height;
    gsize sample_size = (gsize)(pixels->encoding.bits / 8);

    dots->display = g_try_malloc_n(count, (gsize)pixels->encoding.channels * sample_size);
    if (pixels->alpha)
        dots->alpha = g_try_malloc_n(count, sample_size);
    if (pixels->selected_mask)
        dots->selected_mask = g_try_malloc_n(count, 1);
    return dots->display && (dots->alpha || !pixels->alpha) &&
           (dots->selected_mask || !pixels->selected_mask);
}

static errdiff_status reduce_colors(const DrawablePixels *pixels, gint dot, gint threads,
                                    const DrawablePixels *dots, errdiff_message *message)
{
    errdiff_image image = drawable_pixels_image(pixels), alpha = drawable_pixels_alpha(pixels);
    errdiff_image to = drawable_pixels_image(dots);

    image.mask = pixels->selected_mask;
    return errdiff_dots_reduce(&image, pixels->alpha ? &alpha : NULL,
                               pixels->encoding.is_coverage ? ERRDIFF_MEAN_VALUE
                                                            : ERRDIFF_MEAN_LIGHT,
                               dot, &to, threads, message);
}

static errdiff_status reduce_alpha(const DrawablePixels *pixels, gint dot, gint threads,
                                   const DrawablePixels *dots, errdiff_message *message)
{
    errdiff_image alpha = drawable_pixels_alpha(pixels), to = drawable_pixels_alpha(dots);

    alpha.mask = pixels->selected_mask;
    return errdiff_dots_reduce(&alpha, NULL, ERRDIFF_MEAN_ALPHA, dot, &to, threads, message);
}

/* The mean of the mask, taken as an alpha channel, is 0 only where no pixel of a dot is
 * selected. */
static errdiff_status reduce_mask(const DrawablePixels *pixels, gint dot, gint threads,
                                  const DrawablePixels *dots, errdiff_message *message)
{
    errdiff_image mask = bytes_image(pixels->selected_mask, pixels->width, pixels->height);
    errdiff_image to = bytes_image(dots->selected_mask, dots->width, dots->height);

    return errdiff_dots_reduce(&mask, NULL, ERRDIFF_MEAN_ALPHA, dot, &to, threads, message);
}

errdiff_status dot_pixels_reduce(const DrawablePixels *pixels, gint dot, gint threads,
                                 DrawablePixels *dots, errdiff_message *message)
{
    errdiff_status status;

    *dots = *pixels;
    dots->width = errdiff_dots_along(pixels->width, dot);
    dots->height = errdiff_dots_along(pixels->height, dot);
    dots->display = dots->alpha = NULL;
    dots->selected_mask = NULL;
    if (!allocate_dots(pixels, dots))
        return ERRDIFF_NO_MEMORY;
    status = reduce_colors(pixels, dot, threads, dots, message);
    if (status == ERRDIFF_OK && dots->alpha)
        status = reduce_alpha(pixels, dot, threads, dots, message);
    if (status == ERRDIFF_OK && dots->selected_mask)
        status = reduce_mask(pixels, dot, threads, dots, message);
    return status;
}

void dot_pixels_clear(DrawablePixels *dots)
{
    g_clear_pointer(&dots->selected_mask, g_free);
    g_clear_pointer(&dots->display, g_free);
    g_clear_pointer(&dots->alpha, g_free);
}

/* ---- After dithering ----------------------------------------------------------------------- */

errdiff_status dot_pixels_enlarge(const DrawablePixels *pixels, gint dot, errdiff_image *image,
                                  errdiff_message *message)
{
    errdiff_image enlarged = *image;
    errdiff_status status;

    enlarged.width = pixels->width;
    enlarged.height = pixels->height;
    enlarged.stride = (ptrdiff_t)enlarged.width * enlarged.channels * (enlarged.bits / 8);
    enlarged.data = g_try_malloc_n((gsize)enlarged.height, (gsize)enlarged.stride);
    if (!enlarged.data)
        return ERRDIFF_NO_MEMORY;
    status = errdiff_dots_enlarge(image, dot, &enlarged, message);
    if (status != ERRDIFF_OK) {
        g_free(enlarged.data);
        return status;
    }
    g_free(image->data);
    *image = enlarged;
    return ERRDIFF_OK;
}

void dot_pixels_keep_unselected(const DrawablePixels *pixels, gpointer alpha)
{
    gsize count = (gsize)pixels->width * (gsize)pixels->height;
    gsize size = (gsize)(pixels->encoding.bits / 8);

    for (gsize i = 0; i < count; i++)
        if (pixels->selected_mask[i] == 0)
            memcpy((guchar *)alpha + i * size, (const guchar *)pixels->alpha + i * size, size);
}
