/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "palette_button.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>
#include <libgimp/gimpui.h>

/* The button starts with the palette that is currently chosen in GIMP. */
static GtkWidget *make(GCallback changed, gpointer user)
{
    gchar *current = gimp_context_get_palette();
    GtkWidget *button = gimp_palette_select_button_new(_("Palette"), current);

    g_free(current);
    g_signal_connect_swapped(button, "palette-set", changed, user);
    return button;
}

static void set(GtkWidget *button, const gchar *name)
{
    gimp_palette_select_button_set_palette(GIMP_PALETTE_SELECT_BUTTON(button), name);
}

static gchar *get(GtkWidget *button)
{
    return g_strdup(gimp_palette_select_button_get_palette(GIMP_PALETTE_SELECT_BUTTON(button)));
}

const PaletteButton palette_button = {make, set, get};
