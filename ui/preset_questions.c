/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "preset_questions.h"

#include "form.h"
#include "settings/preset_file.h"

#include <glib/gi18n.h>

enum { NAME_WIDTH = 36 }; /* characters */

typedef struct {
    GtkWidget *dialog, *name, *note;
    const GPtrArray *presets;
    gboolean may_replace;
} NameQuestion;

/* Says, while the user types, what is wrong with the name or which preset it would replace. */
static void judge(NameQuestion *question)
{
    const gchar *name = gtk_entry_get_text(GTK_ENTRY(question->name));
    gchar *note = NULL;
    gboolean is_possible = presets_name_is_possible(name, &note);

    if (is_possible && presets_find(question->presets, name) != NULL) {
        is_possible = question->may_replace;
        note = g_strdup_printf(is_possible ? _("The preset “%s” will be replaced")
                                           : _("A preset named “%s” already exists"),
                               name);
    }
    gtk_label_set_text(GTK_LABEL(question->note), note != NULL && *name != '\0' ? note : "");
    gtk_dialog_set_response_sensitive(GTK_DIALOG(question->dialog), GTK_RESPONSE_OK, is_possible);
    g_free(note);
}

static GtkWidget *name_form_new(NameQuestion *question)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    question->name = gtk_entry_new();
    gtk_entry_set_width_chars(GTK_ENTRY(question->name), NAME_WIDTH);
    gtk_entry_set_activates_default(GTK_ENTRY(question->name), TRUE);
    form_row(GTK_BOX(column), labels, _("_Name:"), question->name, question->name,
             _("The name of the preset in the list and in scripts"));
    question->note = gtk_label_new(NULL);
    gtk_misc_set_alignment(GTK_MISC(question->note), 0, 0.5);
    gtk_box_pack_start(GTK_BOX(column), question->note, FALSE, FALSE, 0);
    gtk_container_set_border_width(GTK_CONTAINER(column), FORM_BORDER);
    gtk_widget_show_all(column);
    g_object_unref(labels);
    return column;
}

gchar *preset_questions_name(GtkWindow *parent, const gchar *title, const gchar *action,
                             const gchar *proposal, const GPtrArray *presets, gboolean may_replace)
{
    NameQuestion question = {.presets = presets, .may_replace = may_replace};
    gchar *name = NULL;

    question.dialog =
        gtk_dialog_new_with_buttons(title, parent, GTK_DIALOG_MODAL, GTK_STOCK_CANCEL,
                                    GTK_RESPONSE_CANCEL, action, GTK_RESPONSE_OK, NULL);
    gtk_dialog_set_alternative_button_order(GTK_DIALOG(question.dialog), GTK_RESPONSE_OK,
                                            GTK_RESPONSE_CANCEL, -1);
    gtk_dialog_set_default_response(GTK_DIALOG(question.dialog), GTK_RESPONSE_OK);
    gtk_box_pack_start(GTK_BOX(gtk_dialog_get_content_area(GTK_DIALOG(question.dialog))),
                       name_form_new(&question), TRUE, TRUE, 0);
    g_signal_connect_swapped(question.name, "changed", G_CALLBACK(judge), &question);
    gtk_entry_set_text(GTK_ENTRY(question.name), proposal);
    judge(&question);
    if (gtk_dialog_run(GTK_DIALOG(question.dialog)) == GTK_RESPONSE_OK)
        name = g_strdup(gtk_entry_get_text(GTK_ENTRY(question.name)));
    gtk_widget_destroy(question.dialog);
    return name;
}

gboolean preset_questions_delete(GtkWindow *parent, const gchar *name)
{
    GtkWidget *dialog =
        gtk_message_dialog_new(parent, GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION, GTK_BUTTONS_CANCEL,
                               _("Delete the preset “%s”?"), name);
    gboolean is_agreed;

    gtk_dialog_add_button(GTK_DIALOG(dialog), GTK_STOCK_DELETE, GTK_RESPONSE_OK);
    gtk_dialog_set_alternative_button_order(GTK_DIALOG(dialog), GTK_RESPONSE_OK,
                                            GTK_RESPONSE_CANCEL, -1);
    gtk_window_set_title(GTK_WINDOW(dialog), _("Delete a Preset"));
    is_agreed = gtk_dialog_run(GTK_DIALOG(dialog)) == GTK_RESPONSE_OK;
    gtk_widget_destroy(dialog);
    return is_agreed;
}

static void add_filter(GtkFileChooser *chooser, const gchar *title, const gchar *pattern)
{
    GtkFileFilter *filter = gtk_file_filter_new();

    gtk_file_filter_set_name(filter, title);
    gtk_file_filter_add_pattern(filter, pattern);
    gtk_file_chooser_add_filter(chooser, filter);
}

static gchar *choose_file(GtkWidget *dialog)
{
    gchar *path = NULL;

    gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_OK);
    add_filter(GTK_FILE_CHOOSER(dialog), _("Presets"), "*" PRESET_FILE_END);
    add_filter(GTK_FILE_CHOOSER(dialog), _("All files"), "*");
    if (gtk_dialog_run(GTK_DIALOG(dialog)) == GTK_RESPONSE_OK)
        path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(dialog));
    gtk_widget_destroy(dialog);
    return path;
}

gchar *preset_questions_open(GtkWindow *parent)
{
    GtkWidget *dialog = gtk_file_chooser_dialog_new(
        _("Import a Preset"), parent, GTK_FILE_CHOOSER_ACTION_OPEN, GTK_STOCK_CANCEL,
        GTK_RESPONSE_CANCEL, GTK_STOCK_OPEN, GTK_RESPONSE_OK, NULL);

    /* By default the dialog shows the recent files, and there the user cannot type a path. */
    gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), g_get_home_dir());
    return choose_file(dialog);
}

gchar *preset_questions_save(GtkWindow *parent, const gchar *proposal)
{
    GtkWidget *dialog = gtk_file_chooser_dialog_new(
        _("Export a Preset"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, GTK_STOCK_CANCEL,
        GTK_RESPONSE_CANCEL, GTK_STOCK_SAVE, GTK_RESPONSE_OK, NULL);
    gchar *file = preset_file_from_name(proposal);

    gtk_file_chooser_set_do_overwrite_confirmation(GTK_FILE_CHOOSER(dialog), TRUE);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), file);
    g_free(file);
    return choose_file(dialog);
}

void preset_questions_complain(GtkWindow *parent, const gchar *message)
{
    GtkWidget *dialog = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL, GTK_MESSAGE_ERROR,
                                               GTK_BUTTONS_CLOSE, "%s", message);

    gtk_window_set_title(GTK_WINDOW(dialog), _("Preset"));
    gtk_dialog_run(GTK_DIALOG(dialog));
    gtk_widget_destroy(dialog);
}
