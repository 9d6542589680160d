/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "choice.h"
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean choice_read(const gchar *name, const gchar *value, const gchar *const *possible,
                     gint *number, gchar **message)
{
    gchar *list;

    for (*number = 0; possible[*number]; ++*number)
        if (strcmp(possible[*number], value) == 0)
            return TRUE;
    list = g_strjoinv("”, “", (gchar **)possible);
    *message = g_strdup_printf(_("%s: “%s” is not possible; “%s” are"), name, value, list);
    g_free(list);
    return FALSE;
}
