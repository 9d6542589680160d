/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_HELP_H
#define UI_HELP_H

#include <gtk/gtk.h>

/* Opens the page in the user's web browser. If that fails, a message shows the page's address. */
void help_show(GtkWindow *parent, const gchar *uri);

/* The key F1 does the same as the dialog's Help button. */
void help_on_f1(GtkDialog *dialog);

#endif
