/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From settings, as they are typed, to what the core and the result need. */
#ifndef PLUGIN_REQUEST_H
#define PLUGIN_REQUEST_H

#include "errdiff.h"
#include "settings.h"

typedef struct {
    errdiff_options options; /* its strings stay those of the settings */
    gboolean replace;        /* the drawable's own pixels, in place of a new layer */
} DitherRequest;

/* FALSE: a setting is wrong; *message (to be freed) names it, its value and what is possible. */
gboolean dither_request_make(DitherRequest *request, const DitherSettings *settings,
                             gchar **message);

/* What was done, for people: "Floyd–Steinberg, 2 levels"; to be freed. */
gchar *dither_request_describe(const DitherRequest *request, gint channels);

#endif
