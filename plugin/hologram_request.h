/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a hologram's settings, as they are typed, to what the core needs. */
#ifndef PLUGIN_HOLOGRAM_REQUEST_H
#define PLUGIN_HOLOGRAM_REQUEST_H

#include "errdiff_hologram.h"
#include "settings/hologram_settings.h"

typedef enum {
    HOLOGRAM_RE_IM_CHANNELS,
    HOLOGRAM_RE_IM_LAYERS,
    HOLOGRAM_AMPLITUDE_PHASE_LAYERS,
    HOLOGRAM_PHASE_ALONE
} HologramInput;

typedef struct {
    HologramSettings *settings; /* what it was made from; options refers to its strings */
    errdiff_hologram_options options;
    HologramInput input;
    gdouble depth; /* of the reconstruction, in µm; 0: none is wanted */
} HologramRequest;

/* For any thread. NULL: a setting is wrong; *message (to be freed) names it, its value and what is
 * possible. To be freed with hologram_request_free. */
HologramRequest *hologram_request_new(const HologramSettings *settings, gchar **message);

void hologram_request_free(HologramRequest *request);

/* What is made, for people: "256 phases"; to be freed. */
gchar *hologram_request_describe(const HologramRequest *request);

/* Whether the hologram comes from two drawables. */
gboolean hologram_input_has_two(HologramInput input);

/* Bits of a sample of the result: 8 or 16. */
gint hologram_request_bits(const HologramRequest *request);

#endif
