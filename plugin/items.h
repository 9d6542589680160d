/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The items of GIMP's images: layers, groups, masks, channels, selections, by their IDs, of which
 * -1 is none. The folders gimp2 and gimp3 implement this, host_images.h and gimp_host.h for GIMP
 * 2.10 and for GIMP 3, and register the procedures; no other file depends on the version.
 */
#ifndef PLUGIN_ITEMS_H
#define PLUGIN_ITEMS_H

#include <gegl.h>
#include <libgimp/gimp.h>

gboolean item_is_valid(gint32 item_ID); /* it exists still */
gboolean item_is_drawable(gint32 item_ID);
gboolean item_is_layer(gint32 item_ID);
gboolean item_is_group(gint32 item_ID);
gboolean item_is_channel(gint32 item_ID); /* a channel, a mask or a selection */

gint32 item_get_image(gint32 item_ID);
gint32 item_get_parent(gint32 item_ID);
gchar *item_get_name(gint32 item_ID); /* the caller frees it */
gboolean item_get_lock_content(gint32 item_ID);

/* The items in a group from the topmost one; the caller frees the array. */
gint32 *item_get_children(gint32 group_ID, gint *count);

gint32 layer_get_mask(gint32 layer_ID); /* -1: it has none */

/* The layer that a mask belongs to; -1: the item is no mask. */
gint32 mask_get_layer(gint32 item_ID);

gboolean layer_get_lock_alpha(gint32 layer_ID);
gboolean layer_is_floating(gint32 item_ID); /* FALSE also for what is no layer */

/* NULL: there is no such drawable. */
const Babl *drawable_get_format(gint32 drawable_ID);

/* -1: there is no such drawable. */
gint drawable_get_width(gint32 drawable_ID);
gint drawable_get_height(gint32 drawable_ID);

void drawable_get_offsets(gint32 drawable_ID, gint *x, gint *y);
gboolean drawable_is_gray(gint32 drawable_ID);

/* Whether the item is a layer, or a group of layers, of an indexed image. */
gboolean layer_is_indexed(gint32 item_ID);

/* Sets *area to the bounds of the selection within the drawable. FALSE: there is nothing selected
 * in it, or no such drawable. */
gboolean drawable_get_selected(gint32 drawable_ID, GeglRectangle *area);

/* GIMP gets changed tiles when the last reference to a buffer is dropped, which the caller owns. */
GeglBuffer *drawable_get_buffer(gint32 drawable_ID);
GeglBuffer *drawable_get_shadow(gint32 drawable_ID);

/* Merges the shadow buffer as an undo step. FALSE: GIMP refused. */
gboolean drawable_merge_shadow(gint32 drawable_ID);

/* Shows changed pixels. */
void drawable_update(gint32 drawable_ID, const GeglRectangle *area);

#endif
