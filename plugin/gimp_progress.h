/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PROGRESS_H
#define PLUGIN_PROGRESS_H

#include <glib.h>

/* GIMP's progress bar, from the reading of the pixels to the result. Its Cancel button ends this
 * process; nothing has been written to the image before the end. */
void progress_start(const gchar *title);
void progress_end(void);

/* An errdiff_progress: of all of the bar. */
int progress_show(void *user, double done);

#endif
