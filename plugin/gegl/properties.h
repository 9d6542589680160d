/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operation's properties: the plug-in's arguments, with the same names and values; "preset",
 * whose settings take their place; "palettes", the list of the named ones; and "error", which the
 * operation sets, and which GIMP shows above its controls, as that of gegl:gegl. */
#ifndef PLUGIN_GEGL_PROPERTIES_H
#define PLUGIN_GEGL_PROPERTIES_H

#include "settings/settings.h"

#include <glib-object.h>

typedef struct {
    DitherSettings *settings; /* kernel may be "custom" */
    gchar *weights;           /* the weights of the kernel "custom", as text */
    gint preset;              /* number of a built-in preset, from 1; 0: none */
    gint palette;             /* number of a named palette, from 1; 0: that of the settings */
    gchar *error;             /* what is wrong with the other properties; "": nothing */
} Properties;

void properties_init(Properties *properties);
void properties_clear(Properties *properties);

/* Installs all properties in a class whose get_property and set_property call the next two
 * functions. */
void properties_install(GObjectClass *class);

/* FALSE: there is no property with this id. A value for "error" is ignored. */
gboolean properties_get(const Properties *properties, guint id, GValue *value);
gboolean properties_set(Properties *properties, guint id, const GValue *value);

/* Sets "error"; NULL: nothing is wrong. FALSE: it is the same as before. */
gboolean properties_set_error(Properties *properties, const gchar *error);

/* Returns the properties as settings of the plug-in; free them with dither_settings_free. */
DitherSettings *properties_settings(const Properties *properties);

#endif
