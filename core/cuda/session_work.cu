/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a session does on the device whatever the work is: memory, launches, waiting, cancels. */
#include "session.h"

#include "device.h"
#include "fault.h"

#include <time.h>

enum {
    LAUNCHES_BETWEEN_MARKS = 128, /* take less than a millisecond if they are small */
    POLL_MS = 10,
    ASKING_US = 5 /* of the driver, for each job on the GPU */
};

static double now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

errdiff_status errdiff_session_check(struct errdiff_session *session, cudaError_t error,
                                     enum errdiff_device_work work)
{
    if (error == cudaSuccess)
        return ERRDIFF_OK;
    errdiff_device_explain(error, work, session->workspace->gpu, session->message);
    return ERRDIFF_CANNOT_RUN;
}

errdiff_status errdiff_session_poll_now(struct errdiff_session *session, double done)
{
    session->polled_ms = now_ms();
    double of_stage = 1 - session->done_before - session->left_after;
    bool is_cancelled =
        errdiff_host->progress_poll(session->progress, session->done_before + done * of_stage);
    return is_cancelled ? ERRDIFF_CANCELLED : ERRDIFF_OK;
}

errdiff_status errdiff_session_poll(struct errdiff_session *session, double done)
{
    return now_ms() - session->polled_ms < POLL_MS ? ERRDIFF_OK
                                                   : errdiff_session_poll_now(session, done);
}

bool errdiff_session_may_ask(struct errdiff_session *session)
{
    const int jobs = errdiff_gpus_jobs(&errdiff_gpus, session->workspace->gpu);
    const double now = jobs > 1 ? now_ms() : 0;
    if (now < session->asked_ms + jobs * ASKING_US / 1e3 && jobs > 1)
        return false;
    session->asked_ms = now;
    return true;
}

errdiff_status errdiff_session_wait(struct errdiff_session *session, cudaEvent_t event, double done)
{
    cudaError_t error;
    int tries = 0;
    while (!errdiff_session_may_ask(session) ||
           (error = cudaEventQuery(event)) == cudaErrorNotReady) {
        ERRDIFF_TRY(errdiff_session_poll(session, done));
        errdiff_host->team_wait(&tries);
    }
    error = errdiff_fault("timeout", cudaErrorLaunchTimeout, error);
    error = errdiff_fault("lost", cudaErrorECCUncorrectable, error);
    ERRDIFF_TRY_CUDA(session, error, ERRDIFF_RUN);
    return errdiff_session_poll(session, done);
}

/* ---- Memory -------------------------------------------------------------------------------- */

errdiff_status errdiff_session_allocate(struct errdiff_session *session, void **memory, size_t size,
                                        bool zeroed)
{
    ERRDIFF_TRY_CUDA(session, errdiff_workspace_allocate(session->workspace, size, memory),
                     ERRDIFF_ALLOCATION);
    if (zeroed)
        ERRDIFF_TRY_CUDA(session, cudaMemsetAsync(*memory, 0, size, session->stream),
                         ERRDIFF_ALLOCATION);
    return ERRDIFF_OK;
}

errdiff_status errdiff_session_upload_table(struct errdiff_session *session, const void *table,
                                            size_t size, const void **copy)
{
    void *memory;
    ERRDIFF_TRY(errdiff_session_allocate(session, &memory, size, false));
    cudaError_t error =
        cudaMemcpyAsync(memory, table, size, cudaMemcpyHostToDevice, session->stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(session->stream);
    ERRDIFF_TRY_CUDA(session, error, ERRDIFF_SETUP);
    *copy = memory;
    return ERRDIFF_OK;
}

/* ---- Kernels ------------------------------------------------------------------------------- */

errdiff_status errdiff_session_start(struct errdiff_session *session)
{
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->started, session->stream), ERRDIFF_RUN);
    return ERRDIFF_OK;
}

errdiff_status errdiff_session_end(struct errdiff_session *session, double *kernel_ms)
{
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), ERRDIFF_RUN);
    ERRDIFF_TRY(errdiff_session_wait(session, session->ended, 1));
    ERRDIFF_TRY(errdiff_session_poll_now(session, 1));
    float ms = 0;
    ERRDIFF_TRY_CUDA(session, cudaEventElapsedTime(&ms, session->started, session->ended),
                     ERRDIFF_RUN);
    *kernel_ms = ms;
    return ERRDIFF_OK;
}

errdiff_status errdiff_session_launched(struct errdiff_session *session, double done)
{
    ERRDIFF_TRY_CUDA(session, cudaGetLastError(), ERRDIFF_LAUNCH);
    if (++session->launches < LAUNCHES_BETWEEN_MARKS)
        return ERRDIFF_OK;
    session->launches = 0;
    const cudaEvent_t *marks = session->workspace->marks;
    cudaEvent_t mark = marks[session->mark_count % 2];
    cudaEvent_t before = marks[(session->mark_count + 1) % 2];
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(mark, session->stream), ERRDIFF_RUN);
    session->mark_count++;
    /* An event that was never recorded counts as complete. */
    return errdiff_session_wait(session, before, done);
}

/* ---- The cancel word ----------------------------------------------------------------------- */

errdiff_status errdiff_cancel_word_make(struct errdiff_session *session, int **word)
{
    return errdiff_session_allocate(session, (void **)word, sizeof **word, true);
}

/* Uses a stream of its own, because the others are busy. */
void errdiff_cancel_word_set(int *word)
{
    static const int yes = 1;
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess)
        return;
    (void)cudaMemcpyAsync(word, &yes, sizeof yes, cudaMemcpyHostToDevice, stream);
    (void)cudaStreamSynchronize(stream);
    (void)cudaStreamDestroy(stream);
}

errdiff_status errdiff_cancel_word_wait(struct errdiff_session *session, int *word)
{
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), ERRDIFF_RUN);
    errdiff_status status = errdiff_session_wait(session, session->ended, 1);
    if (status == ERRDIFF_CANCELLED)
        errdiff_cancel_word_set(word);
    return status;
}

/* ---- Opening and closing ------------------------------------------------------------------- */

errdiff_status errdiff_session_open(struct errdiff_session *session)
{
    ERRDIFF_TRY(errdiff_workspace_take(&session->workspace, session->message));
    session->stream = session->workspace->stream;
    session->started = session->workspace->started;
    session->ended = session->workspace->ended;
    return ERRDIFF_OK;
}

/* After a fault all of these calls fail, and nothing more can be done about it. */
void errdiff_session_close(struct errdiff_session *session)
{
    if (!session->workspace)
        return;
    (void)cudaStreamSynchronize(session->stream);
    (void)cudaGetLastError();
    errdiff_workspace_give_back(session->workspace);
}
