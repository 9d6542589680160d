/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the frames of the preview's source. */
#include "frame_player.h"

enum { RETRY_MS = 20 }; /* until a look whether the next frame has been dithered */

struct FramePlayer {
    const PreviewSource *source;
    FramePlayerShow show;
    gpointer user;

    gpointer request; /* NULL: nothing is played */
    gint count;
    gint read;   /* how many frames have been read */
    gint shown;  /* the newest one that was shown; -1: none was */
    guint idle;  /* id of the idle source that reads frames; 0: none is pending */
    guint timer; /* id of the timeout that shows the next frame; 0: none is pending */
    GThread *thread;

    /* Shared with the thread. The others are written before `dithered` or `has_failed`. */
    gint cancelled;  /* atomic */
    gint dithered;   /* how many frames have a result; atomic */
    gint has_failed; /* atomic */
    gpointer *results;
    gchar *message;
};

FramePlayer *frame_player_new(const PreviewSource *source, FramePlayerShow show, gpointer user)
{
    FramePlayer *player = g_new0(FramePlayer, 1);

    player->source = source;
    player->show = show;
    player->user = user;
    return player;
}

static gpointer dither(gpointer data)
{
    FramePlayer *player = data;
    const PreviewSource *source = player->source;

    for (gint i = 0; i < player->count; i++) {
        player->results[i] = source->dither_frame(source->user, player->request, i,
                                                  &player->cancelled, &player->message);
        if (player->results[i] == NULL) {
            g_atomic_int_set(&player->has_failed, 1);
            return NULL;
        }
        g_atomic_int_inc(&player->dithered);
    }
    return NULL;
}

static void fail(FramePlayer *player, gchar *message)
{
    frame_player_stop(player);
    player->show(player->user, NULL, message);
    g_free(message);
}

/* Shows the next frame as soon as there is one, and then waits as long as it is shown. */
static gboolean show_next(gpointer data)
{
    FramePlayer *player = data;
    gint next = (player->shown + 1) % player->count;
    guint wait_ms = RETRY_MS;

    player->timer = 0;
    if (next < g_atomic_int_get(&player->dithered)) {
        wait_ms = player->source->show_frame(player->source->user, next);
        player->shown = next;
        player->show(player->user, player->results[next], NULL);
    } else if (g_atomic_int_get(&player->has_failed)) {
        fail(player, g_steal_pointer(&player->message));
        return G_SOURCE_REMOVE;
    }
    player->timer = g_timeout_add(wait_ms, show_next, player);
    return G_SOURCE_REMOVE;
}

static gboolean read_next(gpointer data)
{
    FramePlayer *player = data;
    gchar *message = NULL;

    if (!player->source->read_frame(player->source->user, player->read, &message)) {
        player->idle = 0;
        fail(player, message);
        return G_SOURCE_REMOVE;
    }
    if (++player->read < player->count)
        return G_SOURCE_CONTINUE;
    player->idle = 0;
    player->thread = g_thread_new("frames", dither, player);
    player->timer = g_timeout_add(RETRY_MS, show_next, player);
    return G_SOURCE_REMOVE;
}

void frame_player_start(FramePlayer *player, gpointer request, gint count)
{
    frame_player_stop(player);
    player->request = request;
    player->count = count;
    player->read = player->dithered = player->cancelled = player->has_failed = 0;
    player->shown = -1;
    player->results = g_new0(gpointer, count);
    player->idle = g_idle_add_full(G_PRIORITY_LOW, read_next, player, NULL);
}

static void remove_source(guint *id)
{
    if (*id != 0)
        g_source_remove(*id);
    *id = 0;
}

void frame_player_stop(FramePlayer *player)
{
    const PreviewSource *source = player->source;

    if (player->request == NULL)
        return;
    remove_source(&player->idle);
    remove_source(&player->timer);
    g_atomic_int_set(&player->cancelled, 1);
    if (player->thread != NULL)
        g_thread_join(g_steal_pointer(&player->thread));
    source->show_frame(source->user, -1);
    for (gint i = 0; i < player->count; i++)
        if (player->results[i] != NULL)
            source->free_result(source->user, player->results[i]);
    g_clear_pointer(&player->results, g_free);
    g_clear_pointer(&player->message, g_free);
    source->free_request(source->user, g_steal_pointer(&player->request));
}

void frame_player_free(FramePlayer *player)
{
    frame_player_stop(player);
    g_free(player);
}
