/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a job on the GPU, from uploading its tables and its image to downloading the result. */
#include "session.h"

#include "device.h"
#include "fault.h"
#include "rule/sample.h"

#include <stdlib.h>
#include <string.h>

/* ---- Tables -------------------------------------------------------------------------------- */

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

/* ---- Images ------------------------------------------------------------------------------ */

static size_t row_bytes_of(const errdiff_image *image)
{
    return (size_t)image->width * (size_t)image->channels * (size_t)(image->bits / 8);
}

static errdiff_status allocate_image(struct errdiff_session *session, errdiff_image *image)
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
    ERRDIFF_TRY(errdiff_session_poll_now(session, 0));
    ERRDIFF_TRY(allocate_image(session, device_in));
    ERRDIFF_TRY_CUDA(session, errdiff_fault("memory", cudaErrorMemoryAllocation, cudaSuccess),
                     ERRDIFF_ALLOCATION);
    ERRDIFF_TRY(allocate_image(session, &session->device.out));
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
    return errdiff_session_poll_now(session, 1);
}

bool errdiff_session_is_in_place(const struct errdiff_session *session)
{
    return session->job->in.data == session->job->out.data;
}

/* Another engine may still need the image, so nothing is written until the whole result is
 * here. */
static errdiff_status replace_image(struct errdiff_session *session)
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
    return errdiff_session_is_in_place(session) ? replace_image(session)
                                                : copy_out(session, out->data, out->stride);
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
