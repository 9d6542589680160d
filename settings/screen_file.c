/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the file of a threshold matrix: a PNG, or what the library reads. */
#include "screen_file.h"

#include "config.h"
#include "matrix_png.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* Far more than a text with ERRDIFF_MAX_MATRIX² numbers has. */
enum { MAX_FILE_BYTES = 1 << 24 };

/* Images in other formats than PGM. Each has a NUL in its first bytes, and no text has one. */
static gboolean is_other_image(const gchar *contents, gsize size)
{
    return size > 0 && *contents != 'P' && memchr(contents, '\0', size) != NULL;
}

gboolean screen_file_read(errdiff_matrix *matrix, const gchar *path, gchar **message)
{
    char *contents;
    size_t size;
    errdiff_message reason;
    gchar *fault = NULL;
    gboolean is_read;

    if (errdiff_file_read(path, MAX_FILE_BYTES, &contents, &size, &reason) != ERRDIFF_OK) {
        *message = g_strdup_printf(_("screen: “%s” cannot be read: %s"), path, reason.text);
        return FALSE;
    }
    if (matrix_png_is(contents, size)) {
        is_read = matrix_png_read(matrix, contents, size, &fault);
    } else if (is_other_image(contents, size)) {
        is_read = FALSE;
        fault = g_strdup(_("screen: only a PNG, a PGM or a text with rows of numbers can be a "
                           "matrix"));
    } else {
        is_read = errdiff_matrix_parse(contents, size, matrix, &reason) == ERRDIFF_OK;
        fault = is_read ? NULL : g_strdup(reason.text);
    }
    free(contents);
    if (!is_read)
        *message = g_strdup_printf("%s: %s", path, fault);
    g_free(fault);
    return is_read;
}
