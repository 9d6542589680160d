/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes one palette for several layers, from a sample of each. */
#include "layer_palette.h"

#include "dithering.h"

#include <glib/gi18n.h>
#include <stdlib.h>

/* Appends a sample of a layer, unless it has no visible pixel. `count` layers share the palette. */
static gboolean append_layer(gint32 layer_ID, const DitherRequest *request, gint count,
                             GArray *samples, gchar **message)
{
    DrawablePixels *pixels = drawable_pixels_read(layer_ID, message);
    errdiff_image sample = {.data = NULL};
    gboolean done;

    if (!pixels)
        return FALSE;
    done = dither_sample_in_place(pixels, request, count, &sample, message);
    if (sample.data)
        g_array_append_val(samples, sample);
    drawable_pixels_free(pixels);
    return done;
}

gboolean layer_palette_of_samples(const GArray *samples, const DitherRequest *request,
                                  errdiff_palette *palette, gchar **message)
{
    const PaletteChoice *choice = &request->palette;
    errdiff_message reason;

    if (samples->len == 0) {
        *message = g_strdup(_("No layer has a visible pixel from which a palette could be made"));
        return FALSE;
    }
    if (errdiff_palette_make_shared((const errdiff_image *)samples->data, (gint)samples->len,
                                    choice->count, &choice->colors, &request->options, palette,
                                    &reason) == ERRDIFF_OK)
        return TRUE;
    *message = g_strdup(reason.text);
    return FALSE;
}

gboolean layer_palette_make(const GArray *layers, const DitherRequest *request,
                            errdiff_palette *palette, gchar **message)
{
    GArray *samples = g_array_new(FALSE, FALSE, sizeof(errdiff_image));
    gboolean done = TRUE;

    for (guint i = 0; done && i < layers->len; i++)
        done = append_layer(g_array_index(layers, gint32, i), request, (gint)layers->len, samples,
                            message);
    done = done && layer_palette_of_samples(samples, request, palette, message);
    for (guint i = 0; i < samples->len; i++)
        free(g_array_index(samples, errdiff_image, i).data);
    g_array_unref(samples);
    return done;
}
