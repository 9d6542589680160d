/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_HELP_H
#define UI_HELP_H

#include <gtk/gtk.h>

/* Shows the page in the user's browser; where that cannot be, a message gives its address. */
void help_show(GtkWindow *parent, const gchar *uri);

#endif
