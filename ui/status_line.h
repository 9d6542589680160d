/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of text: what was done, what is being done, or what is wrong; and, if
 * the user opens it, a line of details. */
#ifndef UI_STATUS_LINE_H
#define UI_STATUS_LINE_H

#include <gtk/gtk.h>

/* Makes an empty line. It wraps text that is wider than `width` pixels, and grows with it. */
GtkWidget *status_line_new(gint width);

void status_line_busy(GtkWidget *line, const gchar *text); /* with a spinner */
void status_line_say(GtkWidget *line, const gchar *text);
void status_line_warn(GtkWidget *line, const gchar *text); /* with a warning sign */

/* Says what is done in words, and the figures in the details, which are closed at first. They are
 * grayed out as soon as the line says something else. */
void status_line_report(GtkWidget *line, const gchar *text, const gchar *details);

#endif
