/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose a row of a closed combo box by typing the first letters of its title. */
#include "typed_search.h"

/* A letter begins a new search after this pause, or after a change of the focus. */
enum { PAUSE_MS = 1000 };

typedef struct {
    GtkComboBox *combo;
    gint title_column, can_be_chosen_column;
    GString *letters; /* those typed so far */
    guint32 time;     /* of the last one, in milliseconds */
} Search;

static void search_free(gpointer data)
{
    Search *search = data;

    g_string_free(search->letters, TRUE);
    g_free(search);
}

static gboolean matches(const Search *search, GtkTreeModel *rows, GtkTreeIter *row)
{
    gboolean can_be_chosen, is_match;
    gchar *title, *folded, *letters;

    gtk_tree_model_get(rows, row, search->title_column, &title, search->can_be_chosen_column,
                       &can_be_chosen, -1);
    folded = g_utf8_casefold(title, -1);
    letters = g_utf8_casefold(search->letters->str, -1);
    is_match = can_be_chosen && g_str_has_prefix(folded, letters);
    g_free(letters);
    g_free(folded);
    g_free(title);
    return is_match;
}

static void choose_first_match(const Search *search)
{
    GtkTreeModel *rows = gtk_combo_box_get_model(search->combo);
    GtkTreeIter row;

    for (gboolean more = gtk_tree_model_get_iter_first(rows, &row); more;
         more = gtk_tree_model_iter_next(rows, &row))
        if (matches(search, rows, &row)) {
            gtk_combo_box_set_active_iter(search->combo, &row);
            return;
        }
}

/* A space that is not within typed letters opens the list, as in all combo boxes. */
static gboolean key_press(GtkWidget *button, GdkEventKey *event, gpointer data)
{
    Search *search = data;
    guint modifiers = event->state & gtk_accelerator_get_default_mod_mask();
    gunichar letter = gdk_keyval_to_unicode(event->keyval);

    (void)button;
    if (event->time - search->time > PAUSE_MS)
        g_string_truncate(search->letters, 0);
    if ((modifiers & ~(guint)GDK_SHIFT_MASK) != 0 || !g_unichar_isprint(letter) ||
        (letter == ' ' && search->letters->len == 0))
        return FALSE;
    search->time = event->time;
    g_string_append_unichar(search->letters, letter);
    choose_first_match(search);
    return TRUE;
}

static gboolean focus_in(GtkWidget *button, GdkEventFocus *event, gpointer data)
{
    const Search *search = data;

    (void)button, (void)event;
    g_string_truncate(search->letters, 0);
    return FALSE;
}

/* The focus is in the combo box's button, which is a part of it or, in GTK 3, of such a part. */
static void listen(GtkWidget *part, gpointer search)
{
    if (!GTK_IS_TOGGLE_BUTTON(part)) {
        if (GTK_IS_CONTAINER(part))
            gtk_container_forall(GTK_CONTAINER(part), listen, search);
        return;
    }
    g_signal_connect(part, "focus-in-event", G_CALLBACK(focus_in), search);
    g_signal_connect(part, "key-press-event", G_CALLBACK(key_press), search);
}

void typed_search_add(GtkWidget *combo, gint title_column, gint can_be_chosen_column)
{
    Search *search = g_new0(Search, 1);

    search->combo = GTK_COMBO_BOX(combo);
    search->title_column = title_column;
    search->can_be_chosen_column = can_be_chosen_column;
    search->letters = g_string_new(NULL);
    g_object_set_data_full(G_OBJECT(combo), "errdiff-typed-search", search, search_free);
    gtk_container_forall(GTK_CONTAINER(combo), listen, search);
}
