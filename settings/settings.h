/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choices of a user or a script: the arguments of plug-in-error-diffusion as they were given.
 * The values are not checked here, but where they are used.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "settings_kind.h"

typedef struct {
    /* Each has the name of its option. */
    gchar *kernel;  /* name or text of a kernel: "floyd-steinberg" */
    gchar *levels;  /* "2", or one number for each channel: "4,8,4" */
    gchar *palette; /* "" for levels, or the text of a palette (plugin/palette_choice.h) */
    gchar *match;   /* "rgb", "oklab" */
    gchar *gamut;   /* "clip", "compress", "none" */
    gint compress;  /* percent, 0..100 */
    gboolean sent;  /* the colors that the device is sent are written */
    gboolean stretch;
    gdouble stretch_share; /* percent, 0..10 */
    gint brightness;       /* percent, -100..100 */
    gint contrast;         /* percent, -100..100 */
    gdouble gamma;         /* 0.1..10 */
    gint saturation;       /* percent, -100..100 */
    gboolean invert;
    gboolean keep_exact;
    gint strength; /* percent, 0..100 */
    gint noise;    /* percent, 0..100 */
    gint seed;
    gint detail; /* percent, 0..100 */
    gboolean serpentine;
    gboolean linear;
    gchar *alpha;  /* "keep", "threshold", "dither" */
    gint dot;      /* side of the dots, in pixels, 1..256 */
    gchar *engine; /* "auto", or the name of an engine */
    gint threads;  /* the most that the engine uses, 0..1024; 0: one for each processor */
    gchar *output; /* "new-layer", "replace", "new-indexed-image" */
} DitherSettings;

/* Its options are the library's, in their order, and then "output". */
extern const SettingsKind dither_settings_kind;

/* All settings own their strings. */
DitherSettings *dither_settings_new(void); /* the defaults */
DitherSettings *dither_settings_copy(const DitherSettings *settings);
void dither_settings_assign(DitherSettings *to, const DitherSettings *from);
void dither_settings_free(DitherSettings *settings);

/* Copies the settings that decide the pixels: all except engine, threads and output. */
void dither_settings_copy_appearance(DitherSettings *to, const DitherSettings *from);

/* Whether an option can change the pixels while the other settings are as they are. Options that
 * are no part of presets count as if they could. */
gboolean dither_settings_have_effect(const DitherSettings *settings,
                                     const errdiff_option_info *option);

/* Whether both give the same pixels, as far as the settings show. */
gboolean dither_settings_have_same_appearance(const DitherSettings *a, const DitherSettings *b);

#endif
