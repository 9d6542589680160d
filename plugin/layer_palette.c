/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes one palette for several layers, from a sample of each. */
#include "layer_palette.h"

#include <glib/gi18n.h>
#include <stdlib.h>

/* Makes the palette from the samples of all layers. */
static gboolean make(const GArray *samples, const DitherRequest *request, errdiff_palette *palette,
                     gchar **message)
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

gboolean layer_palette_make(gint count, LayerSample take_sample, gpointer user,
                            const DitherRequest *request, errdiff_palette *palette, gchar **message)
{
    GArray *samples = g_array_new(FALSE, FALSE, sizeof(errdiff_image));
    gboolean done = TRUE;

    for (gint i = 0; done && i < count; i++) {
        errdiff_image sample = {.data = NULL};

        done = take_sample(user, i, &sample, message);
        if (sample.data)
            g_array_append_val(samples, sample);
    }
    done = done && make(samples, request, palette, message);
    for (guint i = 0; i < samples->len; i++)
        free(g_array_index(samples, errdiff_image, i).data);
    g_array_unref(samples);
    return done;
}
