/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls GIMP 3 for the properties and the pixels of layers, masks and channels. */
#include "items.h"

/* NULL: there is no such item. */
static GimpItem *item(gint32 item_ID)
{
    return item_ID > 0 ? gimp_item_get_by_id(item_ID) : NULL;
}

static GimpDrawable *drawable(gint32 drawable_ID)
{
    GimpItem *found = item(drawable_ID);

    return GIMP_IS_DRAWABLE(found) ? GIMP_DRAWABLE(found) : NULL;
}

static gint32 id_of(GimpItem *found)
{
    return found ? gimp_item_get_id(found) : -1;
}

gboolean item_is_valid(gint32 item_ID)
{
    return item_ID > 0 && gimp_item_id_is_valid(item_ID);
}

gboolean item_is_drawable(gint32 item_ID)
{
    return GIMP_IS_DRAWABLE(item(item_ID));
}

gboolean item_is_layer(gint32 item_ID)
{
    return GIMP_IS_LAYER(item(item_ID));
}

gboolean item_is_group(gint32 item_ID)
{
    return GIMP_IS_GROUP_LAYER(item(item_ID));
}

gboolean item_is_channel(gint32 item_ID)
{
    return GIMP_IS_CHANNEL(item(item_ID));
}

gint32 item_get_image(gint32 item_ID)
{
    GimpItem *found = item(item_ID);
    GimpImage *image = found ? gimp_item_get_image(found) : NULL;

    return image ? gimp_image_get_id(image) : -1;
}

gint32 item_get_parent(gint32 item_ID)
{
    return id_of(gimp_item_get_parent(item(item_ID)));
}

gchar *item_get_name(gint32 item_ID)
{
    return gimp_item_get_name(item(item_ID));
}

gboolean item_get_lock_content(gint32 item_ID)
{
    return gimp_item_get_lock_content(item(item_ID));
}

gint32 *item_get_children(gint32 group_ID, gint *count)
{
    GimpItem **children = gimp_item_get_children(item(group_ID));
    gint32 *numbers;

    for (*count = 0; children && children[*count];)
        (*count)++;
    numbers = g_new(gint32, *count);
    for (gint i = 0; i < *count; i++)
        numbers[i] = gimp_item_get_id(children[i]);
    g_free(children);
    return numbers;
}

gint32 layer_get_mask(gint32 layer_ID)
{
    GimpLayerMask *mask = layer_ID == -1 ? NULL : gimp_layer_get_mask(GIMP_LAYER(item(layer_ID)));

    return mask ? gimp_item_get_id(GIMP_ITEM(mask)) : -1;
}

gint32 mask_get_layer(gint32 item_ID)
{
    GimpItem *found = item(item_ID);
    GimpLayer *layer =
        GIMP_IS_LAYER_MASK(found) ? gimp_layer_from_mask(GIMP_LAYER_MASK(found)) : NULL;

    return layer ? gimp_item_get_id(GIMP_ITEM(layer)) : -1;
}

gboolean layer_get_lock_alpha(gint32 layer_ID)
{
    return gimp_layer_get_lock_alpha(GIMP_LAYER(item(layer_ID)));
}

gboolean layer_is_floating(gint32 item_ID)
{
    GimpItem *found = item(item_ID);

    return GIMP_IS_LAYER(found) && gimp_layer_is_floating_sel(GIMP_LAYER(found));
}

const Babl *drawable_get_format(gint32 drawable_ID)
{
    GimpDrawable *found = drawable(drawable_ID);

    return found ? gimp_drawable_get_format(found) : NULL;
}

gint drawable_get_width(gint32 drawable_ID)
{
    GimpDrawable *found = drawable(drawable_ID);

    return found ? gimp_drawable_get_width(found) : -1;
}

gint drawable_get_height(gint32 drawable_ID)
{
    GimpDrawable *found = drawable(drawable_ID);

    return found ? gimp_drawable_get_height(found) : -1;
}

void drawable_get_offsets(gint32 drawable_ID, gint *x, gint *y)
{
    gimp_drawable_get_offsets(drawable(drawable_ID), x, y);
}

gboolean drawable_is_gray(gint32 drawable_ID)
{
    return gimp_drawable_is_gray(drawable(drawable_ID));
}

gboolean layer_is_indexed(gint32 item_ID)
{
    GimpItem *found = item(item_ID);

    return GIMP_IS_LAYER(found) &&
           gimp_image_get_base_type(gimp_item_get_image(found)) == GIMP_INDEXED;
}

gboolean drawable_get_selected(gint32 drawable_ID, GeglRectangle *area)
{
    GimpDrawable *found = drawable(drawable_ID);

    return found &&
           gimp_drawable_mask_intersect(found, &area->x, &area->y, &area->width, &area->height);
}

GeglBuffer *drawable_get_buffer(gint32 drawable_ID)
{
    return gimp_drawable_get_buffer(drawable(drawable_ID));
}

GeglBuffer *drawable_get_shadow(gint32 drawable_ID)
{
    return gimp_drawable_get_shadow_buffer(drawable(drawable_ID));
}

gboolean drawable_merge_shadow(gint32 drawable_ID)
{
    return gimp_drawable_merge_shadow(drawable(drawable_ID), TRUE);
}

void drawable_update(gint32 drawable_ID, const GeglRectangle *area)
{
    gimp_drawable_update(drawable(drawable_ID), area->x, area->y, area->width, area->height);
}
