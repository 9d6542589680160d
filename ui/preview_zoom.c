/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Zooming, and the list from which the user chooses the zoom. */
#include "preview_parts.h"

#include "form.h"
#include "name_combo.h"

#include <glib/gi18n.h>

/* The name of its row. */
static const gchar fit_name[] = "fit";

/* Shows the zoom that was chosen, so that the picture's point at (x, y) in the area stays where it
 * is. */
static void use_step(PreviewView *view, gint step, gdouble x, gdouble y)
{
    if (step == view->step)
        return;
    view->step = step;
    preview_place(view, step == ZOOM_FIT ? preview_zoom_that_fits(view) : zoom_of_step(step), x, y);
    gtk_combo_box_set_active(GTK_COMBO_BOX(view->zoom_combo), step - ZOOM_FIT);
    preview_update(view);
}

static void use_step_in_the_middle(PreviewView *view, gint step)
{
    use_step(view, step, gtk_adjustment_get_page_size(view->across) / 2,
             gtk_adjustment_get_page_size(view->down) / 2);
}

void preview_zoom_to(PreviewView *view, gint step)
{
    use_step_in_the_middle(view, step);
}

void preview_zoom_in(PreviewView *view)
{
    use_step_in_the_middle(view, zoom_step_above(view->zoom));
}

void preview_zoom_out(PreviewView *view)
{
    use_step_in_the_middle(view, zoom_step_below(view->zoom));
}

void preview_zoom_at(PreviewView *view, gboolean in, gdouble x, gdouble y)
{
    use_step(view, in ? zoom_step_above(view->zoom) : zoom_step_below(view->zoom), x, y);
}

void preview_zoom_set(PreviewView *view, Zoom zoom)
{
    gchar *title = view->step == ZOOM_FIT ? zoom_fit_title(zoom) : zoom_title(ZOOM_FIT);

    view->zoom = zoom;
    name_combo_set_title(view->zoom_combo, fit_name, title);
    g_free(title);
}

static void chosen(PreviewView *view)
{
    preview_zoom_to(view, gtk_combo_box_get_active(GTK_COMBO_BOX(view->zoom_combo)) + ZOOM_FIT);
}

GtkWidget *preview_zoom_row_new(PreviewView *view)
{
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *label;

    view->zoom_combo = name_combo_new();
    for (gint step = ZOOM_FIT; step <= ZOOM_MAX; step++) {
        gchar *title = zoom_title(step);

        name_combo_append(view->zoom_combo, step == ZOOM_FIT ? fit_name : title, title, TRUE);
        g_free(title);
    }
    gtk_combo_box_set_active(GTK_COMBO_BOX(view->zoom_combo), view->step - ZOOM_FIT);
    g_signal_connect_swapped(view->zoom_combo, "changed", G_CALLBACK(chosen), view);
    label = form_label(_("Zoom (_+ −):"), view->zoom_combo,
                       _("How large the preview shows the image; Fit shows all of it. When it is "
                         "reduced, its pixels are averaged in linear light, as the eye does from a "
                         "distance. In the preview: the keys +, −, 0 (Fit) and 1 (100 %), or the "
                         "wheel with Ctrl."));
    atk_object_set_name(gtk_widget_get_accessible(view->zoom_combo), _("Zoom"));
    gtk_box_pack_start(GTK_BOX(row), label, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), view->zoom_combo, FALSE, FALSE, 0);
    return row;
}
