/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All presets: those that are built in, and the user's, which are files of one folder. */
#ifndef UI_PRESETS_H
#define UI_PRESETS_H

#include "settings.h"

typedef struct {
    gchar *name;  /* for scripts; of a preset of the user's, its title */
    gchar *title; /* for people */
    gboolean is_built_in;
    DitherSettings *settings; /* NULL: its file is bad, and */
    gchar *message;           /* says why */
} Preset;

/* Those that are built in, then the user's by name; Preset each, to be freed with
 * g_ptr_array_unref. The folder need not exist. */
GPtrArray *presets_load(const gchar *folder);

/* The preset of this name. NULL: there is none. */
const Preset *presets_find(const GPtrArray *presets, const gchar *name);

/* The settings of the preset of this name, to be freed. NULL: there is none, or its file is bad;
 * *message (to be freed) says so, and which there are. */
DitherSettings *presets_get(const gchar *folder, const gchar *name, gchar **message);

/* Whether the user can give this name to a preset. FALSE: *message (to be freed) says why not. */
gboolean presets_name_is_possible(const gchar *name, gchar **message);

/*
 * What the user does with presets of their own. A name must be possible; one that is taken is
 * overwritten by `save`, and refused by `rename`. FALSE: *message (to be freed) says why, and
 * all is as it was.
 */
gboolean presets_save(const gchar *folder, const gchar *name, const DitherSettings *settings,
                      gchar **message);
gboolean presets_rename(const gchar *folder, const gchar *from, const gchar *to, gchar **message);
gboolean presets_delete(const gchar *folder, const gchar *name, gchar **message);

#endif
