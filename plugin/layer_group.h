/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layer groups and several drawables, ordered from the topmost one: each layer is dithered by
 * itself, or, if the request says so, as a frame of an animation after the layer below it. */
#ifndef PLUGIN_LAYER_GROUP_H
#define PLUGIN_LAYER_GROUP_H

#include "procedure.h"
#include "request.h"

/* The IDs, as gint32, of the layers that layer_group_dither dithers, from the lowest to the topmost
 * one: of the drawables, and of the layers in those that are groups and in all groups in them,
 * hidden ones included, those that the selection touches. The caller drops the reference. */
GArray *layer_group_list(const gint32 *drawables, gint count);

/* Whether these drawables are dithered layer by layer. An indexed image gets a group as a whole. */
gboolean layer_group_is_by_layer(const gint32 *drawables, gint count, const DitherRequest *request);

/* Whether the drawable, or each layer, can get a result as the request says; to be called before
 * long work. FALSE: *message, which the caller frees, says why not. */
gboolean layer_group_is_possible(const gint32 *drawables, gint count, const DitherRequest *request,
                                 gchar **message);

/*
 * Dithers each of these layers, and then writes all results, as one undo step. A palette that is to
 * be made from the image is made from all these layers. A new indexed image is only possible for
 * frames, which become its layers. The outcome gets the topmost layer with a result. FALSE:
 * *message, which the caller frees, says why, and the image is as it was, or one undo step restores
 * it.
 */
gboolean layer_group_dither(const gint32 *drawables, gint count, const DitherRequest *request,
                            Outcome *outcome, gchar **message);

#endif
