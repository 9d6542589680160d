/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dialog_size.h"

#include "plugin.h"

#include <libgimp/gimp.h>
#include <stdio.h>
#include <string.h>

static const gchar parasite_name[] = PLUGIN_PROCEDURE "-dialog-size";

DialogSize dialog_size_recall(void)
{
    GimpParasite *parasite = gimp_get_parasite(parasite_name);
    DialogSize size = {0, 0};
    gchar *text;

    if (!parasite)
        return size;
    text = g_strndup(gimp_parasite_data(parasite), (gsize)gimp_parasite_data_size(parasite));
    if (sscanf(text, "%d %d", &size.width, &size.height) != 2)
        size = (DialogSize){0, 0};
    g_free(text);
    gimp_parasite_free(parasite);
    return size;
}

void dialog_size_remember(const DialogSize *size)
{
    gchar *text = g_strdup_printf("%d %d", size->width, size->height);
    GimpParasite *parasite =
        gimp_parasite_new(parasite_name, GIMP_PARASITE_PERSISTENT, (guint32)strlen(text), text);

    gimp_attach_parasite(parasite);
    gimp_parasite_free(parasite);
    g_free(text);
}
