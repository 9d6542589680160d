/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the pixels of a drawable, its selection and its color profile, and finds out whether they
 * have changed since. */
#include "drawable_pixels.h"

#include "gimp_host.h"
#include "host_images.h"
#include "items.h"

#include <glib/gi18n.h>
#include <string.h>

/* Sets the mask of pixels that are selected by half or more. Returns FALSE if there is not enough
 * memory. */
static gboolean read_selection(DrawablePixels *pixels, gint32 selection_ID)
{
    const Babl *format = drawable_get_format(selection_ID);
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
    drawable_get_offsets(pixels->drawable_ID, &offset_x, &offset_y);
    buffer = drawable_get_buffer(selection_ID);
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

/* ---- Color profiles -------------------------------------------------------------------------- */

/* The image's profile; NULL: it has none, or the pixels are no colors. */
static GimpColorProfile *profile_of_image(const DrawablePixels *pixels)
{
    if (pixels->encoding.is_coverage)
        return NULL;
    return image_get_profile(item_get_image(pixels->drawable_ID));
}

/* Its bytes, which the caller frees. NULL: there is no profile. */
static GBytes *bytes_of(GimpColorProfile *profile)
{
    const guint8 *icc;
    gsize size;

    if (!profile)
        return NULL;
    icc = gimp_color_profile_get_icc_profile(profile, &size);
    return g_bytes_new(icc, size);
}

/* Display values of linear pixels are made with sRGB's curve, so their profile has the primaries of
 * the image's and that curve. It is another one each time it is made, as it has its time in it. */
static void read_profile(DrawablePixels *pixels)
{
    GimpColorProfile *profile = profile_of_image(pixels), *display;
    const guint8 *icc;
    gsize size;

    pixels->profile = bytes_of(profile);
    if (!profile)
        return;
    display = pixels->encoding.linear ? gimp_color_profile_new_srgb_trc_from_color_profile(profile)
                                      : g_object_ref(profile);
    g_object_unref(profile);
    if (!display)
        return;
    icc = gimp_color_profile_get_icc_profile(display, &size);
    pixels->space = color_space_new(icc, size, pixels->encoding.channels, pixels->encoding.bits);
    g_object_unref(display);
}

/* ---------------------------------------------------------------------------------------------- */

/* -1: nothing is selected. */
static gint32 selection_of(gint32 drawable_ID)
{
    return image_get_selection(item_get_image(drawable_ID));
}

/* Reads what belongs to the pixels when they have been read. Returns FALSE if there is not enough
 * memory. */
static gboolean complete(DrawablePixels *pixels, gint32 selection_ID)
{
    pixels->is_complete = selection_ID == -1 || read_selection(pixels, selection_ID);
    return pixels->is_complete;
}

static gboolean read_pixels(DrawablePixels *pixels, gint32 source_ID, gint32 selection_ID)
{
    GeglBuffer *buffer = drawable_get_buffer(source_ID);
    gboolean read = drawable_pixels_read_buffer(
        pixels, buffer, GEGL_RECTANGLE(0, 0, pixels->width, pixels->height));

    g_object_unref(buffer);
    read_profile(pixels);
    return read && complete(pixels, selection_ID);
}

gboolean drawable_pixels_are_supported(gint32 drawable_ID, gchar **message)
{
    const Babl *format = drawable_copy_format(drawable_ID);
    Encoding encoding;

    if (encoding_from_format(&encoding, format, FALSE))
        return TRUE;
    *message =
        g_strdup_printf(_("Pixels of the format “%s” cannot be dithered"), babl_get_name(format));
    return FALSE;
}

/* Returns the reason why drawable_get_selected has failed; the caller frees it. This must be
 * the next call, because each successful call of GIMP replaces the reason with "success". */
static gchar *why_nothing_is_selected(gint32 drawable_ID)
{
    gchar *reason = g_strdup(host_error());
    gchar *message = selection_of(drawable_ID) == -1
                         ? g_strdup_printf(_("This cannot be dithered: %s"), reason)
                         : g_strdup(_("Selection is outside the layer"));

    g_free(reason);
    return message;
}

static gchar *drawable_has_changed(void)
{
    return g_strdup(
        _("What is to be dithered has been deleted, converted or resized in the meantime"));
}

/* Sets all members except the pixels and the mask. */
static gboolean describe(DrawablePixels *pixels, gint32 drawable_ID, gchar **message)
{
    pixels->drawable_ID = drawable_ID;
    pixels->is_indexed = layer_is_indexed(drawable_ID);
    pixels->dpi = image_get_dpi(item_get_image(drawable_ID));
    pixels->format = drawable_copy_format(drawable_ID);
    pixels->width = drawable_get_width(drawable_ID);
    pixels->height = drawable_get_height(drawable_ID);
    /* While a dialog is open the image may be closed, or converted. */
    if (!pixels->format ||
        !encoding_from_format(&pixels->encoding, pixels->format, item_is_channel(drawable_ID)))
        *message = drawable_has_changed();
    else if (!drawable_get_selected(drawable_ID, &pixels->selected))
        *message = why_nothing_is_selected(drawable_ID);
    else
        return TRUE;
    return FALSE;
}

static gchar *lack_of_memory(const DrawablePixels *pixels)
{
    return g_strdup_printf(_("There is not enough memory for %d × %d pixels"), pixels->width,
                           pixels->height);
}

DrawablePixels *drawable_pixels_read(gint32 drawable_ID, gchar **message)
{
    DrawablePixels *pixels = g_new0(DrawablePixels, 1);

    if (describe(pixels, drawable_ID, message)) {
        if (read_pixels(pixels, drawable_ID, selection_of(drawable_ID)))
            return pixels;
        *message = lack_of_memory(pixels);
    }
    drawable_pixels_free(pixels);
    return NULL;
}

/* ---- Reading piece by piece ------------------------------------------------------------------ */

/* Copies all that will be read, as it was when it was described. */
static gboolean copy(DrawablePixels *pixels, gchar **message)
{
    gint32 selection_ID = selection_of(pixels->drawable_ID);

    pixels->is_from_copy = TRUE;
    if (drawable_copy_make(&pixels->copy, pixels->drawable_ID) &&
        drawable_get_width(pixels->copy.layer_ID) == pixels->width &&
        drawable_get_height(pixels->copy.layer_ID) == pixels->height &&
        (selection_ID == -1 || drawable_copy_make(&pixels->selection, selection_ID)))
        return TRUE;
    *message = drawable_has_changed();
    return FALSE;
}

/* -1: nothing was selected when the copies were made. */
static gint32 copied_selection(const DrawablePixels *pixels)
{
    return pixels->selection.image_ID != 0 ? pixels->selection.layer_ID : -1;
}

DrawablePixels *drawable_pixels_read_copy(gint32 drawable_ID, gchar **message)
{
    DrawablePixels *pixels = g_new0(DrawablePixels, 1);
    gboolean is_copied = describe(pixels, drawable_ID, message) && copy(pixels, message);
    gboolean is_read =
        is_copied && read_pixels(pixels, pixels->copy.layer_ID, copied_selection(pixels));

    if (is_copied && !is_read)
        *message = lack_of_memory(pixels);
    drawable_pixels_stop(pixels);
    if (!is_read)
        g_clear_pointer(&pixels, drawable_pixels_free);
    return pixels;
}

DrawablePixels *drawable_pixels_begin(gint32 drawable_ID, gchar **message)
{
    DrawablePixels *pixels = g_new0(DrawablePixels, 1);

    if (describe(pixels, drawable_ID, message) && copy(pixels, message)) {
        read_profile(pixels);
        if (drawable_pixels_allocate(pixels))
            return pixels;
        *message = lack_of_memory(pixels);
    }
    drawable_pixels_stop(pixels);
    drawable_pixels_free(pixels);
    return NULL;
}

void drawable_pixels_stop(DrawablePixels *pixels)
{
    drawable_copy_delete(&pixels->copy);
    drawable_copy_delete(&pixels->selection);
}

static gboolean read_band(DrawablePixels *pixels)
{
    gint rows = MIN(drawable_pixels_band_rows(pixels->width, pixels->encoding.pixel_size),
                    pixels->height - pixels->rows_read);
    GeglBuffer *buffer = drawable_get_buffer(pixels->copy.layer_ID);
    gboolean is_read = drawable_pixels_read_rows(pixels, buffer, pixels->rows_read, rows);

    g_object_unref(buffer);
    pixels->rows_read += rows;
    return is_read;
}

gboolean drawable_pixels_read_more(DrawablePixels *pixels, gchar **message)
{
    gboolean is_read = pixels->rows_read < pixels->height
                           ? read_band(pixels)
                           : complete(pixels, copied_selection(pixels));

    if (!is_read)
        *message = lack_of_memory(pixels);
    if (!is_read || pixels->is_complete)
        drawable_pixels_stop(pixels);
    return is_read;
}

/* ---- Changes since the pixels were read ------------------------------------------------------ */

static gboolean has_same_mask(const DrawablePixels *a, const DrawablePixels *b)
{
    if (!a->selected_mask || !b->selected_mask)
        return a->selected_mask == b->selected_mask;
    return memcmp(a->selected_mask, b->selected_mask, (gsize)a->width * (gsize)a->height) == 0;
}

/* Returns FALSE also if there is not enough memory. */
static gboolean has_same_selection(const DrawablePixels *pixels, gint32 selection_ID)
{
    DrawablePixels now = *pixels;
    gboolean is_same;

    now.selected_mask = NULL;
    is_same = complete(&now, selection_ID) && has_same_mask(pixels, &now);
    g_free(now.selected_mask);
    return is_same;
}

static gboolean has_same_profile(const DrawablePixels *pixels)
{
    GimpColorProfile *profile = profile_of_image(pixels);
    GBytes *now = bytes_of(profile);
    gboolean is_same =
        now && pixels->profile ? g_bytes_equal(now, pixels->profile) : now == pixels->profile;

    g_clear_pointer(&now, g_bytes_unref);
    g_clear_object(&profile);
    return is_same;
}

static gboolean has_same_pixels(const DrawablePixels *pixels, gint32 layer_ID)
{
    GeglBuffer *buffer = drawable_get_buffer(layer_ID);
    gboolean is_same = drawable_pixels_equal_buffer(pixels, buffer);

    g_object_unref(buffer);
    return is_same;
}

static gboolean is_same_area(const DrawablePixels *a, const DrawablePixels *b)
{
    return a->format == b->format && a->width == b->width && a->height == b->height &&
           gegl_rectangle_equal(&a->selected, &b->selected);
}

gboolean drawable_pixels_are_current(const DrawablePixels *pixels)
{
    DrawablePixels now = {0};
    gchar *message = NULL;
    gboolean are_current = describe(&now, pixels->drawable_ID, &message) && copy(&now, &message) &&
                           is_same_area(pixels, &now) && has_same_profile(pixels) &&
                           has_same_selection(pixels, copied_selection(&now)) &&
                           has_same_pixels(pixels, now.copy.layer_ID);

    drawable_pixels_stop(&now);
    g_free(message);
    return are_current;
}
