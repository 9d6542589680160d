/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the rows of the hologram dialog: a label, a control and a tooltip. */
#include "hologram_form.h"

#include "form.h"
#include "hologram_settings.h"
#include "number_spin.h"
#include "option_controls.h"
#include "real_spin.h"

#include <glib/gi18n.h>

static errdiff_option_info option_of(const gchar *name)
{
    return settings_option_find(&hologram_settings_kind, name);
}

const gchar *hologram_explanation(const gchar *name)
{
    return _(option_of(name).explanation);
}

static void call_changed(GtkWidget *control, const gchar *signal, const HologramForm *form)
{
    g_signal_connect_swapped(control, signal, G_CALLBACK(form->changed), form->user);
}

static GtkWidget *add_spin(const HologramForm *form, const gchar *label, const gchar *name,
                           GtkWidget *spin, const gchar *unit)
{
    gtk_entry_set_width_chars(GTK_ENTRY(spin), 10);
    call_changed(spin, "value-changed", form);
    return form_spin(form->column, form->labels, label, spin, unit, hologram_explanation(name));
}

GtkWidget *hologram_form_real(const HologramForm *form, const gchar *label, const gchar *name,
                              gdouble min, gdouble max, gdouble step, guint digits,
                              const gchar *unit)
{
    GtkAdjustment *adjustment = GTK_ADJUSTMENT(gtk_adjustment_new(0, min, max, step, 10 * step, 0));

    return add_spin(form, label, name, real_spin_new(adjustment, digits), unit);
}

GtkWidget *hologram_form_number(const HologramForm *form, const gchar *label, const gchar *name,
                                const gchar *unit)
{
    errdiff_option_info option = option_of(name);
    GtkAdjustment *adjustment = GTK_ADJUSTMENT(
        gtk_adjustment_new(CLAMP(0, option.min, option.max), option.min, option.max, 1, 10, 0));

    return add_spin(form, label, name, number_spin_new(adjustment), unit);
}

GtkWidget *hologram_form_combo(const HologramForm *form, const gchar *label, GtkWidget *combo,
                               const gchar *tooltip)
{
    form_row(form->column, form->labels, label, combo, combo, tooltip);
    call_changed(combo, "changed", form);
    return combo;
}

GtkWidget *hologram_form_choices(const HologramForm *form, const gchar *label, const gchar *name)
{
    errdiff_option_info option = option_of(name);

    return hologram_form_combo(form, label, option_choices_new(&option),
                               hologram_explanation(name));
}

GtkWidget *hologram_form_check(const HologramForm *form, const gchar *label, const gchar *name)
{
    GtkWidget *check = form_check(form->column, label, hologram_explanation(name));

    call_changed(check, "toggled", form);
    return check;
}
