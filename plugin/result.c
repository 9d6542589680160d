/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result.h"

#include <glib/gi18n.h>

static gboolean fail(gchar **message, const gchar *reason)
{
    if (message)
        *message = g_strdup(reason);
    return FALSE;
}

gboolean result_is_possible(gint32 drawable_ID, gboolean replace, gchar **message)
{
    if (replace && gimp_item_is_group(drawable_ID))
        return fail(message, _("The pixels of a layer group cannot be replaced; choose a new layer "
                               "for the result"));
    if (replace && gimp_item_get_lock_content(drawable_ID))
        return fail(message, _("The pixels are locked; unlock them, or choose a new layer for the "
                               "result"));
    if (!replace && gimp_item_is_channel(drawable_ID))
        return fail(message, _("A mask or a channel can be dithered only in place; choose to "
                               "replace its pixels"));
    if (!replace && gimp_layer_is_floating_sel(drawable_ID))
        return fail(message, _("No layer can be added above a floating selection; anchor it first, "
                               "or choose to replace its pixels"));
    return TRUE;
}

/* libgimp reports most failures by a return value alone; the reason is to be asked for. */
static gboolean fail_for_pdb(gchar **message)
{
    *message = g_strdup_printf(_("GIMP refused the result: %s"), gimp_get_pdb_error());
    return FALSE;
}

static void write_area(GeglBuffer *buffer, const DrawablePixels *pixels, const GeglRectangle *area)
{
    gsize pixel_size = pixels->encoding.pixel_size;
    const guchar *first =
        pixels->bytes + ((gsize)area->y * (gsize)pixels->width + (gsize)area->x) * pixel_size;

    gegl_buffer_set(buffer, area, 0, pixels->format, first, pixels->width * (gint)pixel_size);
    /* Dropping the last reference is what hands the tiles to GIMP. */
    g_object_unref(buffer);
}

static gboolean add_layer(const DrawablePixels *pixels, const gchar *description, gint32 *layer_ID,
                          gchar **message)
{
    gint32 source_ID = pixels->drawable_ID;
    gint32 image_ID = gimp_item_get_image(source_ID);
    gchar *source_name = gimp_item_get_name(source_ID);
    gchar *name = g_strdup_printf("%s: %s", source_name, description);
    gint32 new_ID =
        gimp_layer_new(image_ID, name, pixels->width, pixels->height, gimp_drawable_type(source_ID),
                       100.0, gimp_image_get_default_new_layer_mode(image_ID));
    gint offset_x, offset_y;

    g_free(source_name);
    g_free(name);
    if (new_ID == -1)
        return fail_for_pdb(message);
    /* The layer is complete before it joins the image: nobody ever sees half of it. */
    write_area(gimp_drawable_get_buffer(new_ID), pixels,
               GEGL_RECTANGLE(0, 0, pixels->width, pixels->height));
    gimp_drawable_offsets(source_ID, &offset_x, &offset_y);
    if (!gimp_layer_set_offsets(new_ID, offset_x, offset_y) ||
        !gimp_image_insert_layer(image_ID, new_ID, gimp_item_get_parent(source_ID),
                                 gimp_image_get_item_position(image_ID, source_ID))) {
        fail_for_pdb(message);
        gimp_item_delete(new_ID);
        return FALSE;
    }
    *layer_ID = new_ID;
    return TRUE;
}

/*
 * Merging the shadow buffer is the one way for a plug-in to make an undo step, but GIMP blends it
 * in through the selection, in floating point. So it is used for the undo step, and the exact bytes
 * are written over what it left; undo and redo exchange them with what was there before.
 */
static gboolean replace_pixels(const DrawablePixels *pixels, gint32 *layer_ID, gchar **message)
{
    gint32 drawable_ID = pixels->drawable_ID;
    const GeglRectangle *area = &pixels->selected;

    write_area(gimp_drawable_get_shadow_buffer(drawable_ID), pixels, area);
    if (!gimp_drawable_merge_shadow(drawable_ID, TRUE))
        return fail_for_pdb(message);
    write_area(gimp_drawable_get_buffer(drawable_ID), pixels, area);
    gimp_drawable_update(drawable_ID, area->x, area->y, area->width, area->height);
    *layer_ID = gimp_item_is_layer(drawable_ID) ? drawable_ID : -1;
    return TRUE;
}

gboolean result_write(const DrawablePixels *pixels, gboolean replace, const gchar *description,
                      gint32 *layer_ID, gchar **message)
{
    gint32 image_ID = gimp_item_get_image(pixels->drawable_ID);
    gboolean written;

    gimp_image_undo_group_start(image_ID);
    written = replace ? replace_pixels(pixels, layer_ID, message)
                      : add_layer(pixels, description, layer_ID, message);
    gimp_image_undo_group_end(image_ID);
    gimp_displays_flush();
    return written;
}
