/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a threshold matrix from the contents of a PNG file. */
#ifndef SETTINGS_MATRIX_PNG_H
#define SETTINGS_MATRIX_PNG_H

#include "errdiff.h"

#include <glib.h>

/* Whether a file with these contents is meant as a PNG. */
gboolean matrix_png_is(gconstpointer contents, gsize size);

/* Sets *matrix to the sums of the channels of its pixels, without alpha. The rest is as for
 * screen_file_read. */
gboolean matrix_png_read(errdiff_matrix *matrix, gconstpointer contents, gsize size,
                         gchar **message);

#endif
