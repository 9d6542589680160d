/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps settings and their result while they are compared, and makes the buttons for it. */
#include "comparison.h"

#include "form.h"

#include <glib/gi18n.h>

struct Comparison {
    const PreviewSource *source;
    ComparisonActions actions;
    gpointer user;
    GtkWidget *row, *compare, *swap;
    ComparedResult kept;
};

static void toggled(Comparison *comparison)
{
    gtk_widget_set_visible(comparison->swap, comparison_is_on(comparison));
    comparison->actions.toggled(comparison->user);
}

static void clicked(Comparison *comparison)
{
    comparison->actions.swap(comparison->user);
}

Comparison *comparison_new(const PreviewSource *source, ComparisonActions actions, gpointer user)
{
    Comparison *comparison = g_new0(Comparison, 1);
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *compare = gtk_toggle_button_new_with_label(_("Compare"));
    GtkWidget *swap = gtk_button_new_with_label(_("A ⇄ B"));

    *comparison = (Comparison){source, actions, user, row, compare, swap, {NULL, NULL, 0}};
    gtk_widget_set_tooltip_text(
        compare, _("Keep the current settings as A. The preview then shows A to the left of a "
                   "line, and to its right the settings that you change, B."));
    gtk_widget_set_tooltip_text(swap, _("Go on with the settings of A, and keep those of B as A"));
    atk_object_set_name(gtk_widget_get_accessible(swap), _("Swap A and B"));
    gtk_widget_set_no_show_all(swap, TRUE);
    g_signal_connect_swapped(compare, "toggled", G_CALLBACK(toggled), comparison);
    g_signal_connect_swapped(swap, "clicked", G_CALLBACK(clicked), comparison);
    gtk_box_pack_start(GTK_BOX(row), swap, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), compare, FALSE, FALSE, 0);
    return comparison;
}

void comparison_free(Comparison *comparison)
{
    comparison_clear(comparison, &comparison->kept);
    g_free(comparison);
}

GtkWidget *comparison_buttons(const Comparison *comparison)
{
    return comparison->row;
}

gboolean comparison_is_on(const Comparison *comparison)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(comparison->compare));
}

void comparison_stop(Comparison *comparison)
{
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(comparison->compare), FALSE);
}

void comparison_exchange(Comparison *comparison, ComparedResult *other)
{
    ComparedResult before = comparison->kept;

    comparison->kept = *other;
    *other = before;
}

void comparison_clear(const Comparison *comparison, ComparedResult *result)
{
    if (result->settings != NULL)
        dither_settings_free(result->settings);
    if (result->result != NULL)
        comparison->source->free_result(comparison->source->user, result->result);
    *result = (ComparedResult){NULL, NULL, 0};
}

const ComparedResult *comparison_kept(const Comparison *comparison)
{
    return &comparison->kept;
}

void comparison_complete(Comparison *comparison, gpointer result, gdouble waited_ms)
{
    comparison->kept.result = result;
    comparison->kept.waited_ms = waited_ms;
}
