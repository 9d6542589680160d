/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the file of a threshold matrix: a PNG, or what the library reads; and keeps the matrix of
 * the last one. */
#include "screen_file.h"

#include "config.h"
#include "matrix_png.h"
#include "settings_kind.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

/* Far more than a text with ERRDIFF_MAX_MATRIX² numbers has. */
enum { MAX_FILE_BYTES = 1 << 24 };

static gboolean read_file(errdiff_matrix *matrix, const gchar *path, gchar **message)
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

/* ---- The file that was read last ------------------------------------------------------------- */

/* The dialog asks for a matrix several times at each change of any setting, in its main thread. */
static struct {
    gchar *path, *version;
    errdiff_matrix matrix;
} last;
G_LOCK_DEFINE_STATIC(last); /* GEGL runs operations in several threads */

/* A text that is another one when the file has changed. NULL: there is no such file, or its file
 * system does not say when it was changed. */
static gchar *version_of(const gchar *path)
{
    GFile *file = g_file_new_for_path(path);
    GFileInfo *info = g_file_query_info(
        file, G_FILE_ATTRIBUTE_ETAG_VALUE "," G_FILE_ATTRIBUTE_STANDARD_SIZE, 0, NULL, NULL);
    gchar *version = NULL;

    if (info != NULL && g_file_info_get_etag(info) != NULL)
        version = g_strdup_printf("%s %" G_GOFFSET_FORMAT, g_file_info_get_etag(info),
                                  g_file_info_get_size(info));
    g_clear_object(&info);
    g_object_unref(file);
    return version;
}

/* FALSE: there is not enough memory. */
static gboolean copy(errdiff_matrix *to, const errdiff_matrix *from)
{
    gsize bytes = (gsize)from->width * (gsize)from->height * sizeof *from->numbers;
    uint16_t *numbers = malloc(bytes);

    if (numbers == NULL)
        return FALSE;
    memcpy(numbers, from->numbers, bytes);
    *to = (errdiff_matrix){from->width, from->height, numbers};
    return TRUE;
}

static gboolean recall(errdiff_matrix *matrix, const gchar *path, const gchar *version)
{
    gboolean is_known;

    G_LOCK(last);
    is_known = version != NULL && g_strcmp0(last.path, path) == 0 &&
               g_strcmp0(last.version, version) == 0 && copy(matrix, &last.matrix);
    G_UNLOCK(last);
    return is_known;
}

/* `version` is from before the file was read, so that a change meanwhile is noticed. */
static void remember(const errdiff_matrix *matrix, const gchar *path, const gchar *version)
{
    errdiff_matrix kept;

    if (version == NULL || !copy(&kept, matrix))
        return;
    G_LOCK(last);
    settings_replace_text(&last.path, g_strdup(path));
    settings_replace_text(&last.version, g_strdup(version));
    free((void *)last.matrix.numbers);
    last.matrix = kept;
    G_UNLOCK(last);
}

gboolean screen_file_read(errdiff_matrix *matrix, const gchar *path, gchar **message)
{
    gchar *version = version_of(path);
    gboolean is_read = recall(matrix, path, version);

    if (!is_read) {
        is_read = read_file(matrix, path, message);
        if (is_read)
            remember(matrix, path, version);
    }
    g_free(version);
    return is_read;
}
