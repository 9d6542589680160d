/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_LAYER_PALETTE_H
#define PLUGIN_LAYER_PALETTE_H

#include "request.h"

/* Takes a sample of layer `number`, from 0 on, as dither_sample_in_place does; sample->data stays
 * NULL if the layer has no visible pixel. FALSE: it failed, and *message, which the caller frees,
 * says why; or it was cancelled, and *message is unchanged. */
typedef gboolean (*LayerSample)(gpointer user, gint number, errdiff_image *sample, gchar **message);

/*
 * Makes the palette that request->palette, of the kind PALETTE_ADAPTIVE, describes for `count`
 * layers, 1 or more, from the sample of each: of the pixels that would be dithered or, if the
 * request asks for dots, of those, after its changes of tone. Each layer counts as
 * errdiff_palette_sample says. FALSE: it failed, or a sample did; *message is as for that.
 */
gboolean layer_palette_make(gint count, LayerSample take_sample, gpointer user,
                            const DitherRequest *request, errdiff_palette *palette,
                            gchar **message);

#endif
