/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the colors of an image file as a palette. */
#include "palette_image_file.h"
#include "config.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

enum { MAX_PIXELS = 1 << 26 }; /* far more than an image of a palette needs */

gboolean palette_image_file_is_named(const gchar *path)
{
    gchar *content = g_content_type_guess(path, NULL, 0, NULL);
    gchar *kind = g_content_type_get_mime_type(content);
    gboolean is_image = kind && g_str_has_prefix(kind, "image/");

    g_free(kind);
    g_free(content);
    return is_image;
}

/* The colors of pixels, and a mask that is 0 where they are transparent. FALSE: there is not enough
 * memory. */
static gboolean split(const GdkPixbuf *image, guint8 **colors, guint8 **mask)
{
    gsize width = (gsize)gdk_pixbuf_get_width(image);
    gsize height = (gsize)gdk_pixbuf_get_height(image);
    gint samples = gdk_pixbuf_get_n_channels(image);

    *colors = g_try_malloc(width * height * 3);
    *mask = g_try_malloc(width * height);
    if (!*colors || !*mask)
        return FALSE;
    for (gsize i = 0; i < width * height; i++) {
        const guint8 *pixel = gdk_pixbuf_read_pixels(image) +
                              i / width * (gsize)gdk_pixbuf_get_rowstride(image) +
                              i % width * (gsize)samples;

        memcpy(*colors + 3 * i, pixel, 3);
        (*mask)[i] = samples == 3 || pixel[3] > 0;
    }
    return TRUE;
}

static gboolean take_colors(errdiff_palette *palette, const GdkPixbuf *image, const gchar *path,
                            gchar **message)
{
    gint width = gdk_pixbuf_get_width(image);
    guint8 *colors, *mask;
    errdiff_message reason;
    gboolean is_palette = FALSE;

    if (split(image, &colors, &mask)) {
        errdiff_image pixels = {.data = colors,
                                .width = width,
                                .height = gdk_pixbuf_get_height(image),
                                .channels = 3,
                                .bits = 8,
                                .stride = (ptrdiff_t)3 * width,
                                .mask = mask,
                                .mask_stride = width};

        is_palette = errdiff_palette_of_image(&pixels, palette, &reason) == ERRDIFF_OK;
        if (!is_palette)
            *message = g_strdup_printf("%s: %s", path, reason.text);
    } else {
        *message = g_strdup(_("There is not enough memory for this image"));
    }
    g_free(mask);
    g_free(colors);
    return is_palette;
}

gboolean palette_image_file_read(errdiff_palette *palette, const gchar *path, gchar **message)
{
    gint width = 0, height = 0;
    GError *error = NULL;
    GdkPixbuf *image;
    gboolean is_palette;

    if (gdk_pixbuf_get_file_info(path, &width, &height) && height > 0 &&
        width > MAX_PIXELS / height) {
        *message = g_strdup_printf(_("palette: “%s” has more pixels than a palette needs"), path);
        return FALSE;
    }
    image = gdk_pixbuf_new_from_file(path, &error);
    if (!image) {
        *message = g_strdup_printf(_("palette: “%s” cannot be read: %s"), path, error->message);
        g_error_free(error);
        return FALSE;
    }
    is_palette = take_colors(palette, image, path, message);
    g_object_unref(image);
    return is_palette;
}
