/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small drawing of a kernel, as in papers: the current pixel, and the pixels that receive its
 * error, with their weights. The greater the weight, the stronger the color of its cell. */
#ifndef UI_KERNEL_DRAWING_H
#define UI_KERNEL_DRAWING_H

#include <gtk/gtk.h>

/* Makes a drawing, which is empty at first. */
GtkWidget *kernel_drawing_new(void);

/* Draws the kernel with this name or text; nothing if it is neither. */
void kernel_drawing_set(GtkWidget *drawing, const gchar *kernel);

#endif
