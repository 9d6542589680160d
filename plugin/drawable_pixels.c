/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawable_pixels.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>
#include <string.h>

/* Sets the mask of pixels that are selected by half or more. Returns FALSE if there is not enough
 * memory. */
static gboolean read_selection(DrawablePixels *pixels, gint32 selection_ID)
{
    const Babl *format = gimp_drawable_get_format(selection_ID);
    const GeglRectangle *area = &pixels->selected;
    gint offset_x, offset_y;
    Encoding encoding;
    guchar *row;
    GeglBuffer *buffer;

    encoding_from_format(&encoding, format, TRUE);
    row = g_try_malloc_n((gsize)area->width, encoding.pixel_size);
    pixels->selected_mask = g_try_malloc0_n((gsize)pixels->width, (gsize)pixels->height);
    if (!row || !pixels->selected_mask) {
        g_free(row);
        return FALSE;
    }
    gimp_drawable_offsets(pixels->drawable_ID, &offset_x, &offset_y);
    buffer = gimp_drawable_get_buffer(selection_ID);
    for (gint y = area->y; y < area->y + area->height; y++) {
        guchar *mask = pixels->selected_mask + (gsize)y * (gsize)pixels->width;

        gegl_buffer_get(buffer, GEGL_RECTANGLE(area->x + offset_x, y + offset_y, area->width, 1),
                        1.0, format, row, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
        for (gint x = 0; x < area->width; x++)
            mask[area->x + x] =
                encoding_number(&encoding, row + (gsize)x * encoding.pixel_size, 0) >= 0.5;
    }
    g_object_unref(buffer);
    g_free(row);
    return TRUE;
}

static gboolean read_pixels(DrawablePixels *pixels)
{
    gint32 image_ID = gimp_item_get_image(pixels->drawable_ID);
    GeglBuffer *buffer = gimp_drawable_get_buffer(pixels->drawable_ID);
    gboolean read = drawable_pixels_read_buffer(
        pixels, buffer, GEGL_RECTANGLE(0, 0, pixels->width, pixels->height));

    g_object_unref(buffer);
    return read && (gimp_selection_is_empty(image_ID) ||
                    read_selection(pixels, gimp_image_get_selection(image_ID)));
}

gboolean drawable_pixels_are_supported(gint32 drawable_ID, gchar **message)
{
    const Babl *format = gimp_drawable_get_format(drawable_ID);
    Encoding encoding;

    if (gimp_drawable_is_indexed(drawable_ID))
        *message = g_strdup(_("Indexed images cannot be dithered: convert the image to RGB or "
                              "grayscale first (Image › Mode)"));
    else if (!encoding_from_format(&encoding, format, FALSE))
        *message = g_strdup_printf(_("Pixels of the format “%s” cannot be dithered"),
                                   babl_get_name(format));
    else
        return TRUE;
    return FALSE;
}

/* Returns the reason why gimp_drawable_mask_intersect has failed; the caller frees it. This must be
 * the next call, because each successful call of GIMP replaces the reason with "success". */
static gchar *why_nothing_is_selected(gint32 drawable_ID)
{
    gchar *reason = g_strdup(gimp_get_pdb_error());
    gchar *message = gimp_selection_is_empty(gimp_item_get_image(drawable_ID))
                         ? g_strdup_printf(_("The drawable cannot be dithered: %s"), reason)
                         : g_strdup(_("The selection does not overlap the layer"));

    g_free(reason);
    return message;
}

/* Sets all members except the pixels and the mask. */
static gboolean describe(DrawablePixels *pixels, gint32 drawable_ID, gchar **message)
{
    pixels->drawable_ID = drawable_ID;
    pixels->format = gimp_drawable_get_format(drawable_ID);
    pixels->width = gimp_drawable_width(drawable_ID);
    pixels->height = gimp_drawable_height(drawable_ID);
    /* While a dialog is open the image may be closed, or converted. */
    if (!pixels->format ||
        !encoding_from_format(&pixels->encoding, pixels->format, gimp_item_is_channel(drawable_ID)))
        *message =
            g_strdup(_("The drawable has been deleted, converted or resized in the meantime"));
    else if (!gimp_drawable_mask_intersect(drawable_ID, &pixels->selected.x, &pixels->selected.y,
                                           &pixels->selected.width, &pixels->selected.height))
        *message = why_nothing_is_selected(drawable_ID);
    else
        return TRUE;
    return FALSE;
}

DrawablePixels *drawable_pixels_read(gint32 drawable_ID, gchar **message)
{
    DrawablePixels *pixels = g_new0(DrawablePixels, 1);

    if (describe(pixels, drawable_ID, message)) {
        if (read_pixels(pixels))
            return pixels;
        *message = g_strdup_printf(_("There is not enough memory for %d × %d pixels"),
                                   pixels->width, pixels->height);
    }
    drawable_pixels_free(pixels);
    return NULL;
}

/* ---- Changes since the pixels were read ------------------------------------------------------ */

static gboolean has_same_mask(const DrawablePixels *a, const DrawablePixels *b)
{
    if (!a->selected_mask || !b->selected_mask)
        return a->selected_mask == b->selected_mask;
    return memcmp(a->selected_mask, b->selected_mask, (gsize)a->width * (gsize)a->height) == 0;
}

/* Returns FALSE also if there is not enough memory. */
static gboolean has_same_selection(const DrawablePixels *pixels)
{
    DrawablePixels now = *pixels;
    gint32 image_ID = gimp_item_get_image(pixels->drawable_ID);
    gboolean is_same;

    now.selected_mask = NULL;
    is_same = (gimp_selection_is_empty(image_ID) ||
               read_selection(&now, gimp_image_get_selection(image_ID))) &&
              has_same_mask(pixels, &now);
    g_free(now.selected_mask);
    return is_same;
}

gboolean drawable_pixels_are_current(const DrawablePixels *pixels)
{
    DrawablePixels now = {0};
    gchar *message = NULL;
    gboolean is_same =
        describe(&now, pixels->drawable_ID, &message) && now.format == pixels->format &&
        now.width == pixels->width && now.height == pixels->height &&
        gegl_rectangle_equal(&now.selected, &pixels->selected) && has_same_selection(pixels);

    if (is_same) {
        GeglBuffer *buffer = gimp_drawable_get_buffer(pixels->drawable_ID);

        is_same = drawable_pixels_equal_buffer(pixels, buffer);
        g_object_unref(buffer);
    }
    g_free(message);
    return is_same;
}
