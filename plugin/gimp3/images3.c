/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls GIMP 3 to make images and layers, and to read and change the properties of images. */
#include "host_images.h"

#include <string.h>

static GimpImage *image(gint32 image_ID)
{
    return gimp_image_get_by_id(image_ID);
}

static gint32 id_of(GimpImage *found)
{
    return found ? gimp_image_get_id(found) : -1;
}

static GimpLayer *layer(gint32 layer_ID)
{
    return layer_ID == -1 ? NULL : gimp_layer_get_by_id(layer_ID);
}

static gint32 id_of_layer(GimpLayer *found)
{
    return found ? gimp_item_get_id(GIMP_ITEM(found)) : -1;
}

static GimpPrecision precision_of(const Encoding *encoding)
{
    static const struct {
        GimpPrecision with_gamma, linear;
    } precisions[] = {
        [COMPONENT_U8] = {GIMP_PRECISION_U8_NON_LINEAR, GIMP_PRECISION_U8_LINEAR},
        [COMPONENT_U16] = {GIMP_PRECISION_U16_NON_LINEAR, GIMP_PRECISION_U16_LINEAR},
        [COMPONENT_U32] = {GIMP_PRECISION_U32_NON_LINEAR, GIMP_PRECISION_U32_LINEAR},
        [COMPONENT_HALF] = {GIMP_PRECISION_HALF_NON_LINEAR, GIMP_PRECISION_HALF_LINEAR},
        [COMPONENT_FLOAT] = {GIMP_PRECISION_FLOAT_NON_LINEAR, GIMP_PRECISION_FLOAT_LINEAR},
        [COMPONENT_DOUBLE] = {GIMP_PRECISION_DOUBLE_NON_LINEAR, GIMP_PRECISION_DOUBLE_LINEAR},
    };

    return encoding->linear ? precisions[encoding->type].linear
                            : precisions[encoding->type].with_gamma;
}

gint32 image_new(gint width, gint height, const Encoding *encoding)
{
    return id_of(gimp_image_new_with_precision(
        width, height, encoding->channels == 3 ? GIMP_RGB : GIMP_GRAY, precision_of(encoding)));
}

gint32 image_new_indexed(gint width, gint height)
{
    return id_of(gimp_image_new(width, height, GIMP_INDEXED));
}

gboolean image_set_colors(gint32 image_ID, const guint8 (*colors)[3], gint count)
{
    gsize size = (gsize)count * sizeof *colors;
    guint8 *copy = g_memdup2(colors, size);
    gboolean is_set = gimp_palette_set_colormap(gimp_image_get_palette(image(image_ID)),
                                                babl_format("R'G'B' u8"), copy, size);

    g_free(copy);
    return is_set;
}

gint image_get_colors(gint32 image_ID, guint8 colors[ERRDIFF_MAX_COLORS][3])
{
    GimpPalette *palette = gimp_image_get_palette(image(image_ID));
    gint count = 0;
    guint8 *found =
        palette ? gimp_palette_get_colormap(palette, babl_format("R'G'B' u8"), &count, NULL) : NULL;

    count = found ? MIN(count, ERRDIFF_MAX_COLORS) : 0;
    if (count > 0)
        memcpy(colors, found, (gsize)count * sizeof *colors);
    g_free(found);
    return count;
}

gint32 image_load(const gchar *path)
{
    GFile *file = g_file_new_for_path(path);
    GimpImage *loaded = gimp_file_load(GIMP_RUN_NONINTERACTIVE, file);

    g_object_unref(file);
    return id_of(loaded);
}

gint32 image_duplicate(gint32 image_ID)
{
    return id_of(gimp_image_duplicate(image(image_ID)));
}

gboolean image_scale(gint32 image_ID, gint width, gint height, gboolean is_smooth)
{
    gboolean is_scaled;

    gimp_context_push();
    is_scaled = gimp_context_set_interpolation(is_smooth ? GIMP_INTERPOLATION_CUBIC
                                                         : GIMP_INTERPOLATION_NONE) &&
                gimp_image_scale(image(image_ID), width, height);
    gimp_context_pop();
    return is_scaled;
}

gboolean image_crop(gint32 image_ID, gint width, gint height, gint x, gint y)
{
    return gimp_image_crop(image(image_ID), width, height, x, y);
}

void image_delete(gint32 image_ID)
{
    gimp_image_delete(image(image_ID));
}

gint32 *image_list(gint *count)
{
    GimpImage **images = gimp_get_images();
    gint32 *numbers;

    for (*count = 0; images && images[*count];)
        (*count)++;
    numbers = g_new(gint32, *count);
    for (gint i = 0; i < *count; i++)
        numbers[i] = gimp_image_get_id(images[i]);
    g_free(images);
    return numbers;
}

gchar *image_get_name(gint32 image_ID)
{
    return gimp_image_get_name(image(image_ID));
}

gchar *image_get_path(gint32 image_ID)
{
    GFile *file = gimp_image_get_file(image(image_ID));
    gchar *path = file ? g_file_get_path(file) : NULL;

    g_clear_object(&file);
    return path;
}

/* GIMP 3 takes only paths of XCF files, to which it would then save without asking. So the image
 * stays without a name. */
void image_set_path(gint32 image_ID, const gchar *path)
{
    (void)image_ID, (void)path;
}

void image_copy_resolution(gint32 image_ID, gint32 source_ID)
{
    gdouble x, y;

    if (gimp_image_get_resolution(image(source_ID), &x, &y))
        gimp_image_set_resolution(image(image_ID), x, y);
}

void image_get_size(gint32 image_ID, gint *width, gint *height)
{
    *width = gimp_image_get_width(image(image_ID));
    *height = gimp_image_get_height(image(image_ID));
}

gdouble image_get_dpi(gint32 image_ID)
{
    gdouble x, y;

    return gimp_image_get_resolution(image(image_ID), &x, &y) ? x : 0;
}

void image_set_dpi(gint32 image_ID, gdouble dpi)
{
    gimp_image_set_resolution(image(image_ID), dpi, dpi);
}

GimpColorProfile *image_get_profile(gint32 image_ID)
{
    return gimp_image_get_color_profile(image(image_ID));
}

void image_set_profile(gint32 image_ID, GimpColorProfile *profile)
{
    gimp_image_set_color_profile(image(image_ID), profile);
}

gint32 image_get_selection(gint32 image_ID)
{
    return gimp_selection_is_empty(image(image_ID))
               ? -1
               : gimp_item_get_id(GIMP_ITEM(gimp_image_get_selection(image(image_ID))));
}

/* The IDs of items, whose list ends with NULL and is freed. */
static gint32 *ids_of(gpointer list, gint *count)
{
    GimpItem **items = list;
    gint32 *numbers;

    for (*count = 0; items && items[*count];)
        (*count)++;
    numbers = g_new(gint32, *count);
    for (gint i = 0; i < *count; i++)
        numbers[i] = gimp_item_get_id(items[i]);
    g_free(items);
    return numbers;
}

gint32 *image_get_layers(gint32 image_ID, gint *count)
{
    return ids_of(gimp_image_get_layers(image(image_ID)), count);
}

gint32 *image_get_channels(gint32 image_ID, gint *count)
{
    return ids_of(gimp_image_get_channels(image(image_ID)), count);
}

gint image_get_position(gint32 image_ID, gint32 item_ID)
{
    return gimp_image_get_item_position(image(image_ID), gimp_item_get_by_id(item_ID));
}

static gboolean is_rgb(GimpImageType type)
{
    return type == GIMP_RGB_IMAGE || type == GIMP_RGBA_IMAGE;
}

/* The key of an image that a layer is in until it is inserted where it belongs: GIMP 3 makes layers
 * only of the type that the image has. */
static const gchar holder_key[] = "errdiff-holder";

static GimpLayer *new_layer_in_holder(GimpImage *wanted, const gchar *name, gint width, gint height,
                                      GimpImageType type)
{
    GimpImage *holder =
        gimp_image_new_with_precision(1, 1, GIMP_RGB, gimp_image_get_precision(wanted));
    GimpLayer *made = holder ? gimp_layer_new(holder, name, width, height, type, 100.0,
                                              gimp_image_get_default_new_layer_mode(wanted))
                             : NULL;

    if (made && gimp_image_insert_layer(holder, made, NULL, 0)) {
        g_object_set_data(G_OBJECT(made), holder_key, holder);
        return made;
    }
    if (holder)
        gimp_image_delete(holder);
    return NULL;
}

gint32 image_new_layer(gint32 image_ID, const gchar *name, gint width, gint height,
                       GimpImageType type)
{
    GimpImage *found = image(image_ID);

    if (is_rgb(type) && gimp_image_get_base_type(found) == GIMP_GRAY)
        return id_of_layer(new_layer_in_holder(found, name, width, height, type));
    return id_of_layer(gimp_layer_new(found, name, width, height, type, 100.0,
                                      gimp_image_get_default_new_layer_mode(found)));
}

gint32 image_copy_drawable(gint32 image_ID, gint32 drawable_ID)
{
    GimpDrawable *drawable = gimp_drawable_get_by_id(drawable_ID);

    return drawable ? id_of_layer(gimp_layer_new_from_drawable(drawable, image(image_ID))) : -1;
}

gint32 image_insert_layer(gint32 image_ID, gint32 layer_ID, gint32 parent_ID, gint position, gint x,
                          gint y)
{
    GimpLayer *inserted = layer(layer_ID);
    gboolean is_held = inserted && g_object_get_data(G_OBJECT(inserted), holder_key) != NULL;

    if (is_held)
        inserted = gimp_layer_new_from_drawable(GIMP_DRAWABLE(inserted), image(image_ID));
    if (!inserted || !gimp_layer_set_offsets(inserted, x, y) ||
        !gimp_image_insert_layer(image(image_ID), inserted, layer(parent_ID), position)) {
        if (inserted && is_held)
            gimp_item_delete(GIMP_ITEM(inserted));
        return -1;
    }
    if (is_held)
        image_discard_layer(layer_ID);
    return id_of_layer(inserted);
}

void image_discard_layer(gint32 layer_ID)
{
    GimpImage *holder = g_object_get_data(G_OBJECT(layer(layer_ID)), holder_key);

    if (holder)
        gimp_image_delete(holder);
    else
        gimp_item_delete(GIMP_ITEM(layer(layer_ID)));
}

void image_remove_layer(gint32 image_ID, gint32 layer_ID)
{
    gimp_image_remove_layer(image(image_ID), layer(layer_ID));
}

gboolean image_convert_to_rgb(gint32 image_ID)
{
    return gimp_image_convert_rgb(image(image_ID));
}

void image_begin_undo_group(gint32 image_ID)
{
    gimp_image_undo_group_start(image(image_ID));
}

void image_end_undo_group(gint32 image_ID)
{
    gimp_image_undo_group_end(image(image_ID));
}

void image_disable_undo(gint32 image_ID)
{
    gimp_image_undo_disable(image(image_ID));
}

void image_enable_undo(gint32 image_ID)
{
    gimp_image_undo_enable(image(image_ID));
}

/* Both end with NULL, and at most one has more. */
struct ActiveItems {
    GimpLayer **layers;
    GimpChannel **channels;
};

ActiveItems *image_get_active(gint32 image_ID)
{
    ActiveItems *active = g_new(ActiveItems, 1);

    active->layers = gimp_image_get_selected_layers(image(image_ID));
    active->channels = gimp_image_get_selected_channels(image(image_ID));
    return active;
}

void image_set_active(gint32 image_ID, ActiveItems *active)
{
    if (active->layers && active->layers[0])
        gimp_image_set_selected_layers(image(image_ID), (const GimpLayer **)active->layers);
    else if (active->channels && active->channels[0])
        gimp_image_set_selected_channels(image(image_ID), (const GimpChannel **)active->channels);
    g_free(active->layers);
    g_free(active->channels);
    g_free(active);
}

void image_set_active_layer(gint32 image_ID, gint32 layer_ID)
{
    const GimpLayer *layers[] = {layer(layer_ID), NULL};

    gimp_image_set_selected_layers(image(image_ID), layers);
}

void image_attach_text(gint32 image_ID, const gchar *name, const gchar *text)
{
    GimpParasite *parasite =
        gimp_parasite_new(name, GIMP_PARASITE_PERSISTENT, (guint32)strlen(text) + 1, text);

    gimp_image_attach_parasite(image(image_ID), parasite);
    gimp_parasite_free(parasite);
}

void image_display(gint32 image_ID)
{
    gimp_display_new(image(image_ID));
}
