/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of a kernel: by its title, or as a text with the weights. Emits "changed". */
#ifndef UI_KERNEL_CHOOSER_H
#define UI_KERNEL_CHOOSER_H

#include <gtk/gtk.h>

/* `labels` aligns the labels with those of other rows. */
GtkWidget *kernel_chooser_new(GtkSizeGroup *labels);

/* The name or text of a kernel, as errdiff_kernel_parse takes it. */
void kernel_chooser_set(GtkWidget *chooser, const gchar *kernel);
gchar *kernel_chooser_get(GtkWidget *chooser); /* the caller frees it */

/* What is wrong with the weights that the user has typed, which the caller frees; NULL: nothing. */
gchar *kernel_chooser_complaint(GtkWidget *chooser);

/* Gives the keyboard focus to the chooser's first control. */
void kernel_chooser_focus(GtkWidget *chooser);

#endif
