/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "call.h"

#include <glib/gi18n.h>

gboolean call_check(const GimpParam *params, gint count, gint needed, gchar **message)
{
    gint run_mode = params[ARGUMENT_RUN_MODE].data.d_int32;
    gint32 image_ID = params[ARGUMENT_IMAGE].data.d_image;
    gint32 drawable_ID = params[ARGUMENT_DRAWABLE].data.d_drawable;

    if (run_mode < GIMP_RUN_INTERACTIVE || run_mode > GIMP_RUN_WITH_LAST_VALS)
        *message = g_strdup_printf(_("run-mode: %d is out of range; it must be 0 to 2"), run_mode);
    else if (count < needed)
        *message = g_strdup_printf(_("%d arguments are needed; %d were given"), needed, count);
    else if (!gimp_item_is_drawable(drawable_ID))
        *message = g_strdup_printf(_("drawable: %d is not a drawable"), drawable_ID);
    else if (gimp_item_get_image(drawable_ID) != image_ID)
        *message = g_strdup_printf(_("drawable: %d is not in image %d"), drawable_ID, image_ID);
    else
        return TRUE;
    return FALSE;
}

gchar *beside_program(const gchar *name)
{
    gchar *folder = g_path_get_dirname(gimp_get_progname());
    gchar *path = g_build_filename(folder, name, NULL);

    g_free(folder);
    return path;
}
