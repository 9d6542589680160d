/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIMP's images, by their IDs, of which -1 is none; see items.h. What returns a gboolean returns
 * FALSE if GIMP refused it; host_error then says why. */
#ifndef PLUGIN_HOST_IMAGES_H
#define PLUGIN_HOST_IMAGES_H

#include "encoding.h"
#include "errdiff.h"

#include <libgimp/gimp.h>

/* The image that layers with this encoding can be in, of 1 or 3 channels, without layers. */
gint32 image_new(gint width, gint height, const Encoding *encoding);

/* An image whose pixels are numbers of colors. */
gint32 image_new_indexed(gint width, gint height);
gboolean image_set_colors(gint32 image_ID, const guint8 (*colors)[3], gint count);

/* Sets `colors` to those of an indexed image, as they are stored. Returns their number; 0: it has
 * none. */
gint image_get_colors(gint32 image_ID, guint8 colors[ERRDIFF_MAX_COLORS][3]);

/* Opens a file, without a window; -1: GIMP cannot. */
gint32 image_load(const gchar *path);

/* A copy with all items, the selection, the resolution and the profile, without a window. -1: GIMP
 * refused. */
gint32 image_duplicate(gint32 image_ID);

/* Scales all layers, the selection and the canvas. `is_smooth`: with GIMP's cubic interpolation;
 * else each new pixel is one of the old ones. */
gboolean image_scale(gint32 image_ID, gint width, gint height, gboolean is_smooth);

/* Makes the canvas width × height pixels from (x, y) on, and cuts the layers to it. */
gboolean image_crop(gint32 image_ID, gint width, gint height, gint x, gint y);

void image_delete(gint32 image_ID);

/* All images; the caller frees the array. */
gint32 *image_list(gint *count);

gchar *image_get_name(gint32 image_ID); /* the caller frees it */
gchar *image_get_path(gint32 image_ID); /* of its file, NULL: none; the caller frees it */
void image_set_path(gint32 image_ID, const gchar *path);
void image_copy_resolution(gint32 image_ID, gint32 source_ID);
void image_get_size(gint32 image_ID, gint *width, gint *height); /* of its canvas, in pixels */
gdouble image_get_dpi(gint32 image_ID); /* pixels per inch from left to right; 0: unknown */
void image_set_dpi(gint32 image_ID, gdouble dpi);

/* NULL: the image has none. The caller drops the reference. */
GimpColorProfile *image_get_profile(gint32 image_ID);
void image_set_profile(gint32 image_ID, GimpColorProfile *profile);

/* -1: nothing is selected. */
gint32 image_get_selection(gint32 image_ID);

/* The layers that are in no group, from the topmost one; the caller frees the array. */
gint32 *image_get_layers(gint32 image_ID, gint *count);

/* The same of the channels, except masks and the selection. */
gint32 *image_get_channels(gint32 image_ID, gint *count);

/* Among the items that are in the same group, or in none. */
gint image_get_position(gint32 image_ID, gint32 item_ID);

/* A layer, opaque and with the mode of new layers, that is not yet in the image. A gray image may
 * get one that is RGB, if it is converted to RGB before that is inserted. */
gint32 image_new_layer(gint32 image_ID, const gchar *name, gint width, gint height,
                       GimpImageType type);

/* As image_new_layer, with the size and the pixels of a drawable. */
gint32 image_copy_drawable(gint32 image_ID, gint32 drawable_ID);

/* Inserts such a layer at (x, y), in a group or, if parent_ID is -1, in none. Returns its ID, which
 * may be another one then; -1: GIMP refused. */
gint32 image_insert_layer(gint32 image_ID, gint32 layer_ID, gint32 parent_ID, gint position, gint x,
                          gint y);

/* Deletes a layer that has not been inserted. */
void image_discard_layer(gint32 layer_ID);

void image_remove_layer(gint32 image_ID, gint32 layer_ID);

gboolean image_convert_to_rgb(gint32 image_ID);

void image_begin_undo_group(gint32 image_ID);
void image_end_undo_group(gint32 image_ID);
void image_disable_undo(gint32 image_ID);
void image_enable_undo(gint32 image_ID);

/* What the user works on in an image: the active layer or channel; in GIMP 3 all those that are
 * selected. */
typedef struct ActiveItems ActiveItems;

ActiveItems *image_get_active(gint32 image_ID);
void image_set_active(gint32 image_ID, ActiveItems *active); /* frees `active` */
void image_set_active_layer(gint32 image_ID, gint32 layer_ID);

/* Attaches a text to the image as a parasite that is saved with it. */
void image_attach_text(gint32 image_ID, const gchar *name, const gchar *text);

/* Opens a window. */
void image_display(gint32 image_ID);

#endif
