/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of the hologram dialog, whose tooltips are the explanations of options. */
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

/* Each function adds a row, for the option `name` if it has that parameter, and returns its
 * control. A real number has up to `digits` decimals and a unit; "": none. */
GtkWidget *hologram_form_real(const HologramForm *form, const gchar *label, const gchar *name,
                              gdouble min, gdouble max, gdouble step, guint digits,
                              const gchar *unit);
GtkWidget *hologram_form_number(const HologramForm *form, const gchar *label, const gchar *name,
                                const gchar *unit);
GtkWidget *hologram_form_combo(const HologramForm *form, const gchar *label, GtkWidget *combo,
                               const gchar *tooltip);
GtkWidget *hologram_form_choices(const HologramForm *form, const gchar *label, const gchar *name);
GtkWidget *hologram_form_check(const HologramForm *form, const gchar *label, const gchar *name);

#endif
