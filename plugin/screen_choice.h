/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the texts by which the user and scripts name a screen. */
#ifndef PLUGIN_SCREEN_CHOICE_H
#define PLUGIN_SCREEN_CHOICE_H

#include "errdiff.h"

#include <glib.h>

/*
 * If the text is not the name of one of the core's screens, but looks like the path of a file,
 * reads that threshold matrix, see screen_file_read. Sets *matrix, whose numbers the caller frees
 * with free(); they are NULL if there is no file. FALSE: the file cannot be read; *message, which
 * the caller frees, says why.
 */
gboolean screen_choice_read(errdiff_matrix *matrix, const gchar *text, gchar **message);

#endif
