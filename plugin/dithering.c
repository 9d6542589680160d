/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dithering.h"
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static errdiff_status fail_for_memory(errdiff_message *message)
{
    g_strlcpy(message->text, _("There is not enough memory for this picture"),
              sizeof message->text);
    return ERRDIFF_NO_MEMORY;
}

/* Makes alpha opaque or fully transparent, in a copy, where that is wanted. */
static errdiff_status reduce_alpha(DitherResult *result, const DrawablePixels *pixels,
                                   const DitherRequest *request, gboolean indexed,
                                   const errdiff_options *options)
{
    errdiff_image alpha = drawable_pixels_alpha(pixels);
    gsize size = (gsize)alpha.stride * (gsize)alpha.height;
    errdiff_status status;

    if (!pixels->encoding.has_alpha || (request->alpha == ERRDIFF_ALPHA_KEEP && !indexed))
        return ERRDIFF_OK;
    result->alpha = g_try_malloc(size);
    if (!result->alpha)
        return fail_for_memory(&result->report.message);
    memcpy(result->alpha, alpha.data, size);
    alpha.data = result->alpha;
    alpha.mask = pixels->selected_mask;
    status = errdiff_alpha_reduce(&alpha, request->alpha, options, &result->report);
    alpha.mask = NULL;
    /* Indexed images know no half transparency, selected or not. */
    if (status == ERRDIFF_OK && indexed)
        status = errdiff_alpha_reduce(&alpha, ERRDIFF_ALPHA_THRESHOLD, options, &result->report);
    return status;
}

/* Selected, and not fully transparent. */
static errdiff_status make_mask(DitherResult *result, const DrawablePixels *pixels)
{
    gsize count = (gsize)pixels->width * (gsize)pixels->height;
    gconstpointer alpha = result->alpha ? result->alpha : pixels->alpha;

    if (!pixels->selected_mask && !alpha)
        return ERRDIFF_OK;
    result->mask = g_try_malloc(count);
    if (!result->mask)
        return fail_for_memory(&result->report.message);
    for (gsize i = 0; i < count; i++) {
        gboolean selected = !pixels->selected_mask || pixels->selected_mask[i] != 0;
        gboolean visible = !alpha || (pixels->encoding.bits == 8 ? ((const guint8 *)alpha)[i]
                                                                 : ((const guint16 *)alpha)[i]);

        result->mask[i] = selected && visible;
    }
    return ERRDIFF_OK;
}

static errdiff_status make_palette(DitherResult *result, const errdiff_image *image,
                                   const PaletteChoice *choice)
{
    if (choice->kind == PALETTE_ADAPTIVE)
        return errdiff_palette_make(image, choice->count, &choice->colours, &result->palette,
                                    &result->report.message);
    result->palette = choice->colours;
    return ERRDIFF_OK;
}

static errdiff_status allocate_image(DitherResult *result, const errdiff_image *source,
                                     gboolean indexed)
{
    errdiff_image *image = &result->image;

    *image = *source;
    if (indexed) {
        image->channels = 1;
        image->bits = 8;
    } else if (result->palette.count > 0 && !errdiff_palette_is_gray(&result->palette)) {
        image->channels = 3;
    }
    image->stride = (ptrdiff_t)image->width * image->channels * (image->bits / 8);
    image->data = g_try_malloc_n((gsize)image->height, (gsize)image->stride);
    return image->data ? ERRDIFF_OK : fail_for_memory(&result->report.message);
}

static errdiff_status dither(DitherResult *result, const DrawablePixels *pixels,
                             const DitherRequest *request, gboolean indexed,
                             errdiff_options *options)
{
    errdiff_image source = drawable_pixels_image(pixels);
    errdiff_status status = reduce_alpha(result, pixels, request, indexed, options);

    if (status == ERRDIFF_OK)
        status = make_mask(result, pixels);
    source.mask = result->mask;
    if (status == ERRDIFF_OK)
        status = make_palette(result, &source, &request->palette);
    if (status == ERRDIFF_OK)
        status = allocate_image(result, &source, indexed);
    if (status != ERRDIFF_OK)
        return status;
    options->palette = result->palette.count > 0 ? &result->palette : NULL;
    options->indexed = indexed;
    return errdiff_dither(&source, &result->image, options, &result->report);
}

DitherResult *dither_pixels(const DrawablePixels *pixels, const DitherRequest *request,
                            gboolean indexed, gboolean measure, errdiff_progress progress,
                            gpointer progress_user, gchar **message)
{
    DitherResult *result = g_new0(DitherResult, 1);
    errdiff_options options = request->options;
    errdiff_status status;

    options.measure = measure;
    options.progress = progress;
    options.progress_user = progress_user;
    status = dither(result, pixels, request, indexed, &options);
    if (status == ERRDIFF_OK)
        return result;
    if (status != ERRDIFF_CANCELLED)
        *message = g_strdup(result->report.message.text);
    dither_result_free(result);
    return NULL;
}

void dither_result_free(DitherResult *result)
{
    if (!result)
        return;
    g_free(result->image.data);
    g_free(result->alpha);
    g_free(result->mask);
    g_free(result);
}
