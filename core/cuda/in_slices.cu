/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sends an image through the GPU in slices of rows, so that uploads, kernels and downloads
 * overlap. */
#include "in_slices.h"

#include "env_override.h"
#include "fault.h"
#include "pinned.h"
#include "slices.h"
#include "tasks.h"

#include <stdlib.h>
#include <string.h>

enum {
    IMAGE = 0,     /* of what is uploaded; the mask is the other */
    STAGES = 3,    /* one is uploaded, one waits, one is filled; few enough to stay in a cache */
    ARRIVALS = 4,  /* the same for downloads, with two being emptied */
    DELIVERERS = 8 /* threads at work if nothing is staged; more would slow the uploads down */
};

/* Device memory for the blocks of the ring, at most. */
static const size_t MAX_BYTES = (size_t)4 << 30;

/* A pinned staging buffer for an upload. */
struct stage {
    uint8_t *up[ERRDIFF_MAX_ROWS_UP]; /* NULL if the image itself is pinned */
    std::atomic<int> filled{0};       /* parts that are filled */
};

/* A pinned buffer for a download. */
struct arrival {
    uint8_t *down;
    std::atomic<int> delivered{0}; /* parts that are delivered */
};

/* How many slices have reached each stage. Only the leading thread uses these. */
struct counts {
    int freed;     /* staging buffer free to be filled; unused if nothing is staged */
    int uploads;   /* upload and launch queued */
    int awaited;   /* launch awaited by the download stream */
    int downloads; /* download queued */
    int arrived;
    int delivered;
};

struct sliced_job {
    struct errdiff_session *session;
    struct errdiff_slice_plan *plan;
    struct errdiff_slices slices;
    int count;
    bool is_staged;
    uint8_t *kept; /* result held back while the image may still be needed; NULL otherwise */
    struct errdiff_workspace *workspace; /* the session's */
    struct stage stages[STAGES];
    int stage_count;
    struct arrival arrivals[ARRIVALS];
    int arrival_count;
    struct counts counts;
    struct errdiff_tasks to_fill, to_deliver;
    std::atomic<bool> is_over{false};
    errdiff_status status;
};

static struct errdiff_slot_events *slot_of(struct sliced_job *sliced, int slice)
{
    return &sliced->workspace->slots[errdiff_slice_slot(&sliced->slices, slice)];
}

static struct stage *stage_of(struct sliced_job *sliced, int slice)
{
    return &sliced->stages[slice % sliced->stage_count];
}

static struct arrival *arrival_of(struct sliced_job *sliced, int slice)
{
    return &sliced->arrivals[slice % sliced->arrival_count];
}

/* ---- Parts of slices, in any thread -------------------------------------------------------- */

struct part {
    struct stage *stage;
    struct arrival *arrival;
    int first_row;  /* the slice's first row in the image */
    int begin, end; /* the part's rows, counted within the slice */
};

static struct part part_of(struct sliced_job *sliced, int slice, int number)
{
    int rows = errdiff_slice_rows(&sliced->slices, slice);
    struct part part = {stage_of(sliced, slice), arrival_of(sliced, slice),
                        errdiff_slice_first_row(&sliced->slices, slice),
                        errdiff_tasks_row(rows, number), errdiff_tasks_row(rows, number + 1)};
    return part;
}

static void fill(const struct errdiff_slice_plan *plan, const struct part *part)
{
    for (int i = 0; i < plan->up_count; i++) {
        const struct errdiff_rows_up *rows = &plan->up[i];
        for (int row = part->begin; row < part->end && part->stage->up[i]; row++) {
            const int y = part->first_row + row;
            const void *from = i == IMAGE ? errdiff_input_row(plan->job, y, 0)
                                          : (const uint8_t *)rows->data + y * rows->stride;
            memcpy(part->stage->up[i] + (size_t)row * rows->pitch, from, rows->row_bytes);
        }
    }
}

static void deliver(struct sliced_job *sliced, const struct part *part)
{
    const struct errdiff_slice_plan *plan = sliced->plan;
    for (int row = part->begin; row < part->end; row++) {
        const uint8_t *result = part->arrival->down + (size_t)row * plan->out_pitch;
        int y = part->first_row + row;
        if (sliced->kept)
            memcpy(sliced->kept + (size_t)y * plan->out_pitch, result, plan->out_pitch);
        else
            plan->deliver(plan, y, result);
    }
}

/* Does one part of a delivery or of a filling. Returns false if there is nothing to do now. */
static bool help(struct sliced_job *sliced)
{
    int slice, number;
    if (errdiff_tasks_take(&sliced->to_deliver, &slice, &number)) {
        struct part part = part_of(sliced, slice, number);
        deliver(sliced, &part);
        part.arrival->delivered.fetch_add(1, std::memory_order_release);
        return true;
    }
    if (errdiff_tasks_take(&sliced->to_fill, &slice, &number)) {
        struct part part = part_of(sliced, slice, number);
        fill(sliced->plan, &part);
        part.stage->filled.fetch_add(1, std::memory_order_release);
        return true;
    }
    return false;
}

/* If all parts are done, resets their count and returns true. */
static bool take_parts(std::atomic<int> *parts)
{
    if (parts->load(std::memory_order_acquire) < ERRDIFF_SLICE_PARTS)
        return false;
    parts->store(0, std::memory_order_relaxed);
    return true;
}

/* ---- Slices, in the leading thread --------------------------------------------------------- */

static struct errdiff_slice_part blocks_of(const struct sliced_job *sliced, int slice)
{
    const struct errdiff_slices *slices = &sliced->slices;
    struct errdiff_slice_part part = {slice * slices->blocks, errdiff_slice_blocks(slices, slice),
                                      errdiff_slice_slot(slices, slice) * slices->blocks};
    return part;
}

/* Where the rows of a slice begin in device memory. */
static uint8_t *slot_rows(const struct sliced_job *sliced, int slice,
                          const struct errdiff_rows_up *rows)
{
    const struct errdiff_slice_part part = blocks_of(sliced, slice);
    return rows->slots + (size_t)part.place * (size_t)sliced->slices.block_rows * rows->pitch;
}

/* Replaces the first rows of a slice that was uploaded from the image itself. */
static cudaError_t upload_first_rows(struct sliced_job *sliced, int slice)
{
    const struct errdiff_first_rows *first_rows = &sliced->plan->job->first_rows;
    const struct errdiff_rows_up *up = &sliced->plan->up[IMAGE];
    const int first = errdiff_slice_first_row(&sliced->slices, slice);
    const int rest = first_rows->count - first, rows = errdiff_slice_rows(&sliced->slices, slice);
    if (rest <= 0 || stage_of(sliced, slice)->up[IMAGE])
        return cudaSuccess;
    return cudaMemcpy2DAsync(slot_rows(sliced, slice, up), up->pitch,
                             first_rows->data + (size_t)first * first_rows->row_bytes,
                             first_rows->row_bytes, up->row_bytes,
                             (size_t)(rest < rows ? rest : rows), cudaMemcpyHostToDevice,
                             sliced->workspace->uploads);
}

static cudaError_t upload_rows(struct sliced_job *sliced, int slice, int number)
{
    const struct errdiff_rows_up *rows = &sliced->plan->up[number];
    const uint8_t *staged = stage_of(sliced, slice)->up[number];
    int first_row = errdiff_slice_first_row(&sliced->slices, slice);
    size_t count = (size_t)errdiff_slice_rows(&sliced->slices, slice);
    uint8_t *to = slot_rows(sliced, slice, rows);
    const uint8_t *from = staged ? staged : (const uint8_t *)rows->data + first_row * rows->stride;
    size_t stride = staged ? rows->pitch : (size_t)rows->stride;
    if (stride == rows->pitch)
        return cudaMemcpyAsync(to, from, (count - 1) * stride + rows->row_bytes,
                               cudaMemcpyHostToDevice, sliced->workspace->uploads);
    return cudaMemcpy2DAsync(to, rows->pitch, from, stride, rows->row_bytes, count,
                             cudaMemcpyHostToDevice, sliced->workspace->uploads);
}

static cudaError_t queue_upload(struct sliced_job *sliced, int slice)
{
    const struct errdiff_slice_plan *plan = sliced->plan;
    const struct errdiff_slice_part part = blocks_of(sliced, slice);
    struct errdiff_slot_events *slot = slot_of(sliced, slice);
    int before = errdiff_slice_upload_after(&sliced->slices, slice);
    cudaError_t error = cudaSuccess;
    if (before >= 0)
        error = cudaStreamWaitEvent(sliced->workspace->uploads, slot_of(sliced, before)->copied, 0);
    for (int i = 0; i < plan->up_count && error == cudaSuccess; i++)
        error = upload_rows(sliced, slice, i);
    if (error == cudaSuccess)
        error = upload_first_rows(sliced, slice);
    if (error == cudaSuccess && slice == 0)
        error = cudaEventRecord(sliced->session->started, sliced->workspace->uploads);
    if (error == cudaSuccess && plan->before)
        error = plan->before(plan, &part, sliced->workspace->uploads);
    return error == cudaSuccess ? cudaEventRecord(slot->uploaded, sliced->workspace->uploads)
                                : error;
}

static cudaError_t queue_launch(struct sliced_job *sliced, int slice)
{
    const struct errdiff_slice_part part = blocks_of(sliced, slice);
    struct errdiff_slot_events *slot = slot_of(sliced, slice);
    int overlap = errdiff_slices_overlap(&sliced->slices);
    cudaStream_t stream = sliced->workspace->launches[slice % overlap];
    int last = errdiff_slice_launch_after(&sliced->slices, slice);
    cudaError_t error = cudaStreamWaitEvent(stream, slot->uploaded, 0);
    /* Launch `last` was in this stream. It began after the launches before this range had ended. */
    for (int i = last - overlap + 1; i < last && error == cudaSuccess; i++)
        if (i >= 0)
            error = cudaStreamWaitEvent(stream, slot_of(sliced, i)->launched, 0);
    if (error == cudaSuccess)
        error = sliced->plan->launch(sliced->plan, &part, stream);
    return error == cudaSuccess ? cudaEventRecord(slot->launched, stream) : error;
}

static cudaError_t queue_download(struct sliced_job *sliced, int slice)
{
    struct errdiff_slot_events *slot = slot_of(sliced, slice);
    const struct errdiff_slice_plan *plan = sliced->plan;
    const struct errdiff_slice_part part = blocks_of(sliced, slice);
    size_t offset = (size_t)part.place * (size_t)plan->block_rows * plan->out_pitch;
    size_t size = (size_t)errdiff_slice_rows(&sliced->slices, slice) * plan->out_pitch;
    int *awaited = &sliced->counts.awaited;
    cudaError_t error = cudaSuccess;
    for (; *awaited <= errdiff_slice_finished_by(&sliced->slices, slice) && error == cudaSuccess;
         ++*awaited)
        error = cudaStreamWaitEvent(sliced->workspace->downloads,
                                    slot_of(sliced, *awaited)->launched, 0);
    if (error == cudaSuccess && plan->after)
        error = plan->after(plan, &part, sliced->workspace->downloads);
    if (error == cudaSuccess && slice + 1 == sliced->count)
        error = cudaEventRecord(sliced->session->ended, sliced->workspace->downloads);
    if (error == cudaSuccess)
        error = cudaMemcpyAsync(arrival_of(sliced, slice)->down, plan->out + offset, size,
                                cudaMemcpyDeviceToHost, sliced->workspace->downloads);
    return error == cudaSuccess ? cudaEventRecord(slot->copied, sliced->workspace->downloads)
                                : error;
}

/* Allows the next slice to be filled when the upload that used its staging buffer has ended. */
static errdiff_status free_staging(struct sliced_job *sliced, bool *has_moved)
{
    int slice = sliced->counts.freed, before = slice - sliced->stage_count;
    if (!sliced->is_staged || slice >= sliced->count || before >= sliced->counts.uploads)
        return ERRDIFF_OK;
    cudaError_t error =
        before < 0 ? cudaSuccess : cudaEventQuery(slot_of(sliced, before)->uploaded);
    if (error == cudaErrorNotReady)
        return ERRDIFF_OK;
    ERRDIFF_TRY_CUDA(sliced->session, error, ERRDIFF_UPLOAD);
    errdiff_tasks_make(&sliced->to_fill);
    sliced->counts.freed++;
    *has_moved = true;
    return ERRDIFF_OK;
}

static errdiff_status send(struct sliced_job *sliced, bool *has_moved)
{
    int slice = sliced->counts.uploads;
    if (slice >= sliced->count ||
        sliced->counts.downloads <= errdiff_slice_upload_after(&sliced->slices, slice) ||
        (sliced->is_staged &&
         (sliced->counts.freed <= slice || !take_parts(&stage_of(sliced, slice)->filled))))
        return ERRDIFF_OK;
    ERRDIFF_TRY_CUDA(sliced->session, queue_upload(sliced, slice), ERRDIFF_UPLOAD);
    ERRDIFF_TRY_CUDA(sliced->session, queue_launch(sliced, slice), ERRDIFF_LAUNCH);
    sliced->counts.uploads++;
    *has_moved = true;
    return ERRDIFF_OK;
}

static errdiff_status fetch(struct sliced_job *sliced, bool *has_moved)
{
    int slice = sliced->counts.downloads;
    if (slice >= sliced->count ||
        sliced->counts.uploads <= errdiff_slice_finished_by(&sliced->slices, slice) ||
        sliced->counts.delivered <= slice - sliced->arrival_count)
        return ERRDIFF_OK;
    ERRDIFF_TRY_CUDA(sliced->session, queue_download(sliced, slice), ERRDIFF_DOWNLOAD);
    sliced->counts.downloads++;
    *has_moved = true;
    return ERRDIFF_OK;
}

static errdiff_status receive(struct sliced_job *sliced, bool *has_moved)
{
    int slice = sliced->counts.arrived;
    if (slice >= sliced->counts.downloads)
        return ERRDIFF_OK;
    cudaError_t error = cudaEventQuery(slot_of(sliced, slice)->copied);
    if (error == cudaErrorNotReady)
        return ERRDIFF_OK;
    error = errdiff_fault("timeout", cudaErrorLaunchTimeout, error);
    error = errdiff_fault("lost", cudaErrorECCUncorrectable, error);
    ERRDIFF_TRY_CUDA(sliced->session, error, ERRDIFF_RUN);
    if (slice + 1 == sliced->count)
        error = errdiff_fault("lost-late", cudaErrorECCUncorrectable, error);
    ERRDIFF_TRY_CUDA(sliced->session, error, ERRDIFF_DOWNLOAD);
    errdiff_tasks_make(&sliced->to_deliver);
    sliced->counts.arrived++;
    *has_moved = true;
    return ERRDIFF_OK;
}

static errdiff_status advance(struct sliced_job *sliced, bool *has_moved)
{
    struct counts *counts = &sliced->counts;
    ERRDIFF_TRY(receive(sliced, has_moved));
    ERRDIFF_TRY(free_staging(sliced, has_moved));
    ERRDIFF_TRY(send(sliced, has_moved));
    ERRDIFF_TRY(fetch(sliced, has_moved));
    while (counts->delivered < counts->arrived &&
           take_parts(&arrival_of(sliced, counts->delivered)->delivered)) {
        counts->delivered++;
        *has_moved = true;
    }
    return errdiff_session_poll(sliced->session, (double)counts->delivered / sliced->count);
}

static void lead(struct sliced_job *sliced)
{
    int tries = 0;
    while (sliced->status == ERRDIFF_OK && sliced->counts.delivered < sliced->count) {
        bool has_moved = false;
        if (errdiff_session_may_ask(sliced->session))
            sliced->status = advance(sliced, &has_moved);
        if (has_moved || help(sliced))
            tries = 0;
        else
            errdiff_host->team_wait(&tries);
    }
    sliced->is_over.store(true, std::memory_order_relaxed);
}

static void run_member(void *user, int member)
{
    struct sliced_job *sliced = (struct sliced_job *)user;
    int tries = 0;
    if (member == 0)
        lead(sliced);
    if (member >= DELIVERERS && !sliced->is_staged)
        return;
    while (!sliced->is_over.load(std::memory_order_relaxed)) {
        if (help(sliced))
            tries = 0;
        else
            errdiff_host->team_wait(&tries);
    }
}

/* ---- Results that were held back ----------------------------------------------------------- */

static void deliver_kept(void *user, int)
{
    struct sliced_job *sliced = (struct sliced_job *)user;
    const struct errdiff_slice_plan *plan = sliced->plan;
    int slice, number;
    while (errdiff_tasks_take(&sliced->to_deliver, &slice, &number)) {
        struct part part = part_of(sliced, slice, number);
        for (int row = part.begin; row < part.end; row++) {
            int y = part.first_row + row;
            plan->deliver(plan, y, sliced->kept + (size_t)y * plan->out_pitch);
        }
    }
}

static errdiff_status run_team(struct sliced_job *sliced, void (*work)(void *user, int member))
{
    struct errdiff_session *session = sliced->session;
    const errdiff_image *in = &session->job->in, *out = &session->job->out;
    const size_t bytes = (size_t)in->width * (size_t)in->height *
                         (size_t)(in->channels * in->bits + out->channels * out->bits) / 8;
    const struct errdiff_threads threads = errdiff_session_copiers(session, bytes);
    session->report->threads = threads.count;
    return errdiff_host->team_run(threads, work, sliced, &session->report->message);
}

static errdiff_status write_kept(struct sliced_job *sliced)
{
    sliced->to_deliver.next = 0;
    return run_team(sliced, deliver_kept);
}

/* ---- A job --------------------------------------------------------------------------------- */

static errdiff_status choose_slices(struct sliced_job *sliced)
{
    struct errdiff_slices *slices = &sliced->slices;
    const struct errdiff_slice_plan *plan = sliced->plan;
    size_t row_bytes = 0;
    for (int i = 0; i < plan->up_count; i++)
        row_bytes += plan->up[i].pitch;
    *slices = errdiff_slices_of(
        plan->job->in.height, plan->block_rows, row_bytes, plan->at_once,
        (row_bytes + plan->out_pitch) * (size_t)plan->block_rows + plan->block_bytes, MAX_BYTES);
    if (plan->slice_blocks > 0)
        slices->blocks = plan->slice_blocks;
    ERRDIFF_TRY(errdiff_env_size("ERRDIFF_SLICES", 1 << 20, ERRDIFF_MAX_SLOTS, &slices->blocks,
                                 &slices->slots, &sliced->session->report->message));
    slices->slots = slices->slots < 2 ? 2 : slices->slots;
    const int blocks = errdiff_slices_blocks(slices);
    slices->blocks = slices->blocks < blocks ? slices->blocks : blocks;
    sliced->count = errdiff_slices_count(slices);
    return ERRDIFF_OK;
}

static errdiff_status allocate(struct sliced_job *sliced)
{
    struct errdiff_session *session = sliced->session;
    struct errdiff_slice_plan *plan = sliced->plan;
    plan->ring = errdiff_slices_ring(&sliced->slices);
    size_t blocks = (size_t)plan->ring, rows = blocks * (size_t)plan->block_rows;
    for (int i = 0; i < plan->up_count; i++)
        ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&plan->up[i].slots,
                                             rows * plan->up[i].pitch, true));
    ERRDIFF_TRY_CUDA(session, errdiff_fault("memory", cudaErrorMemoryAllocation, cudaSuccess),
                     ERRDIFF_ALLOCATION);
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&plan->out, rows * plan->out_pitch, false));
    ERRDIFF_TRY(errdiff_session_allocate(session, &plan->blocks, blocks * plan->block_bytes, true));
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&plan->ticket, sizeof *plan->ticket, true));
    /* The memory is used by other streams. */
    ERRDIFF_TRY_CUDA(session, cudaStreamSynchronize(session->stream), ERRDIFF_ALLOCATION);
    if (errdiff_session_is_in_place(session))
        sliced->kept = (uint8_t *)malloc((size_t)session->job->in.height * plan->out_pitch);
    return errdiff_session_is_in_place(session) && !sliced->kept ? ERRDIFF_NO_MEMORY : ERRDIFF_OK;
}

static bool needs_staging(const struct errdiff_slice_plan *plan, const struct errdiff_rows_up *rows)
{
    const uint8_t *first = (const uint8_t *)rows->data;
    return rows->stride < 0 ||
           !errdiff_is_pinned(first, first + (plan->job->in.height - 1) * rows->stride +
                                         rows->row_bytes - 1);
}

static errdiff_status pin_staging(struct sliced_job *sliced)
{
    const struct errdiff_slice_plan *plan = sliced->plan;
    int slot_count = plan->ring / sliced->slices.blocks;
    size_t rows = (size_t)sliced->slices.blocks * (size_t)plan->block_rows;
    size_t up_bytes[ERRDIFF_MAX_ROWS_UP] = {}, stage_bytes = 0;
    uint8_t *memory = NULL;
    sliced->stage_count = slot_count < STAGES ? slot_count : STAGES;
    sliced->arrival_count = slot_count < ARRIVALS ? slot_count : ARRIVALS;
    for (int i = 0; i < plan->up_count; i++) {
        up_bytes[i] = needs_staging(plan, &plan->up[i]) ? rows * plan->up[i].pitch : 0;
        stage_bytes += up_bytes[i];
    }
    sliced->is_staged = stage_bytes > 0;
    ERRDIFF_TRY_CUDA(
        sliced->session,
        errdiff_workspace_pin(sliced->workspace,
                              stage_bytes * (size_t)sliced->stage_count +
                                  rows * plan->out_pitch * (size_t)sliced->arrival_count,
                              (void **)&memory),
        ERRDIFF_ALLOCATION);
    for (int i = 0; i < sliced->stage_count; i++)
        for (int j = 0; j < plan->up_count; j++) {
            sliced->stages[i].up[j] = up_bytes[j] > 0 ? memory : NULL;
            memory += up_bytes[j];
        }
    for (int i = 0; i < sliced->arrival_count; i++)
        sliced->arrivals[i].down = memory + (size_t)i * rows * plan->out_pitch;
    return ERRDIFF_OK;
}

/* Nothing that is queued waits for the host, so all of it ends. */
static void wait_for_streams(struct sliced_job *sliced)
{
    const struct errdiff_workspace *workspace = sliced->workspace;
    (void)cudaStreamSynchronize(workspace->uploads);
    for (int i = 0; i < errdiff_slices_overlap(&sliced->slices); i++)
        (void)cudaStreamSynchronize(workspace->launches[i]);
    (void)cudaStreamSynchronize(workspace->downloads);
}

static errdiff_status run_slices(struct sliced_job *sliced)
{
    ERRDIFF_TRY_CUDA(sliced->session,
                     errdiff_workspace_add_slots(sliced->workspace, sliced->slices.slots),
                     ERRDIFF_SETUP);
    const errdiff_status status = run_team(sliced, run_member);
    if (sliced->status != ERRDIFF_OK && sliced->plan->cancel)
        errdiff_cancel_word_set(sliced->plan->cancel);
    wait_for_streams(sliced);
    ERRDIFF_TRY(status);
    ERRDIFF_TRY(sliced->status);
    ERRDIFF_TRY(errdiff_session_count_clamped(sliced->session));
    float kernel_ms = 0;
    ERRDIFF_TRY_CUDA(
        sliced->session,
        cudaEventElapsedTime(&kernel_ms, sliced->session->started, sliced->session->ended),
        ERRDIFF_RUN);
    sliced->session->report->kernel_ms = kernel_ms;
    return sliced->kept ? write_kept(sliced) : ERRDIFF_OK;
}

/* Rows without gaps on the device. */
static struct errdiff_rows_up rows_up(const void *data, ptrdiff_t stride, size_t row_bytes)
{
    struct errdiff_rows_up rows = {};
    rows.data = data;
    rows.stride = stride;
    rows.row_bytes = rows.pitch = row_bytes;
    return rows;
}

void errdiff_slice_take_images(struct errdiff_slice_plan *plan, const struct errdiff_job *job)
{
    const errdiff_image *in = &job->in, *out = &job->out;
    const size_t width = (size_t)in->width;
    plan->job = job;
    plan->up[plan->up_count++] =
        rows_up(in->data, in->stride, width * (size_t)in->channels * (size_t)(in->bits / 8));
    if (in->mask)
        plan->up[plan->up_count++] = rows_up(in->mask, in->mask_stride, width);
    plan->out_pitch = width * (size_t)out->channels * (size_t)(out->bits / 8);
    plan->deliver = errdiff_slice_deliver;
}

void errdiff_slice_set_images(const struct errdiff_slice_plan *plan,
                              const struct errdiff_slice_part *part, struct errdiff_device_job *job)
{
    job->in.data = errdiff_slice_row_0(plan->up[0].slots, plan->up[0].pitch, plan, part);
    job->in.mask = plan->up_count < 2
                       ? NULL
                       : errdiff_slice_row_0(plan->up[1].slots, plan->up[1].pitch, plan, part);
    job->out.data = errdiff_slice_row_0(plan->out, plan->out_pitch, plan, part);
}

errdiff_status errdiff_run_in_slices(struct errdiff_session *session,
                                     struct errdiff_slice_plan *plan)
{
    struct sliced_job sliced = {};
    sliced.session = session;
    sliced.workspace = session->workspace;
    sliced.plan = plan;
    errdiff_status status = choose_slices(&sliced);
    if (status == ERRDIFF_OK)
        status = allocate(&sliced);
    if (status == ERRDIFF_OK)
        status = pin_staging(&sliced);
    if (status == ERRDIFF_OK)
        status = run_slices(&sliced);
    free(sliced.kept);
    return status;
}
