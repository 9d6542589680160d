/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choices of a user or a script for a hologram: the arguments of plug-in-hologram-diffusion as
 * they were given. The values are not checked here, but where they are used.
 */
#ifndef SETTINGS_HOLOGRAM_SETTINGS_H
#define SETTINGS_HOLOGRAM_SETTINGS_H

#include "settings/settings_kind.h"

typedef struct {
    gint second_drawable; /* its ID in GIMP; -1: there is none; not an option */
    /* Each has the name of its option, with _ for -, and its unit. */
    gdouble pitch;
    gdouble wavelength;
    gdouble view_distance;
    gdouble view_width, view_height; /* height 0: the same as the width */
    gdouble view_x, view_y;
    gchar *output;
    gint levels;
    gchar *method;
    gint hogel;
    gint taps;
    gint slope;
    gdouble kappa;
    gint preselect;
    gdouble scale;
    gboolean view_filter;
    gint refine;
    gchar *engine;
    gchar *input;          /* "re-im-channels", "re-im-layers", "amplitude-phase-layers", "phase" */
    gdouble preview_depth; /* millimeters behind the hologram; 0: no layer with a reconstruction */
    gchar *panel;
    gint offset_x, offset_y;
    gint two_pi;
    gchar *gray_table, *level_table; /* paths; "": none */
    gdouble lens;
    gdouble grating_x, grating_y;
    gboolean conjugate;
    gchar *correction; /* the path of a gray picture; "": none */
} HologramSettings;

/* Its options are the library's, in their order, without the number of threads, and the plug-in's
 * own. */
extern const SettingsKind hologram_settings_kind;

/* All settings own their strings. */
HologramSettings *
hologram_settings_new(void); /* the defaults, with the optics of a common display */
HologramSettings *hologram_settings_copy(const HologramSettings *settings);
void hologram_settings_assign(HologramSettings *to, const HologramSettings *from);
void hologram_settings_free(HologramSettings *settings);

#endif
