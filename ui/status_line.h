/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line that says how the preview stands. */
#ifndef UI_STATUS_LINE_H
#define UI_STATUS_LINE_H

#include <gtk/gtk.h>

/* A text wider than `width` pixels is wrapped. */
GtkWidget *status_line_new(gint width);

void status_line_busy(GtkWidget *line, const gchar *text); /* with a spinner */
void status_line_say(GtkWidget *line, const gchar *text);
void status_line_warn(GtkWidget *line, const gchar *text); /* with a warning sign */

#endif
