/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small drawing of a kernel, as papers have it: the pixel that hands its error on, and the pixels
 * after it with their weights. The greater a weight, the fuller its cell's color. */
#ifndef UI_KERNEL_DRAWING_H
#define UI_KERNEL_DRAWING_H

#include <gtk/gtk.h>

/* Empty at first. */
GtkWidget *kernel_drawing_new(void);

/* Draws the kernel of this name or text; nothing, where it is neither. */
void kernel_drawing_set(GtkWidget *drawing, const gchar *kernel);

#endif
