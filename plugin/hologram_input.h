/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hologram that GIMP's drawables hold. */
#ifndef PLUGIN_HOLOGRAM_INPUT_H
#define PLUGIN_HOLOGRAM_INPUT_H

#include "hologram_request.h"

#include <gegl.h>

/* Drawables by their numbers in GIMP. */
typedef struct {
    gint32 first, second; /* second: -1 where there is none */
} HologramDrawables;

/* The next layer of the same size, below or else above: where the second part is, if nobody says so.
 * -1: there is none. */
gint32 hologram_input_find_second(gint32 drawable_ID);

/* The name of the input that suits a drawable with this second one, or -1: by its channels. */
const gchar *hologram_input_guess(const HologramDrawables *drawables);

/* FALSE: these drawables cannot hold a hologram in that way; *message (to be freed) says why. */
gboolean hologram_input_check(const HologramDrawables *drawables, HologramInput input,
                              gchar **message);

/* Reads the numbers of an area (NULL: all of them) as they are stored, without tone curves; alpha and
 * selections do not count. The drawables have been checked. FALSE: memory is short; *message (to be freed) says so. The field is to
 * be freed with errdiff_field_free in any case. */
gboolean hologram_input_read(errdiff_field *field, const HologramDrawables *drawables,
                             HologramInput input, const GeglRectangle *area, gchar **message);

#endif
