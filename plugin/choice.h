/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_CHOICE_H
#define PLUGIN_CHOICE_H

#include <glib.h>

/* Finds `value` in a NULL-ended list and gives its number. FALSE: it is not there; *message (to be
 * freed) names the setting `name`, the value and what is possible. */
gboolean choice_read(const gchar *name, const gchar *value, const gchar *const *possible,
                     gint *number, gchar **message);

#endif
