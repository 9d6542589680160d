/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses a row of a closed combo box by the first letters of its title, which the user types while
 * the combo box has the focus. */
#ifndef UI_TYPED_SEARCH_H
#define UI_TYPED_SEARCH_H

#include <gtk/gtk.h>

/* The titles are in one column of the model, a string; another one, a boolean, says whether a row
 * can be chosen. */
void typed_search_add(GtkWidget *combo, gint title_column, gint can_be_chosen_column);

#endif
