/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user type the dot gain, or choose a file with a measured curve. */
#include "dot_gain_entry.h"

#include "column_type.h"
#include "errdiff.h"
#include "form.h"
#include "option_controls.h"
#include "settings/settings.h"
#include "toolkit.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE_BYTES = 1 << 16 };

typedef struct {
    GtkVBox parent;
    GtkWidget *text;
} DotGainEntry;

DEFINE_COLUMN_TYPE(DotGainEntry, dot_gain_entry)

static void changed(DotGainEntry *entry)
{
    g_signal_emit_by_name(entry, "changed");
}

static gchar *complaint_about(const gchar *text)
{
    errdiff_options options;
    errdiff_message reason;

    errdiff_options_init(&options);
    options.dot_gain = text;
    return errdiff_options_check(&options, &reason) == ERRDIFF_OK ? NULL : g_strdup(reason.text);
}

/* ---- Files ----------------------------------------------------------------------------------- */

/* The pairs of a file in one line, without its comments. The caller frees it. */
static gchar *in_one_line(const gchar *contents)
{
    gchar **lines = g_strsplit(contents, "\n", -1);
    GString *joined = g_string_new(NULL);
    gchar *text;

    for (gchar **line = lines; *line != NULL; line++) {
        (*line)[strcspn(*line, "#")] = '\0';
        g_strstrip(*line);
        if (**line != '\0')
            g_string_append_printf(joined, "%s%s", joined->len > 0 ? "; " : "", *line);
    }
    g_strfreev(lines);
    text = g_strdelimit(g_string_free(joined, FALSE), "\t", ' ');
    return text;
}

/* Returns the text of a file, or NULL with the reason in *message. The caller frees both. */
static gchar *read_curve(const gchar *path, gchar **message)
{
    char *contents;
    size_t size;
    errdiff_message reason;
    gchar *text = NULL;

    if (errdiff_text_read(path, MAX_FILE_BYTES, &contents, &size, &reason) != ERRDIFF_OK) {
        *message = g_strdup(reason.text);
        return NULL;
    }
    text = in_one_line(contents);
    free(contents);
    *message = complaint_about(text);
    if (*message != NULL)
        g_clear_pointer(&text, g_free);
    return text;
}

static void show_complaint(GtkWindow *parent, const gchar *path, const gchar *message)
{
    gchar *name = g_filename_display_basename(path);
    GtkWidget *dialog = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL, GTK_MESSAGE_ERROR,
                                               GTK_BUTTONS_CLOSE, "%s: %s", name, message);

    gtk_dialog_run(GTK_DIALOG(dialog));
    gtk_widget_destroy(dialog);
    g_free(name);
}

static void choose(DotGainEntry *entry)
{
    GtkWindow *parent = GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(entry)));
    GtkWidget *dialog = gtk_file_chooser_dialog_new(
        _("Choose a measured curve"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, GTK_STOCK_CANCEL,
        GTK_RESPONSE_CANCEL, GTK_STOCK_OPEN, GTK_RESPONSE_OK, NULL);
    gchar *path = NULL, *text, *message = NULL;

    gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), g_get_home_dir());
    gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_OK);
    if (gtk_dialog_run(GTK_DIALOG(dialog)) == GTK_RESPONSE_OK)
        path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
    gtk_widget_destroy(dialog);
    if (path == NULL)
        return;
    text = read_curve(path, &message);
    if (text != NULL)
        gtk_entry_set_text(GTK_ENTRY(entry->text), text);
    else
        show_complaint(parent, path, message);
    g_free(message);
    g_free(text);
    g_free(path);
}

/* ---- The widget ------------------------------------------------------------------------------ */

GtkWidget *dot_gain_entry_new(GtkSizeGroup *labels)
{
    DotGainEntry *entry = g_object_new(dot_gain_entry_get_type(), NULL);
    errdiff_option_info option = settings_option_find(&dither_settings_kind, "dot-gain");
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *button = gtk_button_new_with_mnemonic(_("Bro_wse…"));

    entry->text = gtk_entry_new();
    gtk_entry_set_width_chars(GTK_ENTRY(entry->text), 4);
    gtk_entry_set_activates_default(GTK_ENTRY(entry->text), TRUE);
    gtk_widget_set_tooltip_text(button, _("A text with a line for each step of a wedge: its "
                                          "coverage, and what it was printed as, in percent"));
    gtk_box_pack_start(GTK_BOX(box), entry->text, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(box), gtk_label_new(_(option.symbol)), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), button, FALSE, FALSE, 0);
    option_row(&option, GTK_BOX(entry), labels, box, entry->text);
    g_signal_connect_swapped(entry->text, "changed", G_CALLBACK(changed), entry);
    toolkit_connect_chosen(button, "clicked", G_CALLBACK(choose), entry);
    return GTK_WIDGET(entry);
}

void dot_gain_entry_set(GtkWidget *widget, const gchar *text)
{
    gtk_entry_set_text(GTK_ENTRY(dot_gain_entry(widget)->text), text);
}

gchar *dot_gain_entry_get(GtkWidget *widget)
{
    return g_strdup(gtk_entry_get_text(GTK_ENTRY(dot_gain_entry(widget)->text)));
}

gchar *dot_gain_entry_complaint(GtkWidget *widget)
{
    return complaint_about(gtk_entry_get_text(GTK_ENTRY(dot_gain_entry(widget)->text)));
}
