/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cuda-softsync: warps take bands of rows by ticket, and wait for each other's errors in memory. From
 * Funasaka, Nakano and Ito's single kernel soft synchronisation; the order is that of
 * softsync_order.h, and pictures go through the device in slices, each a launch (slices.h). So far for
 * 8-bit gray pictures, two levels, Floyd and Steinberg's weights.
 */
#include "schedules.h"
#include "session.h"
#include "softsync_gray.h"

static bool can_run(const struct errdiff_job *job, errdiff_message *reason)
{
    bool can = errdiff_soft_gray_can_run(job);
    if (!can)
        errdiff_host->fail(reason, ERRDIFF_CANNOT_RUN,
                           "it runs plain jobs on 8-bit gray pictures with 2 levels and "
                           "Floyd and Steinberg's kernel alone");
    return can;
}

static errdiff_status dither(struct errdiff_session *session)
{
    int device = 0, major = 0;
    ERRDIFF_TRY_CUDA(session, cudaGetDevice(&device), "the job was set up");
    ERRDIFF_TRY_CUDA(session,
                     cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device),
                     "the job was set up");
    if (major < 8)
        return errdiff_host->fail(&session->report->message, ERRDIFF_CANNOT_RUN,
                                  "it needs a GPU of compute capability 8.0 or newer");
    return errdiff_soft_gray_dither(session);
}

static errdiff_status run(struct errdiff_job *job, errdiff_report *report)
{
    return errdiff_session_run(job, report, dither);
}

const struct errdiff_cuda_schedule errdiff_cuda_softsync_schedule = {
    "cuda-softsync",
    can_run,
    run,
};
