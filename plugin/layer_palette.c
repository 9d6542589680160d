/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer_palette.h"

#include "dot_pixels.h"
#include "drawable_pixels.h"

#include <glib/gi18n.h>
#include <string.h>

/* So many colors of all layers together, but at least so many of a layer. */
enum { MAX_COLORS_OF_ALL = 1 << 24, LEAST_OF_A_LAYER = 1 << 10, MAX_PIXEL_BYTES = 6 };

/* The samples of some pixels, one after the other. */
typedef struct {
    guchar *samples;
    gsize count; /* of the pixels */
} Colors;

static gboolean is_visible(const DrawablePixels *pixels, gsize pixel)
{
    if (pixels->selected_mask && pixels->selected_mask[pixel] == 0)
        return FALSE;
    return !pixels->alpha || (pixels->encoding.bits == 8 ? ((const guint8 *)pixels->alpha)[pixel]
                                                         : ((const guint16 *)pixels->alpha)[pixel]);
}

/* Appends the display values of the visible pixels, or of at most `max_count` of them. */
static void append_colors(const DrawablePixels *pixels, gsize max_count, Colors *colors)
{
    gsize count = (gsize)pixels->width * (gsize)pixels->height;
    gsize pixel_size = (gsize)pixels->encoding.channels * (gsize)(pixels->encoding.bits / 8);
    gsize taken = MIN(count, max_count);

    for (gsize i = 0; i < taken; i++) {
        gsize pixel = (gsize)((gdouble)count / (gdouble)taken * (gdouble)i);

        if (is_visible(pixels, pixel))
            memcpy(colors->samples + colors->count++ * pixel_size,
                   (const guchar *)pixels->display + pixel * pixel_size, pixel_size);
    }
}

static gboolean append_dots(const DrawablePixels *pixels, const DitherRequest *request,
                            gsize max_count, Colors *colors, gchar **message)
{
    DrawablePixels dots;
    errdiff_message reason;
    gboolean done =
        dot_pixels_reduce(pixels, request->dot, request->options.threads, &dots, &reason);

    if (done)
        append_colors(&dots, max_count, colors);
    else
        *message = g_strdup(reason.text);
    g_free(dots.selected_mask);
    g_free(dots.display);
    g_free(dots.alpha);
    return done;
}

/* Appends the colors of a layer, and sets *encoding to its encoding. */
static gboolean append_layer(gint32 layer_ID, const DitherRequest *request, gsize max_count,
                             Colors *colors, Encoding *encoding, gchar **message)
{
    DrawablePixels *pixels = drawable_pixels_read(layer_ID, message);
    gboolean done = pixels != NULL;

    if (!done)
        return FALSE;
    *encoding = pixels->encoding;
    if (request->dot > 1)
        done = append_dots(pixels, request, max_count, colors, message);
    else
        append_colors(pixels, max_count, colors);
    drawable_pixels_free(pixels);
    return done;
}

/* Makes the palette from the colors of all layers. */
static gboolean make(const Colors *colors, const Encoding *encoding, const PaletteChoice *choice,
                     errdiff_palette *palette, gchar **message)
{
    errdiff_image image = {.data = colors->samples,
                           .width = (gint)colors->count,
                           .height = 1,
                           .channels = encoding->channels,
                           .bits = encoding->bits};
    errdiff_message reason;

    if (colors->count == 0) {
        *message = g_strdup(_("No layer has a visible pixel from which a palette could be made"));
        return FALSE;
    }
    if (errdiff_palette_make(&image, choice->count, &choice->colors, palette, &reason) ==
        ERRDIFF_OK)
        return TRUE;
    *message = g_strdup(reason.text);
    return FALSE;
}

gboolean layer_palette_make(const GArray *layers, const DitherRequest *request,
                            errdiff_palette *palette, gchar **message)
{
    gsize share = MAX(MAX_COLORS_OF_ALL / layers->len, LEAST_OF_A_LAYER);
    Colors colors = {g_try_malloc_n(share * layers->len, MAX_PIXEL_BYTES), 0};
    Encoding encoding = {0};
    gboolean done = colors.samples != NULL;

    if (!done)
        *message = g_strdup(_("There is not enough memory for this image"));
    for (guint i = 0; done && i < layers->len; i++)
        done = append_layer(g_array_index(layers, gint32, i), request, share, &colors, &encoding,
                            message);
    done = done && make(&colors, &encoding, &request->palette, palette, message);
    g_free(colors.samples);
    return done;
}
