/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "name_combo.h"

/* The title comes first because screen readers read the first text column. */
enum { TITLE, NAME, NOTE, CAN_BE_CHOSEN, COLUMNS };

#define TITLE_WIDTH 24 /* characters; the closed combo box shortens longer titles */
#define NOTE_WIDTH 60  /* characters; longer notes are wrapped */

/* In pixels. */
static gint note_width(GtkWidget *widget)
{
    PangoContext *context = gtk_widget_get_pango_context(widget);
    PangoFontMetrics *metrics = pango_context_get_metrics(context, NULL, NULL);
    gint width = pango_font_metrics_get_approximate_char_width(metrics);

    pango_font_metrics_unref(metrics);
    return PANGO_PIXELS(NOTE_WIDTH * width);
}

/* One renderer draws the rows in three places: the open list, where each row is a menu item; the
 * closed combo box, which has no room for a note; and the tree view that GtkComboBox uses to search
 * for typed text. Only the first shows notes. */
static void show_row(GtkCellLayout *layout, GtkCellRenderer *cell, GtkTreeModel *rows,
                     GtkTreeIter *row, gpointer data)
{
    gboolean is_in_list =
        GTK_IS_WIDGET(layout) && GTK_IS_MENU_ITEM(gtk_widget_get_parent(GTK_WIDGET(layout)));
    gchar *title, *note, *markup;

    (void)data;
    gtk_tree_model_get(rows, row, TITLE, &title, NOTE, &note, -1);
    if (is_in_list && note != NULL) {
        markup = g_markup_printf_escaped("%s\n<small>%s</small>", title, note);
        g_object_set(cell, "markup", markup, "wrap-width", note_width(GTK_WIDGET(layout)), NULL);
        g_free(markup);
    } else {
        g_object_set(cell, "text", title, "wrap-width", -1, NULL);
    }
    if (is_in_list || g_utf8_strlen(title, -1) <= TITLE_WIDTH) {
        g_object_set(cell, "ellipsize", PANGO_ELLIPSIZE_NONE, "width-chars", -1, NULL);
    } else {
        g_object_set(cell, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", TITLE_WIDTH, NULL);
    }
    g_free(note);
    g_free(title);
}

GtkWidget *name_combo_new(void)
{
    GtkListStore *rows =
        gtk_list_store_new(COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_BOOLEAN);
    GtkWidget *combo = gtk_combo_box_new_with_model(GTK_TREE_MODEL(rows));
    GtkCellRenderer *cell = gtk_cell_renderer_text_new();

    g_object_unref(rows);
    g_object_set(cell, "wrap-mode", PANGO_WRAP_WORD, NULL);
    gtk_cell_layout_pack_start(GTK_CELL_LAYOUT(combo), cell, TRUE);
    gtk_cell_layout_set_attributes(GTK_CELL_LAYOUT(combo), cell, "sensitive", CAN_BE_CHOSEN, NULL);
    gtk_cell_layout_set_cell_data_func(GTK_CELL_LAYOUT(combo), cell, show_row, NULL, NULL);
    return combo;
}

/* As long as nothing is chosen, a combo box asks for the size of whatever its renderer drew or
 * measured last. Without a text that is nothing. */
static void forget_row(GtkWidget *combo)
{
    GList *cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(combo));

    g_object_set(cells->data, "text", NULL, NULL);
    g_list_free(cells);
}

void name_combo_append(GtkWidget *combo, const gchar *name, const gchar *title,
                       gboolean can_be_chosen)
{
    name_combo_append_with_note(combo, name, title, NULL, can_be_chosen);
}

void name_combo_append_with_note(GtkWidget *combo, const gchar *name, const gchar *title,
                                 const gchar *note, gboolean can_be_chosen)
{
    GtkListStore *rows = GTK_LIST_STORE(gtk_combo_box_get_model(GTK_COMBO_BOX(combo)));
    gint count = gtk_tree_model_iter_n_children(GTK_TREE_MODEL(rows), NULL);
    AtkObject *list = gtk_combo_box_get_popup_accessible(GTK_COMBO_BOX(combo));
    AtkObject *item;

    gtk_list_store_insert_with_values(rows, NULL, -1, NAME, name, TITLE, title, NOTE, note,
                                      CAN_BE_CHOSEN, can_be_chosen, -1);
    forget_row(combo);
    item = note != NULL && list != NULL ? atk_object_ref_accessible_child(list, count) : NULL;
    if (item != NULL) {
        atk_object_set_description(item, note);
        g_object_unref(item);
    }
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
