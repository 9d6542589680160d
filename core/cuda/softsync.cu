/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cuda-softsync: warps take bands of rows by ticket, and wait in memory for the errors of the band
 * above (SOFTSYNC.md). From the single-kernel soft synchronization of Funasaka, Nakano and Ito.
 *
 * Generalized to any kernel and to every part of the rule (softsync_any_order.h). Three faster
 * variants run some jobs: for 8-bit gray, two levels and Floyd–Steinberg weights
 * (softsync_gray_order.h); for levels (softsync_levels_order.h); and for kernels that do not reach
 * far (softsync_sums_order.h). In all variants the image passes through the device in slices,
 * with one launch each.
 */
#include "schedules.h"
#include "session.h"
#include "softsync_variants.h"

#include <stdlib.h>

static errdiff_status dither(struct errdiff_session *session)
{
    const struct errdiff_job *job = session->job;
    int major = 0;
    ERRDIFF_TRY_CUDA(
        session,
        cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, session->workspace->gpu),
        ERRDIFF_SETUP);
    if (getenv(ERRDIFF_BANDS_VARIABLE))
        return errdiff_softsync_any_dither(session);
    if (major >= 8 && errdiff_softsync_gray_can_run(job))
        return errdiff_softsync_gray_dither(session);
    if (errdiff_softsync_levels_can_run(job))
        return errdiff_softsync_levels_dither(session);
    return errdiff_softsync_sums_can_run(job) ? errdiff_softsync_sums_dither(session)
                                              : errdiff_softsync_any_dither(session);
}

const struct errdiff_cuda_schedule errdiff_cuda_softsync_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<dither>,
};
