/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawable_pixels.h"

#include <glib/gi18n.h>
#include <string.h>

static gsize pixel_count(const DrawablePixels *pixels)
{
    return (gsize)pixels->width * (gsize)pixels->height;
}

/* Takes the pixels of `area`, in the drawable's coordinates, that are selected by less than half
 * out of the mask. FALSE: memory is short. */
static gboolean mask_unselected(DrawablePixels *pixels, gint32 selection_ID)
{
    const Babl *format = gimp_drawable_get_format(selection_ID);
    const GeglRectangle *area = &pixels->selected;
    gint offset_x, offset_y;
    Encoding encoding;
    guchar *row;
    GeglBuffer *buffer;

    encoding_from_format(&encoding, format, TRUE);
    row = g_try_malloc_n((gsize)area->width, encoding.pixel_size);
    if (!row)
        return FALSE;
    memset(pixels->mask, 0, pixel_count(pixels));
    gimp_drawable_offsets(pixels->drawable_ID, &offset_x, &offset_y);
    buffer = gimp_drawable_get_buffer(selection_ID);
    for (gint y = area->y; y < area->y + area->height; y++) {
        guchar *mask = pixels->mask + (gsize)y * (gsize)pixels->width;

        gegl_buffer_get(buffer, GEGL_RECTANGLE(area->x + offset_x, y + offset_y, area->width, 1),
                        1.0, format, row, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
        for (gint x = 0; x < area->width; x++)
            mask[area->x + x] =
                encoding_coverage(&encoding, row + (gsize)x * encoding.pixel_size) >= 0.5;
    }
    g_object_unref(buffer);
    g_free(row);
    return TRUE;
}

static void mask_transparent(DrawablePixels *pixels)
{
    const guchar *pixel = pixels->bytes;

    for (gsize i = 0; i < pixel_count(pixels); i++, pixel += pixels->encoding.pixel_size)
        if (!(encoding_alpha(&pixels->encoding, pixel) > 0)) /* NaN, too */
            pixels->mask[i] = 0;
}

static gboolean make_mask(DrawablePixels *pixels)
{
    gint32 image_ID = gimp_item_get_image(pixels->drawable_ID);
    gboolean has_selection = !gimp_selection_is_empty(image_ID);

    if (!has_selection && !pixels->encoding.has_alpha)
        return TRUE;
    pixels->mask = g_try_malloc(pixel_count(pixels));
    if (!pixels->mask)
        return FALSE;
    memset(pixels->mask, 1, pixel_count(pixels));
    if (has_selection && !mask_unselected(pixels, gimp_image_get_selection(image_ID)))
        return FALSE;
    if (pixels->encoding.has_alpha)
        mask_transparent(pixels);
    return TRUE;
}

static gboolean read_pixels(DrawablePixels *pixels)
{
    GeglBuffer *buffer;

    pixels->bytes = g_try_malloc_n(pixel_count(pixels), pixels->encoding.pixel_size);
    pixels->display = g_try_malloc_n(pixel_count(pixels), (gsize)pixels->encoding.channels *
                                                              (gsize)(pixels->encoding.bits / 8));
    if (!pixels->bytes || !pixels->display)
        return FALSE;
    buffer = gimp_drawable_get_buffer(pixels->drawable_ID);
    gegl_buffer_get(buffer, GEGL_RECTANGLE(0, 0, pixels->width, pixels->height), 1.0,
                    pixels->format, pixels->bytes, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
    g_object_unref(buffer);
    encoding_to_display(&pixels->encoding, pixels->bytes, pixel_count(pixels), pixels->display);
    return make_mask(pixels);
}

gboolean drawable_pixels_are_supported(gint32 drawable_ID, gchar **message)
{
    const Babl *format = gimp_drawable_get_format(drawable_ID);
    Encoding encoding;

    if (gimp_drawable_is_indexed(drawable_ID))
        *message = g_strdup(_("Indexed pictures cannot be dithered: convert the image to RGB or "
                              "grayscale first (Image › Mode)"));
    else if (!encoding_from_format(&encoding, format, FALSE))
        *message = g_strdup_printf(_("Pixels of the format “%s” cannot be dithered"),
                                   babl_get_name(format));
    else
        return TRUE;
    return FALSE;
}

DrawablePixels *drawable_pixels_read(gint32 drawable_ID, gchar **message)
{
    DrawablePixels *pixels = g_new0(DrawablePixels, 1);

    pixels->drawable_ID = drawable_ID;
    pixels->format = gimp_drawable_get_format(drawable_ID);
    pixels->width = gimp_drawable_width(drawable_ID);
    pixels->height = gimp_drawable_height(drawable_ID);
    encoding_from_format(&pixels->encoding, pixels->format, gimp_item_is_channel(drawable_ID));
    if (!gimp_drawable_mask_intersect(drawable_ID, &pixels->selected.x, &pixels->selected.y,
                                      &pixels->selected.width, &pixels->selected.height))
        *message = g_strdup(_("The selection does not meet the layer"));
    else if (!read_pixels(pixels))
        *message = g_strdup_printf(_("There is not enough memory for %d × %d pixels"),
                                   pixels->width, pixels->height);
    else
        return pixels;
    drawable_pixels_free(pixels);
    return NULL;
}

void drawable_pixels_free(DrawablePixels *pixels)
{
    if (!pixels)
        return;
    g_free(pixels->bytes);
    g_free(pixels->mask);
    g_free(pixels->display);
    g_free(pixels);
}

errdiff_image drawable_pixels_image(const DrawablePixels *pixels)
{
    return (errdiff_image){
        .data = pixels->display,
        .width = pixels->width,
        .height = pixels->height,
        .channels = pixels->encoding.channels,
        .bits = pixels->encoding.bits,
        .stride =
            (ptrdiff_t)pixels->width * pixels->encoding.channels * (pixels->encoding.bits / 8),
        .mask = pixels->mask,
        .mask_stride = pixels->width,
    };
}

void drawable_pixels_take(DrawablePixels *pixels, const errdiff_image *dithered)
{
    encoding_from_display(&pixels->encoding, dithered->data, pixels->mask, pixel_count(pixels),
                          pixels->bytes);
}
