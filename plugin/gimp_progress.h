/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PROGRESS_H
#define PLUGIN_PROGRESS_H

#include <glib.h>

/* GIMP's progress bar, from reading the pixels to writing the result. Its Cancel button ends this
 * process, which leaves the image as it was, because the result is written last. */
void progress_start(const gchar *title);
void progress_end(void);

/* An errdiff_progress that shows `done`, 0..1, on the whole bar. */
int progress_show(void *user, double done);

/* An errdiff_progress for dithering alone: it shows `done` on the part of the bar between reading
 * the pixels and writing the result. */
int progress_show_dithering(void *user, double done);

#endif
