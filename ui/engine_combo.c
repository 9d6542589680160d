/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose an engine, and lists the engines that cannot run on this computer. */
#include "engine_combo.h"

#include "form.h"
#include "name_combo.h"
#include "toolkit.h"

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

/* What the list calls an engine that people choose by where it runs; NULL: it is no such one. */
static const gchar *usual_title(const gchar *name)
{
    static const struct {
        const gchar *name, *title;
    } usual[] = {
        {"auto", N_("Automatic")}, {"wavefront", N_("Processor")}, {"cuda-softsync", N_("GPU")}};

    for (gsize i = 0; i < G_N_ELEMENTS(usual); i++)
        if (g_str_equal(name, usual[i].name))
            return usual[i].title;
    return NULL;
}

const gchar *engine_combo_title(const gchar *name)
{
    const gchar *title = usual_title(name);

    for (gint i = 0; title == NULL && i < errdiff_engine_count(); i++) {
        errdiff_engine_info engine;

        errdiff_engine_get(i, &engine);
        if (g_str_equal(name, engine.name))
            title = engine.title;
    }
    return title != NULL ? _(title) : name;
}

/* Those that people choose, or all others. */
static void append_available(GtkWidget *combo, gboolean are_usual)
{
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info engine;
        const gchar *title;

        errdiff_engine_get(i, &engine);
        title = usual_title(engine.name);
        if ((title != NULL) != are_usual || !errdiff_engine_available(engine.name, NULL))
            continue;
        engine.title = title != NULL ? title : engine.title;
        engine_combo_append(combo, &engine, NULL);
    }
}

GtkWidget *engine_combo_new(void)
{
    GtkWidget *combo = name_combo_new();

    append_available(combo, TRUE);
    name_combo_append_line(combo);
    append_available(combo, FALSE);
    return combo;
}

/* The engines that cannot run here, those with the same reason in one paragraph; "" if all can. The
 * caller frees it. */
static gchar *list_unavailable(void)
{
    GString *text = g_string_new(NULL);
    errdiff_message reason, last = {""};

    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info engine;

        errdiff_engine_get(i, &engine);
        if (errdiff_engine_available(engine.name, &reason))
            continue;
        if (g_str_equal(reason.text, last.text))
            g_string_append_printf(text, "; %s", _(engine.title));
        else
            g_string_append_printf(text, "%s%s:\n%s", text->len > 0 ? "\n\n" : "", reason.text,
                                   _(engine.title));
        last = reason;
    }
    return g_string_free(text, FALSE);
}

void engines_that_cannot_run(GtkBox *column)
{
    gchar *text = list_unavailable();
    GtkWidget *expander, *note;

    if (*text != '\0') {
        expander = gtk_expander_new_with_mnemonic(_("Engines that cannot r_un here"));
        note = form_note();
        gtk_label_set_text(GTK_LABEL(note), text);
        gtk_widget_set_tooltip_text(expander, _("Which engines there are, and what they need"));
        gtk_container_add(GTK_CONTAINER(expander), note);
        toolkit_hide_closed(expander);
        gtk_box_pack_start(column, expander, FALSE, FALSE, 0);
    }
    g_free(text);
}
