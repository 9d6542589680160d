/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choices of a user or a script for a hologram: the arguments of plug-in-hologram-diffusion as
 * they were given. The values are not checked here, but where they are used.
 */
#ifndef SETTINGS_HOLOGRAM_SETTINGS_H
#define SETTINGS_HOLOGRAM_SETTINGS_H

#include <glib.h>

typedef struct {
    gint second_drawable; /* its ID in GIMP; -1: there is none */
    gchar *input;         /* "re-im-channels", "re-im-layers", "amplitude-phase-layers", "phase" */
    gchar *output;        /* "phase", "binary-phase", "amplitude" */
    gint levels;          /* 2..65536 */
    gdouble pitch_um;     /* from pixel to pixel */
    gdouble lambda_nm;    /* wavelength */
    gdouble view_x_mm, view_y_mm; /* the window's center, right of and below the hologram's */
    gdouble view_width_mm, view_height_mm; /* the window's size; height 0: the same as the width */
    gdouble view_distance_mm;
    gint hogel;               /* pixels along a side */
    gchar *method;            /* "opt", "paper", "fs", "fs-window", "none" */
    gint weights;             /* 1..64 */
    gint slope;               /* 1..16; 0: no limit */
    gdouble scale;            /* 0: automatic */
    gboolean view_filter;     /* remove light that misses the window first */
    gdouble preview_depth_mm; /* behind the hologram; 0: no layer with a reconstruction */
    gchar *engine;            /* "auto", or the name of an engine */
} HologramSettings;

/* All settings own their strings. */
HologramSettings *
hologram_settings_new(void); /* the defaults, with the optics of a common display */
HologramSettings *hologram_settings_copy(const HologramSettings *settings);
void hologram_settings_assign(HologramSettings *to, const HologramSettings *from);
void hologram_settings_free(HologramSettings *settings);

#endif
