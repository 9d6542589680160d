/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the help page in a web browser, also when the user presses F1. */
#include "help.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gi18n.h>

void help_show(GtkWindow *parent, const gchar *uri)
{
    GError *error = NULL;
    GtkWidget *message;

    if (gtk_show_uri(gtk_window_get_screen(parent), uri, gtk_get_current_event_time(), &error))
        return;

    message = gtk_message_dialog_new(parent, GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                     GTK_MESSAGE_INFO, GTK_BUTTONS_CLOSE,
                                     _("The help page could not be opened in a web browser"));
    gtk_message_dialog_format_secondary_text(
        GTK_MESSAGE_DIALOG(message), _("%s\nThe address of the page is:\n%s"), error->message, uri);
    g_error_free(error);
    gtk_dialog_run(GTK_DIALOG(message));
    gtk_widget_destroy(message);
}

static gboolean key_press(GtkWidget *dialog, GdkEventKey *event, gpointer user)
{
    (void)user;
    if (event->keyval != GDK_KEY_F1 || (event->state & gtk_accelerator_get_default_mod_mask()) != 0)
        return FALSE;
    gtk_dialog_response(GTK_DIALOG(dialog), GTK_RESPONSE_HELP);
    return TRUE;
}

void help_on_f1(GtkDialog *dialog)
{
    g_signal_connect(dialog, "key-press-event", G_CALLBACK(key_press), NULL);
}
