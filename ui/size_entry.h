/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The size of the result: width and height, in pixels or millimeters, and what happens if that is
 * another shape than the image's. While the shape is kept, one side follows from the other. Emits
 * "changed" a moment after the user has changed it, because resizing takes time. */
#ifndef UI_SIZE_ENTRY_H
#define UI_SIZE_ENTRY_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* `source` must outlive the entry. `resolution` is the spin button for pixels per inch, where 0 are
 * those of the image. `labels` aligns the label with those of other rows. */
GtkWidget *size_entry_new(const PreviewSource *source, GtkWidget *resolution, GtkSizeGroup *labels);

/* Show the options resize and fit, and write them. */
void size_entry_set(GtkWidget *entry, const DitherSettings *settings);
void size_entry_get(GtkWidget *entry, DitherSettings *settings);

#endif
