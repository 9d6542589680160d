/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the threshold matrix that is named in place of a screen. */
#include "screen_choice.h"
#include "config.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FILE_BYTES = 1 << 24 };

static gboolean read_file(errdiff_matrix *matrix, const gchar *path, gchar **message)
{
    char *contents;
    size_t size;
    errdiff_message reason;
    errdiff_status status = errdiff_file_read(path, MAX_FILE_BYTES, &contents, &size, &reason);

    if (status != ERRDIFF_OK) {
        *message = g_strdup_printf(_("screen: “%s” cannot be read: %s"), path, reason.text);
        return FALSE;
    }
    status = errdiff_matrix_parse(contents, size, matrix, &reason);
    free(contents);
    if (status != ERRDIFF_OK)
        *message = g_strdup_printf("%s: %s", path, reason.text);
    return status == ERRDIFF_OK;
}

gboolean screen_choice_read(errdiff_matrix *matrix, const gchar *text, gchar **message)
{
    errdiff_screen_info screen;

    *matrix = (errdiff_matrix){0};
    if (errdiff_screen_find(text, &screen) == ERRDIFF_OK || !strpbrk(text, "./\\"))
        return TRUE; /* or the library says which names there are */
    return read_file(matrix, text, message);
}
