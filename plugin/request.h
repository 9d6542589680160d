/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts settings, which are as the user or a script gave them, to what the core and the result
 * need. */
#ifndef PLUGIN_REQUEST_H
#define PLUGIN_REQUEST_H

#include "errdiff.h"
#include "palette_choice.h"
#include "resize/size_text.h"
#include "screen_choice.h"
#include "settings/settings.h"

/* In the order of the option's choices. */
typedef enum {
    OUTPUT_NEW_LAYER,
    OUTPUT_REPLACE,
    OUTPUT_NEW_INDEXED_IMAGE,
    OUTPUT_INK_LAYERS
} OutputKind;

typedef struct {
    DitherSettings *settings; /* the settings it was made from; options points to their strings */
    errdiff_options options;  /* palette, indexed and measure are set later, by dithering.c */
    PaletteChoice palette;
    errdiff_matrix matrix; /* of the screen's file, to which options points; owned */
    gint channels;         /* of what is dithered */
    errdiff_alpha alpha;
    gint dot; /* side of the dots, in pixels, 1..ERRDIFF_MAX_DOT; 1: each pixel is dithered */
    OutputKind output;
    gboolean frames;        /* all layers of the image are dithered */
    gint stable;            /* how strongly the layer below counts, percent, 0..100 */
    struct named_size size; /* of the result's image; none: that of the image */
    enum size_fit fit;
    errdiff_sequence *sequence; /* the layers below; NULL: none counts. The caller's */
} DitherRequest;

/*
 * Makes a request for a drawable with 1 or 3 `channels`. `dpi` is the resolution of the image in
 * pixels per inch, which counts if the settings have none; 0: it is unknown. `palette` is what was
 * read before from the same text as settings->palette; NULL: the palette is read now, which takes
 * GIMP some time.
 * Must be called in the main thread. NULL: a setting is wrong; *message, which the caller frees,
 * names it, its value and what is possible. Free the request with dither_request_free.
 */
DitherRequest *dither_request_new(const DitherSettings *settings, gint channels, gdouble dpi,
                                  const PaletteChoice *palette, gchar **message);

void dither_request_free(DitherRequest *request);

/* A text for all settings that a palette made from given pixels depends on: two requests with equal
 * texts make the same palette. `has_alpha` is whether the pixels have an alpha channel. NULL: the
 * palette may depend on every setting. The caller frees it. */
gchar *dither_request_palette_key(const DitherRequest *request, gboolean has_alpha);

/* The same for what `stretch` and `tone` depend on in given pixels, see dither_find_range. */
gchar *dither_request_range_key(const DitherRequest *request, gboolean has_alpha);

/* A description for the user, like "Floyd–Steinberg, 2 levels", or "Bayer,
 * 4 × 4, 2 levels" for ordered dithering; the caller frees it. */
gchar *dither_request_describe(const DitherRequest *request);

#endif
