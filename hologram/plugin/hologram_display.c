/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens GIMP's windows for a quantized hologram and its reconstruction. */
#include "hologram_display.h"

#include "host_images.h"
#include "items.h"

/* The layer beside the one with the hologram; -1: there is none. */
static gint32 find_views(gint32 image_ID, gint32 layer_ID)
{
    gint count;
    gint *layers = image_get_layers(image_ID, &count);
    gint32 views_ID = -1;

    for (gint i = 0; i < count; i++)
        if (layers[i] != layer_ID)
            views_ID = layers[i];
    g_free(layers);
    return views_ID;
}

/* A new image with a copy of a layer; -1: GIMP refused it. */
static gint32 image_of(gint32 layer_ID)
{
    Encoding encoding;
    gint32 image_ID, copy_ID;

    encoding_from_format(&encoding, drawable_get_format(layer_ID), FALSE);
    image_ID = image_new(drawable_get_width(layer_ID), drawable_get_height(layer_ID), &encoding);
    if (image_ID == -1)
        return -1;
    copy_ID = image_copy_drawable(image_ID, layer_ID);
    image_disable_undo(image_ID);
    if (copy_ID != -1 && image_insert_layer(image_ID, copy_ID, -1, 0, 0, 0) != -1) {
        image_enable_undo(image_ID);
        return image_ID;
    }
    image_delete(image_ID);
    return -1;
}

void hologram_display(gint32 image_ID, gint32 layer_ID)
{
    gint32 views_ID = find_views(image_ID, layer_ID);
    gint32 views_image_ID = views_ID != -1 ? image_of(views_ID) : -1;

    image_display(image_ID);
    if (views_image_ID == -1)
        return;
    image_disable_undo(image_ID);
    image_remove_layer(image_ID, views_ID);
    image_enable_undo(image_ID);
    image_display(views_image_ID);
}
