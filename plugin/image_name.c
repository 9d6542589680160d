/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names a new image after the file of the image that was dithered, and after the settings. */
#include "image_name.h"

#include "host_images.h"

#include <string.h>

/* The name of an image's file without its extension; NULL: it has no file. */
static gchar *title_of(gint32 image_ID)
{
    gchar *path = image_get_path(image_ID);
    gchar *title = path != NULL ? g_filename_display_basename(path) : NULL;
    gchar *dot = title != NULL ? strrchr(title, '.') : NULL;

    if (dot != NULL && dot != title)
        *dot = '\0';
    g_free(path);
    return title;
}

/* The folder of an image's file. If it has none: that of the user's documents or, if there is no
 * such folder, of the user. */
static gchar *folder_of(gint32 image_ID)
{
    gchar *path = image_get_path(image_ID);
    const gchar *documents = g_get_user_special_dir(G_USER_DIRECTORY_DOCUMENTS);
    gchar *folder = path != NULL && g_path_is_absolute(path)
                        ? g_path_get_dirname(path)
                        : g_strdup(documents != NULL ? documents : g_get_home_dir());

    g_free(path);
    return folder;
}

/* An image's name is that of its file. GIMP saves to a file without asking only if it knows the
 * format, which it takes from the extension; so this name has none. */
void image_name_derive(gint32 image_ID, gint32 source_image_ID, const gchar *description)
{
    gchar *title = title_of(source_image_ID);
    gchar *text =
        title != NULL ? g_strdup_printf("%s (%s)", title, description) : g_strdup(description);
    gchar *name = g_filename_from_utf8(g_strdelimit(text, "/\\:", '-'), -1, NULL, NULL, NULL);
    gchar *folder = folder_of(source_image_ID);
    gchar *path = name != NULL ? g_build_filename(folder, name, NULL) : NULL;

    if (path != NULL)
        image_set_path(image_ID, path);
    g_free(path);
    g_free(folder);
    g_free(name);
    g_free(text);
    g_free(title);
}
