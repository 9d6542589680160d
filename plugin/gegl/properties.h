/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operation's properties: the plug-in's options, by the same names and with the same values. */
#ifndef PLUGIN_GEGL_PROPERTIES_H
#define PLUGIN_GEGL_PROPERTIES_H

#include "settings/settings.h"

#include <glib-object.h>

typedef struct {
    DitherSettings *settings; /* kernel may be "custom" */
    gchar *weights;           /* of the kernel "custom", as text */
    gint threads;             /* 0: one for each processor */
} Properties;

void properties_init(Properties *properties);
void properties_clear(Properties *properties);

/* Adds them all to a class that hands its get_property and set_property on to the next two. */
void properties_install(GObjectClass *class);

/* FALSE: there is none of this id. */
gboolean properties_get(const Properties *properties, guint id, GValue *value);
gboolean properties_set(Properties *properties, guint id, const GValue *value);

/* What the plug-in would be asked for; to be freed with dither_settings_free. */
DitherSettings *properties_settings(const Properties *properties);

#endif
