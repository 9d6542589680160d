/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of the settings is slow or cannot succeed, each with a button that mends it. */
#ifndef UI_WARNINGS_H
#define UI_WARNINGS_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* Called with the settings of which the warning is not true any more; they stay the caller's. */
typedef void (*WarningsMend)(gpointer user, const DitherSettings *mended);

/* Shows nothing yet. A text wider than `width` pixels, with its button, is wrapped. */
GtkWidget *warnings_new(gint width, WarningsMend mend, gpointer user);

/* Warns of what these settings say themselves. */
void warnings_follow(GtkWidget *warnings, const DitherSettings *chosen);

/* Warns of what came of the settings that it follows. */
void warnings_tell(GtkWidget *warnings, const PreviewReport *report);

#endif
