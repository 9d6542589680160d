/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "result.h"

#include "finished_pixels.h"

#include <glib/gi18n.h>
#include <libgimp/gimp.h>

static gboolean fail(gchar **message, const gchar *reason)
{
    if (message)
        *message = g_strdup(reason);
    return FALSE;
}

/* GIMP takes a lock of a group for one of all that is in it; a mask goes with its layer. */
static gboolean is_locked(gint32 item_ID)
{
    if (gimp_item_is_layer_mask(item_ID))
        item_ID = gimp_layer_from_mask(item_ID);
    for (; item_ID != -1; item_ID = gimp_item_get_parent(item_ID))
        if (gimp_item_get_lock_content(item_ID))
            return TRUE;
    return FALSE;
}

gboolean result_is_possible(gint32 drawable_ID, OutputKind output, errdiff_alpha alpha,
                            gchar **message)
{
    if (output == OUTPUT_REPLACE && gimp_item_is_group(drawable_ID))
        return fail(message, _("The pixels of a layer group cannot be replaced; choose a new layer "
                               "for the result"));
    if (output == OUTPUT_REPLACE && is_locked(drawable_ID))
        return fail(message, _("The pixels are locked; unlock them, or choose a new layer for the "
                               "result"));
    if (output == OUTPUT_REPLACE && alpha != ERRDIFF_ALPHA_KEEP &&
        gimp_item_is_layer(drawable_ID) && gimp_layer_get_lock_alpha(drawable_ID))
        return fail(message, _("The alpha channel is locked; unlock it, or choose to keep "
                               "transparency"));
    if (output != OUTPUT_REPLACE && gimp_item_is_channel(drawable_ID))
        return fail(message, _("A mask or a channel can be dithered only in place; choose to "
                               "replace its pixels"));
    if (output == OUTPUT_NEW_LAYER && gimp_layer_is_floating_sel(drawable_ID))
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

/* ---- What is to be written ----------------------------------------------------------------- */

/* FALSE: a gray drawable cannot get colours; *message says why. */
static gboolean can_become_colour(gint32 drawable_ID, gchar **message)
{
    GimpColorProfile *profile;

    if (gimp_item_is_channel(drawable_ID))
        return fail(message, _("palette: a mask or a channel takes no colors; levels and palettes "
                               "of grays are possible"));
    /* GIMP would take the image from its profile to sRGB, and what is not dithered would then look
     * otherwise than it does now. */
    profile = gimp_image_get_color_profile(gimp_item_get_image(drawable_ID));
    if (!profile)
        return TRUE;
    g_object_unref(profile);
    return fail(message, _("palette: a grayscale image with a color profile takes no colors; "
                           "convert it to RGB first (Image › Mode)"));
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Takes the reference: dropping the last one is what hands the tiles to GIMP. */
static void write_area(GeglBuffer *buffer, const Babl *format, const FinishedPixels *finished,
                       const GeglRectangle *area)
{
    gsize pixel_size = finished->encoding.pixel_size;
    const guchar *first =
        finished->bytes + ((gsize)area->y * (gsize)finished->width + (gsize)area->x) * pixel_size;

    gegl_buffer_set(buffer, area, 0, format, first, finished->width * (gint)pixel_size);
    g_object_unref(buffer);
}

static void write_all(gint32 layer_ID, const FinishedPixels *finished)
{
    write_area(gimp_drawable_get_buffer(layer_ID), gimp_drawable_get_format(layer_ID), finished,
               GEGL_RECTANGLE(0, 0, finished->width, finished->height));
}

static gint32 new_layer(gint32 image_ID, const FinishedPixels *finished, gint32 source_ID,
                        const gchar *description, GimpImageType type)
{
    gchar *source_name = gimp_item_get_name(source_ID);
    gchar *name = g_strdup_printf("%s: %s", source_name, description);
    gint32 layer_ID = gimp_layer_new(image_ID, name, finished->width, finished->height, type, 100.0,
                                     gimp_image_get_default_new_layer_mode(image_ID));

    g_free(source_name);
    g_free(name);
    return layer_ID;
}

static GimpImageType layer_type(const Encoding *encoding)
{
    if (encoding->channels == 3)
        return encoding->has_alpha ? GIMP_RGBA_IMAGE : GIMP_RGB_IMAGE;
    return encoding->has_alpha ? GIMP_GRAYA_IMAGE : GIMP_GRAY_IMAGE;
}

static gboolean add_layer(const DrawablePixels *pixels, const FinishedPixels *finished,
                          const gchar *description, Outcome *outcome, gchar **message)
{
    gint32 source_ID = pixels->drawable_ID;
    gint32 image_ID = outcome->image_ID;
    gint32 layer_ID =
        new_layer(image_ID, finished, source_ID, description, layer_type(&finished->encoding));
    gint offset_x, offset_y;

    if (layer_ID == -1)
        return fail_for_pdb(message);
    /* The layer is complete before it joins the image: nobody ever sees half of it. */
    write_all(layer_ID, finished);
    gimp_drawable_offsets(source_ID, &offset_x, &offset_y);
    if (!gimp_layer_set_offsets(layer_ID, offset_x, offset_y) ||
        !gimp_image_insert_layer(image_ID, layer_ID, gimp_item_get_parent(source_ID),
                                 gimp_image_get_item_position(image_ID, source_ID))) {
        fail_for_pdb(message);
        gimp_item_delete(layer_ID);
        return FALSE;
    }
    outcome->layer_ID = layer_ID;
    return TRUE;
}

/*
 * Merging the shadow buffer is the one way for a plug-in to make an undo step, but GIMP blends it
 * in through the selection, in floating point. So it is used for the undo step, and the exact bytes
 * are written over what it left; undo and redo exchange them with what was there before.
 */
static gboolean replace_pixels(const DrawablePixels *pixels, const FinishedPixels *finished,
                               Outcome *outcome, gchar **message)
{
    gint32 drawable_ID = pixels->drawable_ID;
    const GeglRectangle *area = &pixels->selected;
    const Babl *format = gimp_drawable_get_format(drawable_ID);

    write_area(gimp_drawable_get_shadow_buffer(drawable_ID), format, finished, area);
    if (!gimp_drawable_merge_shadow(drawable_ID, TRUE))
        return fail_for_pdb(message);
    write_area(gimp_drawable_get_buffer(drawable_ID), format, finished, area);
    gimp_drawable_update(drawable_ID, area->x, area->y, area->width, area->height);
    outcome->layer_ID = gimp_item_is_layer(drawable_ID) ? drawable_ID : -1;
    return TRUE;
}

static gboolean write_finished(const DrawablePixels *pixels, const FinishedPixels *finished,
                               OutputKind output, const gchar *description, Outcome *outcome,
                               gchar **message)
{
    return output == OUTPUT_REPLACE ? replace_pixels(pixels, finished, outcome, message)
                                    : add_layer(pixels, finished, description, outcome, message);
}

static gboolean convert_and_write(const DrawablePixels *pixels, const FinishedPixels *finished,
                                  OutputKind output, const gchar *description, Outcome *outcome,
                                  gchar **message)
{
    gboolean written;

    gimp_image_undo_group_start(outcome->image_ID);
    if (gimp_image_convert_rgb(outcome->image_ID))
        written = write_finished(pixels, finished, output, description, outcome, message);
    else
        written = fail_for_pdb(message);
    gimp_image_undo_group_end(outcome->image_ID);
    return written;
}

/* Either way of writing is one undo step by itself. A group around it would only leave an empty
 * step behind where this process is killed. */
static gboolean write_into_image(DrawablePixels *pixels, const DitherResult *result,
                                 OutputKind output, const gchar *description, Outcome *outcome,
                                 gchar **message)
{
    FinishedPixels finished;
    gboolean written;

    outcome->image_ID = gimp_item_get_image(pixels->drawable_ID);
    if (result_becomes_colour(pixels, result) && !can_become_colour(pixels->drawable_ID, message))
        return FALSE;
    if (!finished_pixels_make(&finished, pixels, result))
        return fail(message, _("There is not enough memory for the result"));
    if (result_becomes_colour(pixels, result))
        written = convert_and_write(pixels, &finished, output, description, outcome, message);
    else
        written = write_finished(pixels, &finished, output, description, outcome, message);
    g_free(finished.bytes);
    return written;
}

/* ---- A new indexed image ------------------------------------------------------------------- */

/* Colours' numbers, with alpha, which is none or full, beside them where there is any. */
static guchar *indexed_bytes(const DrawablePixels *pixels, const DitherResult *result)
{
    gsize count = (gsize)pixels->width * (gsize)pixels->height;
    gsize pixel_size = pixels->encoding.has_alpha ? 2 : 1;
    const guint8 *numbers = result->image.data;
    guchar *bytes = g_try_malloc_n(count, pixel_size);

    for (gsize i = 0; bytes && i < count; i++) {
        bytes[pixel_size * i] = numbers[i];
        if (pixels->encoding.has_alpha)
            bytes[2 * i + 1] = pixels->encoding.bits == 8
                                   ? ((const guint8 *)result->alpha)[i]
                                   : ((const guint16 *)result->alpha)[i] >> 8;
    }
    return bytes;
}

static gboolean fill_image(const DrawablePixels *pixels, const DitherResult *result,
                           const FinishedPixels *finished, const gchar *description,
                           Outcome *outcome)
{
    gdouble x_resolution, y_resolution;
    gint32 source_image_ID = gimp_item_get_image(pixels->drawable_ID);

    if (!gimp_image_set_colormap(outcome->image_ID, &result->palette.colours[0][0],
                                 result->palette.count))
        return FALSE;
    if (gimp_image_get_resolution(source_image_ID, &x_resolution, &y_resolution))
        gimp_image_set_resolution(outcome->image_ID, x_resolution, y_resolution);
    outcome->layer_ID =
        new_layer(outcome->image_ID, finished, pixels->drawable_ID, description,
                  pixels->encoding.has_alpha ? GIMP_INDEXEDA_IMAGE : GIMP_INDEXED_IMAGE);
    if (outcome->layer_ID == -1 ||
        !gimp_image_insert_layer(outcome->image_ID, outcome->layer_ID, -1, 0))
        return FALSE;
    write_all(outcome->layer_ID, finished);
    return TRUE;
}

static gboolean make_indexed_image(const DrawablePixels *pixels, const DitherResult *result,
                                   const gchar *description, Outcome *outcome, gchar **message)
{
    FinishedPixels finished = {
        .encoding = {.pixel_size = pixels->encoding.has_alpha ? 2 : 1},
        .bytes = indexed_bytes(pixels, result),
        .width = pixels->width,
        .height = pixels->height,
    };
    gboolean filled;

    if (!finished.bytes)
        return fail(message, _("There is not enough memory for the result"));
    outcome->image_ID = gimp_image_new(pixels->width, pixels->height, GIMP_INDEXED);
    filled = outcome->image_ID != -1;
    if (filled) {
        gimp_image_undo_disable(outcome->image_ID);
        filled = fill_image(pixels, result, &finished, description, outcome);
        gimp_image_undo_enable(outcome->image_ID);
    }
    if (!filled) {
        fail_for_pdb(message);
        if (outcome->image_ID != -1)
            gimp_image_delete(outcome->image_ID);
    }
    g_free(finished.bytes);
    return filled;
}

gboolean result_write(DrawablePixels *pixels, const DitherResult *result, OutputKind output,
                      const gchar *description, Outcome *outcome, gchar **message)
{
    gboolean written =
        output == OUTPUT_NEW_INDEXED_IMAGE
            ? make_indexed_image(pixels, result, description, outcome, message)
            : write_into_image(pixels, result, output, description, outcome, message);

    gimp_displays_flush();
    return written;
}
