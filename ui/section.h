/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of the dialog that opens and closes, with the controls of some options. Its title says
 * whether these all have their defaults. */
#ifndef UI_SECTION_H
#define UI_SECTION_H

#include "settings/settings.h"

#include <gtk/gtk.h>

/* `title` has a mnemonic. `content` has the controls of the options of a group. */
GtkWidget *section_new(const gchar *title, errdiff_option_group group, GtkWidget *content);

/* Says whether the options have their defaults in `settings`. */
void section_follow(GtkWidget *section, const DitherSettings *settings);

/* As section_follow. It also opens the section if an option is not at its default, and closes it
 * otherwise, unless the user has opened it. */
void section_set(GtkWidget *section, const DitherSettings *settings);

#endif
