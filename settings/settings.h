/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The choices of a user or a script: the arguments of plug-in-error-diffusion as they were given.
 * The values are not checked here, but where they are used.
 */
#ifndef SETTINGS_H
#define SETTINGS_H

#include "settings_kind.h"

/* The members with their types. Each has the name of its option, with _ for each -. */
#define DITHER_SETTINGS(MEMBER)                                                           \
    MEMBER(gchar *, kernel)  /* name or text of a kernel: "floyd-steinberg" */            \
    MEMBER(gchar *, levels)  /* "auto", "2", or a number for each channel: "4,8,4" */     \
    MEMBER(gchar *, palette) /* "" for levels, or a text as in plugin/palette_choice.h */ \
    MEMBER(gchar *, match)                                                                \
    MEMBER(gchar *, gamut)                                                                \
    MEMBER(gint, compress)                                                                \
    MEMBER(gboolean, sent)                                                                \
    MEMBER(gboolean, gray)                                                                \
    MEMBER(gchar *, tone)                                                                 \
    MEMBER(gboolean, stretch)                                                             \
    MEMBER(gdouble, stretch_share)                                                        \
    MEMBER(gint, brightness)                                                              \
    MEMBER(gint, contrast)                                                                \
    MEMBER(gdouble, gamma)                                                                \
    MEMBER(gint, saturation)                                                              \
    MEMBER(gboolean, invert)                                                              \
    MEMBER(gchar *, dot_gain) /* "20", or a curve: "25 40; 50 70; 75 90" */               \
    MEMBER(gboolean, keep_exact)                                                          \
    MEMBER(gint, strength)                                                                \
    MEMBER(gint, noise)                                                                   \
    MEMBER(gint, seed)                                                                    \
    MEMBER(gint, detail)                                                                  \
    MEMBER(gint, refine)                                                                  \
    MEMBER(gdouble, viewing)                                                              \
    MEMBER(gchar *, screen) /* name of a screen, or a path */                             \
    MEMBER(gint, screen_amount)                                                           \
    MEMBER(gchar *, screen_size)                                                          \
    MEMBER(gchar *, screen_angle)                                                         \
    MEMBER(gdouble, dpi)                                                                  \
    MEMBER(gint, serpentine) /* TRUE, FALSE or ERRDIFF_AUTOMATIC */                       \
    MEMBER(gchar *, start)                                                                \
    MEMBER(gboolean, linear)                                                              \
    MEMBER(gchar *, alpha)                                                                \
    MEMBER(gint, dot)                                                                     \
    MEMBER(gchar *, engine) /* "auto", or the name of an engine */                        \
    MEMBER(gint, threads)                                                                 \
    MEMBER(gchar *, output)                                                               \
    MEMBER(gboolean, frames)                                                              \
    MEMBER(gint, stable)                                                                  \
    MEMBER(gchar *, resize) /* "", or a size as in resize/size_text.h */                  \
    MEMBER(gchar *, fit)

#define DITHER_SETTINGS_DECLARE(type, name) type name;
typedef struct {
    DITHER_SETTINGS(DITHER_SETTINGS_DECLARE)
} DitherSettings;

/* Its options are the library's, in their order, and then "output", "frames", "stable",
 * "resize" and "fit". */
extern const SettingsKind dither_settings_kind;

/* All settings own their strings. */
DitherSettings *dither_settings_new(void); /* the defaults */
DitherSettings *dither_settings_copy(const DitherSettings *settings);
void dither_settings_assign(DitherSettings *to, const DitherSettings *from);
void dither_settings_free(DitherSettings *settings);

/* Copies the settings that decide the pixels: all except engine, threads, output and
 * frames. */
void dither_settings_copy_appearance(DitherSettings *to, const DitherSettings *from);

/* Whether neither levels nor a palette was chosen: a color image gets a palette that is made for
 * it, and a gray one two levels. */
gboolean dither_settings_have_automatic_colors(const DitherSettings *settings);

/* Whether the scan is serpentine, by choice or automatically. */
gboolean dither_settings_are_serpentine(const DitherSettings *settings);

/* Whether an option can change the pixels while the other settings are as they are. Options that
 * are no part of presets count as if they could. */
gboolean dither_settings_have_effect(const DitherSettings *settings,
                                     const errdiff_option_info *option);

/* Whether both give the same pixels, as far as the settings show. */
gboolean dither_settings_have_same_appearance(const DitherSettings *a, const DitherSettings *b);

#endif
