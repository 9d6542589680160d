/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "zoom.h"

#include <glib/gi18n.h>

gint zoom_shrink(gint zoom)
{
    return zoom < ZOOM_FULL ? 1 << -zoom : 1;
}

gint zoom_enlarge(gint zoom)
{
    return zoom > ZOOM_FULL ? 1 << zoom : 1;
}

gint zoom_length(gint zoom, gint length)
{
    gint shrink = zoom_shrink(zoom);

    return (length + shrink - 1) / shrink * zoom_enlarge(zoom);
}

gchar *zoom_title(gint zoom)
{
    return g_strdup_printf(_("%g %%"), 100. * zoom_enlarge(zoom) / zoom_shrink(zoom));
}
