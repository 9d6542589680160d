/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls GIMP 2.10 for the properties and the pixels of layers, masks and channels. */
#include "items.h"

gboolean item_is_valid(gint32 item_ID)
{
    return gimp_item_is_valid(item_ID);
}

gboolean item_is_drawable(gint32 item_ID)
{
    return gimp_item_is_drawable(item_ID);
}

gboolean item_is_layer(gint32 item_ID)
{
    return gimp_item_is_layer(item_ID);
}

gboolean item_is_group(gint32 item_ID)
{
    return gimp_item_is_group(item_ID);
}

gboolean item_is_channel(gint32 item_ID)
{
    return gimp_item_is_channel(item_ID);
}

gint32 item_get_image(gint32 item_ID)
{
    return gimp_item_get_image(item_ID);
}

gint32 item_get_parent(gint32 item_ID)
{
    return gimp_item_get_parent(item_ID);
}

gchar *item_get_name(gint32 item_ID)
{
    return gimp_item_get_name(item_ID);
}

gboolean item_get_lock_content(gint32 item_ID)
{
    return gimp_item_get_lock_content(item_ID);
}

gint32 *item_get_children(gint32 group_ID, gint *count)
{
    return gimp_item_get_children(group_ID, count);
}

gint32 layer_get_mask(gint32 layer_ID)
{
    return layer_ID == -1 ? -1 : gimp_layer_get_mask(layer_ID);
}

gint32 mask_get_layer(gint32 item_ID)
{
    return gimp_item_is_layer_mask(item_ID) ? gimp_layer_from_mask(item_ID) : -1;
}

gboolean layer_get_lock_alpha(gint32 layer_ID)
{
    return gimp_layer_get_lock_alpha(layer_ID);
}

gboolean layer_is_floating(gint32 item_ID)
{
    return gimp_layer_is_floating_sel(item_ID);
}

const Babl *drawable_get_format(gint32 drawable_ID)
{
    return gimp_drawable_get_format(drawable_ID);
}

gint drawable_get_width(gint32 drawable_ID)
{
    return gimp_drawable_width(drawable_ID);
}

gint drawable_get_height(gint32 drawable_ID)
{
    return gimp_drawable_height(drawable_ID);
}

void drawable_get_offsets(gint32 drawable_ID, gint *x, gint *y)
{
    gimp_drawable_offsets(drawable_ID, x, y);
}

gboolean drawable_is_gray(gint32 drawable_ID)
{
    return gimp_drawable_is_gray(drawable_ID);
}

gboolean layer_is_indexed(gint32 item_ID)
{
    return gimp_item_is_layer(item_ID) &&
           gimp_image_base_type(gimp_item_get_image(item_ID)) == GIMP_INDEXED;
}

gboolean drawable_get_selected(gint32 drawable_ID, GeglRectangle *area)
{
    return gimp_drawable_mask_intersect(drawable_ID, &area->x, &area->y, &area->width,
                                        &area->height);
}

GeglBuffer *drawable_get_buffer(gint32 drawable_ID)
{
    return gimp_drawable_get_buffer(drawable_ID);
}

GeglBuffer *drawable_get_shadow(gint32 drawable_ID)
{
    return gimp_drawable_get_shadow_buffer(drawable_ID);
}

gboolean drawable_merge_shadow(gint32 drawable_ID)
{
    return gimp_drawable_merge_shadow(drawable_ID, TRUE);
}

void drawable_update(gint32 drawable_ID, const GeglRectangle *area)
{
    gimp_drawable_update(drawable_ID, area->x, area->y, area->width, area->height);
}
