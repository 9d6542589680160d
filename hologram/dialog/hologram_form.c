/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the rows of the hologram dialog: a label, a control and a tooltip. */
#include "hologram_form.h"

#include "form.h"
#include "hologram_settings.h"
#include "name_combo.h"
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

static GtkWidget *add_spin(const HologramForm *form, const errdiff_option_info *option,
                           GtkWidget *spin, const gchar *label, const gchar *tooltip)
{
    gtk_entry_set_width_chars(GTK_ENTRY(spin), 10);
    call_changed(spin, "value-changed", form);
    return form_spin(form->column, form->labels, label, spin,
                     option->symbol != NULL ? _(option->symbol) : "", tooltip);
}

GtkWidget *hologram_form_real_as(const HologramForm *form, const gchar *name, gdouble min,
                                 gdouble max, const gchar *label, const gchar *tooltip)
{
    errdiff_option_info option = option_of(name);
    gdouble step = option.step > 0 ? option.step : 1;
    GtkAdjustment *adjustment = GTK_ADJUSTMENT(gtk_adjustment_new(0, min, max, step, 10 * step, 0));

    return add_spin(form, &option, real_spin_new(adjustment, (guint)option.decimals), label,
                    tooltip);
}

GtkWidget *hologram_form_real(const HologramForm *form, const gchar *name, gdouble min, gdouble max)
{
    errdiff_option_info option = option_of(name);

    return hologram_form_real_as(form, name, min, max, _(option.label), _(option.explanation));
}

void hologram_form_show_unit(GtkWidget *spin, const gchar *unit)
{
    GList *row = gtk_container_get_children(GTK_CONTAINER(gtk_widget_get_parent(spin)));

    gtk_label_set_text(GTK_LABEL(g_list_last(row)->data), unit);
    g_list_free(row);
}

void hologram_form_show_row(GtkWidget *spin, gboolean is_shown)
{
    GtkWidget *row = gtk_widget_get_parent(gtk_widget_get_parent(spin));

    gtk_widget_set_no_show_all(row, FALSE);
    gtk_widget_show_all(row);
    gtk_widget_set_no_show_all(row, TRUE);
    gtk_widget_set_visible(row, is_shown);
}

GtkWidget *hologram_form_number(const HologramForm *form, const gchar *name)
{
    errdiff_option_info option = option_of(name);
    GtkAdjustment *adjustment = GTK_ADJUSTMENT(
        gtk_adjustment_new(CLAMP(0, option.min, option.max), option.min, option.max, 1, 10, 0));

    return add_spin(form, &option, number_spin_new(adjustment), _(option.label),
                    _(option.explanation));
}

GtkWidget *hologram_form_control(const HologramForm *form, const gchar *name, GtkWidget *control)
{
    errdiff_option_info option = option_of(name);

    option_row(&option, form->column, form->labels, control, control);
    call_changed(control, "changed", form);
    return control;
}

GtkWidget *hologram_form_choices(const HologramForm *form, const gchar *name)
{
    errdiff_option_info option = option_of(name);
    GtkWidget *combo = name_combo_new_wide();

    for (gint i = 0; option.choices[i] != NULL; i++)
        name_combo_append(combo, option.choices[i], _(option.choice_titles[i]), TRUE);
    return hologram_form_control(form, name, combo);
}

GtkWidget *hologram_form_check(const HologramForm *form, const gchar *name)
{
    errdiff_option_info option = option_of(name);
    GtkWidget *check = form_check(form->column, _(option.label), _(option.explanation));

    call_changed(check, "toggled", form);
    return check;
}
