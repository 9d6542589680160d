/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts a hologram's settings, which are as the user or a script gave them, to what the core
 * needs. */
#ifndef PLUGIN_HOLOGRAM_REQUEST_H
#define PLUGIN_HOLOGRAM_REQUEST_H

#include "errdiff_hologram.h"
#include "hologram_settings.h"

typedef enum {
    HOLOGRAM_RE_IM_CHANNELS,
    HOLOGRAM_RE_IM_LAYERS,
    HOLOGRAM_AMPLITUDE_PHASE_LAYERS,
    HOLOGRAM_PHASE_ALONE
} HologramInput;

typedef struct {
    HologramSettings *settings; /* the settings it was made from; options points to their strings */
    errdiff_hologram_options options;
    HologramInput input;
    gdouble depth;           /* of the reconstruction, in µm; 0: none is to be made */
    gint conjugate;          /* 1: the hologram's complex conjugate is used */
    const gchar *correction; /* the path of an image; "": none */
    errdiff_hologram_panel panel;
    errdiff_complex values[ERRDIFF_HOLOGRAM_MAX_MEASURED]; /* of the levels, if measured */
    gint bits;                                             /* of a sample of the result: 8 or 16 */
    guint16 samples[ERRDIFF_HOLOGRAM_MAX_LEVELS];          /* of the levels */
} HologramRequest;

/* May be called in any thread. NULL: a setting is wrong; *message, which the caller frees, names
 * it, its value and what is possible. Free the request with hologram_request_free. */
HologramRequest *hologram_request_new(const HologramSettings *settings, gchar **message);

void hologram_request_free(HologramRequest *request);

/* A description for the user, like "256 phases"; the caller frees it. */
gchar *hologram_request_describe(const HologramRequest *request);

/* Whether this kind of input uses two drawables. */
gboolean hologram_input_has_two(HologramInput input);

/* The size of what is displayed: that of the panel or, without one, of the hologram, which *width
 * and *height are at first. */
void hologram_request_size(const HologramRequest *request, gint *width, gint *height);

#endif
