/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers the pixels for the preview of the dialog, and describes the result in words. */
#include "preview.h"
#include "config.h"

#include "color_count.h"
#include "device_file.h"
#include "dithering.h"
#include "engine_combo.h"
#include "finished_pixels.h"
#include "paper_white.h"
#include "request.h"
#include "screen_pixels.h"

#include <glib/gi18n.h>

/* The kind of an empty text also depends on the levels. */
static gboolean is_known_palette(const Preview *preview, const gchar *text)
{
    return *text != '\0' && g_strcmp0(preview->palette_text, text) == 0;
}

static void keep_palette(Preview *preview, const gchar *text, const PaletteChoice *palette)
{
    g_free(preview->palette_text);
    preview->palette_text = g_strdup(text);
    preview->palette = *palette;
}

/* Reads the palette only if its text has changed. After OK it is read once more, because the
 * palette itself may have changed in the meantime. */
static gpointer prepare(gpointer user, const DitherSettings *settings, gchar **message)
{
    Preview *preview = user;
    gboolean is_known = is_known_palette(preview, settings->palette);
    DitherRequest *request =
        dither_request_new(settings, preview->pixels->encoding.channels, preview->pixels->dpi,
                           is_known ? &preview->palette : NULL, message);

    if (request && !is_known)
        keep_palette(preview, settings->palette, &request->palette);
    return request;
}

const PaletteChoice *preview_palette(Preview *preview, const gchar *text)
{
    PaletteChoice read;
    gchar *message = NULL;

    if (*text == '\0')
        return NULL;
    if (!is_known_palette(preview, text)) {
        if (!palette_choice_read(&read, text, &message)) {
            g_free(message);
            return NULL;
        }
        keep_palette(preview, text, &read);
    }
    return &preview->palette;
}

static void free_request(gpointer user, gpointer request)
{
    (void)user;
    dither_request_free(request);
}

/* Unlike `prepare`, this does not change the palette that the preview keeps, which the next call of
 * `prepare` would have to read again. */
static gpointer prepare_thumbnail(gpointer user, const DitherSettings *settings)
{
    const Preview *preview = user;

    return thumbnail_request(settings, preview->original->encoding.channels,
                             preview->original->dpi);
}

static gboolean make_thumbnail(gpointer user, gconstpointer request, Zoom zoom,
                               const gint *cancelled, guchar *rgb, gint stride)
{
    Preview *preview = user;

    return small_image_make(&preview->small, preview->original, zoom, cancelled) &&
           thumbnail_write(&preview->small, request, rgb, stride);
}

/* A call of `dither` that is running. */
typedef struct {
    gint *cancelled;
    gint *permille; /* gets the progress; NULL: it is not wanted */
} Call;

static int check_call(void *user, double done)
{
    const Call *call = user;

    if (call->permille)
        g_atomic_int_set(call->permille, (gint)(1000 * done));
    return g_atomic_int_get(call->cancelled);
}

/* What a request needs of the whole image before rows can be dithered. */
typedef struct {
    gboolean makes_palette, finds_range;
    gchar *palette_key, *range_key; /* NULL: it is not needed, or depends on the whole result */
} Needs;

static Needs needs_of(const Preview *preview, const DitherRequest *request)
{
    gboolean has_alpha = preview->pixels->encoding.has_alpha;
    Needs needs = {
        .makes_palette = request->palette.kind == PALETTE_ADAPTIVE,
        .finds_range = request->options.stretch || request->options.tone != ERRDIFF_TONE_NONE,
    };

    if (needs.makes_palette)
        needs.palette_key = dither_request_palette_key(request, has_alpha);
    if (needs.finds_range)
        needs.range_key = dither_request_range_key(request, has_alpha);
    return needs;
}

static void needs_clear(Needs *needs)
{
    g_free(needs->palette_key);
    g_free(needs->range_key);
}

/* Whether what is kept has this key; if not, it is to be found again, and has none until then. */
static gboolean is_kept(gchar **kept_key, const gchar *key)
{
    if (g_strcmp0(*kept_key, key) == 0)
        return TRUE;
    g_clear_pointer(kept_key, g_free);
    return FALSE;
}

/* Gives the request the range of the whole image, which is kept. */
static gboolean use_range(Preview *preview, DitherRequest *request, const gchar *key, Call *call,
                          gchar **message)
{
    Call quiet = {call->cancelled, NULL};

    if (!is_kept(&preview->range_key, key)) {
        if (!dither_find_range(preview->pixels, request, check_call, &quiet, &preview->range,
                               message))
            return FALSE;
        preview->range_key = g_strdup(key);
    }
    request->options.tone_range = &preview->range;
    return TRUE;
}

/* Gives the request the palette that is made from the whole image, and kept. */
static gboolean use_palette(Preview *preview, DitherRequest *request, const gchar *key, Call *call,
                            gchar **message)
{
    Call shown = {call->cancelled, &preview->permille};

    if (!is_kept(&preview->made_key, key)) {
        if (!dither_make_palette(preview->pixels, request, check_call, &shown, &preview->made,
                                 message))
            return FALSE;
        preview->made_key = g_strdup(key);
    }
    request->palette = (PaletteChoice){.kind = PALETTE_COLORS, .colors = preview->made};
    return TRUE;
}

/* Dithers rows with what they need of the whole image. */
static DitherResult *dither_rows(Preview *preview, const DrawablePixels *rows,
                                 const DitherRequest *request, const Needs *needs, gboolean is_last,
                                 Call *call, gchar **message)
{
    DitherRequest wanted = *request;
    errdiff_progress_share rest = {check_call, call, needs->palette_key ? DITHER_PALETTE_SHARE : 0,
                                   1};

    if (needs->range_key && !use_range(preview, &wanted, needs->range_key, call, message))
        return NULL;
    if (needs->palette_key && !use_palette(preview, &wanted, needs->palette_key, call, message))
        return NULL;
    return dither_pixels(rows, &wanted, is_last, errdiff_progress_share_report, &rest, message);
}

/* Whether rows can be dithered before the whole image is: not if what they need of it cannot be
 * kept, or the rows themselves depend on all of it. If they are all, the result must be one that
 * can be measured. */
static gboolean can_be_early(const Preview *preview, const DitherRequest *request, gint rows,
                             gint needed, const Needs *needs)
{
    gint height = preview->pixels->height;

    if ((needs->makes_palette && !needs->palette_key) || (needs->finds_range && !needs->range_key))
        return FALSE;
    return rows < height ? needed < height : dither_can_measure(preview->pixels, request);
}

/* The rows of the image that decide its first rows, which are whole dots. */
static gint rows_to_dither(const Preview *preview, const DitherRequest *request, gint rows)
{
    gint64 needed = errdiff_rows_needed(&request->options, rows / request->dot);

    return (gint)MIN(needed * request->dot, preview->pixels->height);
}

static gpointer dither(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message)
{
    Preview *preview = user;
    DrawablePixels part = *preview->pixels;
    const DitherRequest *wanted = request;
    Call call = {cancelled, rows >= part.height ? &preview->permille : NULL};
    Needs needs = needs_of(preview, wanted);
    DitherResult *result = NULL;

    rows = MIN(errdiff_dots_along(rows, wanted->dot) * wanted->dot, part.height);
    part.height = rows < part.height ? rows_to_dither(preview, wanted, rows) : rows;
    if (is_last || can_be_early(preview, wanted, rows, part.height, &needs))
        result = dither_rows(preview, &part, wanted, &needs, is_last, &call, message);
    if (result)
        result->image.height = rows;
    needs_clear(&needs);
    return result;
}

static gpointer share(gpointer user, gpointer result)
{
    (void)user;
    return dither_result_share(result);
}

static gboolean measure(gpointer user, gconstpointer request, gpointer result, gchar **message)
{
    const Preview *preview = user;

    if (dither_measure(preview->pixels, request, result))
        return TRUE;
    *message = g_strdup(_("There is not enough memory for this image"));
    return FALSE;
}

static gchar *device_complaint(gpointer user, gconstpointer result, const struct device *device)
{
    const Preview *preview = user;

    return device_file_complaint(preview->pixels, result, device);
}

static gboolean save_for_device(gpointer user, gconstpointer result, const struct device *device,
                                const gchar *path, gchar **message)
{
    const Preview *preview = user;

    return device_file_write(preview->pixels, result, device, path, message);
}

static void free_result(gpointer user, gpointer result)
{
    (void)user;
    dither_result_free(result);
}

static const errdiff_palette *palette_of(gpointer user, gconstpointer result)
{
    const DitherResult *dithered = result;

    (void)user;
    return dithered->palette.count > 0 ? &dithered->palette : NULL;
}

static void read_part(gpointer user, gconstpointer result, Zoom zoom, gint x, gint y, gint width,
                      gint height, guchar *rgb, gint stride)
{
    const Preview *preview = user;
    const errdiff_palette *palette = result ? palette_of(user, result) : NULL;

    screen_pixels_read(preview->frame < 0 ? preview->pixels
                                          : frames_pixels(preview->frames, preview->frame),
                       result, zoom, x, y, width, height, rgb, stride);
    if (palette && preview->shows_paper_as_white)
        paper_white_apply(palette, width, height, rgb, stride);
}

static void show_paper_as_white(gpointer user, gboolean is_on)
{
    Preview *preview = user;

    preview->shows_paper_as_white = is_on;
}

static void count(gpointer user, gconstpointer result, gint first_row, gint rows,
                  guint64 counts[ERRDIFF_MAX_COLORS])
{
    (void)user;
    color_count(result, first_row, rows, counts);
}

static gchar *tone_error_text(const gdouble tone_error[3], gint channels)
{
    if (channels == 1)
        return g_strdup_printf("%+.2f %%", tone_error[0]);
    return g_strdup_printf(_("R %+.2f %%, G %+.2f %%, B %+.2f %%"), tone_error[0], tone_error[1],
                           tone_error[2]);
}

/* A number with so many decimals that it has two or three digits. */
static gchar *number_text(gdouble value)
{
    return g_strdup_printf("%.*f", value < 1 ? 2 : value < 10 ? 1 : 0, value);
}

static gdouble megapixels(const DitherResult *result)
{
    return (gdouble)result->image.width * result->image.height / 1e6;
}

/* Returns a text like "Done. 24 megapixels in 0.20 s." The time is how long the user waited, of
 * which the time of the engine is often only a small part. */
static gchar *done_text(const DitherResult *result, gdouble waited_ms)
{
    gchar *size = number_text(MAX(megapixels(result), 0.01));
    gchar *seconds = number_text(MAX(waited_ms / 1000, 0.01));
    gchar *text = g_strdup_printf(_("Done. %s megapixels in %s s."), size, seconds);

    g_free(seconds);
    g_free(size);
    return text;
}

/* Returns a text like "Processor: 200 megapixels per second." */
static gchar *speed_text(const DitherResult *result, gdouble waited_ms)
{
    gchar *speed = number_text(MAX(megapixels(result) / (waited_ms / 1000), 0.01));
    gchar *text = g_strdup_printf(_("%s: %s megapixels per second."),
                                  engine_combo_title(result->report.engine), speed);

    g_free(speed);
    return text;
}

/* What the automatic tone chose. */
static gchar *tone_text(const errdiff_report *report)
{
    if (report->tone_gamma == 0)
        return g_strdup("");
    return g_strdup_printf(_(" Automatic tone: %.1f %% becomes white, gamma %.2f."),
                           report->tone_white, report->tone_gamma);
}

static gchar *change_text(const DrawablePixels *pixels, const DitherResult *result)
{
    const errdiff_report *report = &result->report;
    gint channels = finished_pixels_encoding(pixels, result).channels;
    gchar *tone_error = tone_error_text(report->tone_error, channels);
    gchar *text;

    if (report->mapped > 0)
        text = g_strdup_printf(_("Average brightness: %s; the colors of %.1f %% of the pixels "
                                 "were replaced by mixtures of the palette."),
                               tone_error, report->mapped);
    else if (result->palette.count > 0)
        text = g_strdup_printf(_("Average brightness: %s; the colors of %.1f %% of the pixels "
                                 "are outside the palette's gamut."),
                               tone_error, report->clamped);
    else
        text = g_strdup_printf(_("Average brightness: %s."), tone_error);

    g_free(tone_error);
    return text;
}

static const FrameSets *sets_of(const Preview *preview)
{
    return preview->size_key ? &preview->resized_frame_sets : &preview->frame_sets;
}

/* What the preview of a group, or of several drawables, does not show; the caller frees it. An
 * indexed image gets the group as a whole. */
static gchar *group_text(const Preview *preview, const DitherResult *result)
{
    gint layer_count = preview->frames ? frames_count(preview->frames) : 0;

    if (preview->frames && preview->frames == sets_of(preview)->all)
        return g_strdup_printf(_(" The preview shows one layer; all layers (%d) will be dithered, "
                                 "as an animation."),
                               layer_count);
    if (preview->drawable_count > 1)
        return g_strdup(_(" The preview shows the first of the selected layers; each will be "
                          "dithered by itself."));
    if (layer_count == 0 || result->is_indexed)
        return g_strdup("");
    return g_strdup_printf(
        g_dngettext(GETTEXT_PACKAGE,
                    " The preview shows the layer group as a whole; %d layer in it will be "
                    "dithered.",
                    " The preview shows the layer group as a whole; %d layers in it will be "
                    "dithered, each by itself.",
                    (gulong)layer_count),
        layer_count);
}

/* Where a result of another size goes; the caller frees it. */
static gchar *size_text(const Preview *preview)
{
    return preview->size_key ? g_strdup_printf(_(" The result will be a new image of %d × %d "
                                                 "pixels."),
                                               preview->resized.width, preview->resized.height)
                             : g_strdup("");
}

static PreviewReport describe(gpointer user, gconstpointer result, gdouble waited_ms)
{
    const Preview *preview = user;
    const DitherResult *dithered = result;
    gchar *done = done_text(dithered, waited_ms);
    gchar *group = group_text(preview, dithered);
    gchar *size = size_text(preview);
    gchar *speed = speed_text(dithered, waited_ms);
    gchar *change = change_text(preview->pixels, dithered);
    gchar *tone = tone_text(&dithered->report);
    PreviewReport report = {
        .text = g_strconcat(done, size, group, NULL),
        .details = g_strdup_printf("%s %s%s", speed, change, tone),
        .unreached = dithered->report.clamped,
        .automatic_gamma = MAX(dithered->report.tone_gamma, 1),
        .waited_ms = waited_ms,
    };

    g_free(tone);
    g_free(change);
    g_free(speed);
    g_free(size);
    g_free(group);
    g_free(done);
    return report;
}

static void show_progress(gpointer user)
{
    Preview *preview = user;

    preview->progress(preview->progress_user, g_atomic_int_get(&preview->permille) / 1000.);
}

/* ---- Frames ---------------------------------------------------------------------------------- */

static gint choose_frames(gpointer user, const DitherSettings *settings)
{
    Preview *preview = user;

    preview->frames = settings->frames ? sets_of(preview)->all : sets_of(preview)->layers;
    return preview->frames ? frames_count(preview->frames) : 0;
}

static gboolean read_frame(gpointer user, gint frame, gchar **message)
{
    const Preview *preview = user;

    return frames_read(preview->frames, frame, message);
}

static gpointer dither_frame(gpointer user, gconstpointer request, gint frame, gint *cancelled,
                             gchar **message)
{
    const Preview *preview = user;

    return frames_dither(preview->frames, request, frame, cancelled, message);
}

static guint show_frame(gpointer user, gint frame)
{
    Preview *preview = user;

    preview->frame = frame;
    return frame < 0 ? 0 : frames_duration(preview->frames, frame);
}

void preview_clear(Preview *preview)
{
    frame_sets_clear(&preview->frame_sets);
    g_clear_pointer(&preview->palette_text, g_free);
    g_clear_pointer(&preview->made_key, g_free);
    g_clear_pointer(&preview->range_key, g_free);
    g_clear_pointer(&preview->drawable_name, g_free);
    g_clear_pointer(&preview->image_name, g_free);
    small_image_clear(&preview->small);
}

PreviewSource preview_source(Preview *preview)
{
    return (PreviewSource){
        .width = preview->pixels->width,
        .height = preview->pixels->height,
        .opened_width = preview->pixels->width,
        .opened_height = preview->pixels->height,
        .channels = preview->pixels->encoding.channels,
        .drawable_name = preview->drawable_name,
        .image_name = preview->image_name,
        .has_alpha = preview->pixels->encoding.has_alpha,
        .is_indexed = preview->pixels->is_indexed,
        .has_layers = preview->frame_sets.layers != NULL,
        .has_frames = preview->frame_sets.all && frames_count(preview->frame_sets.all) > 1,
        .prepare = prepare,
        .free_request = free_request,
        .prepare_thumbnail = prepare_thumbnail,
        .make_thumbnail = make_thumbnail,
        .dither = dither,
        .share = share,
        .measure = measure,
        .choose_frames = choose_frames,
        .read_frame = read_frame,
        .dither_frame = dither_frame,
        .show_frame = show_frame,
        .read = read_part,
        .show_paper_as_white = show_paper_as_white,
        .palette = palette_of,
        .count = count,
        .describe = describe,
        .device_complaint = device_complaint,
        .save_for_device = save_for_device,
        .free_result = free_result,
        .show_progress = show_progress,
        .user = preview,
    };
}
