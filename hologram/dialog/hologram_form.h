/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the hologram dialog, with the labels and tooltips of options. */
#ifndef UI_HOLOGRAM_FORM_H
#define UI_HOLOGRAM_FORM_H

#include <gtk/gtk.h>

/* A column of rows. */
typedef struct {
    GtkBox *column;
    GtkSizeGroup *labels;
    void (*changed)(gpointer user); /* called when the user or the code changes a control */
    gpointer user;
} HologramForm;

/* The translated explanation of the option with this name; static. */
const gchar *hologram_explanation(const gchar *name);

/* Each function adds a row for the option `name`, whose row in the table says all but the limits of
 * a real number, and returns its control. */
GtkWidget *hologram_form_real(const HologramForm *form, const gchar *name, gdouble min,
                              gdouble max);

/* As above, with another label and tooltip. */
GtkWidget *hologram_form_real_as(const HologramForm *form, const gchar *name, gdouble min,
                                 gdouble max, const gchar *label, const gchar *tooltip);

/* Replaces the unit beside a real number. */
void hologram_form_show_unit(GtkWidget *spin, const gchar *unit);

/* Shows or hides the row of such a spin button, also when all is shown. */
void hologram_form_show_row(GtkWidget *spin, gboolean is_shown);

GtkWidget *hologram_form_number(const HologramForm *form, const gchar *name);
GtkWidget *hologram_form_choices(const HologramForm *form, const gchar *name);
GtkWidget *hologram_form_check(const HologramForm *form, const gchar *name);

/* As above, for a control that emits "changed". */
GtkWidget *hologram_form_control(const HologramForm *form, const gchar *name, GtkWidget *control);

#endif
