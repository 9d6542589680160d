/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives the preview pixels of another size, which are those of a scaled copy of the image. */
#include "preview_size.h"

#include "request.h"

/* A text for all that the scaled copy depends on. The caller frees it. */
static gchar *key_of(const DitherSettings *settings)
{
    gboolean is_in_millimeters = g_str_has_suffix(settings->resize, "mm");

    return g_strdup_printf("%s %s %g %d", settings->resize, settings->fit,
                           is_in_millimeters ? settings->dpi : 0, settings->frames);
}

gboolean preview_has_other_size(const Preview *preview, const DitherSettings *settings)
{
    gchar *key = key_of(settings);
    gboolean has_other = preview->size_key != NULL ? !g_str_equal(preview->size_key, key)
                                                   : *settings->resize != '\0';

    g_free(key);
    return has_other;
}

static DrawablePixels *read_all(gint32 drawable_ID, gchar **message)
{
    DrawablePixels *pixels = drawable_pixels_begin(drawable_ID, message);

    while (pixels != NULL && !pixels->is_complete)
        if (!drawable_pixels_read_more(pixels, message))
            g_clear_pointer(&pixels, drawable_pixels_free);
    return pixels;
}

static void show_pixels(Preview *preview, DrawablePixels *pixels)
{
    preview->pixels = pixels;
    preview->source->width = pixels->width;
    preview->source->height = pixels->height;
    g_clear_pointer(&preview->made_key, g_free);
    g_clear_pointer(&preview->range_key, g_free);
}

void preview_forget_size(Preview *preview)
{
    if (preview->pixels != preview->original)
        drawable_pixels_free(preview->pixels);
    preview->pixels = preview->original;
    preview->frames = NULL;
    frame_sets_clear(&preview->resized_frame_sets);
    resized_image_clear(&preview->resized);
    g_clear_pointer(&preview->size_key, g_free);
}

gboolean preview_resize(Preview *preview, const DitherSettings *settings, gchar **message)
{
    DitherRequest *request = dither_request_new(settings, preview->original->encoding.channels,
                                                preview->original->dpi, NULL, message);
    ResizedImage resized = {.image_ID = 0};
    DrawablePixels *pixels = NULL;

    if (request != NULL && !size_text_is_named(&request->size))
        pixels = preview->original;
    else if (request != NULL && resized_image_make(&resized, preview->drawables,
                                                   preview->drawable_count, request, message))
        pixels = read_all(resized.drawables[0], message);
    if (pixels != NULL) {
        preview_forget_size(preview);
        show_pixels(preview, pixels);
        preview->resized = resized;
        if (resized.image_ID != 0)
            frame_sets_make(&preview->resized_frame_sets, resized.drawables, resized.count, pixels);
        preview->size_key = resized.image_ID != 0 ? key_of(settings) : NULL;
    } else {
        resized_image_clear(&resized);
    }
    if (request != NULL)
        dither_request_free(request);
    return !preview_has_other_size(preview, settings);
}
