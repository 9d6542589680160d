/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose one of GIMP's palettes or a color in the dialog, and saves palettes
 * in GIMP. */
#include "dialog_palettes.h"

#include "color_list.h"
#include "form.h"
#include "gimp_host.h"
#include "name_combo.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean is_usable(const gchar *name)
{
    gint count = host_palette_count(name);

    return count >= 1 && count <= ERRDIFF_MAX_COLORS;
}

static GtkWidget *make(GCallback changed, gpointer user)
{
    GtkWidget *combo = name_combo_new();
    gchar *current = host_palette_current();
    gchar **names = host_palette_names();

    for (gint i = 0; names[i]; i++)
        if (is_usable(names[i]))
            name_combo_append(combo, names[i], names[i], TRUE);
    name_combo_set_or_first(combo, current);
    g_signal_connect_swapped(combo, "changed", changed, user);
    g_strfreev(names);
    g_free(current);
    return combo;
}

static void set(GtkWidget *combo, const gchar *name)
{
    if (*name == '\0' || name_combo_set(combo, name))
        return;
    name_combo_append(combo, name, name, TRUE);
    name_combo_set(combo, name);
}

static gchar *get(GtkWidget *combo)
{
    return name_combo_get(combo);
}

/* ---- A color, with GIMP's color selector ---------------------------------------------------- */

static GtkWidget *question_new(GtkWindow *parent, const gchar *title, GtkWidget *selection)
{
    GtkWidget *dialog =
        gtk_dialog_new_with_buttons(title, parent, GTK_DIALOG_MODAL, GTK_STOCK_CANCEL,
                                    GTK_RESPONSE_CANCEL, GTK_STOCK_OK, GTK_RESPONSE_OK, NULL);

    gtk_dialog_set_alternative_button_order(GTK_DIALOG(dialog), GTK_RESPONSE_OK,
                                            GTK_RESPONSE_CANCEL, -1);
    gtk_dialog_set_default_response(GTK_DIALOG(dialog), GTK_RESPONSE_OK);
    gtk_container_set_border_width(GTK_CONTAINER(selection), FORM_BORDER);
    gtk_box_pack_start(GTK_BOX(gtk_dialog_get_content_area(GTK_DIALOG(dialog))), selection, TRUE,
                       TRUE, 0);
    gtk_widget_show_all(selection);
    return dialog;
}

static gboolean choose_color(GtkWindow *parent, const gchar *title, guint8 color[3])
{
    GtkWidget *widget = gimp_color_selection_new();
    GimpColorSelection *selection = GIMP_COLOR_SELECTION(widget);
    GtkWidget *dialog;
    gboolean is_chosen;

    gimp_color_selection_set_show_alpha(selection, FALSE);
    host_selector_set(selection, color);
    dialog = question_new(parent, title, widget);
    is_chosen = gtk_dialog_run(GTK_DIALOG(dialog)) == GTK_RESPONSE_OK;
    if (is_chosen)
        host_selector_get(selection, color);
    gtk_widget_destroy(dialog);
    return is_chosen;
}

/* ---- Saving ---------------------------------------------------------------------------------- */

/* The name of an entry says what a device is sent, if that is another color. */
static gboolean add_entry(const gchar *name, const errdiff_palette *colors, gint i)
{
    const guint8 *color = colors->colors[i], *sent = color_list_sent(colors, i);
    gchar *title = memcmp(color, sent, 3) == 0
                       ? g_strdup("")
                       : g_strdup_printf("=#%02x%02x%02x", sent[0], sent[1], sent[2]);
    gboolean is_added = host_palette_add(name, title, color);

    g_free(title);
    return is_added;
}

/* GIMP changes a name that is taken. */
static gboolean save(GtkWidget *combo, const gchar *name, const errdiff_palette *colors,
                     gchar **message)
{
    gchar *actual = host_palette_new(name);
    gboolean is_saved = actual != NULL;

    for (gint i = 0; is_saved && i < colors->count; i++)
        is_saved = add_entry(actual, colors, i);
    if (is_saved)
        name_combo_append(combo, actual, actual, TRUE);
    else
        *message = g_strdup_printf(_("GIMP refused the palette: %s"), host_error());
    g_free(actual);
    return is_saved;
}

const PaletteButton dialog_palettes = {make, set, get, choose_color, save};
