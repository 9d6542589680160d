/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a person or a script chose: the arguments of plug-in-error-diffusion, as they are typed.
 * The values are not checked here; whoever uses them does.
 */
#ifndef UI_SETTINGS_H
#define UI_SETTINGS_H

#include <glib.h>

typedef struct {
    gchar *kernel;  /* name or text of a kernel: "floyd-steinberg" */
    gchar *levels;  /* "2", or one number a channel: "4,8,4" */
    gchar *palette; /* "" for levels, or the text of a palette (plugin/palette_choice.h) */
    gchar *match;   /* "rgb", "oklab" */
    gint strength;  /* percent, 0..100 */
    gint noise;     /* percent, 0..100 */
    gint seed;
    gboolean serpentine;
    gboolean linear;
    gchar *alpha;  /* "keep", "threshold", "dither" */
    gchar *engine; /* "auto", or the name of an engine */
    gint threads;  /* that it uses at most, 0..1024; 0: one for each processor */
    gchar *output; /* "new-layer", "replace", "new-indexed-image" */
} DitherSettings;

/* All of these own their strings. */
DitherSettings *dither_settings_new(void); /* the defaults */
DitherSettings *dither_settings_copy(const DitherSettings *settings);
void dither_settings_assign(DitherSettings *to, const DitherSettings *from);
void dither_settings_free(DitherSettings *settings);

/* Takes over what decides over the pixels: all but the engine, its threads and the output. */
void dither_settings_take_look(DitherSettings *to, const DitherSettings *from);

/* Whether both give the same pixels, as far as the settings themselves tell. */
gboolean dither_settings_look_alike(const DitherSettings *a, const DitherSettings *b);

#endif
