/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a spin button for real numbers that changes its value while the user types. */
#include "real_spin.h"

#include <math.h>
#include <string.h>

/* FALSE: the entry's text is not a finite number. */
static gboolean typed_number(GtkWidget *spin, gdouble *number)
{
    const gchar *text = gtk_entry_get_text(GTK_ENTRY(spin));
    gchar *end;

    *number = g_strtod(text, &end);
    return end != text && *end == '\0' && isfinite(*number);
}

static void typed(GtkWidget *spin, gpointer data)
{
    GtkAdjustment *adjustment = gtk_spin_button_get_adjustment(GTK_SPIN_BUTTON(spin));
    gdouble number;

    (void)data;
    if (typed_number(spin, &number) && number >= gtk_adjustment_get_lower(adjustment) &&
        number <= gtk_adjustment_get_upper(adjustment))
        gtk_adjustment_set_value(adjustment, number);
}

static gchar *shortest(gdouble number, guint digits)
{
    gchar *text = g_strdup_printf("%.*f", (gint)digits, number);
    gchar *end = text + strlen(text);

    while (digits > 0 && end[-1] == '0')
        *--end = '\0';
    if (digits > 0 && !g_ascii_isdigit(end[-1]))
        end[-1] = '\0';
    return text;
}

static void write_number(GtkWidget *spin, gdouble number)
{
    gchar *text = shortest(number, gtk_spin_button_get_digits(GTK_SPIN_BUTTON(spin)));

    gtk_entry_set_text(GTK_ENTRY(spin), text);
    g_free(text);
}

/* Leaves a text alone that already has this value: it must not change while the user types. */
static gboolean show_number(GtkWidget *spin, gpointer data)
{
    gdouble number = gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin));
    gdouble shown;

    (void)data;
    if (!typed_number(spin, &shown) || shown != number)
        write_number(spin, number);
    return TRUE;
}

GtkWidget *real_spin_new(GtkAdjustment *adjustment, guint digits)
{
    GtkWidget *spin = gtk_spin_button_new(adjustment, 1, digits);

    gtk_spin_button_set_numeric(GTK_SPIN_BUTTON(spin), TRUE);
    gtk_entry_set_activates_default(GTK_ENTRY(spin), TRUE);
    write_number(spin, gtk_adjustment_get_value(adjustment));
    g_signal_connect(spin, "output", G_CALLBACK(show_number), NULL);
    g_signal_connect(spin, "changed", G_CALLBACK(typed), NULL);
    return spin;
}
