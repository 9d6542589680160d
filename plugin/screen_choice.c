/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the threshold matrix that is named in place of a screen. */
#include "screen_choice.h"

#include "settings/screen_file.h"

#include <string.h>

gboolean screen_choice_read(errdiff_matrix *matrix, const gchar *text, gchar **message)
{
    errdiff_screen_info screen;

    *matrix = (errdiff_matrix){0};
    if (errdiff_screen_find(text, &screen) == ERRDIFF_OK || !strpbrk(text, "./\\"))
        return TRUE; /* or the library says which names there are */
    return screen_file_read(matrix, text, message);
}
