/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks whether one or two of GIMP's drawables can hold a hologram, and reads it from them. */
#include "hologram_input.h"

#include "encoding.h"
#include "host_images.h"
#include "items.h"

#include <glib/gi18n.h>

enum { ROWS_AT_ONCE = 64 };

static gboolean is_as_large(gint32 a_ID, gint32 b_ID)
{
    return drawable_get_width(a_ID) == drawable_get_width(b_ID) &&
           drawable_get_height(a_ID) == drawable_get_height(b_ID);
}

static gint32 pick_neighbor(const gint *layers, gint count, gint32 drawable_ID)
{
    for (gint i = 0; i < count; i++) {
        if (layers[i] != drawable_ID)
            continue;
        if (i + 1 < count && is_as_large(layers[i + 1], drawable_ID))
            return layers[i + 1];
        if (i > 0 && is_as_large(layers[i - 1], drawable_ID))
            return layers[i - 1];
    }
    return -1;
}

gint32 hologram_input_find_second(gint32 drawable_ID)
{
    gint32 parent_ID = item_get_parent(drawable_ID);
    gint count = 0;
    gint *layers = parent_ID == -1 ? image_get_layers(item_get_image(drawable_ID), &count)
                                   : item_get_children(parent_ID, &count);
    gint32 second_ID = pick_neighbor(layers, count, drawable_ID);

    g_free(layers);
    return second_ID;
}

static gboolean get_encoding(Encoding *encoding, gint32 drawable_ID)
{
    return encoding_from_format(encoding, drawable_get_format(drawable_ID), FALSE);
}

gboolean hologram_input_is_like_photograph(gint32 drawable_ID)
{
    Encoding encoding;

    return get_encoding(&encoding, drawable_ID) && encoding.type == COMPONENT_U8 &&
           !encoding.linear;
}

const gchar *hologram_input_guess(const HologramDrawables *drawables)
{
    Encoding encoding;

    if (!get_encoding(&encoding, drawables->first) || encoding.channels > 1)
        return "re-im-channels";
    return drawables->second != -1 ? "re-im-layers" : "phase";
}

static gchar *missing(HologramInput input)
{
    return g_strdup(input == HOLOGRAM_RE_IM_LAYERS
                        ? _("second-drawable: the layer with the imaginary part is missing")
                        : _("second-drawable: the layer with the phase is missing"));
}

static gboolean check_second(const HologramDrawables *drawables, HologramInput input,
                             gchar **message)
{
    gint32 first_ID = drawables->first, second_ID = drawables->second;
    Encoding encoding;

    if (second_ID == -1)
        *message = missing(input);
    else if (!item_is_drawable(second_ID))
        *message = g_strdup_printf(_("second-drawable: %d is not a drawable"), second_ID);
    else if (!is_as_large(first_ID, second_ID))
        *message =
            g_strdup_printf(_("second-drawable: it has %d × %d pixels, the drawable %d × %d"),
                            drawable_get_width(second_ID), drawable_get_height(second_ID),
                            drawable_get_width(first_ID), drawable_get_height(first_ID));
    else if (!get_encoding(&encoding, second_ID))
        *message = g_strdup(_("second-drawable: an indexed image cannot contain a hologram"));
    else
        return TRUE;
    return FALSE;
}

gboolean hologram_input_check(const HologramDrawables *drawables, HologramInput input,
                              gchar **message)
{
    gint width = drawable_get_width(drawables->first);
    gint height = drawable_get_height(drawables->first);
    Encoding encoding;

    if (!get_encoding(&encoding, drawables->first))
        *message = g_strdup(_("drawable: an indexed image cannot contain a hologram"));
    else if (width > ERRDIFF_HOLOGRAM_MAX_SIDE || height > ERRDIFF_HOLOGRAM_MAX_SIDE)
        *message = g_strdup_printf(
            _("drawable: %d × %d pixels are not possible; each side must be 1 to %d"), width,
            height, ERRDIFF_HOLOGRAM_MAX_SIDE);
    else if (input == HOLOGRAM_RE_IM_CHANNELS && encoding.channels < 2)
        *message = g_strdup(_("input: a gray layer contains only one part of a hologram; "
                              "“re-im-channels” needs red and green"));
    else
        return !hologram_input_has_two(input) || check_second(drawables, input, message);
    return FALSE;
}

/* Stores a component of the pixels as the real part (part 0) or the imaginary part (part 1). */
static void store(errdiff_complex *values, gsize count, gint part, const Encoding *encoding,
                  const guchar *pixels, gint component)
{
    for (gsize i = 0; i < count; i++, pixels += encoding->pixel_size) {
        gfloat number = (gfloat)encoding_number(encoding, pixels, component);

        if (part == 0)
            values[i].re = number;
        else
            values[i].im = number;
    }
}

/* Reads `part` from the first component; or, if `both`, both parts from the first two
 * components. */
static gboolean read_drawable(errdiff_field *field, gint32 drawable_ID, const GeglRectangle *area,
                              gint part, gboolean both)
{
    const Babl *format = drawable_get_format(drawable_ID);
    gsize width = (gsize)field->width;
    Encoding encoding;
    GeglBuffer *buffer;
    guchar *pixels;

    get_encoding(&encoding, drawable_ID);
    pixels = g_try_malloc_n(width * ROWS_AT_ONCE, encoding.pixel_size);
    if (!pixels)
        return FALSE;
    buffer = drawable_get_buffer(drawable_ID);
    for (gint y = 0; y < field->height; y += ROWS_AT_ONCE) {
        gint rows = MIN(ROWS_AT_ONCE, field->height - y);
        errdiff_complex *values = field->values + (gsize)y * width;

        gegl_buffer_get(buffer, GEGL_RECTANGLE(area->x, area->y + y, field->width, rows), 1.0,
                        format, pixels, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
        store(values, width * (gsize)rows, part, &encoding, pixels, 0);
        if (both)
            store(values, width * (gsize)rows, 1, &encoding, pixels, 1);
    }
    g_object_unref(buffer);
    g_free(pixels);
    return TRUE;
}

static gboolean read_parts(errdiff_field *field, const HologramDrawables *drawables,
                           HologramInput input, const GeglRectangle *area)
{
    gsize count = (gsize)area->width * (gsize)area->height;
    gint first_part = input == HOLOGRAM_PHASE_ALONE ? 1 : 0;

    if (errdiff_field_make(field, area->width, area->height) != ERRDIFF_OK ||
        !read_drawable(field, drawables->first, area, first_part, input == HOLOGRAM_RE_IM_CHANNELS))
        return FALSE;
    for (gsize i = 0; i < count && input == HOLOGRAM_PHASE_ALONE; i++)
        field->values[i].re = 1;
    return !hologram_input_has_two(input) ||
           read_drawable(field, drawables->second, area, 1, FALSE);
}

gboolean hologram_input_read(errdiff_field *field, const HologramDrawables *drawables,
                             const HologramRequest *request, const GeglRectangle *area,
                             gchar **message)
{
    HologramInput input = request->input;
    GeglRectangle all = {0, 0, drawable_get_width(drawables->first),
                         drawable_get_height(drawables->first)};

    *field = (errdiff_field){0};
    if (!read_parts(field, drawables, input, area ? area : &all)) {
        *message = g_strdup(_("There is not enough memory for this image"));
        return FALSE;
    }
    if (input == HOLOGRAM_AMPLITUDE_PHASE_LAYERS || input == HOLOGRAM_PHASE_ALONE)
        errdiff_field_from_polar(field);
    for (gsize i = 0; i < (gsize)field->width * (gsize)field->height && request->conjugate; i++)
        field->values[i].im = -field->values[i].im;
    return TRUE;
}
