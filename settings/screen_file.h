/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the file of a threshold matrix, for the dialog and for what dithers. */
#ifndef SETTINGS_SCREEN_FILE_H
#define SETTINGS_SCREEN_FILE_H

#include "errdiff.h"

#include <glib.h>

/*
 * Reads a PNG, of which the sum of the channels counts, with the samples as they are stored; a PGM;
 * or a text with rows of numbers. Sets *matrix, whose numbers the caller frees with free(). FALSE:
 * *message, which the caller frees, says why it cannot be read.
 */
gboolean screen_file_read(errdiff_matrix *matrix, const gchar *path, gchar **message);

#endif
