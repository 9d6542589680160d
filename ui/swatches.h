/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colors of a palette side by side. One of them is current; the arrow keys, Home and End go to
 * another. Space or a click locks or unlocks a color: "lock-toggled". Delete: "removed". Both are about
 * the current one. */
#ifndef UI_SWATCHES_H
#define UI_SWATCHES_H

#include "errdiff.h"

#include <gtk/gtk.h>

GtkWidget *swatches_new(void);

/* Shows `colors`, those that are in `locked`, too, with a lock. The current color stays so where it
 * is among them. */
void swatches_show(GtkWidget *swatches, const errdiff_palette *colors,
                   const errdiff_palette *locked);

/* The number of the current color, 0 the first. */
gint swatches_current(GtkWidget *swatches);

#endif
