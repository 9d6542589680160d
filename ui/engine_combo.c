/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine_combo.h"

#include "name_combo.h"

#include <glib/gi18n.h>

void engine_combo_append(GtkWidget *combo, const errdiff_engine_info *engine, const gchar *reason)
{
    const gchar *description = _(engine->description);
    gchar *note = reason == NULL
                      ? g_strdup(description)
                      : g_strdup_printf(_("%s\nNot available here: %s"), description, reason);

    name_combo_append_with_note(combo, engine->name, _(engine->title), note, reason == NULL);
    g_free(note);
}

GtkWidget *engine_combo_new(void)
{
    GtkWidget *combo = name_combo_new();

    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info engine;
        errdiff_message reason;
        gboolean can_run;

        errdiff_engine_get(i, &engine);
        can_run = errdiff_engine_available(engine.name, &reason);
        engine_combo_append(combo, &engine, can_run ? NULL : reason.text);
    }
    return combo;
}
