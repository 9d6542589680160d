/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the phases that correct for a display that is not flat, from a gray image. */
#include "hologram_correction.h"

#include "gimp_host.h"
#include "host_images.h"
#include "items.h"

#include <gegl.h>
#include <glib/gi18n.h>

static gboolean check(gint32 layer_ID, const Encoding *encoding, gint width, gint height,
                      const gchar *path, gchar **message)
{
    gint own_width = drawable_get_width(layer_ID), own_height = drawable_get_height(layer_ID);

    if (encoding->channels > 1 ||
        (encoding->type != COMPONENT_U8 && encoding->type != COMPONENT_U16))
        *message = g_strdup_printf(_("correction: %s is not a gray image of 8 or 16 bits"), path);
    else if (own_width != width || own_height != height)
        *message =
            g_strdup_printf(_("correction: it has %d × %d pixels, what is displayed %d × %d"),
                            own_width, own_height, width, height);
    else
        return TRUE;
    return FALSE;
}

static gfloat *read_phases(gint32 layer_ID, const Encoding *encoding, gint width, gint height)
{
    gsize count = (gsize)width * (gsize)height;
    gdouble most = encoding->type == COMPONENT_U8 ? 255 : 65535;
    gfloat *phases = g_try_new(gfloat, count);
    guchar *pixels = g_try_malloc_n(count, encoding->pixel_size);
    GeglBuffer *buffer = drawable_get_buffer(layer_ID);

    if (phases && pixels) {
        gegl_buffer_get(buffer, GEGL_RECTANGLE(0, 0, width, height), 1.0,
                        drawable_get_format(layer_ID), pixels, GEGL_AUTO_ROWSTRIDE,
                        GEGL_ABYSS_NONE);
        for (gsize i = 0; i < count; i++)
            phases[i] = (gfloat)(encoding_number(encoding, pixels + i * encoding->pixel_size, 0) *
                                 most / (most + 1) * 2 * G_PI);
    } else {
        g_free(phases);
        phases = NULL;
    }
    g_object_unref(buffer);
    g_free(pixels);
    return phases;
}

gfloat *hologram_correction_read(const gchar *path, gint width, gint height, gchar **message)
{
    gint32 image_ID = image_load(path);
    gfloat *phases = NULL;
    Encoding encoding;
    gint *layers, count;

    if (image_ID == -1) {
        *message = g_strdup_printf(_("correction: %s cannot be opened"), path);
        return NULL;
    }
    layers = image_get_layers(image_ID, &count);
    if (count < 1 || !encoding_from_format(&encoding, drawable_get_format(layers[0]), FALSE))
        *message = g_strdup_printf(_("correction: %s is not a gray image of 8 or 16 bits"), path);
    else if (check(layers[0], &encoding, width, height, path, message)) {
        phases = read_phases(layers[0], &encoding, width, height);
        if (!phases)
            *message = g_strdup(_("There is not enough memory for this image"));
    }
    g_free(layers);
    image_delete(image_ID);
    return phases;
}
