/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers those pixels of a drawable that are selected and not fully transparent. */
#include "dithering.h"
#include "config.h"
#include "dot_pixels.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The state of dithering an image. */
typedef struct {
    const DrawablePixels *pixels;
    DrawablePixels *reusable; /* `pixels` if the result may take over its memory, else NULL */
    const DitherRequest *request;
    gboolean indexed;
    gboolean numbered; /* the result becomes pixels of an indexed image that was there before */
    errdiff_options options;
    DitherResult *result;
} Work;

/* Palettes are sRGB, so the pixels that are matched with them must be, too. Levels are values of
 * the image's own channels. */
static gboolean is_matched_in_srgb(const DrawablePixels *pixels, const DitherRequest *request)
{
    return pixels->space && request->palette.kind != PALETTE_NONE;
}

static DitherResult *result_new(void)
{
    DitherResult *result = g_new0(DitherResult, 1);

    result->owners = 1;
    return result;
}

static Work work_new(const DrawablePixels *pixels, DrawablePixels *reusable,
                     const DitherRequest *request)
{
    return (Work){
        .pixels = pixels,
        .reusable = reusable,
        .request = request,
        .indexed = request->output == OUTPUT_NEW_INDEXED_IMAGE,
        .numbered = pixels->is_indexed && request->palette.kind != PALETTE_NONE,
        .options = request->options,
        .result = result_new(),
    };
}

/* Returns the display values of alpha in memory that belongs to the result: a copy or, if possible,
 * the values themselves. Returns NULL if there is not enough memory. */
static gpointer take_alpha(const Work *work, const errdiff_image *alpha)
{
    gsize size = (gsize)alpha->stride * (gsize)alpha->height;
    gpointer copy;

    if (work->reusable)
        return g_steal_pointer(&work->reusable->alpha);
    copy = g_try_malloc(size);
    if (copy)
        memcpy(copy, alpha->data, size);
    return copy;
}

/* Makes the pixels of alpha opaque or fully transparent, if the request says so. */
static errdiff_status reduce_alpha(Work *work)
{
    const DrawablePixels *pixels = work->pixels;
    DitherResult *result = work->result;
    errdiff_image alpha = drawable_pixels_alpha(pixels);
    errdiff_status status;

    if (!pixels->encoding.has_alpha ||
        (work->request->alpha == ERRDIFF_ALPHA_KEEP && !work->indexed))
        return ERRDIFF_OK;
    result->alpha = take_alpha(work, &alpha);
    if (!result->alpha)
        return ERRDIFF_NO_MEMORY;
    alpha.data = result->alpha;
    alpha.mask = pixels->selected_mask;
    status = errdiff_alpha_reduce(&alpha, work->request->alpha, &work->options, &result->report);
    alpha.mask = NULL;
    /* Indexed images cannot have partly transparent pixels, so unselected pixels change, too. */
    if (status == ERRDIFF_OK && work->indexed)
        status =
            errdiff_alpha_reduce(&alpha, ERRDIFF_ALPHA_THRESHOLD, &work->options, &result->report);
    return status;
}

/* Returns memory for the mask: that of the selection's mask, unless that is still needed because
 * alpha was reduced only within the selection. Returns NULL if there is not enough memory. */
static guchar *take_mask(const Work *work)
{
    const DrawablePixels *pixels = work->pixels;

    if (work->reusable && !work->result->alpha && pixels->selected_mask)
        return g_steal_pointer(&work->reusable->selected_mask);
    return g_try_malloc_n((gsize)pixels->width, (gsize)pixels->height);
}

/* Makes the mask of the pixels to dither: those that are selected and not fully transparent. */
static errdiff_status make_mask(Work *work)
{
    const DrawablePixels *pixels = work->pixels;
    gsize count = (gsize)pixels->width * (gsize)pixels->height;
    gconstpointer alpha = work->result->alpha ? work->result->alpha : pixels->alpha;
    const guchar *selected_mask = pixels->selected_mask;
    guchar *mask;

    if (!selected_mask && !alpha)
        return ERRDIFF_OK;
    mask = work->result->mask = take_mask(work);
    if (!mask)
        return ERRDIFF_NO_MEMORY;
    for (gsize i = 0; i < count; i++) {
        gboolean selected = !selected_mask || selected_mask[i] != 0;
        gboolean visible = !alpha || (pixels->encoding.bits == 8 ? ((const guint8 *)alpha)[i]
                                                                 : ((const guint16 *)alpha)[i]);

        mask[i] = selected && visible;
    }
    if (work->reusable)
        g_clear_pointer(&work->reusable->alpha, g_free);
    return ERRDIFF_OK;
}

/* Reduces alpha, makes the mask, and sets *source to the image that is dithered. */
static errdiff_status make_source(Work *work, errdiff_image *source)
{
    errdiff_status status = reduce_alpha(work);

    if (status == ERRDIFF_OK)
        status = make_mask(work);
    *source = drawable_pixels_image(work->pixels);
    source->mask = work->result->mask;
    return status;
}

static errdiff_status make_palette(const Work *work, const errdiff_image *image)
{
    const PaletteChoice *choice = &work->request->palette;
    DitherResult *result = work->result;
    errdiff_options options = work->options;
    errdiff_progress_share share = {options.progress, options.progress_user, 0,
                                    DITHER_PALETTE_SHARE};

    options.progress = errdiff_progress_share_report;
    options.progress_user = &share;
    if (choice->kind == PALETTE_ADAPTIVE)
        return errdiff_palette_make(image, choice->count, &choice->colors, &options,
                                    &result->palette, &result->report.message);
    result->palette = choice->colors;
    return ERRDIFF_OK;
}

/* Whether the device is sent other colors than those that are seen, and these are to be written. */
static gboolean writes_other_colors(const Work *work)
{
    return work->options.sent && work->result->palette.has_sent;
}

/* Numbers take less memory than colors, unless the result takes over that of the pixels. With a
 * mask, pixels that are kept would be shown and written more slowly. */
static gboolean saves_memory_with_numbers(const Work *work, gboolean has_colors)
{
    return has_colors && !work->reusable && !work->result->mask;
}

static void choose_image(Work *work, const errdiff_image *source)
{
    DitherResult *result = work->result;
    errdiff_image *image = &result->image;
    gboolean has_colors;

    errdiff_palette_written(&result->palette, work->options.sent, &result->written);
    result->is_for_device = writes_other_colors(work);
    has_colors = !errdiff_palette_is_gray(&result->written);
    *image = *source;
    result->is_indexed = work->indexed;
    result->is_gray = source->channels == 1 || work->options.gray;
    result->has_numbers =
        work->indexed || work->numbered || result->is_for_device ||
        (work->request->output == OUTPUT_INK_LAYERS && result->palette.count > 0) ||
        is_matched_in_srgb(work->pixels, work->request) ||
        saves_memory_with_numbers(work, has_colors) ||
        (work->reusable && has_colors && source->channels == 1);
    if (result->has_numbers) {
        image->channels = 1;
        image->bits = 8;
    } else if (has_colors) {
        image->channels = 3;
    }
    image->stride = (ptrdiff_t)image->width * image->channels * (image->bits / 8);
}

static errdiff_status allocate_image(const Work *work, const errdiff_image *source)
{
    errdiff_image *image = &work->result->image;

    if (work->reusable && image->channels == source->channels && image->bits == source->bits)
        image->data = g_steal_pointer(&work->reusable->display);
    else
        image->data = g_try_malloc_n((gsize)image->height, (gsize)image->stride);
    return image->data ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

static errdiff_status dither(Work *work)
{
    errdiff_image source;
    DitherResult *result = work->result;
    errdiff_options options;
    errdiff_progress_share rest = {work->options.progress, work->options.progress_user, 0, 1};
    errdiff_status status = make_source(work, &source);

    if (status == ERRDIFF_OK)
        status = make_palette(work, &source);
    if (status != ERRDIFF_OK)
        return status;
    choose_image(work, &source);
    status = allocate_image(work, &source);
    if (status != ERRDIFF_OK)
        return status;
    work->options.palette = result->palette.count > 0 ? &result->palette : NULL;
    work->options.indexed = result->has_numbers;
    options = work->options;
    rest.from = work->request->palette.kind == PALETTE_ADAPTIVE ? DITHER_PALETTE_SHARE : 0;
    options.progress = errdiff_progress_share_report;
    options.progress_user = &rest;
    g_debug("Dithering %d × %d pixels", source.width, source.height);
    return work->request->sequence
               ? errdiff_sequence_dither(work->request->sequence, &source, &result->image, &options,
                                         &result->report)
               : errdiff_dither(&source, &result->image, &options, &result->report);
}

/* Enlarges a result that has a pixel for each dot, and makes the mask of all pixels. In an indexed
 * image all pixels of a dot get its color and its alpha; otherwise only those that are selected. */
static errdiff_status enlarge_dots(Work *work)
{
    const DrawablePixels *pixels = work->pixels;
    DitherResult *result = work->result;
    errdiff_message *message = &result->report.message;
    errdiff_image alpha = result->image;
    errdiff_status status;

    alpha.data = result->alpha;
    alpha.channels = 1;
    alpha.bits = pixels->encoding.bits;
    alpha.stride = (ptrdiff_t)alpha.width * (alpha.bits / 8);
    g_clear_pointer(&result->mask, g_free);
    result->image.mask = alpha.mask = NULL;
    result->has_dots = TRUE;
    status = dot_pixels_enlarge(pixels, work->request->dot, &result->image, message);
    if (status == ERRDIFF_OK && result->alpha) {
        status = dot_pixels_enlarge(pixels, work->request->dot, &alpha, message);
        result->alpha = alpha.data;
    }
    if (status == ERRDIFF_OK && result->alpha && pixels->selected_mask && !work->indexed)
        dot_pixels_keep_unselected(pixels, result->alpha);
    return status == ERRDIFF_OK ? make_mask(work) : status;
}

static gboolean is_cancelled(const Work *work)
{
    const errdiff_options *options = &work->options;

    return options->progress && options->progress(options->progress_user, 0) != 0;
}

/* Sets *dots to a pixel for each dot, which dot_pixels_clear frees in either case, and *small to
 * the work of dithering these. Reducing the pixels cannot be cancelled while it is going on. */
static errdiff_status begin_dots(const Work *work, DrawablePixels *dots, Work *small)
{
    errdiff_status status;

    *dots = (DrawablePixels){0};
    *small = *work;
    small->pixels = small->reusable = dots;
    if (is_cancelled(work))
        return ERRDIFF_CANCELLED;
    status = dot_pixels_reduce(work->pixels, work->request->dot, work->options.threads, dots,
                               &work->result->report.message);
    return status == ERRDIFF_OK && is_cancelled(work) ? ERRDIFF_CANCELLED : status;
}

/* Dithers a pixel for each dot, in memory of its own, and enlarges the result. */
static errdiff_status dither_dots(Work *work)
{
    DrawablePixels dots;
    Work small;
    errdiff_status status = begin_dots(work, &dots, &small);

    if (status == ERRDIFF_OK && work->reusable)
        g_clear_pointer(&work->reusable->display, g_free);
    if (status == ERRDIFF_OK)
        status = dither(&small);
    dot_pixels_clear(&dots);
    return status == ERRDIFF_OK ? enlarge_dots(work) : status;
}

static errdiff_status dither_whole_or_dots(Work *work)
{
    return work->request->dot > 1 ? dither_dots(work) : dither(work);
}

/* What the user is told if it failed; the caller frees it. The functions here and in dot_pixels.c
 * say nothing if memory is lacking. */
static gchar *reason(const Work *work, errdiff_status status)
{
    const gchar *text = work->result->report.message.text;

    return g_strdup(status == ERRDIFF_NO_MEMORY && *text == '\0'
                        ? _("There is not enough memory for this image")
                        : text);
}

static DitherResult *finish(Work *work, errdiff_status status, gchar **message)
{
    if (work->reusable) {
        g_clear_pointer(&work->reusable->display, g_free);
        g_clear_pointer(&work->reusable->alpha, g_free);
    }
    if (status == ERRDIFF_OK)
        return work->result;
    if (status != ERRDIFF_CANCELLED)
        *message = reason(work, status);
    dither_result_free(work->result);
    return NULL;
}

/* For the preview, whose screen is sRGB. */
static errdiff_status convert_to_srgb(const Work *work)
{
    const ColorSpace *space = work->pixels->space;
    DitherResult *result = work->result;
    gsize count = (gsize)result->image.width * (gsize)result->image.height;

    if (!space || result->has_numbers)
        return ERRDIFF_OK;
    result->srgb = g_try_malloc_n((gsize)result->image.height, (gsize)result->image.stride);
    if (!result->srgb)
        return ERRDIFF_NO_MEMORY;
    color_space_to_srgb(space, result->image.data, result->srgb, count);
    return ERRDIFF_OK;
}

/* In linear light the library takes values for those of sRGB's curve. */
static gboolean needs_curve(const DrawablePixels *pixels, const DitherRequest *request)
{
    return request->palette.kind == PALETTE_NONE && request->options.linear &&
           color_space_has_own_curve(pixels->space);
}

static gsize count_of(const DrawablePixels *pixels)
{
    return (gsize)pixels->width * (gsize)pixels->height;
}

/* The display values that are dithered, in memory of their own if they are neither those of the
 * pixels nor their sRGB values. NULL: there is not enough memory. */
static gpointer values_to_dither(const DrawablePixels *pixels, const DitherRequest *request)
{
    gsize size = count_of(pixels) * (gsize)(pixels->encoding.channels * pixels->encoding.bits / 8);
    gpointer copy;

    if (!needs_curve(pixels, request))
        return is_matched_in_srgb(pixels, request) ? pixels->srgb : pixels->display;
    copy = g_try_malloc(size);
    if (copy) {
        memcpy(copy, pixels->display, size);
        color_space_to_srgb_curve(pixels->space, copy, count_of(pixels));
    }
    return copy;
}

/* Converts a result of values_to_dither back to the curve of the image. */
static void restore_curve(const Work *work)
{
    const errdiff_image *image = &work->result->image;

    if (needs_curve(work->pixels, work->request))
        color_space_from_srgb_curve(work->pixels->space, image->data,
                                    (gsize)image->width * (gsize)image->height);
}

DitherResult *dither_pixels(const DrawablePixels *pixels, const DitherRequest *request,
                            gboolean measure, errdiff_progress progress, gpointer progress_user,
                            gchar **message)
{
    DrawablePixels matched = *pixels;
    Work work = work_new(&matched, NULL, request);
    errdiff_status status = ERRDIFF_NO_MEMORY;

    matched.display = values_to_dither(pixels, request);
    work.options.measure = measure;
    work.options.progress = progress;
    work.options.progress_user = progress_user;
    if (matched.display)
        status = dither_whole_or_dots(&work);
    if (status == ERRDIFF_OK) {
        restore_curve(&work);
        status = convert_to_srgb(&work);
    }
    if (needs_curve(pixels, request))
        g_free(matched.display);
    return finish(&work, status, message);
}

gboolean dither_can_measure(const DrawablePixels *pixels, const DitherRequest *request)
{
    return request->dot == 1 && !needs_curve(pixels, request);
}

gboolean dither_measure(const DrawablePixels *pixels, const DitherRequest *request,
                        DitherResult *result)
{
    errdiff_options options = request->options;
    errdiff_image source = is_matched_in_srgb(pixels, request) ? drawable_pixels_srgb(pixels)
                                                               : drawable_pixels_image(pixels);

    source.mask = result->mask;
    options.palette = result->palette.count > 0 ? &result->palette : NULL;
    options.indexed = result->has_numbers;
    return errdiff_measure(&source, &result->image, &options, &result->report) == ERRDIFF_OK;
}

/* Before the work in place. */
static void convert_display(DrawablePixels *pixels, const DitherRequest *request)
{
    if (is_matched_in_srgb(pixels, request))
        color_space_to_srgb(pixels->space, pixels->display, pixels->display, count_of(pixels));
    else if (needs_curve(pixels, request))
        color_space_to_srgb_curve(pixels->space, pixels->display, count_of(pixels));
}

DitherResult *dither_pixels_in_place(DrawablePixels *pixels, const DitherRequest *request,
                                     errdiff_progress progress, gpointer progress_user,
                                     gchar **message)
{
    Work work = work_new(pixels, pixels, request);
    errdiff_status status;

    convert_display(pixels, request);
    work.options.progress = progress;
    work.options.progress_user = progress_user;
    status = dither_whole_or_dots(&work);
    if (status == ERRDIFF_OK)
        restore_curve(&work);
    return finish(&work, status, message);
}

/* Reads what would be dithered: `image`, for the work. */
typedef errdiff_status ReadImage(const Work *work, const errdiff_image *image, gpointer user);

/* Ends the work after calling `read` for its pixels, or for a pixel for each dot, in place of
 * dithering these. Free the result, of which a palette that was made is a part. */
static DitherResult *read_image(Work *work, ReadImage *read, gpointer user, gchar **message)
{
    DrawablePixels dots = {0};
    Work small = *work;
    errdiff_image image;
    errdiff_status status = work->request->dot > 1 ? begin_dots(work, &dots, &small) : ERRDIFF_OK;

    if (status == ERRDIFF_OK)
        status = make_source(&small, &image);
    if (status == ERRDIFF_OK)
        status = read(&small, &image, user);
    dot_pixels_clear(&dots);
    return finish(work, status, message);
}

/* Does so for the values that dither_pixels dithers. FALSE: it failed or was cancelled. */
static gboolean read_values_to_dither(const DrawablePixels *pixels, const DitherRequest *request,
                                      errdiff_progress progress, gpointer progress_user,
                                      ReadImage *read, gpointer user, gchar **message)
{
    DrawablePixels matched = *pixels;
    Work work = work_new(&matched, NULL, request);
    DitherResult *result;

    matched.display = values_to_dither(pixels, request);
    work.options.progress = progress;
    work.options.progress_user = progress_user;
    result = matched.display ? read_image(&work, read, user, message)
                             : finish(&work, ERRDIFF_NO_MEMORY, message);
    if (needs_curve(pixels, request))
        g_free(matched.display);
    dither_result_free(result);
    return result != NULL;
}

static errdiff_status read_palette(const Work *work, const errdiff_image *image, gpointer user)
{
    errdiff_palette *palette = user;
    errdiff_status status = make_palette(work, image);

    if (status == ERRDIFF_OK)
        *palette = work->result->palette;
    return status;
}

gboolean dither_make_palette(const DrawablePixels *pixels, const DitherRequest *request,
                             errdiff_progress progress, gpointer progress_user,
                             errdiff_palette *palette, gchar **message)
{
    return read_values_to_dither(pixels, request, progress, progress_user, read_palette, palette,
                                 message);
}

static errdiff_status read_range(const Work *work, const errdiff_image *image, gpointer user)
{
    return errdiff_tone_range_find(image, &work->options, user, &work->result->report);
}

gboolean dither_find_range(const DrawablePixels *pixels, const DitherRequest *request,
                           errdiff_progress progress, gpointer progress_user,
                           errdiff_tone_range *range, gchar **message)
{
    return read_values_to_dither(pixels, request, progress, progress_user, read_range, range,
                                 message);
}

typedef struct {
    gint count; /* of the drawables that get one palette */
    errdiff_image *image;
} Sample;

static errdiff_status read_sample(const Work *work, const errdiff_image *image, gpointer user)
{
    const Sample *sample = user;

    return errdiff_palette_sample(image, &work->options, sample->count, sample->image,
                                  &work->result->report.message);
}

gboolean dither_sample_in_place(DrawablePixels *pixels, const DitherRequest *request, gint count,
                                errdiff_image *sample, gchar **message)
{
    Work work = work_new(pixels, pixels, request);
    Sample wanted = {count, sample};
    DitherResult *result;

    convert_display(pixels, request);
    result = read_image(&work, read_sample, &wanted, message);
    dither_result_free(result);
    return result != NULL;
}

errdiff_sequence *dither_sequence_open(const DitherRequest *request, gchar **message)
{
    errdiff_sequence *sequence;
    errdiff_message reason;

    if (errdiff_sequence_open(&sequence, request->stable, &reason) != ERRDIFF_OK)
        *message = g_strdup(reason.text);
    return sequence;
}

DitherResult *dither_result_share(DitherResult *result)
{
    g_atomic_int_inc(&result->owners);
    return result;
}

void dither_result_free(DitherResult *result)
{
    if (!result || !g_atomic_int_dec_and_test(&result->owners))
        return;
    g_free(result->image.data);
    g_free(result->srgb);
    g_free(result->alpha);
    g_free(result->mask);
    g_free(result);
}
