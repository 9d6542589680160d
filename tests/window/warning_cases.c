/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks which warning follows from settings and a report, and what its button changes. Needs a
 * screen. */
#include "warnings.h"

#include <string.h>

static DitherSettings *fixed;

static void keep(gpointer user, const DitherSettings *settings)
{
    (void)user;
    dither_settings_free(fixed);
    fixed = dither_settings_copy(settings);
}

typedef struct {
    const gchar *palette, *gamut, *engine;
    gboolean is_serpentine;
    gdouble unreached, waited_ms;
    const gchar *text;        /* a part of the warning; NULL: there must be none */
    const gchar *fixed_gamut; /* after its button was pressed */
    gboolean fixed_is_serpentine;
} Case;

static const Case cases[] = {
    {"ega", "none", "auto", FALSE, 9, 20, NULL, NULL, FALSE},
    {"ega", "none", "auto", FALSE, 11, 20, "11 % of the pixels are outside", "clip", FALSE},
    {"ega", "clip", "auto", FALSE, 11, 20, NULL, NULL, FALSE},
    {"ega", "compress", "auto", FALSE, 11, 20, NULL, NULL, FALSE},
    {"", "none", "auto", FALSE, 11, 20, NULL, NULL, FALSE},
    {"ega", "clip", "auto", TRUE, 0, 29, NULL, NULL, FALSE},
    {"ega", "clip", "auto", TRUE, 0, 9900, NULL, NULL, FALSE},
    {"ega", "clip", "auto", TRUE, 0, 10100, "Serpentine scan is slow", "clip", FALSE},
    {"ega", "clip", "auto", FALSE, 0, 10100, NULL, NULL, FALSE},
    {"ega", "clip", "serial-ed", TRUE, 0, 10100, NULL, NULL, FALSE},
    {"ega", "none", "auto", TRUE, 50, 10100, "50 % of the pixels are outside", "clip", TRUE},
};

static void replace(gchar **text, const gchar *new_text)
{
    g_free(*text);
    *text = g_strdup(new_text);
}

static DitherSettings *settings_of(const Case *wanted)
{
    DitherSettings *settings = dither_settings_new();

    replace(&settings->palette, wanted->palette);
    replace(&settings->gamut, wanted->gamut);
    replace(&settings->engine, wanted->engine);
    settings->serpentine = wanted->is_serpentine;
    return settings;
}

/* Collects the label and the button that are visible. */
static void look(GtkWidget *widget, gpointer found)
{
    GtkWidget **parts = found;

    if (!gtk_widget_get_visible(widget))
        return;
    if (GTK_IS_LABEL(widget))
        parts[0] = widget;
    else if (GTK_IS_BUTTON(widget))
        parts[1] = widget;
    else if (GTK_IS_CONTAINER(widget))
        gtk_container_foreach(GTK_CONTAINER(widget), look, parts);
}

static void check(GtkWidget *warnings, const Case *wanted)
{
    DitherSettings *settings = settings_of(wanted);
    PreviewReport report = {.unreached = wanted->unreached, .waited_ms = wanted->waited_ms};
    GtkWidget *parts[2] = {NULL, NULL};

    warnings_follow(warnings, settings);
    warnings_tell(warnings, &report);
    look(warnings, parts);
    if (wanted->text == NULL) {
        g_assert_null(parts[1]);
    } else {
        g_assert_nonnull(strstr(gtk_label_get_text(GTK_LABEL(parts[0])), wanted->text));
        gtk_button_clicked(GTK_BUTTON(parts[1]));
        g_assert_cmpstr(fixed->gamut, ==, wanted->fixed_gamut);
        g_assert_cmpint(fixed->serpentine, ==, wanted->fixed_is_serpentine);
        g_assert_cmpstr(fixed->palette, ==, wanted->palette);
        warnings_follow(warnings, fixed); /* the warning goes before there is a new report */
        parts[1] = NULL;
        look(warnings, parts);
        g_assert_null(parts[1]);
    }
    dither_settings_free(settings);
}

int main(int argc, char **argv)
{
    GtkWidget *window, *warnings;
    GtkRequisition before, after;

    gtk_init(&argc, &argv);
    window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
    warnings = warnings_new(300, keep, NULL);
    gtk_container_add(GTK_CONTAINER(window), warnings);
    gtk_widget_show_all(window);
    for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
        gtk_widget_size_request(warnings, &before);
        check(warnings, &cases[i]);
        gtk_widget_size_request(warnings, &after);
        g_assert_cmpint(before.height, ==, after.height);
    }
    gtk_widget_destroy(window);
    dither_settings_free(fixed);
    return 0;
}
