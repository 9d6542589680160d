/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The buttons that end the dialog, reset it and open its help. */
#ifndef UI_DIALOG_BUTTONS_H
#define UI_DIALOG_BUTTONS_H

#include <gtk/gtk.h>

#define DIALOG_RESPONSE_RESET 1 /* of the button that resets every control */

/* Gives the buttons for Help, Reset, Cancel and OK their tooltips. */
void dialog_buttons_explain(GtkDialog *dialog);

/* Returns a line with all buttons of the dialog, which it takes from their place, right of the
 * controls of the preview, which so gets more room. */
GtkWidget *dialog_buttons_line(GtkDialog *dialog, GtkWidget *controls);

#endif
