/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From settings, as they are typed, to what the core and the result need. */
#ifndef PLUGIN_REQUEST_H
#define PLUGIN_REQUEST_H

#include "errdiff.h"
#include "palette_choice.h"
#include "settings/settings.h"

typedef enum { OUTPUT_NEW_LAYER, OUTPUT_REPLACE, OUTPUT_NEW_INDEXED_IMAGE } OutputKind;

typedef struct {
    DitherSettings *settings; /* what it was made from; options refers to its strings */
    errdiff_options options;  /* palette, indexed and measure are for dithering.h to set */
    PaletteChoice palette;
    errdiff_alpha alpha;
    OutputKind output;
} DitherRequest;

/* For the main thread. NULL: a setting is wrong; *message (to be freed) names it, its value and
 * what is possible. To be freed with dither_request_free. */
DitherRequest *dither_request_new(const DitherSettings *settings, gchar **message);

void dither_request_free(DitherRequest *request);

/* What was done, for people: "Floyd–Steinberg, 2 levels"; to be freed. */
gchar *dither_request_describe(const DitherRequest *request, gint channels);

#endif
