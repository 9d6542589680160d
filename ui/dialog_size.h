/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_DIALOG_SIZE_H
#define UI_DIALOG_SIZE_H

#include <gtk/gtk.h>

/* Gives a window, before it is shown, this many pixels more than its contents need at least, as far
 * as the monitor has room for it. */
void dialog_size_set_usual(GtkWindow *window, gint extra_width, gint extra_height);

#endif
