/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the button that copies the settings as a Script-Fu call or as a command line. */
#include "copy_button.h"

#include "form.h"
#include "menu_button.h"

#include <gdk/gdkkeysyms.h>
#include <glib/gi18n.h>

typedef struct {
    CopyText get_text;
    gpointer user;
} CopyButton;

/* The desktop's clipboard manager, if there is one, keeps the text when the dialog has closed. */
static void copy(const CopyButton *button, CopyKind kind)
{
    GtkClipboard *clipboard = gtk_clipboard_get(GDK_SELECTION_CLIPBOARD);
    gchar *text = button->get_text(button->user, kind);

    gtk_clipboard_set_text(clipboard, text, -1);
    gtk_clipboard_set_can_store(clipboard, NULL, 0);
    gtk_clipboard_store(clipboard);
    g_free(text);
}

static void copy_script(const CopyButton *button)
{
    copy(button, COPY_SCRIPT);
}

static void copy_command(const CopyButton *button)
{
    copy(button, COPY_COMMAND);
}

/* Gives an item of the menu a key that works in the whole window, as the button is many stops of
 * Tab away. */
static void add_key(GtkWidget *item, GtkAccelGroup *keys, guint key)
{
    gtk_widget_add_accelerator(item, "activate", keys, key, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                               GTK_ACCEL_VISIBLE);
}

GtkWidget *copy_button_new(GtkWindow *window, CopyText get_text, gpointer user)
{
    CopyButton *button = g_new(CopyButton, 1);
    GtkWidget *menu = gtk_menu_new(), *script, *command, *widget;
    GtkAccelGroup *keys = gtk_accel_group_new();

    *button = (CopyButton){get_text, user};
    script = form_menu_item(menu, _("_Script-Fu call"),
                            _("For scripts in which image and drawable are what is dithered"),
                            G_CALLBACK(copy_script), button);
    command = form_menu_item(menu, _("_Command line"), _("For the errdiff command in a terminal"),
                             G_CALLBACK(copy_command), button);
    add_key(script, keys, GDK_KEY_S);
    add_key(command, keys, GDK_KEY_C);
    gtk_window_add_accel_group(window, keys);
    g_object_unref(keys);
    widget = menu_button_new(_("Copy as"), _("Copy the settings to use them in a script"), menu);
    g_signal_connect_swapped(widget, "destroy", G_CALLBACK(g_free), button);
    return widget;
}
