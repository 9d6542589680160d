/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine_combo.h"

#include "errdiff.h"
#include "name_combo.h"

#include <glib/gi18n.h>

/* What it is, and why it cannot run here where it cannot; the caller frees it. */
static gchar *note_on(const errdiff_engine_info *engine, gboolean *can_run)
{
    errdiff_message reason;

    *can_run = errdiff_engine_available(engine->name, &reason);
    if (*can_run)
        return g_strdup(_(engine->description));
    return g_strdup_printf(_("%s\nNot available here: %s"), _(engine->description), reason.text);
}

GtkWidget *engine_combo_new(void)
{
    GtkWidget *combo = name_combo_new();

    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info engine;
        gboolean can_run;
        gchar *note;

        errdiff_engine_get(i, &engine);
        note = note_on(&engine, &can_run);
        name_combo_append_with_note(combo, engine.name, _(engine.title), note, can_run);
        g_free(note);
    }
    return combo;
}
