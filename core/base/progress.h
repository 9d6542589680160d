/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_PROGRESS_H
#define ERRDIFF_PROGRESS_H

#include "errdiff.h"

#include <stdbool.h>

struct errdiff_progress_state {
    errdiff_progress callback;
    void *user;
    int height;    /* of the whole picture */
    int first_row; /* of the piece of it that is worked on */
    int rows_between_calls;
    double told;   /* the share at the last call; another engine may begin again */
    int next_call; /* the number of finished rows at which the callback is called again */
};

/* For a picture of `height` rows with `row_samples` samples each. */
void errdiff_progress_start(struct errdiff_progress_state *state, const errdiff_options *options,
                            int height, int64_t row_samples);

/* To be called in the user's thread, now and then, with the share of a whole picture that is done,
 * 0..1. TRUE: the user cancelled. */
bool errdiff_progress_poll(struct errdiff_progress_state *state, double done);

/* To be called in the user's thread after each row or band of rows, of which `rows_done` of the piece
 * are finished. TRUE: the user cancelled. */
bool errdiff_progress_cancelled(struct errdiff_progress_state *state, int rows_done);

#endif
