/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The GEGL operation errdiff:dither. Errors can travel across the whole image, so it needs all of
 * its input, and makes all of its output at once. If it fails, its output is transparent, so that
 * nobody takes it for a result.
 */
#include "config.h"
#include "dithering.h"
#include "finished_pixels.h"
#include "menu_path.h"
#include "properties.h"

#include <gegl-plugin.h>
#include <glib/gi18n-lib.h>
#include <libintl.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    GeglOperationFilter parent;
    Properties properties;

    /* Set by `prepare` for `process`. */
    DitherRequest *request; /* NULL: a property is wrong, and message says why */
    gchar *message;
    Encoding encoding; /* of the input */
    const Babl *input_format, *output_format;

    gboolean is_constructed;
    gboolean has_warned; /* since it last succeeded */
} Dither;

typedef GeglOperationFilterClass DitherClass;

G_GNUC_UNUSED static GType dither_get_type(void);
G_DEFINE_DYNAMIC_TYPE(Dither, dither, GEGL_TYPE_OPERATION_FILTER)

static Dither *dither_of(gpointer operation)
{
    return G_TYPE_CHECK_INSTANCE_CAST(operation, dither_get_type(), Dither);
}

/* ---- Formats ------------------------------------------------------------------------------- */

/* The input's own format if the plug-in supports it; otherwise a similar RGB format that loses
 * nothing. */
static const Babl *choose_input_format(const Babl *source)
{
    const Babl *space = source ? babl_format_get_space(source) : NULL;
    Encoding encoding;

    if (source && encoding_from_format(&encoding, source, FALSE))
        return source;
    if (source && babl_format_is_palette(source))
        return babl_format_with_space("R'G'B'A u8", space);
    if (source && !babl_format_has_alpha(source))
        return babl_format_with_space("R'G'B' float", space);
    return babl_format_with_space("R'G'B'A float", space);
}

/* Whether a gray image becomes colors. A palette that is made from it contains only grays and the
 * locked colors, which are in palette.colors. */
static gboolean gives_colors(const DitherRequest *request)
{
    errdiff_palette written;

    if (!request)
        return FALSE;
    errdiff_palette_written(&request->palette.colors, request->options.sent, &written);
    return !errdiff_palette_is_gray(&written);
}

/* What the properties ask for; NULL: it is not possible here, and *message says why. */
static DitherRequest *request_new(const Properties *properties, gint channels, gchar **message)
{
    DitherSettings *settings = properties_settings(properties);
    DitherRequest *request = dither_request_new(settings, channels, 0, NULL, message);
    errdiff_message reason;

    if (request && !errdiff_engine_available(settings->engine, &reason)) {
        *message =
            g_strdup_printf(_("engine: %s cannot do this job: %s"), settings->engine, reason.text);
        g_clear_pointer(&request, dither_request_free);
    }
    dither_settings_free(settings);
    return request;
}

static void prepare(GeglOperation *operation)
{
    Dither *dither = dither_of(operation);
    const Babl *source = gegl_operation_get_source_format(operation, "input");
    Encoding output;

    g_clear_pointer(&dither->request, dither_request_free);
    g_clear_pointer(&dither->message, g_free);
    dither->input_format = choose_input_format(source);
    encoding_from_format(&dither->encoding, dither->input_format, FALSE);
    dither->request = request_new(&dither->properties, dither->encoding.channels, &dither->message);

    output = dither->encoding;
    if (gives_colors(dither->request))
        output.channels = 3;
    if (!dither->request)
        output.has_alpha = TRUE;
    dither->output_format =
        encoding_to_format(&output, babl_format_get_space(dither->input_format));
    gegl_operation_set_format(operation, "input", dither->input_format);
    gegl_operation_set_format(operation, "output", dither->output_format);
}

/* ---- Regions ------------------------------------------------------------------------------- */

/* All of the input or, if that is infinite, the requested region. */
static GeglRectangle whole_input(GeglOperation *operation, const GeglRectangle *region)
{
    const GeglRectangle *box = gegl_operation_source_get_bounding_box(operation, "input");

    return box && !gegl_rectangle_is_infinite_plane(box) ? *box : *region;
}

static GeglRectangle get_required_for_output(GeglOperation *operation, const gchar *pad,
                                             const GeglRectangle *region)
{
    (void)pad;
    return whole_input(operation, region);
}

static GeglRectangle get_cached_region(GeglOperation *operation, const GeglRectangle *region)
{
    return whole_input(operation, region);
}

static GeglRectangle get_invalidated_by_change(GeglOperation *operation, const gchar *pad,
                                               const GeglRectangle *region)
{
    (void)pad;
    return whole_input(operation, region);
}

/* ---- The work ------------------------------------------------------------------------------ */

static gboolean write_result(const Dither *dither, const DrawablePixels *pixels,
                             const DitherResult *result, GeglBuffer *input, GeglBuffer *output,
                             const GeglRectangle *extent, gchar **message)
{
    gsize pixel_size = (gsize)babl_format_get_bytes_per_pixel(dither->output_format);

    g_return_val_if_fail(finished_pixels_encoding(pixels, result).pixel_size == pixel_size, FALSE);
    if (finished_pixels_write(pixels, result, input, extent, output, dither->output_format,
                              GEGL_RECTANGLE(0, 0, pixels->width, pixels->height)))
        return TRUE;
    *message = g_strdup(_("There is not enough memory for the result"));
    return FALSE;
}

typedef struct {
    GeglOperation *operation;
    gint64 last_us;
    double last; /* the share that was reported last */
} Progress;

/* Reports a share that has grown, at most twenty times a second, because listeners may redraw each
 * time. GIMP takes 0 for the beginning and 1 for the end, so process_filter reports those. GEGL has
 * no way to cancel an operation. */
static int progressed(void *user, double done)
{
    const gint64 min_interval_us = 50000;
    Progress *progress = user;
    gint64 now_us = g_get_monotonic_time();

    if (done > progress->last && done < 1 && now_us - progress->last_us >= min_interval_us) {
        progress->last_us = now_us;
        progress->last = done;
        gegl_operation_progress(progress->operation, done, (gchar *)"");
    }
    return 0;
}

static gboolean dither_buffer(Dither *dither, GeglBuffer *input, GeglBuffer *output,
                              const GeglRectangle *extent, gchar **message)
{
    DrawablePixels *pixels = g_new0(DrawablePixels, 1);
    DitherResult *result = NULL;
    Progress progress = {GEGL_OPERATION(dither), 0, 0};
    gboolean written = FALSE;

    pixels->drawable_ID = -1;
    pixels->format = dither->input_format;
    pixels->encoding = dither->encoding;
    if (drawable_pixels_read_buffer(pixels, input, extent))
        result = dither_pixels_in_place(pixels, dither->request, progressed, &progress, message);
    else
        *message = g_strdup_printf(_("There is not enough memory for %d × %d pixels"),
                                   extent->width, extent->height);
    if (result)
        written = write_result(dither, pixels, result, input, output, extent, message);
    dither_result_free(result);
    drawable_pixels_free(pixels);
    return written;
}

static gboolean process_filter(GeglOperation *operation, GeglBuffer *input, GeglBuffer *output,
                               const GeglRectangle *region, gint level)
{
    Dither *dither = dither_of(operation);
    GeglRectangle extent = whole_input(operation, region);
    gboolean is_dithered;

    (void)level;
    gegl_operation_progress(operation, 0, (gchar *)"");
    g_clear_pointer(&dither->message, g_free);
    is_dithered = dither_buffer(dither, input, output, &extent, &dither->message);
    gegl_operation_progress(operation, 1, (gchar *)"");
    return is_dithered;
}

/* Passes an infinite input, like a plain color, through unchanged. */
static gboolean process_input(GeglOperation *operation, GeglOperationContext *context,
                              const gchar *pad, const GeglRectangle *region, gint level)
{
    const GeglRectangle *box = gegl_operation_source_get_bounding_box(operation, "input");
    GObject *input;

    if (!box || !gegl_rectangle_is_infinite_plane(box))
        return GEGL_OPERATION_CLASS(dither_parent_class)
            ->process(operation, context, pad, region, level);
    input = gegl_operation_context_get_object(context, "input");
    gegl_operation_context_take_object(context, "output", g_object_ref(input));
    return TRUE;
}

/* ---- Failures ------------------------------------------------------------------------------ */

static void end_with_failure(void)
{
    fflush(NULL);
    _Exit(EXIT_FAILURE);
}

/* The program gegl ignores what operations return, and ends with status 0. */
static void make_program_fail(void)
{
    static gsize is_done;

    if (g_strcmp0(g_get_prgname(), "gegl") == 0 && g_once_init_enter(&is_done)) {
        atexit(end_with_failure);
        g_once_init_leave(&is_done, 1);
    }
}

/* Makes a transparent output (black where the next operation was promised an opaque one), and warns
 * once: a user who types a value would get a warning for each letter. Without a message GEGL itself
 * has said what is wrong. */
static void fail(Dither *dither, GeglOperationContext *context, const GeglRectangle *region)
{
    const Babl *space = babl_format_get_space(dither->output_format);
    const Babl *format = babl_format_with_space("R'G'B'A u8", space);

    if (!dither->has_warned && dither->message)
        g_warning("errdiff:dither: %s", dither->message);
    dither->has_warned = TRUE;
    make_program_fail();
    gegl_operation_context_take_object(context, "output",
                                       G_OBJECT(gegl_buffer_new(region, format)));
}

static gboolean process(GeglOperation *operation, GeglOperationContext *context, const gchar *pad,
                        const GeglRectangle *region, gint level)
{
    Dither *dither = dither_of(operation);
    gboolean is_dithered = dither->request && process_input(operation, context, pad, region, level);

    if (is_dithered)
        dither->has_warned = FALSE;
    else
        fail(dither, context, region);
    return is_dithered;
}

/* ---- The class ----------------------------------------------------------------------------- */

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *property)
{
    if (!properties_get(&dither_of(object)->properties, id, value))
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, property);
}

/* Not by `prepare`: GEGL waits forever if a property changes there. GIMP runs the operation again
 * after each notification. */
static void update_error(Dither *dither)
{
    gchar *message = NULL;
    DitherRequest *request = request_new(&dither->properties, dither->encoding.channels, &message);

    if (properties_set_error(&dither->properties, message))
        g_object_notify(G_OBJECT(dither), "error");
    dither_request_free(request);
    g_free(message);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *property)
{
    Dither *dither = dither_of(object);

    if (!properties_set(&dither->properties, id, value))
        G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, property);
    else if (dither->is_constructed)
        update_error(dither);
}

static gboolean notify_error(gpointer data)
{
    GObject *object = g_weak_ref_get(data);

    if (object) {
        g_object_notify(object, "error");
        g_object_unref(object);
    }
    return G_SOURCE_REMOVE;
}

static void free_reference(gpointer data)
{
    g_weak_ref_clear(data);
    g_free(data);
}

/* GIMP 2.10 shows the place for the error until it is notified of one that is empty. It makes the
 * operation and its controls together, so the notification comes afterward. */
static void constructed(GObject *object)
{
    GWeakRef *reference = g_new(GWeakRef, 1);

    G_OBJECT_CLASS(dither_parent_class)->constructed(object);
    dither_of(object)->is_constructed = TRUE;
    g_weak_ref_init(reference, object);
    g_idle_add_full(G_PRIORITY_DEFAULT, notify_error, reference, free_reference);
}

static void finalize(GObject *object)
{
    Dither *dither = dither_of(object);

    dither_request_free(dither->request);
    g_free(dither->message);
    properties_clear(&dither->properties);
    G_OBJECT_CLASS(dither_parent_class)->finalize(object);
}

static void dither_init(Dither *dither)
{
    properties_init(&dither->properties);
}

static void dither_class_init(DitherClass *class)
{
    GObjectClass *object_class = G_OBJECT_CLASS(class);
    GeglOperationClass *operation_class = GEGL_OPERATION_CLASS(class);
    gchar *menu_path = menu_path_new();

    object_class->get_property = get_property;
    object_class->set_property = set_property;
    object_class->constructed = constructed;
    object_class->finalize = finalize;
    properties_install(object_class);
    operation_class->prepare = prepare;
    operation_class->get_required_for_output = get_required_for_output;
    operation_class->get_cached_region = get_cached_region;
    operation_class->get_invalidated_by_change = get_invalidated_by_change;
    operation_class->process = process;
    operation_class->threaded = FALSE;
    operation_class->want_in_place = FALSE;
    class->process = process_filter;
    gegl_operation_class_set_keys(
        operation_class, "name", "errdiff:dither", "title", _("Error Diffusion"), "categories",
        "dither", "gimp:menu-path", menu_path, "gimp:menu-label",
        _("Error Diffusion as _Layer Effect…"), "description",
        _("Dither to a palette or to a few tones, for retro looks, halftones and e-paper"), NULL);
    g_free(menu_path);
}

static void dither_class_finalize(DitherClass *class)
{
    (void)class;
}

/* ---- The module ---------------------------------------------------------------------------- */

G_MODULE_EXPORT const GeglModuleInfo *gegl_module_query(GTypeModule *module);
G_MODULE_EXPORT gboolean gegl_module_register(GTypeModule *module);

const GeglModuleInfo *gegl_module_query(GTypeModule *module)
{
    static const GeglModuleInfo info = {GEGL_MODULE_ABI_VERSION};

    (void)module;
    return &info;
}

static const char *translate(const char *text)
{
    return _(text);
}

gboolean gegl_module_register(GTypeModule *module)
{
    bindtextdomain(GETTEXT_PACKAGE, LOCALE_DIR);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    errdiff_set_translation(translate);
    dither_register_type(module);
    return TRUE;
}
