/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_MENU_PATH_H
#define PLUGIN_MENU_PATH_H

#include <glib.h>

/* The path of the menu of dithering in GIMP 3, which takes the names of its own menus in English,
 * and that of a new one as it is to be shown. The caller frees it. */
gchar *menu_path_new(void);

#endif
