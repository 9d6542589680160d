/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a slider or a spin button for an option, with the range that the table of options
 * declares. */
#include "option_slider.h"

#include "form.h"
#include "number_spin.h"
#include "real_spin.h"
#include "settings/settings.h"

#include <glib/gi18n.h>

GtkWidget *option_slider_new(GtkBox *column, GtkSizeGroup *labels, const gchar *label,
                             const gchar *name)
{
    errdiff_option_info option = settings_option_find(&dither_settings_kind, name);
    GtkAdjustment *percent =
        GTK_ADJUSTMENT(gtk_adjustment_new(0, option.min, option.max, 1, 10, 0));
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *scale = gtk_hscale_new(percent);
    GtkWidget *spin = number_spin_new(percent);

    gtk_scale_set_draw_value(GTK_SCALE(scale), FALSE);
    gtk_scale_set_digits(GTK_SCALE(scale), 0);
    if (option.min < 0 && option.max > 0)
        gtk_scale_add_mark(GTK_SCALE(scale), g_ascii_strtod(option.default_value, NULL),
                           GTK_POS_BOTTOM, NULL);
    gtk_widget_set_size_request(scale, 120, -1);
    gtk_widget_set_tooltip_text(scale, _(option.explanation));
    atk_object_set_name(gtk_widget_get_accessible(scale), _(option.title));
    gtk_box_pack_start(GTK_BOX(box), scale, TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(box), spin, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), gtk_label_new("%"), FALSE, FALSE, 0);
    form_row(column, labels, label, box, spin, _(option.explanation));
    return spin;
}

GtkWidget *option_number_new(GtkBox *column, GtkSizeGroup *labels, const gchar *label,
                             const gchar *name)
{
    errdiff_option_info option = settings_option_find(&dither_settings_kind, name);
    GtkAdjustment *adjustment = GTK_ADJUSTMENT(gtk_adjustment_new(
        g_ascii_strtod(option.default_value, NULL), option.min, option.max, 1, 10, 0));

    return form_spin(column, labels, label, number_spin_new(adjustment), "", _(option.explanation));
}

GtkWidget *option_real_new(GtkBox *column, GtkSizeGroup *labels, const gchar *label,
                           const gchar *name, const gchar *unit)
{
    errdiff_option_info option = settings_option_find(&dither_settings_kind, name);
    GtkAdjustment *adjustment = GTK_ADJUSTMENT(gtk_adjustment_new(
        g_ascii_strtod(option.default_value, NULL), option.min, option.max, 0.1, 1, 0));

    return form_spin(column, labels, label, real_spin_new(adjustment, 2), unit,
                     _(option.explanation));
}
