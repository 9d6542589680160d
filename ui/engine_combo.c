/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine_combo.h"

#include "errdiff.h"
#include "name_combo.h"

#include <glib/gi18n.h>

GtkWidget *engine_combo_new(void)
{
    GtkWidget *combo = name_combo_new();

    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info engine;
        gboolean available;
        gchar *title;

        errdiff_engine_get(i, &engine);
        available = errdiff_engine_available(engine.name, NULL);
        title = available ? g_strdup(_(engine.title))
                          : g_strdup_printf(_("%s (not available here)"), _(engine.title));
        name_combo_append(combo, engine.name, title, available);
        g_free(title);
    }
    return combo;
}

gchar *engine_combo_tooltip(void)
{
    GString *text = g_string_new(_("How the work is scheduled. Every engine gives the same pixels; "
                                   "they differ in speed alone."));

    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info engine;
        errdiff_message reason;

        errdiff_engine_get(i, &engine);
        g_string_append(text, "\n\n");
        if (errdiff_engine_available(engine.name, &reason))
            g_string_append_printf(text, "%s: %s", _(engine.title), _(engine.description));
        else
            g_string_append_printf(text, _("%s is not available here: %s"), _(engine.title),
                                   reason.text);
    }
    return g_string_free(text, FALSE);
}
