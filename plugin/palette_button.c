/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "palette_button.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>
#include <libgimp/gimpui.h>

typedef struct {
    PaletteChosen chosen;
    gpointer user;
} Listener;

static void palette_set(GtkWidget *button, const gchar *name, gboolean closing, gpointer data)
{
    Listener *listener = data;

    (void)button;
    (void)closing;
    listener->chosen(listener->user, name);
}

static void free_listener(gpointer data, GClosure *closure)
{
    (void)closure;
    g_free(data);
}

GtkWidget *palette_button_new(const gchar *name, PaletteChosen chosen, gpointer user)
{
    GtkWidget *button = gimp_palette_select_button_new(_("Palette"), name);
    Listener *listener = g_new(Listener, 1);

    *listener = (Listener){chosen, user};
    g_signal_connect_data(button, "palette-set", G_CALLBACK(palette_set), listener, free_listener,
                          0);
    return button;
}
