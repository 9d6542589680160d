/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a job on the device, from uploading its tables to downloading the result. A schedule has a
 * function
 *
 *     static errdiff_status dither(struct errdiff_session *session)
 *     {
 *         ERRDIFF_TRY(errdiff_session_upload(session));
 *         … errdiff_session_allocate …
 *         ERRDIFF_TRY(errdiff_session_start(session));
 *         … kernels on session->stream, which take session->device by value …
 *         return errdiff_session_download(session);
 *     }
 *
 * and errdiff_run_in_session<dither> in its struct errdiff_cuda_schedule. The image is never
 * lost: if the result is to replace it, nothing is written until the whole result is on the host. A
 * result in other memory may be partly written when something fails. Every failure is explained in
 * the report and returns ERRDIFF_CANNOT_RUN; a cancel returns ERRDIFF_CANCELLED. All memory is
 * freed at the end.
 */
#ifndef ERRDIFF_SESSION_H
#define ERRDIFF_SESSION_H

#include "device.h"
#include "device_job.h"
#include "host.h"
#include "workspace.h"

#include <cuda_runtime.h>

struct errdiff_session {
    struct errdiff_job *job; /* NULL, as is `report`, if the work is not dithering an image */
    errdiff_report *report;
    errdiff_message *message;       /* receives the reason for a failure */
    struct errdiff_threads threads; /* for copying */
    int *copied_by;                 /* set to how many of them copied */
    struct errdiff_progress_state *progress;
    double done_before, left_after; /* shares of the whole work, outside the current stage; the
                                     * schedule sets them if it has several stages */
    struct errdiff_workspace *workspace;
    cudaStream_t stream;              /* the workspace's */
    struct errdiff_device_job device; /* has tables from the start, images after the upload */

    cudaEvent_t started, ended; /* the workspace's, around the kernels */
    int launches;               /* since the latest of the workspace's marks, which keep the host
                                 * from running too far ahead */
    int mark_count;
    double polled_ms;
    double asked_ms; /* when the driver was last asked whether something has ended */
};

/* Returns from the calling function with the status of `call` unless it is ERRDIFF_OK. */
#define ERRDIFF_TRY(call)                      \
    do {                                       \
        errdiff_status errdiff_tried = (call); \
        if (errdiff_tried != ERRDIFF_OK)       \
            return errdiff_tried;              \
    } while (0)

/* Returns from the calling function unless a call of the CUDA runtime, which is part of `work`,
 * succeeds. */
#define ERRDIFF_TRY_CUDA(session, call, work) \
    ERRDIFF_TRY(errdiff_session_check(session, call, work))

/* Returns ERRDIFF_OK if there was no error, and ERRDIFF_CANNOT_RUN with the reason in the report
 * otherwise. */
errdiff_status errdiff_session_check(struct errdiff_session *session, cudaError_t error,
                                     enum errdiff_device_work work);

/* Runs `dither` in a session for the job, with its tables uploaded. */
errdiff_status errdiff_session_run(struct errdiff_job *job, errdiff_report *report,
                                   errdiff_status (*dither)(struct errdiff_session *session));

/* errdiff_session_run with DITHER, as an errdiff_cuda_schedule.run. */
template <errdiff_status DITHER(struct errdiff_session *session)>
static errdiff_status errdiff_run_in_session(struct errdiff_job *job, errdiff_report *report)
{
    return errdiff_session_run(job, report, DITHER);
}

/* Opens a session for work other than dithering an image. `message`, `threads`, `copied_by` and
 * `progress` must be set and everything else 0. Must be closed in any case. */
errdiff_status errdiff_session_open(struct errdiff_session *session);
void errdiff_session_close(struct errdiff_session *session);

/* Allocates device memory until the end of the session, zeroed if `zeroed`. */
errdiff_status errdiff_session_allocate(struct errdiff_session *session, void **memory, size_t size,
                                        bool zeroed);

/* Copies a table of `size` bytes to device memory, until the end of the session. */
errdiff_status errdiff_session_upload_table(struct errdiff_session *session, const void *table,
                                            size_t size, const void **copy);

/* Uploads the image and its mask, if it has one, to device.in, and allocates device.out. On the
 * device, rows are stored from the top down without gaps. */
errdiff_status errdiff_session_upload(struct errdiff_session *session);

/* Copies `rows` rows of `row_bytes` bytes to the device, where they have no gaps. Checks for a
 * cancel between parts. `stride` is in bytes and may be negative. */
errdiff_status errdiff_session_copy_in(struct errdiff_session *session, void *device,
                                       const void *host, ptrdiff_t stride, size_t row_bytes,
                                       int rows);

/* Copies rows from the device, as errdiff_session_copy_in copies them to it. */
errdiff_status errdiff_session_copy_out(struct errdiff_session *session, void *host,
                                        ptrdiff_t stride, const void *device, size_t row_bytes,
                                        int rows);

/* How many threads should copy `bytes` bytes in host memory. Further ones would wake up too late to
 * help, or wait for a processor that another program uses. */
struct errdiff_threads errdiff_session_copiers(const struct errdiff_session *session, size_t bytes);

/* Whether the result replaces the job's image. */
bool errdiff_session_is_in_place(const struct errdiff_session *session);

/* Marks the beginning of the dithering; report->kernel_ms counts from here to the download, and so
 * also what the CPU does meanwhile. */
errdiff_status errdiff_session_start(struct errdiff_session *session);

/* To be called after each launch. `done` is the share of the stage, 0..1, that will be done when
 * the launch ends. Checks for launch errors, and waits if the host is too far ahead of the
 * device. */
errdiff_status errdiff_session_launched(struct errdiff_session *session, double done);

/* Reports progress and checks for a cancel, unless it did so a few milliseconds ago. */
errdiff_status errdiff_session_poll(struct errdiff_session *session, double done);

/* Does so at once. */
errdiff_status errdiff_session_poll_now(struct errdiff_session *session, double done);

/* Whether the driver may be asked now whether something has ended. It answers one thread after the
 * other, so jobs that run at the same time take turns. */
bool errdiff_session_may_ask(struct errdiff_session *session);

/* Waits for `event`. Meanwhile reports progress and checks for a cancel. */
errdiff_status errdiff_session_wait(struct errdiff_session *session, cudaEvent_t event,
                                    double done);

/* Sets the job's count of clamped pixels. All kernels must have ended. */
errdiff_status errdiff_session_count_clamped(struct errdiff_session *session);

/* Waits for everything that was launched, and sets the time that the kernels took. */
errdiff_status errdiff_session_end(struct errdiff_session *session, double *kernel_ms);

/* Waits for the kernels, and writes the result to the job's image and the report. */
errdiff_status errdiff_session_download(struct errdiff_session *session);

/* ---- The cancel word ----------------------------------------------------------------------- */

/* Long-running kernels learn of a cancel from a word in device memory, which they poll from time to
 * time. */

/* Allocates the word, set to 0, until the end of the session. */
errdiff_status errdiff_cancel_word_make(struct errdiff_session *session, int **word);

/* Sets the word to 1 while kernels are running. They end soon afterwards. */
void errdiff_cancel_word_set(int *word);

/* Waits for everything that was launched. After a cancel it sets the word to 1, so the kernels end
 * soon, and returns ERRDIFF_CANCELLED. */
errdiff_status errdiff_cancel_word_wait(struct errdiff_session *session, int *word);

#endif
