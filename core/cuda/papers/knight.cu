/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine cuda-knight, which stores the image in knight's move order on the GPU. */
/*
 * cuda-knight: algorithm 5 of Deshpande, Misra and Narayanan 2011, section 3.3. One kernel stores
 * the image in knight's move order, so that the threads of an iteration make coalesced memory
 * accesses. Then the pixels of one iteration after the other collect what earlier iterations left.
 * A last kernel puts the result back into raster order.
 *
 * Generalized to any kernel, whose slope p takes the place of the knight's two columns; and to
 * every part of the rule. Errors are kept of the latest iterations only.
 */
#include "cuda/schedules.h"
#include "iterate.h"
#include "knight_storage.h"

static errdiff_status dither(struct errdiff_session *session)
{
    struct errdiff_knight knight = {};
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(errdiff_knight_make(session, &knight, false));
    ERRDIFF_TRY(errdiff_session_start(session));
    ERRDIFF_TRY(errdiff_knight_store(session, &knight));
    ERRDIFF_TRY((errdiff_run_iterations<struct errdiff_knight, errdiff_knight_pixel>(
        session, &knight, 0, errdiff_iterations_count(&knight.iterations))));
    ERRDIFF_TRY(errdiff_knight_restore(session, &knight));
    return errdiff_session_download(session);
}

const struct errdiff_cuda_schedule errdiff_cuda_knight_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};
