/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PREVIEW_H
#define PLUGIN_PREVIEW_H

#include "drawable_pixels.h"
#include "frames.h"
#include "palette_choice.h"
#include "preview_source.h"
#include "resized_image.h"
#include "thumbnail.h"

typedef struct {
    DrawablePixels *pixels;   /* what is dithered and shown */
    DrawablePixels *original; /* that, or what it was before it was resized; the caller's */
    PreviewSource *source;    /* made from this preview; its size is kept up to date */
    gchar *drawable_name, *image_name; /* preview_clear frees them */
    const gint32 *drawables;           /* what will be dithered; the original is the first */
    gint drawable_count;

    /* preview_forget_size frees these: */
    ResizedImage resized;         /* whose pixels are shown, if they are not the original */
    FrameSets resized_frame_sets; /* of that image */
    gchar *size_key;              /* what that depends on; NULL: the original is shown */

    /* preview_clear frees these: */
    FrameSets frame_sets; /* of the original */
    Frames *frames;       /* those of a set that the newest settings dither; NULL: none */
    gint frame;           /* which of them `read` shows; -1: `pixels` */

    errdiff_progress progress; /* shows the user how far dithering is; called in the main thread */
    gpointer progress_user;    /* its first argument */
    gint permille; /* how much of the newest whole image is dithered; atomic; 0 at first */

    gchar *palette_text;   /* of the palette that was read last; NULL: none was */
    PaletteChoice palette; /* what it denotes */

    /* Only used in the thread that dithers: */
    errdiff_palette made;     /* the palette that was made last */
    gchar *made_key;          /* its key, see dither_request_palette_key; NULL: none was made */
    errdiff_tone_range range; /* what the changes of tone depend on, as it was found last */
    gchar *range_key;         /* its key, see dither_request_range_key; NULL: none was found */

    gboolean shows_paper_as_white; /* FALSE at first */

    SmallImage small; /* for thumbnails, which are made in a thread of their own */
} Preview;

/* A source of pixels for the dialog's preview. `preview` must outlive it. Dithering for the preview
 * leaves the pixels unchanged and never calls GIMP, so that it can run in another thread. */
PreviewSource preview_source(Preview *preview);

/* What the text of a palette denotes, which is read only if it is not that of the last one. NULL:
 * it is empty, or denotes none. Calls GIMP. */
const PaletteChoice *preview_palette(Preview *preview, const gchar *text);

/* Frees the memory of *preview, but not *preview itself. */
void preview_clear(Preview *preview);

#endif
