/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a person or a script chose for a hologram: the arguments of plug-in-hologram-diffusion, as they
 * are typed. The values are not checked here; whoever uses them does.
 */
#ifndef UI_HOLOGRAM_SETTINGS_H
#define UI_HOLOGRAM_SETTINGS_H

#include <glib.h>

typedef struct {
    gint second_drawable; /* its number in GIMP; -1: there is none */
    gchar *input;         /* "re-im-channels", "re-im-layers", "amplitude-phase-layers", "phase" */
    gchar *output;        /* "phase", "binary-phase", "amplitude" */
    gint levels;          /* 2..65536 */
    gdouble pitch_um;     /* from pixel to pixel */
    gdouble lambda_nm;    /* wavelength */
    gdouble view_x_mm, view_y_mm; /* the window's centre, right of the hologram's, below it */
    gdouble view_width_mm, view_height_mm; /* its size; height 0: as the width */
    gdouble view_distance_mm;
    gint hogel;               /* pixels along a side */
    gchar *method;            /* "opt", "paper", "fs", "fs-window", "none" */
    gint weights;             /* 1..64 */
    gint slope;               /* 1..16; 0: any */
    gdouble scale;            /* 0: found */
    gboolean view_filter;     /* light that misses the window is taken out first */
    gdouble preview_depth_mm; /* behind the hologram; 0: no layer with a reconstruction */
    gchar *engine;            /* "auto", or the name of an engine */
} HologramSettings;

/* All of these own their strings. */
HologramSettings *
hologram_settings_new(void); /* the defaults, with the optics of a common display */
HologramSettings *hologram_settings_copy(const HologramSettings *settings);
void hologram_settings_assign(HologramSettings *to, const HologramSettings *from);
void hologram_settings_free(HologramSettings *settings);

#endif
