/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scales the image down and dithers it for the thumbnails of presets. */
#include "thumbnail.h"

#include "dithering.h"
#include "screen_pixels.h"

/* Larger dots would leave nothing of a thumbnail's image. */
enum { MAX_DOT = 4 };

/* Gives the small image its size and its memory. FALSE: there is not enough. */
static gboolean allocate(SmallImage *small, const DrawablePixels *pixels, Zoom zoom)
{
    DrawablePixels *to = &small->pixels;
    gsize count;

    *to = (DrawablePixels){
        .drawable_ID = -1,
        .encoding = pixels->encoding,
        .width = zoom_length(zoom, pixels->width),
        .height = zoom_length(zoom, pixels->height),
        .is_complete = TRUE,
    };
    to->encoding.has_alpha = FALSE;
    to->encoding.bits = 8;
    count = (gsize)to->width * (gsize)to->height;
    to->display = g_try_malloc_n(count, (gsize)to->encoding.channels);
    if (pixels->alpha)
        to->selected_mask = g_try_malloc(count);
    return to->display && (to->selected_mask || !pixels->alpha);
}

/* The pixel in the middle of the place that a small one covers. */
static gint middle_pixel(Zoom zoom, gint place, gint side)
{
    return MIN(zoom_pixel_at((Zoom){zoom.shrink, 2 * zoom.enlarge}, 2 * place + 1), side - 1);
}

static gboolean is_transparent(const DrawablePixels *pixels, gint x, gint y)
{
    gsize at = (gsize)y * (gsize)pixels->width + (gsize)x;

    return pixels->encoding.bits == 8 ? ((const guint8 *)pixels->alpha)[at] == 0
                                      : ((const guint16 *)pixels->alpha)[at] == 0;
}

/* Makes a row. `rgb` has room for it; a gray image has the same value in all channels. */
static void make_row(const SmallImage *small, const DrawablePixels *pixels, gint row, guchar *rgb)
{
    const DrawablePixels *to = &small->pixels;
    gint channels = to->encoding.channels;
    guint8 *values = (guint8 *)to->display + (gsize)row * (gsize)to->width * (gsize)channels;
    gint y = middle_pixel(small->zoom, row, pixels->height);

    screen_pixels_read(pixels, NULL, small->zoom, 0, row, to->width, 1, rgb, 3 * to->width);
    for (gint i = 0; i < to->width; i++)
        for (gint c = 0; c < channels; c++)
            *values++ = rgb[3 * i + c];
    for (gint i = 0; to->selected_mask && i < to->width; i++)
        to->selected_mask[(gsize)row * (gsize)to->width + (gsize)i] =
            !is_transparent(pixels, middle_pixel(small->zoom, i, pixels->width), y);
}

gboolean small_image_make(SmallImage *small, const DrawablePixels *pixels, Zoom zoom,
                          const gint *cancelled)
{
    guchar *rgb;
    gint row = 0;

    if (small->zoom.shrink == zoom.shrink && small->zoom.enlarge == zoom.enlarge)
        return TRUE;
    small_image_clear(small);
    if (!allocate(small, pixels, zoom))
        return FALSE;
    small->zoom = zoom;
    rgb = g_malloc(3 * (gsize)small->pixels.width);
    while (row < small->pixels.height && !g_atomic_int_get(cancelled))
        make_row(small, pixels, row++, rgb);
    g_free(rgb);
    if (row == small->pixels.height)
        return TRUE;
    small->zoom.shrink = 0;
    return FALSE;
}

void small_image_clear(SmallImage *small)
{
    g_clear_pointer(&small->pixels.display, g_free);
    g_clear_pointer(&small->pixels.selected_mask, g_free);
    small->zoom.shrink = 0;
}

DitherRequest *thumbnail_request(const DitherSettings *settings, gint channels, gdouble dpi)
{
    gchar *message = NULL;
    DitherRequest *request = dither_request_new(settings, channels, dpi, NULL, &message);

    g_free(message);
    if (!request)
        return NULL;
    request->options.threads = 1;
    request->dot = MIN(request->dot, MAX_DOT);
    request->output = OUTPUT_NEW_LAYER;
    return request;
}

gboolean thumbnail_write(const SmallImage *small, const DitherRequest *request, guchar *rgb,
                         gint stride)
{
    const DrawablePixels *pixels = &small->pixels;
    gchar *message = NULL;
    DitherResult *result = dither_pixels(pixels, request, FALSE, NULL, NULL, &message);

    g_free(message);
    if (!result)
        return FALSE;
    screen_pixels_read(pixels, result, zoom_of_step(ZOOM_FULL), 0, 0, pixels->width, pixels->height,
                       rgb, stride);
    dither_result_free(result);
    return TRUE;
}
