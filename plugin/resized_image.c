/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes a scaled copy of an image, in which a result of another size is made. */
#include "resized_image.h"

#include "gimp_host.h"
#include "host_images.h"
#include "items.h"

#include <glib/gi18n.h>
#include <libgimpbase/gimpbase.h>

/* The item at the place in a copy that an item has in its image; -1: there is none. */
static gint32 counterpart_of(gint32 item_ID, gint32 copy_ID)
{
    gint32 masked_ID = mask_get_layer(item_ID), parent_ID, found = -1;
    gint32 *items;
    gint count = 0, position;

    if (masked_ID != -1)
        return layer_get_mask(counterpart_of(masked_ID, copy_ID));
    parent_ID = item_get_parent(item_ID);
    position = image_get_position(item_get_image(item_ID), item_ID);
    if (parent_ID != -1)
        items = item_get_children(counterpart_of(parent_ID, copy_ID), &count);
    else if (item_is_channel(item_ID))
        items = image_get_channels(copy_ID, &count);
    else
        items = image_get_layers(copy_ID, &count);
    if (position >= 0 && position < count)
        found = items[position];
    g_free(items);
    return found;
}

static gboolean fail_for_pdb(gchar **message)
{
    *message = g_strdup_printf(_("GIMP could not resize the image: %s"), host_error());
    return FALSE;
}

typedef struct {
    gint width, height;           /* of the result */
    gint full_width, full_height; /* of the scaled image, from whose middle it is cut */
} Plan;

static Plan plan(gint width, gint height, const struct named_size *size, enum size_fit fit)
{
    struct named_size longer = *size;
    Plan made;

    size_text_fit(size, fit, width, height, &made.width, &made.height);
    made.full_width = made.width;
    made.full_height = made.height;
    if (fit == SIZE_FILL && !size_text_keeps_shape(size)) {
        if (size->width / width > size->height / height)
            longer.height = 0;
        else
            longer.width = 0;
        size_text_fit(&longer, fit, width, height, &made.full_width, &made.full_height);
    }
    return made;
}

static gboolean scale(gint32 image_ID, const struct named_size *size, enum size_fit fit,
                      gchar **message)
{
    gint width, height;
    Plan wanted;

    image_get_size(image_ID, &width, &height);
    wanted = plan(width, height, size, fit);
    if (wanted.full_width > GIMP_MAX_IMAGE_SIZE || wanted.full_height > GIMP_MAX_IMAGE_SIZE) {
        *message = g_strdup_printf(_("Resized, a side would be longer than %d pixels"),
                                   GIMP_MAX_IMAGE_SIZE);
        return FALSE;
    }
    if (!image_scale(image_ID, wanted.full_width, wanted.full_height, size->factor == 0))
        return fail_for_pdb(message);
    /* Cropping also cuts layers that reach beyond the canvas. */
    return fit != SIZE_FILL ||
           image_crop(image_ID, wanted.width, wanted.height, (wanted.full_width - wanted.width) / 2,
                      (wanted.full_height - wanted.height) / 2) ||
           fail_for_pdb(message);
}

static gboolean find_drawables(ResizedImage *resized, const gint32 *drawables, gint count,
                               gchar **message)
{
    resized->drawables = g_new(gint32, count);
    resized->count = count;
    for (gint i = 0; i < count; i++) {
        resized->drawables[i] = counterpart_of(drawables[i], resized->image_ID);
        if (resized->drawables[i] == -1) {
            *message = g_strdup(_("Only layers, masks and channels can be resized"));
            return FALSE;
        }
    }
    return TRUE;
}

/* Whether an item exists and is no group, or holds such an item. */
static gboolean has_pixels(gint32 item_ID)
{
    gint32 *children;
    gint count;
    gboolean has = FALSE;

    if (!item_is_valid(item_ID) || !item_is_group(item_ID))
        return item_is_valid(item_ID);
    children = item_get_children(item_ID, &count);
    for (gint i = 0; i < count && !has; i++)
        has = has_pixels(children[i]);
    g_free(children);
    return has;
}

static void leave_out_empty(ResizedImage *resized)
{
    gint kept = 0;

    for (gint i = 0; i < resized->count; i++)
        if (has_pixels(resized->drawables[i]))
            resized->drawables[kept++] = resized->drawables[i];
    resized->count = kept;
}

/* Puts all layers behind the drawables, and returns how many these are. */
static gint add_all_layers(ResizedImage *resized)
{
    gint count;
    gint32 *layers = image_get_layers(resized->image_ID, &count);

    resized->drawables = g_renew(gint32, resized->drawables, resized->count + count);
    for (gint i = 0; i < count; i++)
        resized->drawables[resized->count + i] = layers[i];
    resized->count += count;
    g_free(layers);
    return count;
}

/* When GIMP scales an image it deletes the layers that would be smaller than a pixel, and when it
 * crops one those that are outside, also those of groups. A selection that is outside becomes one
 * of nothing, which counts as one of everything. */
static gboolean find_what_is_left(ResizedImage *resized, gboolean had_selection,
                                  gboolean wants_all_layers, gchar **message)
{
    gboolean has_layers = !wants_all_layers || add_all_layers(resized) > 0;

    leave_out_empty(resized);
    if (has_layers && resized->count > 0 &&
        (!had_selection || image_get_selection(resized->image_ID) != -1))
        return TRUE;
    *message = g_strdup(_("Nothing that is to be dithered is left in the resized image"));
    return FALSE;
}

/* The layers of an indexed image would be scaled without interpolation. */
static gboolean has_colors_to_mix(const gint32 *drawables, gint32 copy_ID, gchar **message)
{
    return !layer_is_indexed(drawables[0]) || image_convert_to_rgb(copy_ID) ||
           fail_for_pdb(message);
}

gboolean resized_image_make(ResizedImage *resized, const gint32 *drawables, gint count,
                            const DitherRequest *request, gchar **message)
{
    const gdouble dpi = request->settings->dpi;
    struct named_size in_pixels = request->size;
    gint32 copy_ID = image_duplicate(item_get_image(drawables[0]));
    gboolean had_selection;

    *resized = (ResizedImage){.image_ID = 0};
    if (copy_ID == -1)
        return fail_for_pdb(message);
    resized->image_ID = copy_ID;
    image_disable_undo(copy_ID);
    if (request->size.is_in_millimeters)
        image_set_dpi(copy_ID, dpi);
    size_text_to_pixels(&in_pixels, dpi);
    had_selection = image_get_selection(copy_ID) != -1;
    if (find_drawables(resized, drawables, count, message) &&
        has_colors_to_mix(drawables, copy_ID, message) &&
        scale(copy_ID, &in_pixels, request->fit, message) &&
        find_what_is_left(resized, had_selection, request->frames, message)) {
        image_get_size(copy_ID, &resized->width, &resized->height);
        return TRUE;
    }
    resized_image_clear(resized);
    return FALSE;
}

void resized_image_keep(ResizedImage *resized)
{
    image_enable_undo(resized->image_ID);
    resized->image_ID = 0;
    resized_image_clear(resized);
}

void resized_image_clear(ResizedImage *resized)
{
    if (resized->image_ID != 0)
        image_delete(resized->image_ID);
    resized->image_ID = 0;
    g_clear_pointer(&resized->drawables, g_free);
}
