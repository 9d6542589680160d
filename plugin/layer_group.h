/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layer groups: each layer of a group is dithered by itself. */
#ifndef PLUGIN_LAYER_GROUP_H
#define PLUGIN_LAYER_GROUP_H

#include "call.h"
#include "request.h"

/* The number of layers that layer_group_dither dithers: of those in a group and in all groups in
 * it, hidden ones included, those that the selection touches. */
gint layer_group_count(gint32 group_ID);

/* Whether each layer can be dithered as the request says; to be called before long work. FALSE:
 * *message, which the caller frees, says why not. */
gboolean layer_group_is_possible(gint32 group_ID, const DitherRequest *request, gchar **message);

/*
 * Dithers each layer of the group that the selection touches, and then writes all results, as one
 * undo step. A palette that is to be made from the image is made from all these layers. Not for a
 * new indexed image. The outcome gets the topmost layer with a result. FALSE: *message, which the
 * caller frees, says why, and the image is as it was, or one undo step restores it.
 */
gboolean layer_group_dither(gint32 group_ID, const DitherRequest *request, Outcome *outcome,
                            gchar **message);

#endif
