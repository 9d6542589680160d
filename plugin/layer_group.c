/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "layer_group.h"

#include "gimp_progress.h"
#include "layer_palette.h"
#include "result.h"

#include <glib/gi18n.h>

/* Appends the layers of a group, from the lowest to the topmost one. */
static void append_layers(gint32 group_ID, GArray *layers)
{
    gint count;
    gint *children = gimp_item_get_children(group_ID, &count);

    for (gint i = count - 1; i >= 0; i--)
        if (gimp_item_is_group(children[i]))
            append_layers(children[i], layers);
        else
            g_array_append_val(layers, children[i]);
    g_free(children);
}

/* The numbers of all layers in a group, as gint32, from the lowest to the topmost one. */
static GArray *list_layers(gint32 group_ID)
{
    GArray *layers = g_array_new(FALSE, FALSE, sizeof(gint32));

    append_layers(group_ID, layers);
    return layers;
}

/* The layers of which a part is selected. */
static GArray *list_selected_layers(gint32 group_ID)
{
    GArray *layers = list_layers(group_ID);
    gint x, y, width, height;

    for (guint i = layers->len; i-- > 0;)
        if (!gimp_drawable_mask_intersect(g_array_index(layers, gint32, i), &x, &y, &width,
                                          &height))
            g_array_remove_index(layers, i);
    return layers;
}

gint layer_group_count(gint32 group_ID)
{
    GArray *layers = list_selected_layers(group_ID);
    gint count = (gint)layers->len;

    g_array_unref(layers);
    return count;
}

gboolean layer_group_is_possible(gint32 group_ID, const DitherRequest *request, gchar **message)
{
    GArray *all = list_layers(group_ID), *layers = list_selected_layers(group_ID);
    gboolean is_possible = layers->len > 0;

    if (all->len == 0)
        *message = g_strdup(_("The layer group is empty"));
    else if (!is_possible)
        *message = g_strdup(_("The selection does not overlap any layer of the group"));
    for (guint i = 0; is_possible && i < layers->len; i++)
        is_possible = result_is_possible(g_array_index(layers, gint32, i), request->output,
                                         request->alpha, message);
    g_array_unref(layers);
    g_array_unref(all);
    return is_possible;
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

gboolean layer_group_dither(gint32 group_ID, const DitherRequest *request, Outcome *outcome,
                            gchar **message)
{
    GArray *layers = list_selected_layers(group_ID);
    DitherRequest shared = *request;
    gchar *description = dither_request_describe(request, gimp_drawable_is_gray(group_ID) ? 1 : 3);
    gboolean done = TRUE;

    if (request->palette.kind == PALETTE_ADAPTIVE) {
        shared.palette.kind = PALETTE_COLORS;
        done = layer_palette_make(layers, request, &shared.palette.colors, message);
    }
    done = done && dither_and_write(layers, &shared, description, outcome, message);
    g_free(description);
    g_array_unref(layers);
    return done;
}
