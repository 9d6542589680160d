/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that work on one job side by side, and how they wait for each other. */
#ifndef ERRDIFF_TEAM_H
#define ERRDIFF_TEAM_H

#include "errdiff.h"

#include <stdbool.h>

/* How many threads a job is to use. */
struct errdiff_threads {
    int count;     /* 1 or more */
    bool is_exact; /* the user named the number: fewer are an error */
    int asked;     /* the number that the user named, of which a job may need fewer; 0: none */
};

/* As asked for; one a processor where `asked` is 0. */
struct errdiff_threads errdiff_threads_wanted(int asked);

/*
 * Calls work(user, member) in at most threads.count threads at once and returns when all are done.
 * Member 0 is the calling thread. There may be fewer members than that, and one may begin when
 * another has already ended: tasks must be handed out as members ask for them. What happened before
 * the call is seen by all members, and what they did by the caller afterwards.
 *
 * ERRDIFF_OK; or ERRDIFF_CANNOT_RUN, with the reason in *message and no call made, where the system
 * refuses the threads and the number is exact.
 */
errdiff_status errdiff_team_run(struct errdiff_threads threads,
                                void (*work)(void *user, int member), void *user,
                                errdiff_message *message);

/* To be called again and again, with *tries 0 at first, by a thread that waits for another's step:
 * spins for a while, longer where its team has a processor for each member, then sleeps a little
 * each time, so that busy processors do the work that is waited for. */
void errdiff_team_wait(int *tries);

#endif
