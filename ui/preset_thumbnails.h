/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thumbnails of the image, dithered with the settings of presets. They are made in a thread, one
 * after the other, while nothing else is to be dithered. The image stays the same as long as a
 * dialog is open, so no thumbnail is made twice for the same settings. */
#ifndef UI_PRESET_THUMBNAILS_H
#define UI_PRESET_THUMBNAILS_H

#include "preview_source.h"

#include <gtk/gtk.h>

/* The space that a thumbnail is to fill, in pixels. */
enum { PRESET_THUMBNAIL_WIDTH = 72, PRESET_THUMBNAIL_HEIGHT = 46 };

typedef struct PresetThumbnails PresetThumbnails;

/* Called in the main thread when the thumbnail for some settings has been made. */
typedef void (*PresetThumbnailMade)(gpointer user, const DitherSettings *settings,
                                    GdkPixbuf *thumbnail);

PresetThumbnails *preset_thumbnails_new(const PreviewSource *source, PresetThumbnailMade made,
                                        gpointer user);

/* Returns the thumbnail for settings, which belongs to the object. NULL: it is not made yet, which
 * is done later, or it cannot be made. */
GdkPixbuf *preset_thumbnails_get(PresetThumbnails *thumbnails, const DitherSettings *settings);

/* Lets thumbnails be made, or pauses that. It is paused at first. */
void preset_thumbnails_run(PresetThumbnails *thumbnails, gboolean may_run);

/* Cancels what is running, and waits for the thread to end. */
void preset_thumbnails_free(PresetThumbnails *thumbnails);

#endif
