/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_display.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>

/* The layer beside the one with the hologram; -1: there is none. */
static gint32 find_views(gint32 image_ID, gint32 layer_ID)
{
    gint count;
    gint *layers = gimp_image_get_layers(image_ID, &count);
    gint32 views_ID = -1;

    for (gint i = 0; i < count; i++)
        if (layers[i] != layer_ID)
            views_ID = layers[i];
    g_free(layers);
    return views_ID;
}

/* A new image with a copy of a layer; -1: GIMP refused it. */
static gint32 image_of(gint32 layer_ID, GimpPrecision precision)
{
    gint32 image_ID = gimp_image_new_with_precision(
        gimp_drawable_width(layer_ID), gimp_drawable_height(layer_ID), GIMP_GRAY, precision);
    gint32 copy_ID = image_ID != -1 ? gimp_layer_new_from_drawable(layer_ID, image_ID) : -1;

    if (image_ID == -1)
        return -1;
    gimp_image_undo_disable(image_ID);
    if (copy_ID != -1 && gimp_image_insert_layer(image_ID, copy_ID, -1, 0) &&
        gimp_layer_set_offsets(copy_ID, 0, 0)) {
        gimp_image_undo_enable(image_ID);
        return image_ID;
    }
    gimp_image_delete(image_ID);
    return -1;
}

void hologram_display(gint32 image_ID, gint32 layer_ID)
{
    gint32 views_ID = find_views(image_ID, layer_ID);
    gint32 views_image_ID =
        views_ID != -1 ? image_of(views_ID, gimp_image_get_precision(image_ID)) : -1;

    gimp_display_new(image_ID);
    if (views_image_ID == -1)
        return;
    gimp_image_undo_disable(image_ID);
    gimp_image_remove_layer(image_ID, views_ID);
    gimp_image_undo_enable(image_ID);
    gimp_display_new(views_image_ID);
}
