/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches for levels whose light in the window is closer to the wanted light. */
#ifndef ERRDIFF_HOLOGRAM_LEVEL_SEARCH_H
#define ERRDIFF_HOLOGRAM_LEVEL_SEARCH_H

#include "base/progress.h"
#include "base/team.h"
#include "view_kernel.h"

#include <stdint.h>

/* How many other levels are tried for a pixel. */
#define ERRDIFF_LEVEL_TRIES 4

/* What a display shows for its levels, and which of them are alike. */
struct errdiff_level_set {
    errdiff_complex *values;
    uint16_t (*nearest)[ERRDIFF_LEVEL_TRIES]; /* for each level the nearest others, the nearest
                                               * first, the lowest of equally near ones */
    int count;                                /* of the levels */
    int tries;                                /* the number of the nearest that there are */
};

/* Makes the set for options that have been checked. Returns false if there is not enough memory.
 * Release it in either case. */
bool errdiff_level_set_make(struct errdiff_level_set *set, const errdiff_hologram_options *options);

void errdiff_level_set_release(struct errdiff_level_set *set);

struct errdiff_level_search {
    uint16_t *levels; /* width · height, which the search changes */
    int width, height;
    const struct errdiff_level_set *set;
    const struct errdiff_view_kernel *kernel;
    errdiff_complex *seen; /* width · height: what is seen of the pixels, minus the wanted light, as
                            * errdiff_view_project leaves it; follows the changes, by the kernel */
    const errdiff_complex *turned; /* width · height factors of modulus 1 of what the levels show;
                                    * NULL: 1 */
};

/*
 * Goes once through all pixels. A pixel gets one of the levels nearest to its own, alone or
 * together with one of its eight neighbors, if the kernel predicts that this brings the light in
 * the window closer to the wanted light.
 *
 * Threads take tiles that are too far from each other to interact, so the levels do not depend on
 * their number. Returns ERRDIFF_OK with the number of changes added to *changes,
 * ERRDIFF_CANNOT_RUN or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_level_search_run(struct errdiff_level_search *search,
                                        struct errdiff_threads threads,
                                        errdiff_progress_share *share, int64_t *changes);

#endif
