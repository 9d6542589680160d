/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores a text in GIMP for later sessions. */
/* What both versions of GIMP do alike. */
#include "gimp_host.h"

#include <string.h>

void host_remember(const gchar *name, const gchar *text)
{
    GimpParasite *parasite =
        gimp_parasite_new(name, GIMP_PARASITE_PERSISTENT, (guint32)strlen(text), text);

    gimp_attach_parasite(parasite);
    gimp_parasite_free(parasite);
}
