/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a job on the GPU, from uploading its tables and its picture to downloading the result. */
#include "session.h"

#include "device.h"
#include "fault.h"
#include "rule/sample.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    LAUNCHES_BETWEEN_MARKS = 128, /* take less than a millisecond if they are small */
    POLL_MS = 10,
    ASKING_US = 5,         /* of the driver, for each job on the GPU */
    COPIER_BYTES = 2 << 20 /* bytes for each copying thread: some tenths of a millisecond */
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

static errdiff_status poll_now(struct errdiff_session *session, double done)
{
    session->polled_ms = now_ms();
    double of_stage = 1 - session->done_before - session->left_after;
    bool is_cancelled =
        errdiff_host->progress_poll(session->progress, session->done_before + done * of_stage);
    return is_cancelled ? ERRDIFF_CANCELLED : ERRDIFF_OK;
}

errdiff_status errdiff_session_poll(struct errdiff_session *session, double done)
{
    return now_ms() - session->polled_ms < POLL_MS ? ERRDIFF_OK : poll_now(session, done);
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

/* Replaces the host's table of `count` elements by a copy in device memory. */
template <typename Type>
static errdiff_status move_table(struct errdiff_session *session, Type **table, size_t count)
{
    const void *copy = NULL;
    ERRDIFF_TRY(errdiff_session_upload_table(session, *table, count * sizeof **table, &copy));
    *table = (Type *)copy;
    return ERRDIFF_OK;
}

static errdiff_status upload_search(struct errdiff_session *session,
                                    const struct errdiff_search **of_device)
{
    struct errdiff_search search = *session->job->rule.search;
    ERRDIFF_TRY(move_table(session, &search.cells, search.cell_count));
    ERRDIFF_TRY(move_table(session, &search.candidates, search.candidate_count));
    if (search.light.lights)
        ERRDIFF_TRY(move_table(session, &search.light.lights, (size_t)search.light.count));
    const struct errdiff_search *table = &search;
    ERRDIFF_TRY(move_table(session, &table, 1));
    *of_device = table;
    return ERRDIFF_OK;
}

static errdiff_status upload_tables(struct errdiff_session *session)
{
    const struct errdiff_job *job = session->job;
    struct errdiff_device_job *device = &session->device;
    errdiff_device_job_fill(device, session->job);
    if (job->rule.light)
        ERRDIFF_TRY(move_table(session, &device->rule.light, (size_t)1 << job->in.bits));
    if (job->rule.search)
        ERRDIFF_TRY(upload_search(session, &device->rule.search));
    else
        ERRDIFF_TRY(move_table(session, &device->rule.quantizers, (size_t)job->rule.channels));
    if (device->rule.tone_weights)
        ERRDIFF_TRY(move_table(session, &device->rule.tone_weights, ERRDIFF_TONES));
    if (job->rule.modulation)
        ERRDIFF_TRY(move_table(session, &device->rule.modulation, ERRDIFF_TONES));
    if (job->rule.has_plane)
        ERRDIFF_TRY(move_table(session, &device->rule.offsets,
                               (size_t)job->in.width * (size_t)job->in.height *
                                   (size_t)job->rule.channels));
    return errdiff_session_allocate(session, (void **)&device->clamped, sizeof *device->clamped,
                                    true);
}

/* ---- Pictures ------------------------------------------------------------------------------ */

static size_t row_bytes_of(const errdiff_image *image)
{
    return (size_t)image->width * (size_t)image->channels * (size_t)(image->bits / 8);
}

static errdiff_status allocate_picture(struct errdiff_session *session, errdiff_image *image)
{
    image->stride = (ptrdiff_t)row_bytes_of(image);
    image->mask = NULL;
    return errdiff_session_allocate(session, &image->data,
                                    row_bytes_of(image) * (size_t)image->height, false);
}

errdiff_status errdiff_session_upload(struct errdiff_session *session)
{
    const errdiff_image *in = &session->job->in;
    errdiff_image *device_in = &session->device.in;
    ERRDIFF_TRY(poll_now(session, 0));
    ERRDIFF_TRY(allocate_picture(session, device_in));
    ERRDIFF_TRY_CUDA(session, errdiff_fault("memory", cudaErrorMemoryAllocation, cudaSuccess),
                     ERRDIFF_ALLOCATION);
    ERRDIFF_TRY(allocate_picture(session, &session->device.out));
    ERRDIFF_TRY(errdiff_session_copy_in(session, device_in->data, in->data, in->stride,
                                        row_bytes_of(in), in->height));
    const struct errdiff_first_rows *first_rows = &session->job->first_rows;
    if (first_rows->count > 0)
        ERRDIFF_TRY(errdiff_session_copy_in(session, device_in->data, first_rows->data,
                                            (ptrdiff_t)first_rows->row_bytes, first_rows->row_bytes,
                                            first_rows->count));
    if (!in->mask)
        return ERRDIFF_OK;
    void *mask;
    size_t width = (size_t)in->width;
    ERRDIFF_TRY(errdiff_session_allocate(session, &mask, width * (size_t)in->height, false));
    device_in->mask = (const uint8_t *)mask;
    device_in->mask_stride = in->width;
    return errdiff_session_copy_in(session, mask, in->mask, in->mask_stride, width, in->height);
}

errdiff_status errdiff_session_count_clamped(struct errdiff_session *session)
{
    unsigned long long clamped = 0;
    cudaError_t error = cudaMemcpyAsync(&clamped, session->device.clamped, sizeof clamped,
                                        cudaMemcpyDeviceToHost, session->stream);
    if (error == cudaSuccess)
        error = cudaStreamSynchronize(session->stream);
    error = errdiff_fault("lost-late", cudaErrorECCUncorrectable, error);
    ERRDIFF_TRY_CUDA(session, error, ERRDIFF_DOWNLOAD);
    session->job->run.clamped = (int64_t)clamped;
    return ERRDIFF_OK;
}

static errdiff_status copy_out(struct errdiff_session *session, void *host, ptrdiff_t stride)
{
    const errdiff_image *out = &session->device.out;
    ERRDIFF_TRY(
        errdiff_session_copy_out(session, host, stride, out->data, row_bytes_of(out), out->height));
    ERRDIFF_TRY(errdiff_session_count_clamped(session));
    return poll_now(session, 1);
}

struct errdiff_threads errdiff_session_copiers(const struct errdiff_session *session, size_t bytes)
{
    struct errdiff_threads threads = session->threads;
    const size_t max_count = bytes / COPIER_BYTES + 1;
    if (!threads.is_exact && (size_t)threads.count > max_count)
        threads.count = (int)max_count;
    return threads;
}

bool errdiff_session_is_in_place(const struct errdiff_session *session)
{
    return session->job->in.data == session->job->out.data;
}

/* Another engine may still need the picture, so nothing is written until the whole result is
 * here. */
static errdiff_status replace_picture(struct errdiff_session *session)
{
    const errdiff_image *out = &session->job->out;
    size_t row_bytes = row_bytes_of(out);
    uint8_t *result = (uint8_t *)malloc(row_bytes * (size_t)out->height);
    if (!result)
        return ERRDIFF_NO_MEMORY;
    errdiff_status status = copy_out(session, result, (ptrdiff_t)row_bytes);
    for (int y = 0; y < out->height && status == ERRDIFF_OK; y++)
        memcpy(errdiff_row(out, y, 0), result + (size_t)y * row_bytes, row_bytes);
    free(result);
    return status;
}

errdiff_status errdiff_session_download(struct errdiff_session *session)
{
    ERRDIFF_TRY(errdiff_session_end(session, &session->report->kernel_ms));
    const errdiff_image *out = &session->job->out;
    return errdiff_session_is_in_place(session) ? replace_picture(session)
                                                : copy_out(session, out->data, out->stride);
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
    ERRDIFF_TRY(poll_now(session, 1));
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

/* ---- A session ----------------------------------------------------------------------------- */

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

errdiff_status errdiff_session_run(struct errdiff_job *job, errdiff_report *report,
                                   errdiff_status (*dither)(struct errdiff_session *session))
{
    struct errdiff_session session = {};
    session.job = job;
    session.report = report;
    session.message = &report->message;
    session.threads = job->run.threads;
    session.copied_by = &report->threads;
    session.progress = &job->run.progress;
    errdiff_status status = errdiff_session_open(&session);
    if (status == ERRDIFF_OK)
        status = upload_tables(&session);
    if (status == ERRDIFF_OK)
        status = dither(&session);
    errdiff_session_close(&session);
    errdiff_device_tell_left_out(&report->passed_over);
    return status;
}
