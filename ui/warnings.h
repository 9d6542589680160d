/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line for a warning about a setting that the user would want to change, with a button that
 * changes it. */
#ifndef UI_WARNINGS_H
#define UI_WARNINGS_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* Called when the user presses the button of a warning, with settings to which it no longer
 * applies; they belong to the caller. */
typedef void (*WarningsFix)(gpointer user, const DitherSettings *fixed);

/* Shows no warning at first. The text of one is wrapped at `width` pixels. */
GtkWidget *warnings_new(gint width, WarningsFix fix, gpointer user);

/* Must be called when the settings change. A warning that no longer applies goes at once. */
void warnings_follow(GtkWidget *warnings, const DitherSettings *chosen);

/* Shows the most important warning, if there is one, about the result of the settings last passed
 * to warnings_follow. */
void warnings_tell(GtkWidget *warnings, const PreviewReport *report);

#endif
