/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layers as the frames of an animation, for the preview that plays them. They are read from copies
 * and kept, so that they can be dithered again and again. */
#ifndef PLUGIN_FRAMES_H
#define PLUGIN_FRAMES_H

#include "dithering.h"

typedef struct Frames Frames;

/* The frames that a call for some drawables of an image can dither. */
typedef struct {
    Frames *layers; /* of the group, if the drawable is a group, or the drawables, if there are
                     * several; NULL: neither */
    Frames *all;    /* all layers of the image; NULL: the drawable is a mask or a channel */
} FrameSets;

/* Lists the frames of a call for `count` drawables, for the preview of the first one, `shown`.
 * Reads no pixels yet. */
void frame_sets_make(FrameSets *sets, const gint32 *drawables, gint count,
                     const DrawablePixels *shown);
void frame_sets_clear(FrameSets *sets);

gint frames_count(const Frames *frames);

/* How long a frame is shown, in milliseconds, as the name of its layer says it: "(80ms)". */
guint frames_duration(const Frames *frames, gint number);

/* Reads frame `number` unless it was read before. Calls GIMP. FALSE: it is not possible, the
 * frames are not of the preview's size, or they are too many for the memory; *message, which the
 * caller frees, says why. */
gboolean frames_read(Frames *frames, gint number, gchar **message);

/* The pixels of a frame that was read; they belong to the frames. */
const DrawablePixels *frames_pixels(const Frames *frames, gint number);

/*
 * Dithers frame `number`, after those before it. All frames must have been read. The first one
 * makes the palette of all, if the request asks for one that is made. Does not call GIMP, and may
 * run in any thread. Returns soon after *cancelled is no longer 0. NULL: it failed, and *message,
 * which the caller frees, says why; or it was cancelled, and *message is unchanged.
 */
DitherResult *frames_dither(Frames *frames, const DitherRequest *request, gint number,
                            gint *cancelled, gchar **message);

#endif
