/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef UI_DEVICE_QUESTION_H
#define UI_DEVICE_QUESTION_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* Asks for a device and a file, and saves a finished result there, which the source shares for that
 * time. Does nothing if the user cancels. */
void device_question_ask(GtkWindow *parent, const PreviewSource *source, gpointer result);

#endif
