/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choices of a user or a script for a hologram: the arguments of plug-in-hologram-diffusion as
 * they were given. The values are not checked here, but where they are used.
 */
#ifndef SETTINGS_HOLOGRAM_SETTINGS_H
#define SETTINGS_HOLOGRAM_SETTINGS_H

#include "settings/settings_kind.h"

/* The members with their types. Each has the name of its option, with _ for each -, and the unit of
 * that. */
#define HOLOGRAM_SETTINGS(MEMBER)                                          \
    MEMBER(gdouble, pitch)                                                 \
    MEMBER(gdouble, wavelength)                                            \
    MEMBER(gdouble, view_distance)                                         \
    MEMBER(gdouble, view_width)                                            \
    MEMBER(gdouble, view_height) /* 0: the same as the width */            \
    MEMBER(gdouble, view_x)                                                \
    MEMBER(gdouble, view_y)                                                \
    MEMBER(gchar *, output)                                                \
    MEMBER(gint, levels)                                                   \
    MEMBER(gchar *, method)                                                \
    MEMBER(gint, hogel)                                                    \
    MEMBER(gint, taps)                                                     \
    MEMBER(gint, slope)                                                    \
    MEMBER(gdouble, kappa)                                                 \
    MEMBER(gint, preselect)                                                \
    MEMBER(gdouble, scale)                                                 \
    MEMBER(gboolean, view_filter)                                          \
    MEMBER(gint, refine)                                                   \
    MEMBER(gchar *, engine)                                                \
    MEMBER(gchar *, input)                                                 \
    MEMBER(gdouble, preview_depth) /* 0: no layer with a reconstruction */ \
    MEMBER(gchar *, panel)                                                 \
    MEMBER(gint, offset_x)                                                 \
    MEMBER(gint, offset_y)                                                 \
    MEMBER(gint, two_pi)                                                   \
    MEMBER(gchar *, gray_table)  /* a path; "": none */                    \
    MEMBER(gchar *, level_table) /* a path; "": none */                    \
    MEMBER(gdouble, lens)                                                  \
    MEMBER(gdouble, grating_x)                                             \
    MEMBER(gdouble, grating_y)                                             \
    MEMBER(gboolean, conjugate)                                            \
    MEMBER(gchar *, correction) /* the path of a gray image; "": none */   \
    MEMBER(gchar *, geometry)                                              \
    MEMBER(gdouble, gain)                                                  \
    MEMBER(gboolean, full_range)                                           \
    MEMBER(gdouble, zero_order)                                            \
    MEMBER(gdouble, crosstalk)

#define HOLOGRAM_SETTINGS_DECLARE(type, name) type name;
typedef struct {
    gint second_drawable; /* its ID in GIMP; -1: there is none; not an option */
    HOLOGRAM_SETTINGS(HOLOGRAM_SETTINGS_DECLARE)
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
