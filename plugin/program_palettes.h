/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The palettes of the host program. gimp_palettes.c implements this for the plug-in, with GIMP's
 * palettes, which may only be read in the main thread. gegl/no_palettes.c implements it for the
 * GEGL operation, where there are none. */
#ifndef PLUGIN_PROGRAM_PALETTES_H
#define PLUGIN_PROGRAM_PALETTES_H

#include "errdiff.h"

#include <glib.h>

gboolean program_has_palette(const gchar *name);

/* FALSE: the palette cannot be used; *message, which the caller frees, says why. */
gboolean program_palette_read(errdiff_palette *colors, const gchar *name, gchar **message);

/* A format for an error message. Its %s takes the core's message that a text is not one of its
 * palettes; the format adds what else is possible. */
const gchar *program_palettes_or_file(void);

#endif
