/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random jobs, and the serial engine's results for them. */
#ifndef DRAWN_HOLOGRAM_H
#define DRAWN_HOLOGRAM_H

#include "hologram/hologram_job.h"

#include <stdbool.h>

struct drawn_hologram {
    uint32_t seed;
    errdiff_hologram_options options;
    struct errdiff_hologram_job job;
    errdiff_hologram_report report; /* without what an engine adds */
    uint16_t *expected,
        *levels;     /* `levels`: memory for another engine's result, filled with 0xffff */
    int64_t clipped; /* the number of errors that were scaled down */
};

/* Draws a hologram of up to width × height pixels and runs the serial engine. Free the result.
 * Returns FALSE after a message if the serial engine failed. */
bool drawn_hologram_make(struct drawn_hologram *drawn, uint32_t seed, int width, int height);

void drawn_hologram_free(struct drawn_hologram *drawn);

/* TRUE if drawn->levels and the number of errors that were scaled down are the serial engine's. */
bool drawn_hologram_is_right(const struct drawn_hologram *drawn, int64_t clipped);

/* Prints what went wrong with a job in the engine `schedule`. */
void drawn_hologram_say(const struct drawn_hologram *drawn, const char *schedule, const char *what);

#endif
