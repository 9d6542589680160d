/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colors of a palette side by side. One of them is the current color; the arrow keys, Home and
 * End go to another. Emits "lock-toggled" for Space or a click, and "removed" for Delete; both are
 * requests that concern the current color. */
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

/* The index of the current color, from 0. */
gint swatches_current(GtkWidget *swatches);

#endif
