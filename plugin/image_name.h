/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_IMAGE_NAME_H
#define PLUGIN_IMAGE_NAME_H

#include <glib.h>

/* Names an image that was made from another one, like "cat (Atkinson, EGA)", or, if the other one
 * has no file, "Atkinson, EGA": `description`. No file is made: GIMP asks where to save the image,
 * and suggests the folder of the other one. */
void image_name_derive(gint32 image_ID, gint32 source_image_ID, const gchar *description);

#endif
