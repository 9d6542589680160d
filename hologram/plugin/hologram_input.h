/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a hologram from one or two of GIMP's drawables. */
#ifndef PLUGIN_HOLOGRAM_INPUT_H
#define PLUGIN_HOLOGRAM_INPUT_H

#include "hologram_request.h"

#include <gegl.h>

/* Drawables, by their IDs in GIMP. */
typedef struct {
    gint32 first, second; /* second -1: there is none */
} HologramDrawables;

/* The default for the second drawable: the next layer of the same size below or, if there is none,
 * above. -1: there is none at all. */
gint32 hologram_input_find_second(gint32 drawable_ID);

/* Whether a drawable stores its pixels as photographs are stored: in 8 bits, with gamma. A hologram
 * rarely does. */
gboolean hologram_input_is_like_photograph(gint32 drawable_ID);

/* The name of the input that suits these drawables, judged by the channels of the first. */
const gchar *hologram_input_guess(const HologramDrawables *drawables);

/* Whether these drawables can contain a hologram in that form. FALSE: *message, which the caller
 * frees, says why not. */
gboolean hologram_input_check(const HologramDrawables *drawables, HologramInput input,
                              gchar **message);

/* Reads the values of an area (NULL: the whole drawables) as they are stored, without tone curves,
 * and ignores alpha and selections. hologram_input_check must have accepted the drawables. FALSE:
 * there is not enough memory, and *message, which the caller frees, says so. Free the field with
 * errdiff_field_free in either case. */
gboolean hologram_input_read(errdiff_field *field, const HologramDrawables *drawables,
                             const HologramRequest *request, const GeglRectangle *area,
                             gchar **message);

#endif
