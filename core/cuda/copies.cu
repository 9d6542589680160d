/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Copies rows between the host and the device. For pageable memory the driver would use one thread
 * and copy everything twice. Here the threads of the job copy to and from two halves of a pinned
 * staging buffer: while one half is being transferred, they fill or empty the other.
 */
#include "session.h"

#include <atomic>
#include <string.h>

enum {
    HALF_BYTES = 8 << 20,  /* transferred in less than a millisecond */
    PARTS = 32,            /* of a half, shared out among the threads */
    COPIER_BYTES = 2 << 20 /* bytes for each copying thread: some tenths of a millisecond */
};

/* Rows in host memory, and the same rows without gaps on the device. */
struct rows {
    uint8_t *host, *device;
    ptrdiff_t stride;
    size_t row_bytes;
    int count;
};

struct halves {
    struct errdiff_session *session;
    struct errdiff_threads threads;
    const cudaEvent_t *copied; /* two */
    uint8_t *memory;           /* pinned; two halves */
    int rows;                  /* that fit into a half */
};

static uint8_t *half_of(const struct halves *halves, const struct rows *rows, int number)
{
    return halves->memory + (size_t)(number % 2) * (size_t)halves->rows * rows->row_bytes;
}

/* A copy between the host's rows and one half, made by all threads. */
struct transfer {
    const struct rows *rows;
    uint8_t *half;
    int first, count; /* rows */
    bool is_up;
    std::atomic<int> next;
};

static void transfer_parts(void *user, int)
{
    struct transfer *transfer = (struct transfer *)user;
    const struct rows *rows = transfer->rows;
    for (int part; (part = transfer->next.fetch_add(1, std::memory_order_relaxed)) < PARTS;) {
        int end = (int)((int64_t)transfer->count * (part + 1) / PARTS);
        for (int row = (int)((int64_t)transfer->count * part / PARTS); row < end; row++) {
            uint8_t *host = rows->host + (transfer->first + row) * rows->stride;
            uint8_t *staged = transfer->half + (size_t)row * rows->row_bytes;
            memcpy(transfer->is_up ? staged : host, transfer->is_up ? host : staged,
                   rows->row_bytes);
        }
    }
}

static int count_at(const struct halves *halves, const struct rows *rows, int first)
{
    int left = rows->count - first;
    return left < halves->rows ? left : halves->rows;
}

static errdiff_status transfer_half(const struct halves *halves, const struct rows *rows,
                                    int number, bool is_up)
{
    struct errdiff_session *session = halves->session;
    int first = number * halves->rows;
    struct transfer transfer = {
        rows, half_of(halves, rows, number), first, count_at(halves, rows, first), is_up, {0}};
    return errdiff_host->team_run(halves->threads, transfer_parts, &transfer, session->message);
}

static cudaError_t send_half(const struct halves *halves, const struct rows *rows, int number,
                             bool is_up)
{
    int first = number * halves->rows;
    size_t size = (size_t)count_at(halves, rows, first) * rows->row_bytes;
    uint8_t *device = rows->device + (size_t)first * rows->row_bytes;
    uint8_t *half = half_of(halves, rows, number);
    cudaStream_t stream = halves->session->stream;
    cudaError_t error = is_up ? cudaMemcpyAsync(device, half, size, cudaMemcpyHostToDevice, stream)
                              : cudaMemcpyAsync(half, device, size, cudaMemcpyDeviceToHost, stream);
    return error == cudaSuccess ? cudaEventRecord(halves->copied[number % 2], stream) : error;
}

static errdiff_status copy_up(const struct halves *halves, const struct rows *rows)
{
    struct errdiff_session *session = halves->session;
    int count = (rows->count - 1) / halves->rows + 1;
    for (int number = 0; number < count; number++) {
        /* An event that was never recorded, or by a job that has ended, is complete. */
        ERRDIFF_TRY_CUDA(session, cudaEventSynchronize(halves->copied[number % 2]), ERRDIFF_UPLOAD);
        ERRDIFF_TRY(transfer_half(halves, rows, number, true));
        ERRDIFF_TRY_CUDA(session, send_half(halves, rows, number, true), ERRDIFF_UPLOAD);
        ERRDIFF_TRY(errdiff_session_poll(session, 0));
    }
    return ERRDIFF_OK;
}

static errdiff_status copy_down(const struct halves *halves, const struct rows *rows)
{
    struct errdiff_session *session = halves->session;
    int count = (rows->count - 1) / halves->rows + 1;
    for (int number = 0; number <= count; number++) {
        if (number < count)
            ERRDIFF_TRY_CUDA(session, send_half(halves, rows, number, false), ERRDIFF_DOWNLOAD);
        if (number > 0) {
            ERRDIFF_TRY_CUDA(session, cudaEventSynchronize(halves->copied[(number - 1) % 2]),
                             ERRDIFF_DOWNLOAD);
            ERRDIFF_TRY(transfer_half(halves, rows, number - 1, false));
        }
        ERRDIFF_TRY(errdiff_session_poll(session, 1));
    }
    return ERRDIFF_OK;
}

static errdiff_status open_halves(struct halves *halves, const struct rows *rows)
{
    size_t fitting = HALF_BYTES / rows->row_bytes + 1;
    halves->rows = fitting < (size_t)rows->count ? (int)fitting : rows->count;
    struct errdiff_workspace *workspace = halves->session->workspace;
    halves->copied = workspace->copied;
    return errdiff_session_check(halves->session,
                                 errdiff_workspace_pin(workspace,
                                                       2 * (size_t)halves->rows * rows->row_bytes,
                                                       (void **)&halves->memory),
                                 ERRDIFF_ALLOCATION);
}

struct errdiff_threads errdiff_session_copiers(const struct errdiff_session *session, size_t bytes)
{
    struct errdiff_threads threads = session->threads;
    const size_t max_count = bytes / COPIER_BYTES + 1;
    if (!threads.is_exact && (size_t)threads.count > max_count)
        threads.count = (int)max_count;
    return errdiff_host->threads_undisturbed(threads);
}

static errdiff_status copy(struct errdiff_session *session, const struct rows *rows,
                           errdiff_status (*copy_rows)(const struct halves *halves,
                                                       const struct rows *rows))
{
    struct halves halves = {};
    halves.session = session;
    halves.threads = errdiff_session_copiers(session, rows->row_bytes * (size_t)rows->count);
    *session->copied_by = halves.threads.count;
    errdiff_status status = open_halves(&halves, rows);
    if (status == ERRDIFF_OK)
        status = copy_rows(&halves, rows);
    /* Asynchronous copies may still be running. */
    cudaError_t error = cudaStreamSynchronize(session->stream);
    if (status == ERRDIFF_OK)
        status = errdiff_session_check(session, error,
                                       copy_rows == copy_up ? ERRDIFF_UPLOAD : ERRDIFF_DOWNLOAD);
    return status;
}

errdiff_status errdiff_session_copy_in(struct errdiff_session *session, void *device,
                                       const void *host, ptrdiff_t stride, size_t row_bytes,
                                       int rows)
{
    struct rows up = {(uint8_t *)host, (uint8_t *)device, stride, row_bytes, rows};
    return copy(session, &up, copy_up);
}

errdiff_status errdiff_session_copy_out(struct errdiff_session *session, void *host,
                                        ptrdiff_t stride, const void *device, size_t row_bytes,
                                        int rows)
{
    struct rows down = {(uint8_t *)host, (uint8_t *)device, stride, row_bytes, rows};
    return copy(session, &down, copy_down);
}
