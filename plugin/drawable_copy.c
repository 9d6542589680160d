/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies a drawable to an image that only the plug-in knows. */
#include "drawable_copy.h"

#include "host_images.h"
#include "items.h"

const Babl *drawable_copy_format(gint32 drawable_ID)
{
    const Babl *format = drawable_get_format(drawable_ID);

    if (!format || !layer_is_indexed(drawable_ID))
        return format;
    return babl_format_with_space(babl_format_has_alpha(format) ? "R'G'B'A u8" : "R'G'B' u8",
                                  babl_format_get_space(format));
}

/* An image in which a layer can have the drawable's pixels as they are: channels and masks may have
 * another precision than their image, and GIMP converts layers from profile to profile. -1: the
 * drawable does not exist, or its format is not supported. */
static gint32 image_for(gint32 drawable_ID)
{
    const Babl *format = drawable_copy_format(drawable_ID);
    GimpColorProfile *profile = NULL;
    Encoding encoding;
    gint32 image_ID;

    if (!format || !encoding_from_format(&encoding, format, FALSE))
        return -1;
    image_ID = image_new(1, 1, &encoding);
    if (item_is_layer(drawable_ID))
        profile = image_get_profile(item_get_image(drawable_ID));
    if (profile) {
        image_set_profile(image_ID, profile);
        g_object_unref(profile);
    }
    return image_ID;
}

gboolean drawable_copy_make(DrawableCopy *copy, gint32 drawable_ID)
{
    gint32 image_ID = image_for(drawable_ID);

    *copy = (DrawableCopy){0, -1};
    if (image_ID == -1)
        return FALSE;
    copy->image_ID = image_ID;
    copy->layer_ID = image_copy_drawable(image_ID, drawable_ID);
    if (copy->layer_ID != -1 && image_insert_layer(image_ID, copy->layer_ID, -1, 0, 0, 0) != -1 &&
        drawable_get_format(copy->layer_ID) == drawable_copy_format(drawable_ID))
        return TRUE;
    drawable_copy_delete(copy);
    return FALSE;
}

void drawable_copy_delete(DrawableCopy *copy)
{
    if (copy->image_ID != 0)
        image_delete(copy->image_ID);
    copy->image_ID = 0;
}
