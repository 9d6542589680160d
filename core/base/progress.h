/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_PROGRESS_H
#define ERRDIFF_PROGRESS_H

#include "errdiff.h"

#include <stdbool.h>

struct errdiff_progress_state {
    errdiff_progress callback;
    void *user;
    int height;    /* of the whole image, in rows */
    int first_row; /* of the current piece, in the whole image */
    int rows_between_calls;
    double reported; /* the largest share reported so far. If another engine takes over and starts
                      * again, this share is reported until the new engine has passed it */
    int next_call;   /* number of finished rows at which the callback is called next */
};

/* Sets *state for an image of `height` rows with `row_samples` samples each. */
ERRDIFF_API void errdiff_progress_start(struct errdiff_progress_state *state,
                                        const errdiff_options *options, int height,
                                        int64_t row_samples);

/* Reports the share of the whole image that is done, 0..1. To be called repeatedly in the user's
 * thread. Returns true if the user cancelled. */
bool errdiff_progress_poll(struct errdiff_progress_state *state, double done);

/* Reports that `rows_done` rows of the current piece are finished. To be called in the user's
 * thread after each row or band of rows. Returns true if the user cancelled. */
ERRDIFF_API bool errdiff_progress_cancelled(struct errdiff_progress_state *state, int rows_done);

#endif
