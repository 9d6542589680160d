/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "name_combo.h"

/* The title is first because the first text is what a screen reader reads. */
enum { TITLE, NAME, CAN_BE_CHOSEN, COLUMNS };

GtkWidget *name_combo_new(void)
{
    GtkListStore *rows = gtk_list_store_new(COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
    GtkWidget *combo = gtk_combo_box_new_with_model(GTK_TREE_MODEL(rows));
    GtkCellRenderer *cell = gtk_cell_renderer_text_new();

    g_object_unref(rows);
    gtk_cell_layout_pack_start(GTK_CELL_LAYOUT(combo), cell, TRUE);
    gtk_cell_layout_set_attributes(GTK_CELL_LAYOUT(combo), cell, "text", TITLE, "sensitive",
                                   CAN_BE_CHOSEN, NULL);
    return combo;
}

void name_combo_append(GtkWidget *combo, const gchar *name, const gchar *title,
                       gboolean can_be_chosen)
{
    GtkListStore *rows = GTK_LIST_STORE(gtk_combo_box_get_model(GTK_COMBO_BOX(combo)));

    gtk_list_store_insert_with_values(rows, NULL, -1, NAME, name, TITLE, title, CAN_BE_CHOSEN,
                                      can_be_chosen, -1);
}

void name_combo_clear(GtkWidget *combo)
{
    gtk_list_store_clear(GTK_LIST_STORE(gtk_combo_box_get_model(GTK_COMBO_BOX(combo))));
}

gboolean name_combo_set(GtkWidget *combo, const gchar *name)
{
    GtkTreeModel *rows = gtk_combo_box_get_model(GTK_COMBO_BOX(combo));
    gboolean found = FALSE;
    GtkTreeIter row;

    for (gboolean more = gtk_tree_model_get_iter_first(rows, &row); more && !found;) {
        gchar *candidate;

        gtk_tree_model_get(rows, &row, NAME, &candidate, -1);
        found = g_strcmp0(candidate, name) == 0;
        g_free(candidate);
        if (found)
            gtk_combo_box_set_active_iter(GTK_COMBO_BOX(combo), &row);
        else
            more = gtk_tree_model_iter_next(rows, &row);
    }
    return found;
}

void name_combo_set_or_first(GtkWidget *combo, const gchar *name)
{
    if (!name_combo_set(combo, name))
        gtk_combo_box_set_active(GTK_COMBO_BOX(combo), 0);
}

gchar *name_combo_get(GtkWidget *combo)
{
    GtkTreeIter row;
    gchar *name = NULL;

    if (gtk_combo_box_get_active_iter(GTK_COMBO_BOX(combo), &row))
        gtk_tree_model_get(gtk_combo_box_get_model(GTK_COMBO_BOX(combo)), &row, NAME, &name, -1);
    return name;
}
