/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_COPY_BUTTON_H
#define UI_COPY_BUTTON_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* Returns the text for the clipboard; the button frees it. */
typedef gchar *(*CopyText)(gpointer user, CopyKind kind);

/* A button with a menu: each item puts text on the clipboard that repeats the settings. `window`,
 * in which the button will be, gets keys for them. */
GtkWidget *copy_button_new(GtkWindow *window, CopyText get_text, gpointer user);

#endif
