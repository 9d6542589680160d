/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hands bands of rows to the threads of a team. A band runs in tiles, from left to right. A tile
 * needs what the band above has left up to a few tiles further right, so each band trails the one
 * above it:
 *
 *     band 0   ████████████████████░░░░
 *     band 1   ███████████░░░░░░░░░░░░░      one thread for each band
 *     band 2   ███░░░░░░░░░░░░░░░░░░░░░
 *
 * Threads take the bands in turn, from top to bottom. A band waits for nothing but the tiles of the
 * band above it.
 *
 * What a band leaves to the one below it is stored in a place. Places are used in turn, and there
 * is one more of them than there are threads, so band n reuses the place that band n − threads has
 * read. This needs no synchronization of its own: band n runs a tile after band n − 1 has finished
 * the same tile, band n − 1 did so after band n − 2 had, and so on up to band n − threads, which
 * has then read what band n overwrites.
 */
#ifndef ERRDIFF_BANDS_H
#define ERRDIFF_BANDS_H

#include "progress.h"
#include "team.h"

struct errdiff_bands {
    int band_count;    /* 1 or more */
    int tile_count;    /* in each band, 1 or more */
    int lag;           /* tile t reads what tiles t..t + lag of the band above have left */
    int tiles_at_once; /* the most tiles of a call, which ends where a multiple of them ends */
    int max_slack;     /* the most tiles that a thread which has to wait waits for in addition */
    int height;        /* rows in all bands, for the progress */
    int band_height;   /* rows in a band; the last one may have fewer */
    struct errdiff_threads threads; /* at most one for each band */
    struct errdiff_progress_state *progress;

    /* Begins band `band` in member `member` of the team, 0..threads.count − 1, and returns what is
     * handed to the next two. A member finishes its band before it begins another one, except
     * after a cancel. */
    void *(*start)(void *user, int member, int band);
    /* Runs tiles first..end − 1. They are fewer than tiles_at_once if the band above has not left
     * more, so that no thread waits for what it does not need. */
    void (*run_tiles)(void *started, int first, int end);
    void (*finish)(void *started);
    void *user;
};

/* The number of places, with one for what is above the first band. */
static inline int errdiff_bands_place_count(const struct errdiff_bands *bands)
{
    return bands->threads.count + 2;
}

/* The place for what band `band` leaves to the next one; −1: above the first band. */
static inline int errdiff_bands_place(const struct errdiff_bands *bands, int band)
{
    int turns = bands->threads.count + 1;
    return band < 0 ? turns : band % turns;
}

/* Runs all bands, and sets *member_count to the number of threads that ran any. Returns ERRDIFF_OK;
 * ERRDIFF_CANCELLED; or ERRDIFF_NO_MEMORY or, as errdiff_team_run does, ERRDIFF_CANNOT_RUN, before
 * any function was called. */
ERRDIFF_API errdiff_status errdiff_bands_run(const struct errdiff_bands *bands, int *member_count,
                                             errdiff_message *message);

#endif
