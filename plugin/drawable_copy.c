/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drawable_copy.h"

#include "encoding.h"

#include <libgimp/gimp.h>

static GimpPrecision precision_of(const Encoding *encoding)
{
    static const struct {
        GimpPrecision with_gamma, linear;
    } precisions[] = {
        [COMPONENT_U8] = {GIMP_PRECISION_U8_GAMMA, GIMP_PRECISION_U8_LINEAR},
        [COMPONENT_U16] = {GIMP_PRECISION_U16_GAMMA, GIMP_PRECISION_U16_LINEAR},
        [COMPONENT_U32] = {GIMP_PRECISION_U32_GAMMA, GIMP_PRECISION_U32_LINEAR},
        [COMPONENT_HALF] = {GIMP_PRECISION_HALF_GAMMA, GIMP_PRECISION_HALF_LINEAR},
        [COMPONENT_FLOAT] = {GIMP_PRECISION_FLOAT_GAMMA, GIMP_PRECISION_FLOAT_LINEAR},
        [COMPONENT_DOUBLE] = {GIMP_PRECISION_DOUBLE_GAMMA, GIMP_PRECISION_DOUBLE_LINEAR},
    };

    return encoding->linear ? precisions[encoding->type].linear
                            : precisions[encoding->type].with_gamma;
}

/* An image in which a layer can have the drawable's pixels as they are: channels and masks may have
 * another precision than their image, and GIMP converts layers from profile to profile. -1: the
 * drawable does not exist, or its format is not supported. */
static gint32 image_for(gint32 drawable_ID)
{
    const Babl *format = gimp_drawable_get_format(drawable_ID);
    GimpColorProfile *profile = NULL;
    Encoding encoding;
    gint32 image_ID;

    if (!format || !encoding_from_format(&encoding, format, FALSE))
        return -1;
    image_ID = gimp_image_new_with_precision(1, 1, encoding.channels == 3 ? GIMP_RGB : GIMP_GRAY,
                                             precision_of(&encoding));
    if (gimp_item_is_layer(drawable_ID))
        profile = gimp_image_get_color_profile(gimp_item_get_image(drawable_ID));
    if (profile) {
        gimp_image_set_color_profile(image_ID, profile);
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
    copy->layer_ID = gimp_layer_new_from_drawable(drawable_ID, image_ID);
    if (copy->layer_ID != -1 && gimp_image_insert_layer(image_ID, copy->layer_ID, -1, 0) &&
        gimp_drawable_get_format(copy->layer_ID) == gimp_drawable_get_format(drawable_ID))
        return TRUE;
    drawable_copy_delete(copy);
    return FALSE;
}

void drawable_copy_delete(DrawableCopy *copy)
{
    if (copy->image_ID != 0)
        gimp_image_delete(copy->image_ID);
    copy->image_ID = 0;
}
