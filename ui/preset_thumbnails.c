/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the thumbnails of the presets in a thread, one after the other. */
#include "preset_thumbnails.h"

#include "zoom.h"

typedef struct {
    PresetThumbnails *thumbnails;
    DitherSettings *settings;
    gpointer request;  /* of the source; NULL: it was not begun, or has ended */
    GdkPixbuf *pixels; /* NULL: not made */
    GThread *thread;   /* that makes it now; NULL: none does */
    gboolean is_done;  /* by the thread: `pixels` are complete */
} Thumbnail;

struct PresetThumbnails {
    const PreviewSource *source;
    PresetThumbnailMade made;
    gpointer user;
    GPtrArray *all; /* of Thumbnail; the first `begun` of them are made, or cannot be */
    guint begun;
    gboolean may_run;
    guint idle;     /* id of the idle source that begins the next one; 0: none is pending */
    Thumbnail *now; /* the one that a thread makes; NULL: none */
    gint cancelled; /* atomic */
};

static void thumbnail_free(gpointer data)
{
    Thumbnail *thumbnail = data;

    dither_settings_free(thumbnail->settings);
    g_clear_object(&thumbnail->pixels);
    g_free(thumbnail);
}

PresetThumbnails *preset_thumbnails_new(const PreviewSource *source, PresetThumbnailMade made,
                                        gpointer user)
{
    PresetThumbnails *thumbnails = g_new0(PresetThumbnails, 1);

    thumbnails->source = source;
    thumbnails->made = made;
    thumbnails->user = user;
    thumbnails->all = g_ptr_array_new_with_free_func(thumbnail_free);
    return thumbnails;
}

static void begin_soon(PresetThumbnails *thumbnails);

/* In the main thread, after the thumbnail's thread has done its work. */
static void end(Thumbnail *thumbnail)
{
    PresetThumbnails *thumbnails = thumbnail->thumbnails;

    g_thread_join(g_steal_pointer(&thumbnail->thread));
    thumbnails->source->free_request(thumbnails->source->user,
                                     g_steal_pointer(&thumbnail->request));
    thumbnails->now = NULL;
    if (!thumbnail->is_done)
        g_clear_object(&thumbnail->pixels);
}

static gboolean deliver(gpointer data)
{
    Thumbnail *thumbnail = data;
    PresetThumbnails *thumbnails = thumbnail->thumbnails;

    end(thumbnail);
    if (thumbnail->pixels != NULL)
        thumbnails->made(thumbnails->user, thumbnail->settings, thumbnail->pixels);
    begin_soon(thumbnails);
    return G_SOURCE_REMOVE;
}

/* Small images are not enlarged. */
static Zoom zoom_of(const PreviewSource *source)
{
    Zoom zoom = zoom_to_fit(source->opened_width, source->opened_height, PRESET_THUMBNAIL_WIDTH,
                            PRESET_THUMBNAIL_HEIGHT);

    return zoom.shrink > 1 ? zoom : zoom_of_step(ZOOM_FULL);
}

static gpointer work(gpointer data)
{
    Thumbnail *thumbnail = data;
    PresetThumbnails *thumbnails = thumbnail->thumbnails;
    const PreviewSource *source = thumbnails->source;

    thumbnail->is_done = source->make_thumbnail(
        source->user, thumbnail->request, zoom_of(source), &thumbnails->cancelled,
        gdk_pixbuf_get_pixels(thumbnail->pixels), gdk_pixbuf_get_rowstride(thumbnail->pixels));
    g_idle_add_full(G_PRIORITY_LOW, deliver, thumbnail, NULL);
    return NULL;
}

static gboolean begin_next(gpointer data)
{
    PresetThumbnails *thumbnails = data;
    const PreviewSource *source = thumbnails->source;
    Thumbnail *thumbnail = thumbnails->all->pdata[thumbnails->begun++];
    Zoom zoom = zoom_of(source);

    thumbnails->idle = 0;
    thumbnail->request = source->prepare_thumbnail(source->user, thumbnail->settings);
    if (thumbnail->request == NULL) {
        begin_soon(thumbnails);
        return G_SOURCE_REMOVE;
    }
    thumbnail->pixels =
        gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, zoom_length(zoom, source->opened_width),
                       zoom_length(zoom, source->opened_height));
    thumbnails->now = thumbnail;
    thumbnail->thread = g_thread_new("thumbnail", work, thumbnail);
    return G_SOURCE_REMOVE;
}

static void begin_soon(PresetThumbnails *thumbnails)
{
    if (thumbnails->may_run && thumbnails->now == NULL && thumbnails->idle == 0 &&
        thumbnails->begun < thumbnails->all->len)
        thumbnails->idle = g_idle_add_full(G_PRIORITY_LOW, begin_next, thumbnails, NULL);
}

GdkPixbuf *preset_thumbnails_get(PresetThumbnails *thumbnails, const DitherSettings *settings)
{
    Thumbnail *added;

    for (guint i = 0; i < thumbnails->all->len; i++) {
        Thumbnail *thumbnail = thumbnails->all->pdata[i];

        if (dither_settings_have_same_appearance(thumbnail->settings, settings))
            return thumbnail == thumbnails->now ? NULL : thumbnail->pixels;
    }
    if (thumbnails->source->prepare_thumbnail == NULL)
        return NULL;
    added = g_new0(Thumbnail, 1);
    added->thumbnails = thumbnails;
    added->settings = dither_settings_copy(settings);
    g_ptr_array_add(thumbnails->all, added);
    begin_soon(thumbnails);
    return NULL;
}

static void stop_beginning(PresetThumbnails *thumbnails)
{
    if (thumbnails->idle != 0)
        g_source_remove(thumbnails->idle);
    thumbnails->idle = 0;
}

void preset_thumbnails_run(PresetThumbnails *thumbnails, gboolean may_run)
{
    thumbnails->may_run = may_run;
    if (may_run)
        begin_soon(thumbnails);
    else
        stop_beginning(thumbnails);
}

void preset_thumbnails_free(PresetThumbnails *thumbnails)
{
    Thumbnail *now = thumbnails->now;

    stop_beginning(thumbnails);
    g_atomic_int_set(&thumbnails->cancelled, 1);
    if (now != NULL) {
        end(now);
        g_idle_remove_by_data(now);
    }
    g_ptr_array_unref(thumbnails->all);
    g_free(thumbnails);
}
