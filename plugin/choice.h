/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_CHOICE_H
#define PLUGIN_CHOICE_H

#include <glib.h>

/* Finds `value` in a NULL-terminated list and sets *number to its index. FALSE: it is not there;
 * *message, which the caller frees, names the setting `name`, the value and the possible ones. */
gboolean choice_read(const gchar *name, const gchar *value, const gchar *const *possible,
                     gint *number, gchar **message);

#endif
