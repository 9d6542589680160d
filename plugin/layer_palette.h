/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_LAYER_PALETTE_H
#define PLUGIN_LAYER_PALETTE_H

#include "request.h"

/*
 * Makes the palette that request->palette, of the kind PALETTE_ADAPTIVE, describes for several
 * layers of an image, whose numbers are in `layers` as gint32, 1 or more: from the pixels that
 * would be dithered or, if the request asks for dots, from those, after its changes of tone. Each
 * layer counts as errdiff_palette_sample says. Calls GIMP. FALSE: *message, which the caller frees,
 * says why it failed.
 */
gboolean layer_palette_make(const GArray *layers, const DitherRequest *request,
                            errdiff_palette *palette, gchar **message);

/* As layer_palette_make, but without calling GIMP: from what dither_sample_in_place took of each
 * layer, errdiff_images. */
gboolean layer_palette_of_samples(const GArray *samples, const DitherRequest *request,
                                  errdiff_palette *palette, gchar **message);

#endif
