/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls GIMP 2.10 to make images and layers, and to read and change the properties of images. */
#include "host_images.h"

#include <string.h>

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

gint32 image_new(gint width, gint height, const Encoding *encoding)
{
    return gimp_image_new_with_precision(
        width, height, encoding->channels == 3 ? GIMP_RGB : GIMP_GRAY, precision_of(encoding));
}

gint32 image_new_indexed(gint width, gint height)
{
    return gimp_image_new(width, height, GIMP_INDEXED);
}

gboolean image_set_colors(gint32 image_ID, const guint8 (*colors)[3], gint count)
{
    return gimp_image_set_colormap(image_ID, &colors[0][0], count);
}

gint image_get_colors(gint32 image_ID, guint8 colors[ERRDIFF_MAX_COLORS][3])
{
    gint count = 0;
    guchar *found = gimp_image_get_colormap(image_ID, &count);

    count = found ? MIN(count, ERRDIFF_MAX_COLORS) : 0;
    if (count > 0)
        memcpy(colors, found, (gsize)count * sizeof *colors);
    g_free(found);
    return count;
}

gint32 image_load(const gchar *path)
{
    return gimp_file_load(GIMP_RUN_NONINTERACTIVE, path, path);
}

gint32 image_duplicate(gint32 image_ID)
{
    return gimp_image_duplicate(image_ID);
}

gboolean image_scale(gint32 image_ID, gint width, gint height, gboolean is_smooth)
{
    gboolean is_scaled;

    gimp_context_push();
    is_scaled = gimp_context_set_interpolation(is_smooth ? GIMP_INTERPOLATION_CUBIC
                                                         : GIMP_INTERPOLATION_NONE) &&
                gimp_image_scale(image_ID, width, height);
    gimp_context_pop();
    return is_scaled;
}

gboolean image_crop(gint32 image_ID, gint width, gint height, gint x, gint y)
{
    return gimp_image_crop(image_ID, width, height, x, y);
}

void image_delete(gint32 image_ID)
{
    gimp_image_delete(image_ID);
}

gint32 *image_list(gint *count)
{
    return gimp_image_list(count);
}

gchar *image_get_name(gint32 image_ID)
{
    return gimp_image_get_name(image_ID);
}

gchar *image_get_path(gint32 image_ID)
{
    return gimp_image_get_filename(image_ID);
}

void image_set_path(gint32 image_ID, const gchar *path)
{
    gimp_image_set_filename(image_ID, path);
}

void image_copy_resolution(gint32 image_ID, gint32 source_ID)
{
    gdouble x, y;

    if (gimp_image_get_resolution(source_ID, &x, &y))
        gimp_image_set_resolution(image_ID, x, y);
}

void image_get_size(gint32 image_ID, gint *width, gint *height)
{
    *width = gimp_image_width(image_ID);
    *height = gimp_image_height(image_ID);
}

gdouble image_get_dpi(gint32 image_ID)
{
    gdouble x, y;

    return gimp_image_get_resolution(image_ID, &x, &y) ? x : 0;
}

void image_set_dpi(gint32 image_ID, gdouble dpi)
{
    gimp_image_set_resolution(image_ID, dpi, dpi);
}

GimpColorProfile *image_get_profile(gint32 image_ID)
{
    return gimp_image_get_color_profile(image_ID);
}

void image_set_profile(gint32 image_ID, GimpColorProfile *profile)
{
    gimp_image_set_color_profile(image_ID, profile);
}

gint32 image_get_selection(gint32 image_ID)
{
    return gimp_selection_is_empty(image_ID) ? -1 : gimp_image_get_selection(image_ID);
}

gint32 *image_get_layers(gint32 image_ID, gint *count)
{
    return gimp_image_get_layers(image_ID, count);
}

gint32 *image_get_channels(gint32 image_ID, gint *count)
{
    return gimp_image_get_channels(image_ID, count);
}

gint image_get_position(gint32 image_ID, gint32 item_ID)
{
    return gimp_image_get_item_position(image_ID, item_ID);
}

gint32 image_new_layer(gint32 image_ID, const gchar *name, gint width, gint height,
                       GimpImageType type)
{
    return gimp_layer_new(image_ID, name, width, height, type, 100.0,
                          gimp_image_get_default_new_layer_mode(image_ID));
}

gint32 image_copy_drawable(gint32 image_ID, gint32 drawable_ID)
{
    return gimp_layer_new_from_drawable(drawable_ID, image_ID);
}

gint32 image_insert_layer(gint32 image_ID, gint32 layer_ID, gint32 parent_ID, gint position, gint x,
                          gint y)
{
    return gimp_layer_set_offsets(layer_ID, x, y) &&
                   gimp_image_insert_layer(image_ID, layer_ID, parent_ID, position)
               ? layer_ID
               : -1;
}

void image_discard_layer(gint32 layer_ID)
{
    gimp_item_delete(layer_ID);
}

void image_remove_layer(gint32 image_ID, gint32 layer_ID)
{
    gimp_image_remove_layer(image_ID, layer_ID);
}

gboolean image_convert_to_rgb(gint32 image_ID)
{
    return gimp_image_convert_rgb(image_ID);
}

void image_begin_undo_group(gint32 image_ID)
{
    gimp_image_undo_group_start(image_ID);
}

void image_end_undo_group(gint32 image_ID)
{
    gimp_image_undo_group_end(image_ID);
}

void image_disable_undo(gint32 image_ID)
{
    gimp_image_undo_disable(image_ID);
}

void image_enable_undo(gint32 image_ID)
{
    gimp_image_undo_enable(image_ID);
}

/* At most one of the two; -1: none. */
struct ActiveItems {
    gint32 layer_ID, channel_ID;
};

ActiveItems *image_get_active(gint32 image_ID)
{
    ActiveItems *active = g_new(ActiveItems, 1);

    active->layer_ID = gimp_image_get_active_layer(image_ID);
    active->channel_ID = gimp_image_get_active_channel(image_ID);
    return active;
}

void image_set_active(gint32 image_ID, ActiveItems *active)
{
    if (active->layer_ID != -1)
        gimp_image_set_active_layer(image_ID, active->layer_ID);
    else if (active->channel_ID != -1)
        gimp_image_set_active_channel(image_ID, active->channel_ID);
    g_free(active);
}

void image_set_active_layer(gint32 image_ID, gint32 layer_ID)
{
    gimp_image_set_active_layer(image_ID, layer_ID);
}

void image_attach_text(gint32 image_ID, const gchar *name, const gchar *text)
{
    GimpParasite *parasite =
        gimp_parasite_new(name, GIMP_PARASITE_PERSISTENT, (guint32)strlen(text) + 1, text);

    gimp_image_attach_parasite(image_ID, parasite);
    gimp_parasite_free(parasite);
}

void image_display(gint32 image_ID)
{
    gimp_display_new(image_ID);
}
