/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for the name or the file of a preset, or whether to delete the preset. */
#include "preset_questions.h"

#include "name_question.h"
#include "settings/preset_file.h"

#include <glib/gi18n.h>

typedef struct {
    const gchar *proposal;
    const GPtrArray *presets;
    gboolean may_replace;
} PresetName;

/* Says, while the user types, what is wrong with the name or which preset it would replace. */
static gboolean check_name(const gchar *name, gchar **note, gpointer data)
{
    const PresetName *wanted = data;

    if (*name == '\0' || (!wanted->may_replace && g_str_equal(name, wanted->proposal)))
        return FALSE; /* nothing was typed yet, so nothing is wrong */
    if (!presets_name_is_possible(name, note))
        return FALSE;
    if (presets_find(wanted->presets, name) == NULL)
        return TRUE;
    *note = g_strdup_printf(wanted->may_replace ? _("The preset “%s” will be replaced")
                                                : _("A preset named “%s” already exists"),
                            name);
    return wanted->may_replace;
}

gchar *preset_questions_name(GtkWindow *parent, const gchar *title, const gchar *action,
                             const gchar *proposal, const GPtrArray *presets, gboolean may_replace)
{
    PresetName wanted = {.proposal = proposal, .presets = presets, .may_replace = may_replace};
    NameQuestion question = {.title = title,
                             .action = action,
                             .tooltip = _("The name of the preset in the list and in scripts"),
                             .proposal = proposal,
                             .check = check_name,
                             .data = &wanted};

    return name_question_ask(&question, parent);
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

    /* By default the dialog shows the recent files, where neither a path can be typed nor a file be
     * saved. */
    gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), g_get_home_dir());
    return choose_file(dialog);
}

gchar *preset_questions_save(GtkWindow *parent, const gchar *proposal)
{
    GtkWidget *dialog = gtk_file_chooser_dialog_new(
        _("Export a Preset"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, GTK_STOCK_CANCEL,
        GTK_RESPONSE_CANCEL, GTK_STOCK_SAVE, GTK_RESPONSE_OK, NULL);
    gchar *file = preset_file_from_name(proposal);

    gtk_file_chooser_set_current_folder(GTK_FILE_CHOOSER(dialog), g_get_home_dir());
    gtk_file_chooser_set_do_overwrite_confirmation(GTK_FILE_CHOOSER(dialog), TRUE);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), file);
    g_free(file);
    return choose_file(dialog);
}
