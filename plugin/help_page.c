/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the help page in the language of the dialogs. */
#include "help_page.h"

#include "procedure.h"

#include <libintl.h>
#include <string.h>

/* The name of the page in the language of the catalog that gettext has chosen for the dialogs;
 * NULL if they are in English. The caller frees it. */
static gchar *translated_name(void)
{
    /* gettext translates the empty text to the catalog's header. */
    static const gchar header_id[] = "", field[] = "\nLanguage: ";
    const gchar *language = strstr(gettext(header_id), field);

    if (!language)
        return NULL;
    language += strlen(field);
    return g_strdup_printf("help.%.*s.html", (int)strcspn(language, "\n"), language);
}

gchar *help_page_uri(const gchar *section)
{
    gchar *name = translated_name();
    gchar *path = name ? beside_program(name) : NULL;
    gchar *page, *uri;

    if (!path || !g_file_test(path, G_FILE_TEST_EXISTS)) {
        g_free(path);
        path = beside_program("help.html");
    }
    page = g_filename_to_uri(path, NULL, NULL);
    uri = g_strconcat(page, section, NULL);
    g_free(page);
    g_free(path);
    g_free(name);
    return uri;
}
