/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the preview of the hologram dialog, and lists the layers that the dialog offers. */
#include "hologram_preview.h"

#include "hologram_input.h"
#include "hologram_quantizing.h"
#include "host_images.h"
#include "items.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Limits of the part's side, in pixels. The side is half that of the view, so that the window lies
 * in much the same direction from everywhere in the part. In the focal plane of a lens it always
 * does. */
enum { MIN_PART = 128, MAX_PART = 512 };

struct HologramPreview {
    gint32 drawable_ID;
    gint width, height;
    HologramLayer *layers;
    HologramSource source;
};

/* Everything that the preview's thread needs. */
typedef struct {
    HologramRequest *request; /* its optics are relative to the part's center */
    gint width, height;       /* of what is displayed */
    errdiff_field part;
} PartRequest;

typedef struct {
    HologramResult *result;
    gint width, height; /* of what is displayed, of which the result is a part */
    guchar gray[2][HOLOGRAM_VIEW_SIDE * HOLOGRAM_VIEW_SIDE]; /* before and after quantizing */
} PartResult;

static void free_request(gpointer user, gpointer data)
{
    PartRequest *request = data;

    (void)user;
    if (!request)
        return;
    hologram_request_free(request->request);
    errdiff_field_free(&request->part);
    g_free(request);
}

static void free_result(gpointer user, gpointer data)
{
    PartResult *result = data;

    (void)user;
    hologram_result_free(result->result);
    g_free(result);
}

/* The part that the preview shows: the middle of what is displayed, which has width × height
 * pixels. */
static GeglRectangle part_of(gint width, gint height, const errdiff_optics *optics)
{
    gdouble half_view = MIN(optics->view_width, optics->view_height) / (2 * optics->pitch);
    gint side = optics->geometry == ERRDIFF_HOLOGRAM_FOURIER
                    ? MAX_PART
                    : (gint)CLAMP(half_view, MIN_PART, MAX_PART);
    gint part_width = MIN(side, width), part_height = MIN(side, height);

    return (GeglRectangle){(width - part_width) / 2, (height - part_height) / 2, part_width,
                           part_height};
}

/* Makes the position of the window relative to the part's center instead of the hologram's, unless
 * it is in the focal plane of a lens, where it is the same for all pixels. A hogel
 * that contains the part becomes as large as the part, so that only one that is larger than the
 * whole hologram is warned of. */
static void limit_to_part(const GeglRectangle *part, gint width, gint height,
                          errdiff_hologram_options *options)
{
    errdiff_optics *optics = &options->optics;

    if (options->hogel <= MAX(width, height))
        options->hogel = MIN(options->hogel, MAX(part->width, part->height));
    if (optics->geometry == ERRDIFF_HOLOGRAM_FOURIER)
        return;
    optics->view_x -= (part->x + 0.5 * (part->width - width)) * optics->pitch;
    optics->view_y -= (part->y + 0.5 * (part->height - height)) * optics->pitch;
}

/* Reads the part of the hologram that is in `area` of the panel. The rest of the area is 0. */
static gboolean read_on_panel(errdiff_field *part, const HologramPreview *preview,
                              const HologramDrawables *drawables, const HologramRequest *request,
                              const GeglRectangle *area, gchar **message)
{
    const errdiff_hologram_display *display = &request->options.display;
    errdiff_field read = {0};
    GeglRectangle wanted, found;
    errdiff_message reason;
    gint left, top;

    if (errdiff_hologram_panel_corner(&request->panel, preview->width, preview->height, display,
                                      &left, &top, &reason) != ERRDIFF_OK) {
        *message = g_strdup(reason.text);
        return FALSE;
    }
    wanted = (GeglRectangle){area->x - left, area->y - top, area->width, area->height};
    if (errdiff_field_make(part, area->width, area->height) != ERRDIFF_OK) {
        *message = g_strdup(_("There is not enough memory for this image"));
        return FALSE;
    }
    if (!gegl_rectangle_intersect(&found, &wanted,
                                  GEGL_RECTANGLE(0, 0, preview->width, preview->height)))
        return TRUE;
    if (!hologram_input_read(&read, drawables, request, &found, message))
        return FALSE;
    for (gint y = 0; y < found.height; y++)
        memcpy(part->values + (gsize)(found.y - wanted.y + y) * (gsize)part->width +
                   (found.x - wanted.x),
               read.values + (gsize)y * (gsize)found.width,
               (gsize)found.width * sizeof *read.values);
    errdiff_field_free(&read);
    return TRUE;
}

/* Reads a part of what is displayed. The correction is left out: it cannot be seen, and its file
 * would be opened at each change of a control. */
static gboolean read_part(PartRequest *request, const HologramPreview *preview,
                          const HologramDrawables *drawables, const GeglRectangle *area,
                          gchar **message)
{
    const HologramRequest *wanted = request->request;

    if (!hologram_input_check(drawables, wanted->input, message))
        return FALSE;
    if (wanted->panel.width == 0)
        return hologram_input_read(&request->part, drawables, wanted, area, message);
    return read_on_panel(&request->part, preview, drawables, wanted, area, message);
}

static gpointer prepare(gpointer user, const HologramSettings *settings, gchar **message)
{
    const HologramPreview *preview = user;
    HologramDrawables drawables = {preview->drawable_ID, settings->second_drawable};
    PartRequest *request = g_new0(PartRequest, 1);
    GeglRectangle area;
    gboolean has_room;

    request->request = hologram_request_new(settings, message);
    if (request->request && item_is_valid(preview->drawable_ID)) {
        request->width = preview->width;
        request->height = preview->height;
        hologram_request_size(request->request, &request->width, &request->height);
        area = part_of(request->width, request->height, &request->request->options.optics);
        has_room = hologram_has_room(request->width, request->height, request->request, message);
        limit_to_part(&area, request->width, request->height, &request->request->options);
        if (has_room && read_part(request, preview, &drawables, &area, message))
            return request;
    } else if (request->request) {
        *message = g_strdup(_("The image has been closed in the meantime"));
    }
    free_request(user, request);
    return NULL;
}

static int is_cancelled(void *user, double done)
{
    (void)done;
    return g_atomic_int_get((gint *)user);
}

/* Draws the view: each pixel is the square root of the mean intensity of its step × step values,
 * over `white`. */
static void draw(const errdiff_field *seen, gdouble white, guchar *gray)
{
    gint step = seen->width / HOLOGRAM_VIEW_SIDE;

    for (gint y = 0; y < HOLOGRAM_VIEW_SIDE; y++)
        for (gint x = 0; x < HOLOGRAM_VIEW_SIDE; x++) {
            gdouble light = 0;

            for (gint j = 0; j < step; j++)
                for (gint i = 0; i < step; i++) {
                    errdiff_complex value =
                        seen->values[(gsize)(y * step + j) * (gsize)seen->width +
                                     (gsize)(x * step + i)];

                    light += (gdouble)value.re * value.re + (gdouble)value.im * value.im;
                }
            light = sqrt(light / (step * step)) / white;
            *gray++ = (guchar)(MIN(light, 1) * 255 + 0.5);
        }
}

/* Computes what a viewer sees of these levels. Free *seen in either case. */
static errdiff_status view_levels(const HologramResult *result, const guint16 *levels,
                                  const HologramRequest *request, errdiff_field *seen)
{
    errdiff_field shown;
    errdiff_status status = errdiff_field_make(&shown, result->width, result->height);

    *seen = (errdiff_field){0};
    if (status == ERRDIFF_OK) {
        errdiff_hologram_show(levels, &request->options, &shown);
        status = errdiff_hologram_preview(&shown, &request->options.optics, request->depth,
                                          HOLOGRAM_VIEW_SIDE, seen);
    }
    errdiff_field_free(&shown);
    return status;
}

/* Computes what a viewer sees of the part if it is quantized with the same scale, but without error
 * diffusion. */
static errdiff_status view_truncated(const HologramResult *result, const errdiff_field *part,
                                     const HologramRequest *request, errdiff_field *seen)
{
    errdiff_hologram_options options = request->options;
    guint16 *levels = g_try_new(guint16, (gsize)part->width * (gsize)part->height);
    errdiff_status status = ERRDIFF_NO_MEMORY;

    *seen = (errdiff_field){0};
    options.method = ERRDIFF_HOLOGRAM_NONE;
    options.scale = result->report.scale;
    options.gain = 0;
    options.refine = 0;
    if (result->report.is_phase_only)
        options.view_filter = 0;
    if (levels)
        status = errdiff_hologram_preview_quantize(part, &options, levels, NULL);
    if (status == ERRDIFF_OK)
        status = view_levels(result, levels, request, seen);
    g_free(levels);
    return status;
}

static errdiff_status quantize(PartResult *made, const errdiff_field *part,
                               const errdiff_hologram_options *options)
{
    HologramResult *result = made->result;

    result->width = part->width;
    result->height = part->height;
    result->levels = g_try_new(guint16, (gsize)part->width * (gsize)part->height);
    if (!result->levels)
        return ERRDIFF_NO_MEMORY;
    return errdiff_hologram_preview_quantize(part, options, result->levels, &result->report);
}

static errdiff_status measure_and_draw(PartResult *made, const errdiff_field *part,
                                       const errdiff_field *before, const HologramRequest *request)
{
    HologramResult *result = made->result;
    errdiff_field after, truncated = {0};
    gdouble white = errdiff_field_white(before);
    errdiff_status status = view_levels(result, result->levels, request, &after);

    if (status == ERRDIFF_OK)
        status = view_truncated(result, part, request, &truncated);
    if (status == ERRDIFF_OK) {
        result->diffused = errdiff_field_compare(before, &after);
        result->truncated = errdiff_field_compare(before, &truncated);
        draw(before, white, made->gray[0]);
        draw(&after, white * (result->diffused.gain > 0 ? result->diffused.gain : 1),
             made->gray[1]);
    }
    errdiff_field_free(&after);
    errdiff_field_free(&truncated);
    return status;
}

static errdiff_status make(PartResult *made, const PartRequest *wanted, gint *cancelled)
{
    HologramRequest request = *wanted->request;
    const errdiff_field *part = &wanted->part;
    errdiff_field before = {0};
    errdiff_status status;

    request.options.progress = is_cancelled;
    request.options.progress_user = cancelled;
    status = quantize(made, part, &request.options);
    if (status == ERRDIFF_OK)
        hologram_result_warn(made->result, wanted->width, wanted->height,
                             &wanted->request->options);
    if (status == ERRDIFF_OK && !g_atomic_int_get(cancelled))
        status = errdiff_hologram_preview(part, &request.options.optics, request.depth,
                                          HOLOGRAM_VIEW_SIDE, &before);
    if (status == ERRDIFF_OK && !g_atomic_int_get(cancelled))
        status = measure_and_draw(made, part, &before, &request);
    errdiff_field_free(&before);
    return g_atomic_int_get(cancelled) ? ERRDIFF_CANCELLED : status;
}

static gpointer dither(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message)
{
    PartResult *made;
    errdiff_status status;

    (void)rows;
    if (!is_last)
        return NULL;
    made = g_new0(PartResult, 1);
    made->result = g_new0(HologramResult, 1);
    made->width = ((const PartRequest *)request)->width;
    made->height = ((const PartRequest *)request)->height;
    status = make(made, request, cancelled);
    if (status == ERRDIFF_OK)
        return made;
    if (status == ERRDIFF_NO_MEMORY)
        *message = g_strdup(_("There is not enough memory for this image"));
    else if (status != ERRDIFF_CANCELLED)
        *message = g_strdup(made->result->report.message.text);
    free_result(user, made);
    return NULL;
}

static void read_view(gpointer user, gconstpointer data, gboolean after, guchar *rgb, gint stride)
{
    const PartResult *result = data;
    const guchar *gray = result->gray[after ? 1 : 0];

    (void)user;
    for (gint y = 0; y < HOLOGRAM_VIEW_SIDE; y++)
        for (gint x = 0; x < HOLOGRAM_VIEW_SIDE; x++)
            memset(rgb + (gssize)y * stride + (gssize)x * 3, gray[y * HOLOGRAM_VIEW_SIDE + x], 3);
}

/* The figures of the part that is shown; the caller frees them. */
static gchar *part_figures(const PartResult *part)
{
    const HologramResult *result = part->result;

    if (!isfinite(result->diffused.snr) || !isfinite(result->truncated.snr))
        return g_strdup_printf(_("Part of %d × %d pixels: none of its light reaches the view."),
                               result->width, result->height);
    if (result->width == part->width && result->height == part->height)
        return g_strdup_printf(_("Signal-to-noise ratio in the view: about %.0f dB (without "
                                 "diffusion %.0f dB)."),
                               result->diffused.snr, result->truncated.snr);
    return g_strdup_printf(_("Part shown, %d × %d pixels: signal-to-noise ratio in the view about "
                             "%.0f dB (without diffusion %.0f dB)."),
                           result->width, result->height, result->diffused.snr,
                           result->truncated.snr);
}

static gchar *describe(gpointer user, gconstpointer data)
{
    const HologramResult *result = ((const PartResult *)data)->result;
    gchar *figures = part_figures(data), *text;

    (void)user;
    text = g_strjoin(*result->warnings != '\0' ? " " : "", figures, result->warnings, NULL);
    g_free(figures);
    return text;
}

static gboolean fits(const HologramPreview *preview, gint32 drawable_ID)
{
    return drawable_ID != preview->drawable_ID &&
           drawable_get_width(drawable_ID) == preview->width &&
           drawable_get_height(drawable_ID) == preview->height;
}

/* Adds the layers of an image that have the right size. `is_other`: it is not the drawable's own
 * image, so the layers' names include the image's name. */
static void add_layers(HologramPreview *preview, GArray *layers, gint32 image_ID, gboolean is_other)
{
    gchar *image_name = image_get_name(image_ID);
    gint count;
    gint *numbers = image_get_layers(image_ID, &count);

    for (gint i = 0; i < count; i++) {
        gchar *name = item_get_name(numbers[i]);
        HologramLayer layer = {numbers[i], is_other ? g_strdup_printf("%s: %s", image_name, name)
                                                    : g_strdup(name)};

        if (fits(preview, numbers[i]))
            g_array_append_val(layers, layer);
        else
            g_free(layer.name);
        g_free(name);
    }
    g_free(numbers);
    g_free(image_name);
}

static void find_layers(HologramPreview *preview)
{
    gint32 own_ID = item_get_image(preview->drawable_ID);
    GArray *layers = g_array_new(FALSE, FALSE, sizeof(HologramLayer));
    gint count;
    gint *images = image_list(&count);

    add_layers(preview, layers, own_ID, FALSE);
    for (gint i = 0; i < count; i++)
        if (images[i] != own_ID)
            add_layers(preview, layers, images[i], TRUE);
    g_free(images);
    preview->source.layer_count = (gint)layers->len;
    preview->layers = (HologramLayer *)(gpointer)g_array_free(layers, FALSE);
    preview->source.layers = preview->layers;
}

HologramPreview *hologram_preview_new(gint32 drawable_ID)
{
    HologramPreview *preview = g_new0(HologramPreview, 1);

    preview->drawable_ID = drawable_ID;
    preview->width = drawable_get_width(drawable_ID);
    preview->height = drawable_get_height(drawable_ID);
    preview->source = (HologramSource){
        .work = {.width = 1,
                 .height = 1,
                 .free_request = free_request,
                 .dither = dither,
                 .free_result = free_result,
                 .user = preview},
        .prepare = prepare,
        .read = read_view,
        .describe = describe,
    };
    find_layers(preview);
    return preview;
}

const HologramSource *hologram_preview_source(const HologramPreview *preview)
{
    return &preview->source;
}

void hologram_preview_free(HologramPreview *preview)
{
    for (gint i = 0; i < preview->source.layer_count; i++)
        g_free(preview->layers[i].name);
    g_free(preview->layers);
    g_free(preview);
}
