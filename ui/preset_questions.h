/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the user is asked and told about presets, in windows of their own. */
#ifndef UI_PRESET_QUESTIONS_H
#define UI_PRESET_QUESTIONS_H

#include "settings/presets.h"

#include <gtk/gtk.h>

/*
 * Asks for the name of a preset until a possible one is given; where `may_replace`, one of the
 * user's may be taken already. `action` is the button's label. Returns the name, to be freed; NULL:
 * the user thought better of it.
 */
gchar *preset_questions_name(GtkWindow *parent, const gchar *title, const gchar *action,
                             const gchar *proposal, const GPtrArray *presets, gboolean may_replace);

gboolean preset_questions_delete(GtkWindow *parent, const gchar *name);

/* The path of a file to read, or to write, one that is there only if the user agrees; to be freed.
 * NULL: none. */
gchar *preset_questions_open(GtkWindow *parent);
gchar *preset_questions_save(GtkWindow *parent, const gchar *proposal);

/* Says one sentence. */
void preset_questions_complain(GtkWindow *parent, const gchar *message);

#endif
