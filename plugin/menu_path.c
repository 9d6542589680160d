/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Returns the path of the submenu Filters > Dithering in the user's language. */
#include "menu_path.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gchar *menu_path_new(void)
{
    const gchar *translated = _("<Image>/Filters/Dithering");

    return g_strconcat("<Image>/Filters", strrchr(translated, '/'), NULL);
}
