/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a combo box whose rows have a name, a title and, if wanted, a note and an image. */
#include "name_combo.h"

#include "toolkit.h"
#include "typed_search.h"

/* The title comes first because screen readers read the first text column. */
enum { TITLE, NAME, NOTE, CAN_BE_CHOSEN, IMAGE, COLUMNS };

#define TITLE_WIDTH 18 /* characters; a narrow closed combo box shortens longer titles */
#define WIDE_WIDTH 80  /* characters; a wide one is as wide as longer titles, up to this */
#define NOTE_WIDTH 60  /* characters; longer notes are wrapped */
#define LIST_WIDTH 44  /* characters; a list in columns shortens longer titles */

/* The key of the characters that the closed combo box has room for. */
#define CLOSED_WIDTH "name-combo-width"

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
    gboolean is_open = toolkit_is_in_list(layout);
    gboolean is_in_columns = gtk_combo_box_get_wrap_width(data) > 1;
    gint closed = GPOINTER_TO_INT(g_object_get_data(data, CLOSED_WIDTH));
    gint most = !is_open ? closed : is_in_columns ? LIST_WIDTH : G_MAXINT;
    gchar *title, *note, *markup;

    gtk_tree_model_get(rows, row, TITLE, &title, NOTE, &note, -1);
    if (is_open && note != NULL) {
        markup = g_markup_printf_escaped("%s\n<small>%s</small>", title, note);
        g_object_set(cell, "markup", markup, "wrap-width", note_width(GTK_WIDGET(layout)), NULL);
        g_free(markup);
    } else {
        g_object_set(cell, "text", title, "wrap-width", -1, NULL);
    }
    if (g_utf8_strlen(title, -1) <= most) {
        g_object_set(cell, "ellipsize", PANGO_ELLIPSIZE_NONE, "width-chars", -1, NULL);
    } else {
        g_object_set(cell, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", most, NULL);
    }
    g_free(note);
    g_free(title);
}

static gboolean is_line(GtkTreeModel *rows, GtkTreeIter *row, gpointer data)
{
    gchar *name;
    gboolean has_name;

    (void)data;
    gtk_tree_model_get(rows, row, NAME, &name, -1);
    has_name = name != NULL;
    g_free(name);
    return !has_name;
}

static GtkWidget *combo_new(gint width)
{
    GtkListStore *rows = gtk_list_store_new(COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
                                            G_TYPE_BOOLEAN, GDK_TYPE_PIXBUF);
    GtkWidget *combo = gtk_combo_box_new_with_model(GTK_TREE_MODEL(rows));
    GtkCellRenderer *cell = gtk_cell_renderer_text_new();

    g_object_unref(rows);
    g_object_set_data(G_OBJECT(combo), CLOSED_WIDTH, GINT_TO_POINTER(width));
    g_object_set(cell, "wrap-mode", PANGO_WRAP_WORD, NULL);
    gtk_cell_layout_pack_start(GTK_CELL_LAYOUT(combo), cell, TRUE);
    gtk_cell_layout_set_attributes(GTK_CELL_LAYOUT(combo), cell, "sensitive", CAN_BE_CHOSEN, NULL);
    gtk_cell_layout_set_cell_data_func(GTK_CELL_LAYOUT(combo), cell, show_row, combo, NULL);
    gtk_combo_box_set_row_separator_func(GTK_COMBO_BOX(combo), is_line, NULL, NULL);
    toolkit_show_title(combo, TITLE, width);
    typed_search_add(combo, TITLE, CAN_BE_CHOSEN);
    return combo;
}

GtkWidget *name_combo_new(void)
{
    return combo_new(TITLE_WIDTH);
}

GtkWidget *name_combo_new_wide(void)
{
    return combo_new(WIDE_WIDTH);
}

/* As long as nothing is chosen, a combo box asks for the size of whatever its renderer drew or
 * measured last. Without a text that is nothing. */
static void forget_row(GtkWidget *combo)
{
    GList *cells = gtk_cell_layout_get_cells(GTK_CELL_LAYOUT(combo));

    g_object_set(g_list_last(cells)->data, "text", NULL, NULL);
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

void name_combo_append_line(GtkWidget *combo)
{
    GtkListStore *rows = GTK_LIST_STORE(gtk_combo_box_get_model(GTK_COMBO_BOX(combo)));

    gtk_list_store_insert_with_values(rows, NULL, -1, NAME, NULL, TITLE, "", CAN_BE_CHOSEN, FALSE,
                                      -1);
}

void name_combo_clear(GtkWidget *combo)
{
    gtk_list_store_clear(GTK_LIST_STORE(gtk_combo_box_get_model(GTK_COMBO_BOX(combo))));
}

static gboolean find_row(GtkTreeModel *rows, const gchar *name, GtkTreeIter *row)
{
    gboolean found = FALSE;

    for (gboolean more = gtk_tree_model_get_iter_first(rows, row); more && !found;) {
        gchar *candidate;

        gtk_tree_model_get(rows, row, NAME, &candidate, -1);
        found = g_strcmp0(candidate, name) == 0;
        g_free(candidate);
        if (!found)
            more = gtk_tree_model_iter_next(rows, row);
    }
    return found;
}

void name_combo_allow(GtkWidget *combo, const gchar *name, gboolean can_be_chosen)
{
    GtkTreeModel *rows = gtk_combo_box_get_model(GTK_COMBO_BOX(combo));
    GtkTreeIter row;

    if (find_row(rows, name, &row))
        gtk_list_store_set(GTK_LIST_STORE(rows), &row, CAN_BE_CHOSEN, can_be_chosen, -1);
}

static gboolean has_image(GtkTreeModel *rows, GtkTreeIter *row)
{
    gchar *name;
    gboolean has;

    gtk_tree_model_get(rows, row, NAME, &name, -1);
    has = name != NULL && *name != '\0';
    g_free(name);
    return has;
}

/* Places the rows of a list with images in their order, as GtkComboBox does not when a row
 * changes. With some themes the list is no menu; it then has neither columns nor images. */
static void lay_out(GtkWidget *combo)
{
    GtkTreeModel *rows = gtk_combo_box_get_model(GTK_COMBO_BOX(combo));
    GList *menus = gtk_menu_get_for_attach_widget(combo);
    GList *items = menus != NULL ? gtk_container_get_children(menus->data) : NULL, *item = items;
    guint most = (guint)gtk_combo_box_get_wrap_width(GTK_COMBO_BOX(combo)), column = 0, line = 0;
    GtkTreeIter row;

    for (gboolean more = gtk_tree_model_get_iter_first(rows, &row); more && item != NULL;
         more = gtk_tree_model_iter_next(rows, &row), item = item->next) {
        guint columns = has_image(rows, &row) ? 1 : most;

        if (column + columns > most)
            column = 0, line++;
        gtk_menu_attach(menus->data, item->data, column, column + columns, line, line + 1);
        column += columns;
    }
    g_list_free(items);
}

/* The closed combo box has no room for an image. */
static void show_image(GtkCellLayout *layout, GtkCellRenderer *cell, GtkTreeModel *rows,
                       GtkTreeIter *row, gpointer data)
{
    (void)data;
    g_object_set(cell, "visible", toolkit_is_in_list(layout) && has_image(rows, row), NULL);
}

void name_combo_have_images(GtkWidget *combo, gint columns, gint width, gint height)
{
    GtkCellLayout *layout = GTK_CELL_LAYOUT(combo);
    GtkCellRenderer *cell = gtk_cell_renderer_pixbuf_new();
    GtkTreeModel *rows = gtk_combo_box_get_model(GTK_COMBO_BOX(combo));

    gtk_cell_renderer_set_fixed_size(cell, width, height);
    gtk_cell_layout_pack_start(layout, cell, FALSE);
    gtk_cell_layout_reorder(layout, cell, 0);
    gtk_cell_layout_set_attributes(layout, cell, "pixbuf", IMAGE, "sensitive", CAN_BE_CHOSEN, NULL);
    gtk_cell_layout_set_cell_data_func(layout, cell, show_image, NULL, NULL);
    gtk_combo_box_set_wrap_width(GTK_COMBO_BOX(combo), columns);
    g_signal_connect_object(rows, "row-inserted", G_CALLBACK(lay_out), combo, G_CONNECT_SWAPPED);
    g_signal_connect_object(rows, "row-changed", G_CALLBACK(lay_out), combo, G_CONNECT_SWAPPED);
}

void name_combo_set_image(GtkWidget *combo, const gchar *name, GdkPixbuf *image)
{
    GtkTreeModel *rows = gtk_combo_box_get_model(GTK_COMBO_BOX(combo));
    GtkTreeIter row;

    if (find_row(rows, name, &row))
        gtk_list_store_set(GTK_LIST_STORE(rows), &row, IMAGE, image, -1);
}

void name_combo_set_title(GtkWidget *combo, const gchar *name, const gchar *title)
{
    GtkTreeModel *rows = gtk_combo_box_get_model(GTK_COMBO_BOX(combo));
    GtkTreeIter row;

    if (find_row(rows, name, &row))
        gtk_list_store_set(GTK_LIST_STORE(rows), &row, TITLE, title, -1);
}

gboolean name_combo_set(GtkWidget *combo, const gchar *name)
{
    GtkTreeIter row;
    gboolean found = find_row(gtk_combo_box_get_model(GTK_COMBO_BOX(combo)), name, &row);

    if (found)
        gtk_combo_box_set_active_iter(GTK_COMBO_BOX(combo), &row);
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
