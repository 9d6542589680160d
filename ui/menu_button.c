/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a button that opens a menu below it. */
#include "menu_button.h"

#include "form.h"
#include "toolkit.h"

static const gchar menu_key[] = "errdiff-menu";

void menu_button_open_at(GtkWidget *button, GtkWidget *place)
{
    GtkMenu *menu = g_object_get_data(G_OBJECT(button), menu_key);
    GdkEvent *event = gtk_get_current_event();

    toolkit_open_menu(menu, place, event);
    if (event != NULL)
        gdk_event_free(event);
}

/* The tooltip would cover the menu. */
static void hide_tooltip(GtkWidget *button)
{
    gtk_widget_set_has_tooltip(button, FALSE);
}

static void allow_tooltip(GtkWidget *button)
{
    gtk_widget_set_has_tooltip(button, TRUE);
}

GtkWidget *menu_button_new(const gchar *title, const gchar *tooltip, GtkWidget *menu)
{
    GtkWidget *button = toolkit_menu_button_new(GTK_MENU(menu));
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);

    gtk_box_pack_start(GTK_BOX(row), form_label(title, button, tooltip), TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(row), gtk_arrow_new(GTK_ARROW_DOWN, GTK_SHADOW_NONE), FALSE, FALSE,
                       0);
    gtk_container_add(GTK_CONTAINER(button), row);
    gtk_widget_show_all(menu);
    g_object_set_data(G_OBJECT(button), menu_key, menu);
    g_signal_connect_swapped(menu, "show", G_CALLBACK(hide_tooltip), button);
    g_signal_connect_swapped(menu, "hide", G_CALLBACK(allow_tooltip), button);
    return button;
}
