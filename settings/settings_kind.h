/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions for settings of all kinds (DitherSettings, HologramSettings). Settings are a struct
 * with a member for each option: a gchar * for texts, a gdouble for real numbers, and a gint for
 * all others.
 */
#ifndef SETTINGS_KIND_H
#define SETTINGS_KIND_H

#include "errdiff.h"

#include <glib.h>

typedef struct {
    const gchar *name; /* of the option, with _ for each -; NULL: the end of the list */
    gsize offset;      /* of its member */
} SettingsMember;

typedef struct {
    gsize size; /* of the struct */
    const SettingsMember *members;
    /* Copies what is known of an option, from 0 on. FALSE: there is none with this index. */
    gboolean (*get_option)(gint index, errdiff_option_info *option);
} SettingsKind;

/* Whether settings contain a text for the option: all but numbers and switches. */
gboolean settings_option_is_text(const errdiff_option_info *option);

/* Whether the procedures have an argument for the option. Only the dialogs and the command set the
 * number of threads. */
gboolean settings_option_is_argument(const errdiff_option_info *option);

/* What is known of the option with this name, which must exist. */
errdiff_option_info settings_option_find(const SettingsKind *kind, const gchar *name);

/* The address of an option's value in settings: a text, a real number, or another number. A
 * text is changed with settings_replace_text. */
gchar **settings_text(const SettingsKind *kind, gconstpointer settings,
                      const errdiff_option_info *option);
gdouble *settings_real(const SettingsKind *kind, gconstpointer settings,
                       const errdiff_option_info *option);
gint *settings_number(const SettingsKind *kind, gconstpointer settings,
                      const errdiff_option_info *option);

/* Frees a text and puts `new_text`, which g_free can free, in its place. */
void settings_replace_text(gchar **text, gchar *new_text);

/* All settings own their texts. New ones have the defaults; numbers without a default are 0. */
gpointer settings_new(const SettingsKind *kind);
gpointer settings_copy(const SettingsKind *kind, gconstpointer settings);
void settings_assign(const SettingsKind *kind, gpointer to, gconstpointer from);
void settings_free(const SettingsKind *kind, gpointer settings);

/* Copies one setting, and compares one setting. */
void settings_assign_option(const SettingsKind *kind, gpointer to, gconstpointer from,
                            const errdiff_option_info *option);
gboolean settings_option_is_same(const SettingsKind *kind, gconstpointer a, gconstpointer b,
                                 const errdiff_option_info *option);

#endif
