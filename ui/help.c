/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "help.h"

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
