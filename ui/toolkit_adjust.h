/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What both implementations of toolkit_adjust_size have in common. */
#ifndef UI_TOOLKIT_ADJUST_H
#define UI_TOOLKIT_ADJUST_H

#include "toolkit.h"

/* Remembers what adjusts the size of the widgets of a class. */
void toolkit_adjust_remember(GtkWidgetClass *class, ToolkitAdjust adjust);

/* What was remembered for the class of a widget, or for the nearest class that it derives from;
 * there must be one. *parent gets the parent of that class, which knows the size to adjust. */
ToolkitAdjust toolkit_adjust_of(GtkWidget *widget, GtkWidgetClass **parent);

#endif
