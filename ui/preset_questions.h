/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dialogs with questions about presets. */
#ifndef UI_PRESET_QUESTIONS_H
#define UI_PRESET_QUESTIONS_H

#include "settings/presets.h"

#include <gtk/gtk.h>

/*
 * Asks for a valid name for a preset. If `may_replace`, it may be the name of one of the user's
 * presets; if not, it must also differ from `proposal`. `action` is the label of the button that
 * accepts it. Returns the name, which the caller frees; NULL: the user cancelled.
 */
gchar *preset_questions_name(GtkWindow *parent, const gchar *title, const gchar *action,
                             const gchar *proposal, const GPtrArray *presets, gboolean may_replace);

/* Returns whether the user agrees to delete this preset. */
gboolean preset_questions_delete(GtkWindow *parent, const gchar *name);

/* Ask for the path of a file to read or to write; an existing file is only written if the user
 * agrees to overwrite it. The caller frees the path. NULL: the user cancelled. */
gchar *preset_questions_open(GtkWindow *parent);
gchar *preset_questions_save(GtkWindow *parent, const gchar *proposal);

#endif
