/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colors of a palette side by side. One of them is the current color; the arrow keys, Home and
 * End go to another, and so does a click. Emits requests that concern the current color:
 * "lock-toggled" for Space, "removed" for Delete, "edited" for Enter or a double click, "menu" for
 * a right click or the key for menus; and "moved", with the place where it is to be, for a drag to
 * another swatch, or an arrow key, Home or End with Ctrl; "added" for the keys + and Insert. */
#ifndef UI_SWATCHES_H
#define UI_SWATCHES_H

#include "errdiff.h"

#include <gtk/gtk.h>

GtkWidget *swatches_new(void);

/* Shows `colors`, each with a corner of what the device is sent if that is another color; those
 * that are also in `locked` have a lock. The current color stays current if
 * it is among them. */
void swatches_show(GtkWidget *swatches, const errdiff_palette *colors,
                   const errdiff_palette *locked);

/* Tells, in the tooltips and to screen readers, which share of the pixels has each of the colors,
 * in percent. swatches_show forgets it. */
void swatches_show_usage(GtkWidget *swatches, const gdouble percent[ERRDIFF_MAX_COLORS]);

/* The index of the current color, from 0. */
gint swatches_current(GtkWidget *swatches);

#endif
