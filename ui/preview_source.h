/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the preview needs from the owner of the pixels. */
#ifndef UI_PREVIEW_SOURCE_H
#define UI_PREVIEW_SOURCE_H

#include "errdiff.h"
#include "settings/settings.h"
#include "zoom.h"

/* What the settings are copied as: a call in Script-Fu, or a line for a shell. */
typedef enum { COPY_SCRIPT, COPY_COMMAND } CopyKind;

struct device; /* of devices.h */

/* What the dialog says about a result. */
typedef struct {
    gchar *text;             /* one or two sentences in plain words; the caller frees them */
    gchar *details;          /* figures; the caller frees them */
    gdouble unreached;       /* percent of the pixels whose colors the palette cannot mix */
    gdouble automatic_gamma; /* the gamma that the automatic tone chose; 1: none */
    gdouble waited_ms;       /* how long the user waited for the result, in milliseconds */
} PreviewReport;

typedef struct {
    gint width, height;               /* of the whole image, in pixels; `resize` changes them */
    gint opened_width, opened_height; /* of the image before that, of which thumbnails are made */
    gint image_width, image_height;   /* of its image, before that */
    gdouble image_dpi;                /* of the image, pixels per inch; 0: unknown */
    gint channels;                    /* 1 (gray) or 3 (RGB), without alpha */
    gboolean has_alpha;
    gboolean is_indexed; /* the pixels are numbers of colors in the image's colormap */
    gboolean has_layers; /* several layers are dithered, whatever the settings */
    gboolean has_frames; /* the image has several layers, so it can be an animation */

    /* The names of the layer, mask or channel, and of its image; they belong to the source. */
    const gchar *drawable_name, *image_name;

    /*
     * Reads a part of the image. Called in the main thread, until it sets *is_complete; until
     * then, `dither` and `read` are not called. NULL: the image is complete. FALSE: it cannot be
     * read; *message is set to one sentence for the user (free it with g_free).
     */
    gboolean (*load)(gpointer user, gboolean *is_complete, gchar **message);

    /*
     * Whether settings ask for another size of the image, and what makes the image have that
     * size. Called in the main thread; resize only while no other function is running. FALSE: that
     * is not possible, and the image is as it was; *message is set to one sentence for the user
     * (free it with g_free). NULL, both: the size never changes.
     */
    gboolean (*has_other_size)(gpointer user, const DitherSettings *settings);
    gboolean (*resize)(gpointer user, const DitherSettings *settings, gchar **message);

    /*
     * Checks settings and makes a request from them. Called in the main thread. NULL: a setting is
     * wrong; *message is set to one sentence for the user (free it with g_free). Free the request
     * with free_request, in any thread.
     */
    gpointer (*prepare)(gpointer user, const DitherSettings *settings, gchar **message);
    void (*free_request)(gpointer user, gpointer request);

    /* Whether the result of a request can go where its settings say. Called in the main thread.
     * FALSE: *message is set to one sentence for the user (free it with g_free). NULL: it always
     * can. */
    gboolean (*has_place)(gpointer user, gconstpointer request, gchar **message);

    /* Whether the result of the settings can be a layer of an indexed image, because the palette's
     * colors are in its colormap. If not, it can only be another image. Called in the main thread.
     * NULL: the image is not indexed. */
    gboolean (*suits_colormap)(gpointer user, const DitherSettings *settings);

    /*
     * Makes a request for thumbnails from settings. Called in the main thread. NULL: they are not
     * possible. Free it with free_request, in any thread. If the source does not have this
     * function, there are no thumbnails.
     */
    gpointer (*prepare_thumbnail)(gpointer user, const DitherSettings *settings);

    /*
     * Scales the whole image, as `read` does at this zoom, dithers it at that size, and writes it
     * as `read` does. The zoom is at most 100 %. Called in a thread, one call at a time, also while
     * `dither` is running. Returns soon after *cancelled is no longer 0. FALSE: it was cancelled,
     * or failed.
     */
    gboolean (*make_thumbnail)(gpointer user, gconstpointer request, Zoom zoom,
                               const gint *cancelled, guchar *rgb, gint stride);

    /*
     * Dithers the first `rows` rows, to the same pixels as when the whole image is dithered.
     * Called in a worker thread, one call at a time. Checks g_atomic_int_get(cancelled) often, and
     * returns NULL soon after it is no longer 0. Returns a result for `read`; or NULL, with
     * *message set to one sentence for the user (free it with g_free) unless it was cancelled.
     *
     * If `is_last`, `rows` is the whole height, and the result must include what `describe` tells.
     * If not, this call is for showing the visible rows early, and may return NULL if it would not
     * be faster than dithering the whole image. If `rows` is the whole height then, `measure`
     * completes the result, so that nothing is dithered twice.
     */
    gpointer (*dither)(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message);

    /*
     * Finds out, for a result that has all rows but was not made as the last, what `describe`
     * tells. Called in a worker thread, while `read` may read the pixels, which stay as they are.
     * FALSE: *message is set to one sentence for the user (free it with g_free). NULL: `dither` has
     * to make the result again.
     */
    gboolean (*measure)(gpointer user, gconstpointer request, gpointer result, gchar **message);

    /*
     * The layers that the settings dither if they are several, as frames that can be played.
     *
     * choose_frames, called in the main thread, returns their number; 0: the settings dither one
     * layer. NULL: they never dither more. It also says for what settings the others are called
     * until the next call. read_frame, in the main thread, reads a frame unless it was read before.
     * FALSE: *message is set to one sentence for the user (free it with g_free). When all are read,
     * dither_frame, in a worker thread, dithers one after the other, from frame 0 on; its arguments
     * and its result are as for `dither`. show_frame, in the main thread, says of which frame
     * `read` shows the pixels and the results; −1: of none, but of the image. It returns how long
     * the frame is to be shown, in milliseconds.
     */
    gint (*choose_frames)(gpointer user, const DitherSettings *settings);
    gboolean (*read_frame)(gpointer user, gint frame, gchar **message);
    gpointer (*dither_frame)(gpointer user, gconstpointer request, gint frame, gint *cancelled,
                             gchar **message);
    guint (*show_frame)(gpointer user, gint frame);

    /* Returns a result after giving it one more owner, each of which calls free_result. NULL only
     * if `measure` is. */
    gpointer (*share)(gpointer user, gpointer result);

    /*
     * Writes a part of a result as it looks on a screen, with transparency over a checkerboard:
     * 8-bit RGB, rows `stride` bytes apart. A NULL result means the untouched image, which is
     * also shown below the last row of a result that has only the first rows. Called in the main
     * thread, also while `dither` makes another result.
     *
     * The image is shown at this zoom, at most 100 %: a pixel is the average of the square that
     * it covers, in linear light. x, y, width and height are in pixels of that smaller image,
     * whose sides are those of zoom_length; the part lies within it.
     */
    void (*read)(gpointer user, gconstpointer result, Zoom zoom, gint x, gint y, gint width,
                 gint height, guchar *rgb, gint stride);

    /* Whether `read` shows a result with a palette from now on as to eyes that take the palette's
     * lightest color for white. At first it does not. Called in the main thread. */
    void (*show_paper_as_white)(gpointer user, gboolean is_on);

    /* The palette that a result was dithered to, which belongs to the result; NULL: levels. */
    const errdiff_palette *(*palette)(gpointer user, gconstpointer result);

    /*
     * Makes a palette of `count` colors, or 2 if it is less, from the pixels that are selected in
     * the image now, with these settings otherwise. Called in the main thread. FALSE: *message is
     * set to one sentence for the user (free it with g_free).
     */
    gboolean (*palette_of_selection)(gpointer user, const DitherSettings *settings, gint count,
                                     errdiff_palette *palette, gchar **message);

    /* Adds, for each color of a result's palette, the number of pixels that have it in some rows.
     * Pixels that were not dithered are left out. Called in the main thread. */
    void (*count)(gpointer user, gconstpointer result, gint first_row, gint rows,
                  guint64 counts[ERRDIFF_MAX_COLORS]);

    /* What to say about the last result, which came `waited_ms` milliseconds after it was
     * requested. */
    PreviewReport (*describe)(gpointer user, gconstpointer result, gdouble waited_ms);

    /*
     * Saves a result for a device. device_complaint says why the device does not take it, in one
     * sentence for the user (free it with g_free); NULL: it takes it, so it can be saved. FALSE: it
     * was not saved; *message is set to one sentence for the user (free it with g_free). Called in
     * the main thread. NULL: results cannot be saved for devices.
     */
    gchar *(*device_complaint)(gpointer user, gconstpointer result, const struct device *device);
    gboolean (*save_for_device)(gpointer user, gconstpointer result, const struct device *device,
                                const gchar *path, gchar **message);

    void (*free_result)(gpointer user, gpointer result); /* in any thread */

    /* The settings as text for the clipboard; free it with g_free. Called in the main thread. */
    gchar *(*copy)(gpointer user, const DitherSettings *settings, CopyKind kind);

    /* Shows the user how far dithering the whole image is. Called in the main thread, after the
     * dialog has closed, while its last request is still being worked on. */
    void (*show_progress)(gpointer user);

    gpointer user; /* passed to each of these functions */
} PreviewSource;

#endif
