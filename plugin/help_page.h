/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_HELP_PAGE_H
#define PLUGIN_HELP_PAGE_H

#include <glib.h>

/* The address of the help page in the language of the dialogs, or of the English page if there is
 * no translation; the caller frees it.
 *
 * section  where the page is opened, like "#holograms"; "" for its beginning */
gchar *help_page_uri(const gchar *section);

#endif
