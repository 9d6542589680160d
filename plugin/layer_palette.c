/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes one palette for several layers, from a sample of the colors of each. */
#include "layer_palette.h"

#include "dithering.h"

#include <glib/gi18n.h>

typedef struct {
    guint8 (*colors)[3];
    gsize count;
} Sample;

/* Makes room for `count` more colors. */
static gboolean grow(Sample *sample, gsize count)
{
    gpointer grown = g_try_realloc_n(sample->colors, sample->count + count, sizeof *sample->colors);

    if (grown)
        sample->colors = grown;
    return grown != NULL;
}

/* Appends colors of a layer, at most max_count. */
static gboolean append_layer(gint32 layer_ID, const DitherRequest *request, gsize max_count,
                             Sample *sample, gchar **message)
{
    DrawablePixels *pixels = drawable_pixels_read(layer_ID, message);
    gsize available, count = 0;
    gboolean done = FALSE;

    if (!pixels)
        return FALSE;
    available = (gsize)errdiff_dots_along(pixels->width, request->dot) *
                (gsize)errdiff_dots_along(pixels->height, request->dot);
    if (grow(sample, MIN(available, max_count)))
        done = dither_sample_in_place(pixels, request, max_count, sample->colors + sample->count,
                                      &count, message);
    else
        *message = g_strdup(_("There is not enough memory for this image"));
    sample->count += count;
    drawable_pixels_free(pixels);
    return done;
}

/* Makes the palette from the colors of all layers. */
static gboolean make(const Sample *sample, const PaletteChoice *choice, errdiff_palette *palette,
                     gchar **message)
{
    errdiff_image image = {.data = sample->colors,
                           .width = (gint)sample->count,
                           .height = 1,
                           .channels = 3,
                           .bits = 8};
    errdiff_message reason;

    if (sample->count == 0) {
        *message = g_strdup(_("No layer has a visible pixel from which a palette could be made"));
        return FALSE;
    }
    if (errdiff_palette_make(&image, choice->count, &choice->colors, NULL, palette, &reason) ==
        ERRDIFF_OK)
        return TRUE;
    *message = g_strdup(reason.text);
    return FALSE;
}

gboolean layer_palette_make(const GArray *layers, const DitherRequest *request,
                            errdiff_palette *palette, gchar **message)
{
    gsize share = errdiff_palette_sample_size((gint)layers->len);
    Sample sample = {NULL, 0};
    gboolean done = TRUE;

    for (guint i = 0; done && i < layers->len; i++)
        done = append_layer(g_array_index(layers, gint32, i), request, share, &sample, message);
    done = done && make(&sample, &request->palette, palette, message);
    g_free(sample.colors);
    return done;
}
