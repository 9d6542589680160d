/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PALETTE_IMAGE_FILE_H
#define PLUGIN_PALETTE_IMAGE_FILE_H

#include "errdiff.h"

#include <glib.h>

/* Whether the name of a file ends as those of images do. */
gboolean palette_image_file_is_named(const gchar *path);

/* Sets *palette to the colors of an image file that GdkPixbuf can read, in the order of its pixels;
 * transparent ones have none. FALSE: it cannot be read, is too large, or does not have 1 to
 * ERRDIFF_MAX_COLORS colors; *message, which the caller frees, says which. */
gboolean palette_image_file_read(errdiff_palette *palette, const gchar *path, gchar **message);

#endif
