/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the result into GIMP: as a new layer, in place of the drawable's pixels, or as a new
 * indexed image. */
#include "result.h"

#include "colormap.h"
#include "finished_pixels.h"
#include "gimp_host.h"
#include "host_images.h"
#include "image_name.h"
#include "indexed_pixels.h"
#include "ink_layers.h"
#include "items.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean fail(gchar **message, const gchar *reason)
{
    if (message)
        *message = g_strdup(reason);
    return FALSE;
}

/* For GIMP, locking a group locks everything in it, and locking a layer locks its mask. */
static gboolean is_locked(gint32 item_ID)
{
    gint32 layer_ID = mask_get_layer(item_ID);

    if (layer_ID != -1)
        item_ID = layer_ID;
    for (; item_ID != -1; item_ID = item_get_parent(item_ID))
        if (item_get_lock_content(item_ID))
            return TRUE;
    return FALSE;
}

gboolean result_is_possible(gint32 drawable_ID, OutputKind output, errdiff_alpha alpha,
                            gchar **message)
{
    if (output == OUTPUT_REPLACE && is_locked(drawable_ID))
        return fail(message, _("The pixels are locked; unlock them, or choose a new layer for the "
                               "result"));
    if (output == OUTPUT_REPLACE && alpha != ERRDIFF_ALPHA_KEEP && item_is_layer(drawable_ID) &&
        layer_get_lock_alpha(drawable_ID))
        return fail(message, _("The alpha channel is locked; unlock it, or choose to keep "
                               "transparency"));
    if (output != OUTPUT_REPLACE && item_is_channel(drawable_ID))
        return fail(message, _("A mask or a channel can be dithered only in place; choose to "
                               "replace its pixels"));
    if ((output == OUTPUT_NEW_LAYER || output == OUTPUT_INK_LAYERS) &&
        layer_is_floating(drawable_ID))
        return fail(message, _("No layer can be added above a floating selection; anchor it first, "
                               "or choose to replace its pixels"));
    return TRUE;
}

gboolean result_has_colors(gint32 drawable_ID, const DitherRequest *request, gchar **message)
{
    if (request->output == OUTPUT_NEW_INDEXED_IMAGE || !layer_is_indexed(drawable_ID))
        return TRUE;
    if (request->output == OUTPUT_INK_LAYERS)
        return fail(message, _("An indexed image keeps its colors; choose a new indexed image for "
                               "the result, or convert the image to RGB first (Image › Mode)"));
    if (!colormap_is_srgb(item_get_image(drawable_ID)))
        return fail(message, _("The color profile of this indexed image is not sRGB; choose a new "
                               "indexed image for the result, or convert the image to RGB first "
                               "(Image › Mode)"));
    return colormap_has(item_get_image(drawable_ID), &request->palette, request->options.sent) ||
           fail(message, _("An indexed image keeps its colors; choose a palette of these colors, "
                           "choose a new indexed image for the result, or convert the image to RGB "
                           "first (Image › Mode)"));
}

/* libgimp reports most failures only by a return value; host_error returns the reason. */
static gboolean fail_for_pdb(gchar **message)
{
    *message = g_strdup_printf(_("GIMP refused the result: %s"), host_error());
    return FALSE;
}

/* ---- Checks before writing ----------------------------------------------------------------- */

/* Whether a gray drawable can get colors. FALSE: *message says why not. */
static gboolean can_become_color(gint32 drawable_ID, gchar **message)
{
    GimpColorProfile *profile;

    if (item_is_channel(drawable_ID))
        return fail(message, _("palette: a mask or a channel cannot contain colors; choose levels "
                               "or a palette of grays"));
    /* GIMP would convert the image from its profile to sRGB, which would change the look of pixels
     * that are not dithered. */
    profile = image_get_profile(item_get_image(drawable_ID));
    if (!profile)
        return TRUE;
    g_object_unref(profile);
    return fail(message, _("palette: a grayscale image with a color profile cannot receive colors; "
                           "convert it to RGB first (Image › Mode)"));
}

static const gchar *const drawable_has_changed =
    N_("What is to be dithered has been deleted, converted or resized in the meantime");

/* Checks that a drawable, or a copy of it, still has the format and the size with which its pixels
 * were read. The user may have changed it since. */
static gboolean check_source(const DrawablePixels *pixels, gint32 drawable_ID, gchar **message)
{
    return (drawable_copy_format(drawable_ID) == pixels->format &&
            layer_is_indexed(drawable_ID) == pixels->is_indexed &&
            drawable_get_width(drawable_ID) == pixels->width &&
            drawable_get_height(drawable_ID) == pixels->height) ||
           fail(message, _(drawable_has_changed));
}

static gboolean check_sources(const DitheredDrawable *drawables, gint count, gchar **message)
{
    for (gint i = 0; i < count; i++)
        if (!check_source(drawables[i].pixels, drawables[i].pixels->drawable_ID, message))
            return FALSE;
    return TRUE;
}

/* ---- Writing ------------------------------------------------------------------------------- */

/* Pixels to write into a buffer of the drawable's size. */
typedef struct {
    const DrawablePixels *pixels;
    const DitherResult *result;
    const errdiff_inks *inks; /* those of which one is written; NULL: the finished pixels are */
    gint ink;
    const guint8 *numbers; /* in the colormap, of the palette's colors; NULL: not indexed */
    GeglBuffer *target;
    const Babl *format; /* of the finished pixels in `target` */
    GeglRectangle area; /* of the finished pixels; an ink has them all */
} PixelsToWrite;

/* The source has the pixels and the alpha that stay as they are. */
static gboolean write_from(gint32 source_ID, const PixelsToWrite *what, gchar **message)
{
    GeglBuffer *source = drawable_get_buffer(source_ID);
    gboolean is_written;

    if (what->inks)
        is_written = ink_layers_write(what->pixels, what->result, what->inks, what->ink, source,
                                      what->target);
    else if (what->numbers)
        is_written = indexed_pixels_write(what->pixels, what->result, what->numbers, source,
                                          what->target, what->format, &what->area);
    else
        is_written =
            finished_pixels_write(what->pixels, what->result, source, GEGL_RECTANGLE(0, 0, 0, 0),
                                  what->target, what->format, &what->area);
    g_object_unref(source);
    return is_written || fail(message, _("There is not enough memory for the result"));
}

/* As write_from, for a drawable that the user may change at any moment. */
static gboolean write_from_copy(const PixelsToWrite *what, gchar **message)
{
    DrawableCopy copy;
    gboolean is_written = drawable_copy_make(&copy, what->pixels->drawable_ID)
                              ? check_source(what->pixels, copy.layer_ID, message) &&
                                    write_from(copy.layer_ID, what, message)
                              : fail(message, _(drawable_has_changed));

    drawable_copy_delete(&copy);
    return is_written;
}

/* The same for pixels that are numbers of colors, which only a copy in the same image has. */
static gboolean write_from_indexed_copy(const PixelsToWrite *what, gchar **message)
{
    gint32 drawable_ID = what->pixels->drawable_ID;
    gint32 copy_ID = image_copy_drawable(item_get_image(drawable_ID), drawable_ID);
    gboolean is_written = FALSE;

    if (copy_ID == -1)
        return fail(message, _(drawable_has_changed));
    if (check_source(what->pixels, copy_ID, message))
        is_written = write_from(copy_ID, what, message);
    image_discard_layer(copy_ID);
    return is_written;
}

/* Drops the caller's reference to the target, because GIMP gets the tiles when the last reference
 * is dropped. */
static gboolean write_pixels(const PixelsToWrite *what, gchar **message)
{
    gboolean is_written;

    if (!what->pixels->is_from_copy)
        is_written = write_from(what->pixels->drawable_ID, what, message);
    else
        is_written =
            what->numbers ? write_from_indexed_copy(what, message) : write_from_copy(what, message);
    g_object_unref(what->target);
    return is_written;
}

static gint32 new_layer(gint32 image_ID, const DrawablePixels *pixels, const gchar *description,
                        GimpImageType type)
{
    gchar *source_name = item_get_name(pixels->drawable_ID);
    gchar *name = g_strdup_printf("%s (%s)", description, source_name);
    gint32 layer_ID = image_new_layer(image_ID, name, pixels->width, pixels->height, type);

    g_free(source_name);
    g_free(name);
    return layer_ID;
}

static GimpImageType layer_type(const Encoding *encoding, gboolean is_indexed)
{
    if (is_indexed)
        return encoding->has_alpha ? GIMP_INDEXEDA_IMAGE : GIMP_INDEXED_IMAGE;
    if (encoding->channels == 3)
        return encoding->has_alpha ? GIMP_RGBA_IMAGE : GIMP_RGB_IMAGE;
    return encoding->has_alpha ? GIMP_GRAYA_IMAGE : GIMP_GRAY_IMAGE;
}

/* Makes a layer with the pixels, which is not yet in an image; its buffer becomes the target. -1:
 * *message says why not. */
static gint32 make_layer(PixelsToWrite *what, const gchar *description, GimpImageType type,
                         gchar **message)
{
    gint32 layer_ID =
        new_layer(item_get_image(what->pixels->drawable_ID), what->pixels, description, type);

    if (layer_ID == -1) {
        fail_for_pdb(message);
        return -1;
    }
    what->target = drawable_get_buffer(layer_ID);
    what->format = drawable_get_format(layer_ID);
    what->area = (GeglRectangle){0, 0, what->pixels->width, what->pixels->height};
    if (write_pixels(what, message))
        return layer_ID;
    image_discard_layer(layer_ID);
    return -1;
}

static gint32 make_finished_layer(const DitheredDrawable *drawable, const guint8 *numbers,
                                  const gchar *description, gchar **message)
{
    Encoding encoding = finished_pixels_encoding(drawable->pixels, drawable->result);
    PixelsToWrite what = {
        .pixels = drawable->pixels, .result = drawable->result, .numbers = numbers};

    return make_layer(&what, description, layer_type(&encoding, numbers != NULL), message);
}

static gint32 make_ink_layer(const DitheredDrawable *drawable, const errdiff_inks *inks, gint ink,
                             gchar **message)
{
    PixelsToWrite what = {
        .pixels = drawable->pixels, .result = drawable->result, .inks = inks, .ink = ink};
    gchar *name = ink_layers_name(drawable->result, inks, ink);
    gint32 layer_ID = make_layer(
        &what, name, drawable->pixels->encoding.channels == 1 ? GIMP_GRAYA_IMAGE : GIMP_RGBA_IMAGE,
        message);

    g_free(name);
    return layer_ID;
}

/* Inserts a layer into the image. Its pixels are complete, so the user never sees a part of it. */
static gboolean insert_layer(gint32 layer_ID, gint32 source_ID, Outcome *outcome, gchar **message)
{
    gint offset_x, offset_y;

    drawable_get_offsets(source_ID, &offset_x, &offset_y);
    outcome->layer_ID =
        image_insert_layer(outcome->image_ID, layer_ID, item_get_parent(source_ID),
                           image_get_position(outcome->image_ID, source_ID), offset_x, offset_y);
    return outcome->layer_ID != -1 || fail_for_pdb(message);
}

/* Drops the caller's references to both buffers. They have the same format, so bytes are copied
 * without any conversion. */
static void copy_area(GeglBuffer *from, GeglBuffer *to, const GeglRectangle *area)
{
    gegl_buffer_copy(from, area, GEGL_ABYSS_NONE, to, area);
    g_object_unref(from);
    g_object_unref(to);
}

/*
 * Replaces the drawable's pixels by those of the shadow buffer. A plug-in can only make an undo
 * step by merging the shadow buffer, but GIMP then blends it with the old pixels through the
 * selection, in floating point. So this merges the buffer for the undo step, and then copies the
 * exact bytes, which are still in the shadow buffer, to the drawable. Undo and redo swap these
 * bytes with the old ones.
 */
static gboolean merge_shadow(gint32 drawable_ID, const GeglRectangle *area, Outcome *outcome,
                             gchar **message)
{
    if (!drawable_merge_shadow(drawable_ID))
        return fail_for_pdb(message);
    copy_area(drawable_get_shadow(drawable_ID), drawable_get_buffer(drawable_ID), area);
    drawable_update(drawable_ID, area);
    outcome->layer_ID = item_is_layer(drawable_ID) ? drawable_ID : -1;
    return TRUE;
}

static gboolean replace_by_layer(gint32 layer_ID, const DrawablePixels *pixels, Outcome *outcome,
                                 gchar **message)
{
    copy_area(drawable_get_buffer(layer_ID), drawable_get_shadow(pixels->drawable_ID),
              &pixels->selected);
    return merge_shadow(pixels->drawable_ID, &pixels->selected, outcome, message);
}

/* What is done with the finished pixels of all drawables. */
typedef struct {
    OutputKind output;
    gboolean becomes_color; /* the image is converted to RGB */
    const guint8 *numbers;  /* in the image's colormap, of the palette's colors; NULL: it is not
                             * indexed */
    const gchar *description;
    GArray **layers; /* of each drawable: the layers with its finished pixels that are not yet in
                      * the image, from the topmost one */
} Writing;

static gboolean add_layer(GArray *layers, gint32 layer_ID)
{
    if (layer_ID != -1)
        g_array_append_val(layers, layer_ID);
    return layer_ID != -1;
}

static gboolean make_ink_layers(GArray *layers, const DitheredDrawable *drawable, gchar **message)
{
    errdiff_inks inks;
    gboolean is_made = ink_layers_find(drawable->result, &inks, message);

    for (gint ink = 0; is_made && ink < inks.count; ink++)
        is_made = add_layer(layers, make_ink_layer(drawable, &inks, ink, message));
    return is_made;
}

/* Finishes the pixels in the drawable's shadow buffer. */
static gboolean finish_in_shadow(const DitheredDrawable *drawable, const guint8 *numbers,
                                 gchar **message)
{
    gint32 drawable_ID = drawable->pixels->drawable_ID;
    PixelsToWrite what = {.pixels = drawable->pixels,
                          .result = drawable->result,
                          .numbers = numbers,
                          .target = drawable_get_shadow(drawable_ID),
                          .format = drawable_get_format(drawable_ID),
                          .area = drawable->pixels->selected};

    return write_pixels(&what, message);
}

/* Finishes the pixels of drawable number i: in layers or, to replace those of an image that keeps
 * its mode, in the drawable's shadow buffer. */
static gboolean finish_pixels(Writing *writing, const DitheredDrawable *drawable, gint i,
                              gchar **message)
{
    if (writing->output == OUTPUT_REPLACE && !writing->becomes_color)
        return finish_in_shadow(drawable, writing->numbers, message);
    if (writing->output == OUTPUT_INK_LAYERS)
        return make_ink_layers(writing->layers[i], drawable, message);
    return add_layer(writing->layers[i], make_finished_layer(drawable, writing->numbers,
                                                             writing->description, message));
}

/* Inserts the layers of a drawable above it. */
static gboolean insert_layers(GArray *layers, const DrawablePixels *pixels, Outcome *outcome,
                              gchar **message)
{
    while (layers->len > 0) {
        if (!insert_layer(g_array_index(layers, gint32, 0), pixels->drawable_ID, outcome, message))
            return FALSE;
        g_array_remove_index(layers, 0);
    }
    return TRUE;
}

/* Puts the finished pixels of drawable number i into the image. */
static gboolean put_pixels(Writing *writing, const DitheredDrawable *drawable, gint i,
                           Outcome *outcome, gchar **message)
{
    const DrawablePixels *pixels = drawable->pixels;

    if (writing->output != OUTPUT_REPLACE)
        return insert_layers(writing->layers[i], pixels, outcome, message);
    return writing->becomes_color
               ? replace_by_layer(g_array_index(writing->layers[i], gint32, 0), pixels, outcome,
                                  message)
               : merge_shadow(pixels->drawable_ID, &pixels->selected, outcome, message);
}

/* Changes the image. GIMP makes an inserted layer the active one. The layer that was active before
 * is made active again, so that repeating the filter dithers the source, not the result. A single
 * step is not put into an undo group, which would leave an empty step behind if this process is
 * killed. */
static gboolean put_all(Writing *writing, const DitheredDrawable *drawables, gint count,
                        Outcome *outcome, gchar **message)
{
    gboolean is_group = count > 1 || writing->becomes_color || writing->layers[0]->len > 1;
    gboolean is_written = TRUE;
    ActiveItems *active = image_get_active(outcome->image_ID);

    if (is_group)
        image_begin_undo_group(outcome->image_ID);
    if (writing->becomes_color && !image_convert_to_rgb(outcome->image_ID))
        is_written = fail_for_pdb(message);
    for (gint i = 0; is_written && i < count; i++)
        is_written = put_pixels(writing, &drawables[i], i, outcome, message);
    image_set_active(outcome->image_ID, active);
    if (is_group)
        image_end_undo_group(outcome->image_ID);
    return is_written;
}

/* Finds the colors of a result in the colormap of its image, if that is indexed, in which the user
 * may have changed them. */
static gboolean find_numbers(const DitheredDrawable *drawable, guint8 numbers[ERRDIFF_MAX_COLORS],
                             gchar **message)
{
    return !drawable->pixels->is_indexed ||
           colormap_find(item_get_image(drawable->pixels->drawable_ID), &drawable->result->written,
                         numbers) ||
           fail(message, _(drawable_has_changed));
}

static gboolean has_same_numbers(const DitheredDrawable *drawable,
                                 const guint8 numbers[ERRDIFF_MAX_COLORS], gchar **message)
{
    guint8 now[ERRDIFF_MAX_COLORS];

    memcpy(now, numbers, sizeof now);
    return find_numbers(drawable, now, message) &&
           (memcmp(now, numbers, sizeof now) == 0 || fail(message, _(drawable_has_changed)));
}

/* All pixels are finished before the image is changed, also because a conversion to RGB replaces
 * gray pixels that finishing reads. */
static gboolean write_into_image(const DitheredDrawable *drawables, gint count, OutputKind output,
                                 const gchar *description, Outcome *outcome, gchar **message)
{
    const DrawablePixels *first = drawables[0].pixels;
    guint8 numbers[ERRDIFF_MAX_COLORS] = {0};
    Writing writing = {
        output, output != OUTPUT_INK_LAYERS && result_becomes_color(first, drawables[0].result),
        first->is_indexed ? numbers : NULL, description, g_new(GArray *, count)};
    gboolean is_written =
        check_sources(drawables, count, message) && find_numbers(drawables, numbers, message);

    for (gint i = 0; i < count; i++)
        writing.layers[i] = g_array_new(FALSE, FALSE, sizeof(gint32));
    outcome->image_ID = item_get_image(first->drawable_ID);
    if (is_written && writing.becomes_color)
        is_written = can_become_color(first->drawable_ID, message);
    for (gint i = 0; is_written && i < count; i++)
        is_written = finish_pixels(&writing, &drawables[i], i, message);
    /* The user may have changed the image while pixels were finished. */
    is_written = is_written && check_sources(drawables, count, message) &&
                 has_same_numbers(drawables, numbers, message) &&
                 put_all(&writing, drawables, count, outcome, message);
    for (gint i = 0; i < count; i++) {
        for (guint k = 0; k < writing.layers[i]->len; k++)
            image_discard_layer(g_array_index(writing.layers[i], gint32, k));
        g_array_unref(writing.layers[i]);
    }
    g_free(writing.layers);
    return is_written;
}

/* ---- A new indexed image ------------------------------------------------------------------- */

/* Returns FALSE if there is not enough memory. */
static gboolean write_indexed(gint32 layer_ID, const DrawablePixels *pixels,
                              const DitherResult *result)
{
    GeglBuffer *buffer = drawable_get_buffer(layer_ID);
    gboolean is_written =
        indexed_pixels_write(pixels, result, NULL, NULL, buffer, drawable_get_format(layer_ID),
                             GEGL_RECTANGLE(0, 0, pixels->width, pixels->height));

    g_object_unref(buffer);
    return is_written;
}

/* Adds a layer at the top. */
static gboolean add_indexed_layer(const DitheredDrawable *drawable, const gchar *description,
                                  gint x, gint y, Outcome *outcome, gchar **message)
{
    const DrawablePixels *pixels = drawable->pixels;

    outcome->layer_ID =
        new_layer(outcome->image_ID, pixels, description, layer_type(&pixels->encoding, TRUE));
    if (outcome->layer_ID == -1 ||
        image_insert_layer(outcome->image_ID, outcome->layer_ID, -1, 0, x, y) == -1)
        return fail_for_pdb(message);
    return write_indexed(outcome->layer_ID, pixels, drawable->result) ||
           fail(message, _("There is not enough memory for the result"));
}

static gboolean fill_image(const DitheredDrawable *drawables, gint count, const gchar *description,
                           Outcome *outcome, gchar **message)
{
    gint32 source_image_ID = item_get_image(drawables[0].pixels->drawable_ID);
    const errdiff_palette *written = &drawables[0].result->written;
    gboolean is_filled = TRUE;

    if (!image_set_colors(outcome->image_ID, written->colors, written->count))
        return fail_for_pdb(message);
    image_copy_resolution(outcome->image_ID, source_image_ID);
    image_name_derive(outcome->image_ID, source_image_ID, description);
    for (gint i = 0; is_filled && i < count; i++) {
        gint x = 0, y = 0;

        if (count > 1)
            drawable_get_offsets(drawables[i].pixels->drawable_ID, &x, &y);
        is_filled = add_indexed_layer(&drawables[i], description, x, y, outcome, message);
    }
    return is_filled;
}

/* An image for one layer gets its size, one for several the size of their image. */
static gboolean make_indexed_image(const DitheredDrawable *drawables, gint count,
                                   const gchar *description, Outcome *outcome, gchar **message)
{
    gint width = drawables[0].pixels->width, height = drawables[0].pixels->height;
    gboolean is_filled;

    if (count > 1)
        image_get_size(item_get_image(drawables[0].pixels->drawable_ID), &width, &height);
    outcome->image_ID = image_new_indexed(width, height);
    if (outcome->image_ID == -1)
        return fail_for_pdb(message);
    image_disable_undo(outcome->image_ID);
    is_filled = fill_image(drawables, count, description, outcome, message);
    image_enable_undo(outcome->image_ID);
    if (!is_filled)
        image_delete(outcome->image_ID);
    return is_filled;
}

gboolean result_write(const DitheredDrawable *drawables, gint count, OutputKind output,
                      const gchar *description, Outcome *outcome, gchar **message)
{
    gboolean written =
        output == OUTPUT_NEW_INDEXED_IMAGE
            ? make_indexed_image(drawables, count, description, outcome, message)
            : write_into_image(drawables, count, output, description, outcome, message);

    gimp_displays_flush();
    return written;
}
