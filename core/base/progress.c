/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports progress to the caller's function, which may cancel the work. */
#include "progress.h"

/* About a millisecond of work with a usual kernel, and 30 with 64 taps. That is rare enough for the
 * cost of the callback to be negligible, and often enough for cancelling to seem immediate. The
 * callback is only called between rows. */
enum { SAMPLES_BETWEEN_CALLS = 1 << 18 };

int errdiff_progress_share_report(void *share, double done)
{
    const errdiff_progress_share *stage = share;
    double whole = stage->from * (1 - done) + stage->to * done;
    return stage->progress ? stage->progress(stage->progress_user, whole) : 0;
}

void errdiff_progress_start(struct errdiff_progress_state *state, const errdiff_options *options,
                            int height, int64_t row_samples)
{
    int64_t rows = SAMPLES_BETWEEN_CALLS / row_samples;
    *state = (struct errdiff_progress_state){
        .callback = options->progress,
        .user = options->progress_user,
        .height = height,
        .rows_between_calls = rows < 1 ? 1 : (int)rows,
    };
    state->next_call = state->rows_between_calls;
}

bool errdiff_progress_poll(struct errdiff_progress_state *state, double done)
{
    state->reported = done > state->reported ? done : state->reported;
    return state->callback && state->callback(state->user, state->reported) != 0;
}

bool errdiff_progress_cancelled(struct errdiff_progress_state *state, int rows_done)
{
    rows_done += state->first_row;
    if (!state->callback || (rows_done < state->next_call && rows_done < state->height))
        return false;
    state->next_call = rows_done + state->rows_between_calls;
    return errdiff_progress_poll(state, (double)rows_done / state->height);
}
