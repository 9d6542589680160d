/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Teams of threads that work on one job, and how their members wait for each other. */
#ifndef ERRDIFF_TEAM_H
#define ERRDIFF_TEAM_H

#include "errdiff.h"

#include <stdbool.h>

/* How many threads a job is to use. */
struct errdiff_threads {
    int count;       /* 1 or more */
    bool is_exact;   /* the user named the number: it is an error if the system refuses some */
    int asked;       /* the number that the user named, of which a job may need fewer; 0: none */
    bool works_long; /* the team gets new threads each time, because it works for many
                      * milliseconds, or because the caller reads and writes between two calls:
                      * threads that OpenMP keeps spin at first, which slows that down */
};

/* `asked` threads; if it is 0, up to one for each processor. */
ERRDIFF_API struct errdiff_threads errdiff_threads_wanted(int asked);

/* For a team whose members wait for each other's results, or whose work takes less than a time
 * slice of the system: fewer threads if other programs use processors at the moment, because a
 * member that loses its processor, or does not get one, stops all who wait for it. If OMP_DYNAMIC
 * is "false" in the environment, a number that the caller named stays. */
struct errdiff_threads errdiff_threads_undisturbed(struct errdiff_threads threads);

/*
 * Calls work(user, member) in at most threads.count threads at once and returns when all are done.
 * Member 0 is the calling thread. There may be fewer members than that, and one may begin after
 * another has ended, so members must fetch their tasks one by one. All members see what was written
 * before the call, and the caller sees afterwards what they wrote.
 *
 * Returns ERRDIFF_OK; or, if the number is exact and the system refuses to start that many threads,
 * ERRDIFF_CANNOT_RUN with the reason in *message. Then `work` was not called.
 */
ERRDIFF_API errdiff_status errdiff_team_run(struct errdiff_threads threads,
                                            void (*work)(void *user, int member), void *user,
                                            errdiff_message *message);

/* To be called in a loop, with *tries 0 at first, by a member that waits for another one's
 * progress. It spins for a while, longer if there is a processor for each member of the team. After
 * that each call sleeps briefly, which leaves busy processors to the members that are waited
 * for. */
void errdiff_team_wait(int *tries);

#endif
