/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random jobs, and what the serial schedule makes of them. */
#ifndef DRAWN_HOLOGRAM_H
#define DRAWN_HOLOGRAM_H

#include "hologram/hologram_job.h"

#include <stdbool.h>

struct drawn_hologram {
    uint32_t seed;
    errdiff_hologram_options options;
    struct errdiff_hologram_job job;
    errdiff_hologram_report report; /* without what a schedule counts */
    uint16_t *expected, *levels; /* `levels`: room for another schedule's, which begins as 0xffff */
    int64_t clipped;             /* the errors that were scaled back */
};

/* Draws a hologram of up to width × height pixels, and runs the serial schedule. To be freed. FALSE,
 * and says why: that failed. */
bool drawn_hologram_make(struct drawn_hologram *drawn, uint32_t seed, int width, int height);

void drawn_hologram_free(struct drawn_hologram *drawn);

/* Whether drawn->levels, and the errors that were scaled back meanwhile, are the serial schedule's. */
bool drawn_hologram_is_right(const struct drawn_hologram *drawn, int64_t clipped);

/* Says what is wrong with a job; `schedule`: whose. */
void drawn_hologram_say(const struct drawn_hologram *drawn, const char *schedule, const char *what);

#endif
