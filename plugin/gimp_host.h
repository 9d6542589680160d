/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What else the plug-in needs of GIMP; see items.h. */
#ifndef PLUGIN_GIMP_HOST_H
#define PLUGIN_GIMP_HOST_H

#include "errdiff.h"
#include "settings/settings.h"

#include <libgimp/gimp.h>
#include <libgimp/gimpui.h>

/* Why the last call of GIMP failed. A successful call replaces it. */
const gchar *host_error(void);

/* A text that GIMP keeps from session to session. NULL: it has none of this name. The caller frees
 * it. */
gchar *host_recall(const gchar *name);
void host_remember(const gchar *name, const gchar *text);

/* A call of the procedure as Script-Fu of this GIMP writes it; see settings_copy.h. */
gchar *host_script(const DitherSettings *settings, const gchar *procedure);

/* ---- GIMP's palettes, by their names --------------------------------------------------------- */

/* All names, and that of the palette that is chosen in GIMP. The caller frees them. */
gchar **host_palette_names(void);
gchar *host_palette_current(void);

/* The number of colors; 0: there is no such palette. */
gint host_palette_count(const gchar *name);

/* A color; *title is the entry's name or NULL, which the caller frees. */
void host_palette_entry(const gchar *palette, gint number, guint8 color[3], gchar **title);

/* Makes a palette. NULL: GIMP refused. Otherwise its name, which differs from `name` if that is
 * taken; the caller frees it. */
gchar *host_palette_new(const gchar *name);
gboolean host_palette_add(const gchar *palette, const gchar *title, const guint8 color[3]);

/* ---- GIMP's color selector ------------------------------------------------------------------- */

void host_selector_set(GimpColorSelection *selector, const guint8 color[3]); /* old and new one */
void host_selector_get(GimpColorSelection *selector, guint8 color[3]);

#endif
