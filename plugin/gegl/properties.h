/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operation's properties: the plug-in's arguments, with the same names and values. */
#ifndef PLUGIN_GEGL_PROPERTIES_H
#define PLUGIN_GEGL_PROPERTIES_H

#include "settings/settings.h"

#include <glib-object.h>

typedef struct {
    DitherSettings *settings; /* kernel may be "custom" */
    gchar *weights;           /* the weights of the kernel "custom", as text */
} Properties;

void properties_init(Properties *properties);
void properties_clear(Properties *properties);

/* Installs all properties in a class whose get_property and set_property call the next two
 * functions. */
void properties_install(GObjectClass *class);

/* FALSE: there is no property with this id. */
gboolean properties_get(const Properties *properties, guint id, GValue *value);
gboolean properties_set(Properties *properties, guint id, const GValue *value);

/* Returns the properties as settings of the plug-in; free them with dither_settings_free. */
DitherSettings *properties_settings(const Properties *properties);

#endif
