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
