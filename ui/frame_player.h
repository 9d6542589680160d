/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the frames of the preview's source: reads them when the main loop is idle, dithers them in
 * a thread of its own, and shows each for its time, over and over. */
#ifndef UI_FRAME_PLAYER_H
#define UI_FRAME_PLAYER_H

#include "preview_source.h"

typedef struct FramePlayer FramePlayer;

/* Called in the main thread when the next frame is to be shown: a result, which belongs to the
 * player and is valid until it stops. NULL: frames cannot be played, and `message` says why; the
 * player has stopped. */
typedef void (*FramePlayerShow)(gpointer user, gconstpointer result, const gchar *message);

FramePlayer *frame_player_new(const PreviewSource *source, FramePlayerShow show, gpointer user);
void frame_player_free(FramePlayer *player);

/* Stops what is played, and plays `count` frames, which the source has chosen, from the first one
 * on. The player then owns the source's request. */
void frame_player_start(FramePlayer *player, gpointer request, gint count);

/* Waits for the thread, which ends soon, and frees all results. */
void frame_player_stop(FramePlayer *player);

#endif
