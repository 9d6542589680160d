/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The palettes of the program around us: GIMP's for the plug-in, which asks in the main thread, and
 * none for the GEGL operation. Each of the two links its own. */
#ifndef PLUGIN_PROGRAM_PALETTES_H
#define PLUGIN_PROGRAM_PALETTES_H

#include "errdiff.h"

#include <glib.h>

gboolean program_has_palette(const gchar *name);

/* FALSE: it cannot be used; *message (to be freed) says why. */
gboolean program_palette_read(errdiff_palette *colours, const gchar *name, gchar **message);

/* A format, for the reason why a text names no palette of the core's: adds what else it may be. */
const gchar *program_palettes_or_file(void);

#endif
