/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CPU's strip of hybrid, by a team of threads: rows are divided into bands, and a task is a
 * band's part of a group of iterations. Tasks are handed out group by group, from the top band
 * down, and each waits for the band above in the same group. So several groups are in progress. */
#ifndef ERRDIFF_STRIP_H
#define ERRDIFF_STRIP_H

#include "cuda/session.h"
#include "hybrid.h"

#include <pthread.h>

/* How many groups each side has finished, and whether both are to stop. In mapped memory, each in a
 * cache line of its own. A side is at most one group ahead of the other, also if it needs none of
 * its errors, so that no word is written before the one in its place has been read. */
struct errdiff_meeting {
    __align__(128) volatile int64_t gpu;
    __align__(128) volatile int64_t processor;
    __align__(128) volatile int is_stopped;
};

struct errdiff_strip {
    struct errdiff_hybrid hybrid; /* with the host's addresses */
    struct errdiff_meeting *meeting;
    struct errdiff_processor processor;
    struct errdiff_threads threads;
    errdiff_message *message; /* receives the reason if `status` is not ERRDIFF_OK */
    errdiff_status status;

    pthread_mutex_t lock;       /* of what follows */
    int64_t group;              /* that of the latest task */
    int next_band, bands;       /* the group has bands up to, but not including, `bands` */
    int first_row, end_row;     /* its rows */
    int64_t clamped;            /* pixels */
    volatile int64_t *finished; /* for each band, how many groups it has finished */
};

/* Allocates the memory, after hybrid has been set. Must be released in any case. */
errdiff_status errdiff_strip_make(struct errdiff_strip *strip, struct errdiff_session *session);
void errdiff_strip_release(struct errdiff_strip *strip);

/* Dithers the CPU's part of all groups; to be passed to pthread_create. If threads are refused, it
 * stops both sides. */
void *errdiff_strip_run(void *strip);

#endif
