/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings about settings that are slow or cannot give a good result, each with a button that
 * changes them. */
#ifndef UI_WARNINGS_H
#define UI_WARNINGS_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* Called when the user presses the button of a warning, with settings to which the warning no
 * longer applies; they belong to the caller. */
typedef void (*WarningsFix)(gpointer user, const DitherSettings *fixed);

/* Shows no warnings at first. If a text and its button are together wider than `width` pixels, the
 * text is wrapped. */
GtkWidget *warnings_new(gint width, WarningsFix fix, gpointer user);

/* Shows the warnings that follow from these settings alone. */
void warnings_follow(GtkWidget *warnings, const DitherSettings *chosen);

/* Shows the warnings that follow from the result of the settings last passed to warnings_follow. */
void warnings_tell(GtkWidget *warnings, const PreviewReport *report);

#endif
