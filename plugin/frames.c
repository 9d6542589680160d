/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads layers as the frames of an animation, and dithers one after the other. */
#include "frames.h"

#include "host_images.h"
#include "items.h"
#include "layer_group.h"
#include "layer_palette.h"

#include <glib/gi18n.h>
#include <string.h>

enum { USUAL_MS = 100 }; /* as GIMP shows a frame whose layer says nothing */

static const guint64 max_bytes = (guint64)2 << 30; /* that are played */

typedef struct {
    gint32 layer_ID;
    guint duration;         /* in milliseconds */
    DrawablePixels *pixels; /* NULL: they have not been read */
} Frame;

struct Frames {
    gint count, width, height;
    guint64 bytes; /* that all of them take */
    Frame *list;
    /* Of the frames that are being dithered: */
    errdiff_sequence *sequence;
    errdiff_palette palette;
};

/* The number before "ms" in parentheses, as GIMP's animations have it. */
static guint read_duration(const gchar *name)
{
    for (const gchar *at = strchr(name, '('); at; at = strchr(at + 1, '(')) {
        gchar *end;
        guint64 number = g_ascii_strtoull(at + 1, &end, 10);

        if (end > at + 1 && number > 0 && number <= G_MAXINT && g_str_has_prefix(end, "ms)"))
            return (guint)number;
    }
    return USUAL_MS;
}

/* The bytes of a frame that is kept, with its result, about. */
static guint64 bytes_of(const DrawablePixels *pixels)
{
    guint64 samples = (guint64)pixels->encoding.channels * (pixels->space ? 3 : 2) + 2;

    return (guint64)pixels->width * (guint64)pixels->height *
           (samples * (guint64)pixels->encoding.bits / 8 + 2);
}

static Frames *frames_new(const gint32 *drawables, gint count, const DrawablePixels *shown)
{
    Frames *frames = g_new0(Frames, 1);
    GArray *layers = layer_group_list(drawables, count);

    frames->count = (gint)layers->len;
    frames->width = shown->width;
    frames->height = shown->height;
    frames->bytes = bytes_of(shown) * layers->len;
    frames->list = g_new0(Frame, layers->len);
    for (gint i = 0; i < frames->count; i++) {
        gint32 layer_ID = g_array_index(layers, gint32, i);
        gchar *name = item_get_name(layer_ID);

        frames->list[i] = (Frame){layer_ID, read_duration(name), NULL};
        g_free(name);
    }
    g_array_unref(layers);
    return frames;
}

static void frames_free(Frames *frames)
{
    if (!frames)
        return;
    for (gint i = 0; i < frames->count; i++) {
        if (frames->list[i].pixels)
            drawable_pixels_stop(frames->list[i].pixels);
        drawable_pixels_free(frames->list[i].pixels);
    }
    errdiff_sequence_close(frames->sequence);
    g_free(frames->list);
    g_free(frames);
}

static Frames *all_layers(gint32 drawable_ID, const DrawablePixels *shown)
{
    gint count;
    gint32 *layers = image_get_layers(item_get_image(drawable_ID), &count);
    Frames *frames = frames_new(layers, count, shown);

    g_free(layers);
    return frames;
}

void frame_sets_make(FrameSets *sets, const gint32 *drawables, gint count,
                     const DrawablePixels *shown)
{
    const gboolean are_several = count > 1 || item_is_group(drawables[0]);

    sets->layers = are_several ? frames_new(drawables, count, shown) : NULL;
    sets->all = item_is_channel(drawables[0]) ? NULL : all_layers(drawables[0], shown);
}

void frame_sets_clear(FrameSets *sets)
{
    g_clear_pointer(&sets->layers, frames_free);
    g_clear_pointer(&sets->all, frames_free);
}

gint frames_count(const Frames *frames)
{
    return frames->count;
}

guint frames_duration(const Frames *frames, gint number)
{
    return frames->list[number].duration;
}

const DrawablePixels *frames_pixels(const Frames *frames, gint number)
{
    return frames->list[number].pixels;
}

/* ---- Reading --------------------------------------------------------------------------------- */

gboolean frames_read(Frames *frames, gint number, gchar **message)
{
    Frame *frame = &frames->list[number];
    DrawablePixels *pixels;
    gboolean is_read = TRUE;

    if (frame->pixels)
        return TRUE;
    if (drawable_get_width(frame->layer_ID) != frames->width ||
        drawable_get_height(frame->layer_ID) != frames->height) {
        *message = g_strdup(_("Only layers of the same size can be played; see Filters › Animation "
                              "› Unoptimize"));
        return FALSE;
    }
    if (frames->bytes > max_bytes) {
        *message = g_strdup(_("The animation is too large to be played here"));
        return FALSE;
    }
    pixels = drawable_pixels_begin(frame->layer_ID, message);
    while (pixels && is_read && !pixels->is_complete)
        is_read = drawable_pixels_read_more(pixels, message);
    if (pixels && is_read) {
        frame->pixels = pixels;
        return TRUE;
    }
    if (pixels)
        drawable_pixels_stop(pixels);
    drawable_pixels_free(pixels);
    return FALSE;
}

/* ---- Dithering ------------------------------------------------------------------------------- */

static gpointer copy_bytes(gconstpointer bytes, gsize size)
{
    gpointer copy = bytes ? g_try_malloc(size) : NULL;

    if (copy)
        memcpy(copy, bytes, size);
    return copy;
}

/* What samples of the frames are taken for. */
typedef struct {
    const Frames *frames;
    const DitherRequest *request;
    const gint *cancelled;
} Sampling;

/* A LayerSample: from a copy of what it needs, which it spoils. */
static gboolean take_sample(gpointer user, gint number, errdiff_image *sample, gchar **message)
{
    const Sampling *sampling = user;
    const DrawablePixels *pixels = frames_pixels(sampling->frames, number);
    gsize count = (gsize)pixels->width * (gsize)pixels->height;
    gsize sample_bytes = (gsize)pixels->encoding.bits / 8;
    DrawablePixels copy = *pixels;
    gboolean is_taken = FALSE;

    if (g_atomic_int_get(sampling->cancelled))
        return FALSE;
    copy.display =
        copy_bytes(pixels->display, count * (gsize)pixels->encoding.channels * sample_bytes);
    copy.alpha = copy_bytes(pixels->alpha, count * sample_bytes);
    copy.selected_mask = copy_bytes(pixels->selected_mask, count);
    if (copy.display && !copy.alpha == !pixels->alpha &&
        !copy.selected_mask == !pixels->selected_mask)
        is_taken = dither_sample_in_place(&copy, sampling->request, sampling->frames->count, sample,
                                          message);
    else
        *message = g_strdup(_("There is not enough memory for this image"));
    g_free(copy.display);
    g_free(copy.alpha);
    g_free(copy.selected_mask);
    return is_taken;
}

/* Before the first frame. */
static gboolean begin(Frames *frames, const DitherRequest *request, gint *cancelled,
                      gchar **message)
{
    Sampling sampling = {frames, request, cancelled};

    errdiff_sequence_close(frames->sequence);
    frames->sequence = dither_sequence_open(request, message);
    return frames->sequence && (request->palette.kind != PALETTE_ADAPTIVE ||
                                layer_palette_make(frames->count, take_sample, &sampling, request,
                                                   &frames->palette, message));
}

static int check(void *user, double done)
{
    (void)done;
    return g_atomic_int_get((gint *)user);
}

DitherResult *frames_dither(Frames *frames, const DitherRequest *request, gint number,
                            gint *cancelled, gchar **message)
{
    DitherRequest wanted = *request;

    if (number == 0 && !begin(frames, request, cancelled, message))
        return NULL;
    if (request->palette.kind == PALETTE_ADAPTIVE)
        wanted.palette = (PaletteChoice){.kind = PALETTE_COLORS, .colors = frames->palette};
    wanted.sequence = frames->sequence;
    return dither_pixels(frames->list[number].pixels, &wanted, FALSE, check, cancelled, message);
}
