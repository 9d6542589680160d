/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains and places the buttons that end the dialog, reset it and open its help. */
#include "dialog_buttons.h"

#include "form.h"
#include "toolkit.h"

#include <glib/gi18n.h>

void dialog_buttons_explain(GtkDialog *dialog)
{
    const struct {
        gint response;
        const gchar *tooltip;
    } buttons[] = {
        {GTK_RESPONSE_HELP, _("Open the page that explains each control")},
        {DIALOG_RESPONSE_RESET, _("Reset every control to its default. Ctrl+Z takes that back.")},
        {GTK_RESPONSE_CANCEL, _("Close the dialog and leave the image as it is")},
        {GTK_RESPONSE_OK, _("Dither with these settings")},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(buttons); i++)
        gtk_widget_set_tooltip_text(gtk_dialog_get_widget_for_response(dialog, buttons[i].response),
                                    buttons[i].tooltip);
}

GtkWidget *dialog_buttons_line(GtkDialog *dialog, GtkWidget *controls)
{
    GtkWidget *line = gtk_hbox_new(FALSE, 2 * FORM_BORDER);
    GtkWidget *middle = gtk_alignment_new(0, 0.5F, 0, 0);
    GtkWidget *end = gtk_alignment_new(1, 0.5F, 0, 0); /* GTK 3 gives the buttons all the room */
    GtkWidget *buttons = gtk_dialog_get_action_area(dialog);

    toolkit_narrow_buttons(buttons);
    gtk_container_add(GTK_CONTAINER(middle), controls);
    gtk_box_pack_start(GTK_BOX(line), middle, FALSE, FALSE, 0);
    g_object_ref(buttons);
    gtk_container_remove(GTK_CONTAINER(gtk_widget_get_parent(buttons)), buttons);
    gtk_container_add(GTK_CONTAINER(end), buttons);
    gtk_box_pack_end(GTK_BOX(line), end, FALSE, TRUE, 0);
    g_object_unref(buttons);
    return line;
}
