/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A job on the device, from its tables to the result. A schedule's run is
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
 * and errdiff_session_run calls it. The picture is never lost: where the result takes its place,
 * nothing is written before all of the result is on the host. Other memory for the result may have
 * any of it when something fails. Whatever fails is said in the report; then ERRDIFF_CANNOT_RUN is
 * returned, and ERRDIFF_CANCELLED after a cancel. All memory is given back at the end.
 */
#ifndef ERRDIFF_SESSION_H
#define ERRDIFF_SESSION_H

#include "device_job.h"
#include "host.h"

#include <cuda_runtime.h>

enum { ERRDIFF_MAX_ALLOCATIONS = 32 };

struct errdiff_session {
    struct errdiff_job *job; /* NULL where no picture is dithered; so is `report` */
    errdiff_report *report;
    errdiff_message *message;       /* what fails is said here */
    struct errdiff_threads threads; /* that copy */
    int *copied_by;                 /* gets how many of them did */
    struct errdiff_progress_state *progress;
    cudaStream_t stream;
    struct errdiff_device_job device; /* tables from the start, pictures after the upload */

    cudaEvent_t started, ended; /* the kernels */
    cudaEvent_t marks[2];       /* launches behind which the host does not fall too far */
    int launches;               /* since the last mark */
    int mark_count;
    double polled_ms;
    void *allocations[ERRDIFF_MAX_ALLOCATIONS];
    int allocation_count;
};

/* Returns the status of the call from the function where it is not ERRDIFF_OK. */
#define ERRDIFF_TRY(call)                      \
    do {                                       \
        errdiff_status errdiff_tried = (call); \
        if (errdiff_tried != ERRDIFF_OK)       \
            return errdiff_tried;              \
    } while (0)

/* The same for a call of the CUDA runtime. `doing` says what failed, as in "copying the picture". */
#define ERRDIFF_TRY_CUDA(session, call, doing) \
    ERRDIFF_TRY(errdiff_session_check(session, call, doing))

/* ERRDIFF_OK where `error` is none; else ERRDIFF_CANNOT_RUN with the reason in the report. */
errdiff_status errdiff_session_check(struct errdiff_session *session, cudaError_t error,
                                     const char *doing);

/* Runs `dither` in a session for the job, with the tables uploaded. As errdiff_cuda_schedule.run. */
errdiff_status errdiff_session_run(struct errdiff_job *job, errdiff_report *report,
                                   errdiff_status (*dither)(struct errdiff_session *session));

/* A session for other work than to dither a picture, with `message`, `threads`, `copied_by` and `progress`
 * set and all else 0; to be closed in any case. */
errdiff_status errdiff_session_open(struct errdiff_session *session);
void errdiff_session_close(struct errdiff_session *session);

/* Device memory until the end of the session, filled with zeros if `zeroed`. */
errdiff_status errdiff_session_allocate(struct errdiff_session *session, void **memory, size_t size,
                                        bool zeroed);

/* A copy of `size` bytes in device memory, until the end of the session. */
errdiff_status errdiff_session_upload_table(struct errdiff_session *session, const void *table,
                                            size_t size, const void **copy);

/* Gives device.in, and its mask where there is one, the pictures; and device.out memory. Rows lie
 * one behind the other, from the top down, without gaps. */
errdiff_status errdiff_session_upload(struct errdiff_session *session);

/* Fills device.out with zeros, for a schedule that leaves pixels of it to the processor. */
errdiff_status errdiff_session_clear_result(struct errdiff_session *session);

/* Copies `rows` rows of `row_bytes` bytes to the device, without gaps there, and looks for a cancel
 * between parts. The stride is in bytes and may be negative. */
errdiff_status errdiff_session_copy_in(struct errdiff_session *session, void *device,
                                       const void *host, ptrdiff_t stride, size_t row_bytes,
                                       int rows);

/* The same in the other direction. */
errdiff_status errdiff_session_copy_out(struct errdiff_session *session, void *host,
                                        ptrdiff_t stride, const void *device, size_t row_bytes,
                                        int rows);

/* The threads that copy `bytes` bytes in the host's memory; others would still be waking up at the end. */
struct errdiff_threads errdiff_session_copiers(const struct errdiff_session *session, size_t bytes);

/* Whether the result takes the place of the job's picture. */
bool errdiff_session_is_in_place(const struct errdiff_session *session);

/* The kernels begin: report->kernel_ms is the time from here to the download. */
errdiff_status errdiff_session_start(struct errdiff_session *session);

/* To be called after each launch; `done` is the share of the work that is done when it ends, 0..1.
 * Checks the launch, and waits now and then, so that the device is never far behind. */
errdiff_status errdiff_session_launched(struct errdiff_session *session, double done);

/* Reports progress, and looks for a cancel, where the last time is some milliseconds ago. */
errdiff_status errdiff_session_poll(struct errdiff_session *session, double done);

/* Waits until `event` has happened. Reports progress, and looks for a cancel, meanwhile. */
errdiff_status errdiff_session_wait(struct errdiff_session *session, cudaEvent_t event,
                                    double done);

/* Sets the job's count of clamped pixels, after all kernels have ended. */
errdiff_status errdiff_session_count_clamped(struct errdiff_session *session);

/* Waits for all that was launched, and gets the kernels' time. */
errdiff_status errdiff_session_end(struct errdiff_session *session, double *kernel_ms);

/* Waits for the kernels, and writes the result to the job's picture and the report. */
errdiff_status errdiff_session_download(struct errdiff_session *session);

#endif
