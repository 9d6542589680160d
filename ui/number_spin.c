/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a spin button for whole numbers that changes its value while the user types. */
#include "number_spin.h"

/* Accepts only text that is exactly what the spin button would write for the number. Then setting
 * the value does not change the text, which would move the cursor. */
static void typed(GtkWidget *spin, gpointer data)
{
    GtkAdjustment *adjustment = gtk_spin_button_get_adjustment(GTK_SPIN_BUTTON(spin));
    const gchar *text = gtk_entry_get_text(GTK_ENTRY(spin));
    gint number = (gint)g_ascii_strtoll(text, NULL, 10);
    gchar *written = g_strdup_printf("%d", number);

    (void)data;
    if (g_str_equal(text, written) && number >= gtk_adjustment_get_lower(adjustment) &&
        number <= gtk_adjustment_get_upper(adjustment))
        gtk_adjustment_set_value(adjustment, number);
    g_free(written);
}

GtkWidget *number_spin_new(GtkAdjustment *adjustment)
{
    GtkWidget *spin = gtk_spin_button_new(adjustment, 1, 0);

    gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(spin), TRUE);
    gtk_entry_set_activates_default(GTK_ENTRY(spin), TRUE);
    g_signal_connect(spin, "changed", G_CALLBACK(typed), NULL);
    return spin;
}

/* Writes the name in place of 0, and reads it. */
static gboolean write_named(GtkSpinButton *spin, gpointer name)
{
    if (gtk_spin_button_get_value_as_int(spin) != 0)
        return FALSE;
    if (!g_str_equal(gtk_entry_get_text(GTK_ENTRY(spin)), name))
        gtk_entry_set_text(GTK_ENTRY(spin), name);
    return TRUE;
}

static gint read_named(GtkSpinButton *spin, gdouble *value, gpointer name)
{
    if (!g_str_equal(gtk_entry_get_text(GTK_ENTRY(spin)), name))
        return FALSE;
    *value = 0;
    return TRUE;
}

void number_spin_name_zero(GtkWidget *spin, const gchar *name)
{
    gchar *copy = g_strdup(name);

    gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(spin), FALSE); /* which lets no letters in */
    g_object_set_data_full(G_OBJECT(spin), "number-spin-zero", copy, g_free);
    g_signal_connect(spin, "output", G_CALLBACK(write_named), copy);
    g_signal_connect(spin, "input", G_CALLBACK(read_named), copy);
    gtk_entry_set_width_chars(GTK_ENTRY(spin), (gint)g_utf8_strlen(name, -1));
    gtk_spin_button_update(GTK_SPIN_BUTTON(spin));
}
