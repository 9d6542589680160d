/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose a screen from a list, or the file of a threshold matrix. */
#include "screen_chooser.h"

#include "column_type.h"
#include "errdiff.h"
#include "form.h"
#include "name_combo.h"
#include "option_controls.h"
#include "screen_drawing.h"

#include <glib/gi18n.h>

#define FROM_FILE "file"

typedef struct {
    GtkVBox parent;
    GtkWidget *names, *drawing, *complaint;
    GtkWidget *file, *file_row;
    GtkWidget *size, *size_row;
    GtkWidget *angle, *angle_row;
    gboolean setting; /* the code sets several widgets: "changed" must not be emitted for each */
} ScreenChooser;

DEFINE_COLUMN_TYPE(ScreenChooser, screen_chooser)

/* Whether the size and the angle are possible. They must be so for any screen. */
static gboolean are_possible(const ScreenChooser *chooser)
{
    errdiff_options options;
    errdiff_message message;

    errdiff_options_init(&options);
    options.screen_size = gtk_entry_get_text(GTK_ENTRY(chooser->size));
    options.screen_angle = gtk_entry_get_text(GTK_ENTRY(chooser->angle));
    return errdiff_options_check(&options, &message) == ERRDIFF_OK;
}

/* Shows the rows that have a meaning for the chosen screen, or must be mended. */
static void show_rows(ScreenChooser *chooser)
{
    gchar *name = name_combo_get(chooser->names);
    errdiff_screen_info screen;
    gboolean is_clustered = errdiff_screen_find(name, &screen) == ERRDIFF_OK && screen.is_clustered;
    gboolean has_rows = is_clustered || !are_possible(chooser);

    gtk_widget_set_visible(chooser->file_row, g_strcmp0(name, FROM_FILE) == 0);
    gtk_widget_set_visible(chooser->size_row, has_rows);
    gtk_widget_set_visible(chooser->angle_row, has_rows);
    gtk_widget_set_visible(chooser->drawing, g_strcmp0(name, "none") != 0);
    g_free(name);
}

static void changed(ScreenChooser *chooser)
{
    show_rows(chooser);
    if (!chooser->setting)
        g_signal_emit_by_name(chooser, "changed");
}

/* A row that is hidden until show_rows shows it. */
static GtkWidget *hidden_row(ScreenChooser *chooser, GtkSizeGroup *labels, const gchar *label,
                             GtkWidget *control, const gchar *tooltip)
{
    GtkWidget *row = form_row(GTK_BOX(chooser), labels, label, control, control, tooltip);

    gtk_widget_show_all(row);
    gtk_widget_hide(row);
    gtk_widget_set_no_show_all(row, TRUE);
    return row;
}

static GtkWidget *entry_new(ScreenChooser *chooser)
{
    GtkWidget *entry = gtk_entry_new();

    gtk_entry_set_width_chars(GTK_ENTRY(entry), 14);
    gtk_entry_set_activates_default(GTK_ENTRY(entry), TRUE);
    g_signal_connect_swapped(entry, "changed", G_CALLBACK(changed), chooser);
    return entry;
}

static GtkWidget *option_entry(ScreenChooser *chooser, GtkSizeGroup *labels, const gchar *name,
                               GtkWidget **row)
{
    errdiff_option_info option = settings_option_find(&dither_settings_kind, name);
    GtkWidget *entry = entry_new(chooser);

    *row = hidden_row(chooser, labels, _(option.label), entry, _(option.explanation));
    return entry;
}

static GtkWidget *names_new(void)
{
    GtkWidget *names = name_combo_new();
    errdiff_screen_info screen;

    for (gint i = 0; errdiff_screen_get(i, &screen) == ERRDIFF_OK; i++)
        name_combo_append(names, screen.name, _(screen.title), TRUE);
    name_combo_append(names, FROM_FILE, _("From a file…"), TRUE);
    return names;
}

GtkWidget *screen_chooser_new(GtkSizeGroup *labels)
{
    ScreenChooser *chooser = g_object_new(screen_chooser_get_type(), NULL);
    errdiff_option_info option = settings_option_find(&dither_settings_kind, "screen");

    chooser->names = names_new();
    option_row(&option, GTK_BOX(chooser), labels, chooser->names, chooser->names);
    chooser->file = entry_new(chooser);
    chooser->file_row =
        hidden_row(chooser, labels, _("Ma_trix:"), chooser->file,
                   _("The file of a threshold matrix: a PNG, a PGM, or a text with a row of "
                     "numbers in each line"));
    chooser->size = option_entry(chooser, labels, "screen-size", &chooser->size_row);
    chooser->angle = option_entry(chooser, labels, "screen-angle", &chooser->angle_row);
    chooser->drawing = screen_drawing_new();
    form_beside_labels(GTK_BOX(chooser), labels, chooser->drawing);
    gtk_widget_set_no_show_all(chooser->drawing, TRUE);
    chooser->complaint = form_note();
    gtk_box_pack_start(GTK_BOX(chooser), chooser->complaint, FALSE, FALSE, 0);
    gtk_widget_set_no_show_all(chooser->complaint, TRUE);
    g_signal_connect_swapped(chooser->names, "changed", G_CALLBACK(changed), chooser);
    return GTK_WIDGET(chooser);
}

void screen_chooser_set(GtkWidget *widget, const DitherSettings *settings)
{
    ScreenChooser *chooser = screen_chooser(widget);
    errdiff_screen_info screen;
    gboolean is_file = errdiff_screen_find(settings->screen, &screen) != ERRDIFF_OK;

    chooser->setting = TRUE;
    name_combo_set(chooser->names, is_file ? FROM_FILE : settings->screen);
    gtk_entry_set_text(GTK_ENTRY(chooser->file), is_file ? settings->screen : "");
    gtk_entry_set_text(GTK_ENTRY(chooser->size), settings->screen_size);
    gtk_entry_set_text(GTK_ENTRY(chooser->angle), settings->screen_angle);
    chooser->setting = FALSE;
    show_rows(chooser);
    screen_chooser_draw(widget, settings);
}

void screen_chooser_get(GtkWidget *widget, DitherSettings *settings)
{
    const ScreenChooser *chooser = screen_chooser(widget);
    gchar *name = name_combo_get(chooser->names);

    if (g_strcmp0(name, FROM_FILE) == 0)
        settings_replace_text(&name, g_strdup(gtk_entry_get_text(GTK_ENTRY(chooser->file))));
    settings_replace_text(&settings->screen, name);
    settings_replace_text(&settings->screen_size,
                          g_strdup(gtk_entry_get_text(GTK_ENTRY(chooser->size))));
    settings_replace_text(&settings->screen_angle,
                          g_strdup(gtk_entry_get_text(GTK_ENTRY(chooser->angle))));
}

void screen_chooser_draw(GtkWidget *widget, const DitherSettings *settings)
{
    ScreenChooser *chooser = screen_chooser(widget);
    gchar *message = NULL;
    gboolean is_possible = screen_drawing_set(chooser->drawing, settings, &message);

    gtk_label_set_text(GTK_LABEL(chooser->complaint), is_possible ? "" : message);
    gtk_widget_set_visible(chooser->complaint, !is_possible);
    g_free(message);
}
