/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers several drawables, all layers of a layer group, or all of an image, one after the
 * other. */
#include "layer_group.h"

#include "gimp_progress.h"
#include "items.h"
#include "layer_palette.h"
#include "result.h"

#include <glib/gi18n.h>

static gboolean contains(const GArray *layers, gint32 layer_ID)
{
    for (guint i = 0; i < layers->len; i++)
        if (g_array_index(layers, gint32, i) == layer_ID)
            return TRUE;
    return FALSE;
}

/* Appends drawables, which are ordered from the topmost one: from the lowest one, with all layers
 * of a group in its place, and each only once. */
static void append(const gint32 *drawables, gint count, GArray *layers)
{
    for (gint i = count - 1; i >= 0; i--)
        if (item_is_group(drawables[i])) {
            gint child_count;
            gint32 *children = item_get_children(drawables[i], &child_count);

            append(children, child_count, layers);
            g_free(children);
        } else if (!contains(layers, drawables[i])) {
            g_array_append_val(layers, drawables[i]);
        }
}

/* The IDs of all drawables and of the layers in groups, as gint32, from the lowest to the topmost
 * one. */
static GArray *list_layers(const gint32 *drawables, gint count)
{
    GArray *layers = g_array_new(FALSE, FALSE, sizeof(gint32));

    append(drawables, count, layers);
    return layers;
}

GArray *layer_group_list(const gint32 *drawables, gint count)
{
    GArray *layers = list_layers(drawables, count);
    GeglRectangle area;

    for (guint i = layers->len; i-- > 0;)
        if (!drawable_get_selected(g_array_index(layers, gint32, i), &area))
            g_array_remove_index(layers, i);
    return layers;
}

/* Whether there is something to dither. FALSE: *message says why not. */
static gboolean check_layers(const GArray *all, const GArray *selected, gboolean is_group,
                             gchar **message)
{
    if (all->len == 0)
        *message = g_strdup(_("The layer group is empty"));
    else if (selected->len == 0)
        *message = g_strdup(is_group ? _("The selection does not overlap any layer of the group")
                                     : _("Selection is outside the layer"));
    return selected->len > 0;
}

gboolean layer_group_is_by_layer(const gint32 *drawables, gint count, const DitherRequest *request)
{
    return request->frames || count > 1 ||
           (item_is_group(drawables[0]) && request->output != OUTPUT_NEW_INDEXED_IMAGE);
}

static gboolean are_possible(const gint32 *drawables, gint count, const DitherRequest *request,
                             gchar **message)
{
    GArray *all, *layers;
    gboolean is_possible;

    if (request->output == OUTPUT_NEW_INDEXED_IMAGE && !request->frames) {
        *message = g_strdup(_("A new indexed image is made from one layer, or from all layers as "
                              "an animation"));
        return FALSE;
    }
    all = list_layers(drawables, count);
    layers = layer_group_list(drawables, count);
    is_possible = check_layers(all, layers, count == 1 && !request->frames, message);
    for (guint i = 0; is_possible && i < layers->len; i++)
        is_possible = result_is_possible(g_array_index(layers, gint32, i), request->output,
                                         request->alpha, message);
    g_array_unref(layers);
    g_array_unref(all);
    return is_possible;
}

gboolean layer_group_is_possible(const gint32 *drawables, gint count, const DitherRequest *request,
                                 gchar **message)
{
    if (!result_has_colors(drawables[0], request, message))
        return FALSE;
    return layer_group_is_by_layer(drawables, count, request)
               ? are_possible(drawables, count, request, message)
               : result_is_possible(drawables[0], request->output, request->alpha, message);
}

/* Which of the layers is being dithered. */
typedef struct {
    gint number, count;
} Position;

static int show_progress(void *user, double done)
{
    const Position *position = user;

    return progress_show_dithering(NULL, (position->number + done) / position->count);
}

/* Dithers all layers, without changing the image. */
static gboolean dither_layers(const GArray *layers, const DitherRequest *request,
                              DitheredDrawable *dithered, gchar **message)
{
    gboolean done = TRUE;

    for (guint i = 0; done && i < layers->len; i++) {
        Position position = {(gint)i, (gint)layers->len};

        dithered[i].pixels = drawable_pixels_read(g_array_index(layers, gint32, i), message);
        if (dithered[i].pixels)
            dithered[i].result = dither_pixels_in_place(dithered[i].pixels, request, show_progress,
                                                        &position, message);
        done = dithered[i].result != NULL;
    }
    return done;
}

static gboolean dither_and_write(const GArray *layers, const DitherRequest *request,
                                 const gchar *description, Outcome *outcome, gchar **message)
{
    DitheredDrawable *dithered = g_new0(DitheredDrawable, layers->len);
    gint count = (gint)layers->len;
    gboolean written =
        dither_layers(layers, request, dithered, message) &&
        result_write(dithered, count, request->output, description, outcome, message);

    if (written)
        outcome->engine = dithered[count - 1].result->report.engine;
    for (gint i = 0; i < count; i++) {
        dither_result_free(dithered[i].result);
        drawable_pixels_free(dithered[i].pixels);
    }
    g_free(dithered);
    return written;
}

/* What samples of the layers are taken for. */
typedef struct {
    const GArray *layers;
    const DitherRequest *request;
} Sampling;

/* A LayerSample. */
static gboolean take_sample(gpointer user, gint number, errdiff_image *sample, gchar **message)
{
    const Sampling *sampling = user;
    gint32 layer_ID = g_array_index(sampling->layers, gint32, number);
    DrawablePixels *pixels = drawable_pixels_read(layer_ID, message);
    gboolean done = pixels && dither_sample_in_place(pixels, sampling->request,
                                                     (gint)sampling->layers->len, sample, message);

    drawable_pixels_free(pixels);
    return done;
}

gboolean layer_group_dither(const gint32 *drawables, gint count, const DitherRequest *request,
                            Outcome *outcome, gchar **message)
{
    GArray *layers = layer_group_list(drawables, count);
    DitherRequest shared = *request;
    gchar *description = dither_request_describe(request);
    Sampling sampling = {layers, request};
    gboolean done;

    shared.sequence = dither_sequence_open(request, message);
    done = shared.sequence != NULL;
    if (done && request->palette.kind == PALETTE_ADAPTIVE) {
        shared.palette.kind = PALETTE_COLORS;
        done = layer_palette_make((gint)layers->len, take_sample, &sampling, request,
                                  &shared.palette.colors, message);
    }
    done = done && dither_and_write(layers, &shared, description, outcome, message);
    errdiff_sequence_close(shared.sequence);
    g_free(description);
    g_array_unref(layers);
    return done;
}
