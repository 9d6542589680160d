/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows a dialog that asks for a name, and one that shows an error message. */
#include "name_question.h"

#include "form.h"

#include <glib/gi18n.h>

enum { NAME_WIDTH = 36 }; /* characters */

typedef struct {
    const NameQuestion *question;
    GtkWidget *dialog, *entry, *note;
} NameDialog;

static void check(NameDialog *asked)
{
    const gchar *name = gtk_entry_get_text(GTK_ENTRY(asked->entry));
    gchar *note = NULL;
    gboolean is_possible = asked->question->check(name, &note, asked->question->data);

    gtk_label_set_text(GTK_LABEL(asked->note), note != NULL ? note : "");
    gtk_dialog_set_response_sensitive(GTK_DIALOG(asked->dialog), GTK_RESPONSE_OK, is_possible);
    g_free(note);
}

static GtkWidget *form_new(NameDialog *asked)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    asked->entry = gtk_entry_new();
    gtk_entry_set_text(GTK_ENTRY(asked->entry), asked->question->proposal);
    gtk_entry_set_width_chars(GTK_ENTRY(asked->entry), NAME_WIDTH);
    gtk_entry_set_activates_default(GTK_ENTRY(asked->entry), TRUE);
    form_row(GTK_BOX(column), labels, _("_Name:"), asked->entry, asked->entry,
             asked->question->tooltip);
    asked->note = gtk_label_new(NULL);
    gtk_misc_set_alignment(GTK_MISC(asked->note), 0, 0.5);
    gtk_box_pack_start(GTK_BOX(column), asked->note, FALSE, FALSE, 0);
    gtk_container_set_border_width(GTK_CONTAINER(column), FORM_BORDER);
    gtk_widget_show_all(column);
    g_object_unref(labels);
    return column;
}

gchar *name_question_ask(const NameQuestion *question, GtkWindow *parent)
{
    NameDialog asked = {.question = question};
    gchar *name = NULL;

    asked.dialog =
        gtk_dialog_new_with_buttons(question->title, parent, GTK_DIALOG_MODAL, GTK_STOCK_CANCEL,
                                    GTK_RESPONSE_CANCEL, question->action, GTK_RESPONSE_OK, NULL);
    gtk_dialog_set_alternative_button_order(GTK_DIALOG(asked.dialog), GTK_RESPONSE_OK,
                                            GTK_RESPONSE_CANCEL, -1);
    gtk_dialog_set_default_response(GTK_DIALOG(asked.dialog), GTK_RESPONSE_OK);
    gtk_box_pack_start(GTK_BOX(gtk_dialog_get_content_area(GTK_DIALOG(asked.dialog))),
                       form_new(&asked), TRUE, TRUE, 0);
    g_signal_connect_swapped(asked.entry, "changed", G_CALLBACK(check), &asked);
    check(&asked);
    if (gtk_dialog_run(GTK_DIALOG(asked.dialog)) == GTK_RESPONSE_OK)
        name = g_strdup(gtk_entry_get_text(GTK_ENTRY(asked.entry)));
    gtk_widget_destroy(asked.dialog);
    return name;
}

void name_question_complain(GtkWindow *parent, const gchar *title, const gchar *message)
{
    GtkWidget *dialog = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL, GTK_MESSAGE_ERROR,
                                               GTK_BUTTONS_CLOSE, "%s", message);

    gtk_window_set_title(GTK_WINDOW(dialog), title);
    gtk_dialog_run(GTK_DIALOG(dialog));
    gtk_widget_destroy(dialog);
}
