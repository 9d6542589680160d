/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Refines a hologram on the GPU. The light stays there from the first pass to the last. */
#include "hologram_refine.cuh"

#include "cuda/session.h"
#include "cufft_library.h"
#include "hologram.h"

static const dim3 threads = {32, 8, 1};

static dim3 blocks_of(int width, int height)
{
    return dim3(((unsigned)width + threads.x - 1) / threads.x,
                ((unsigned)height + threads.y - 1) / threads.y);
}

static errdiff_status allocate(struct errdiff_session *session, errdiff_complex **values, int width,
                               int height)
{
    return errdiff_session_allocate(session, (void **)values,
                                    (size_t)width * (size_t)height * sizeof **values, false);
}

static size_t row_bytes_of(const errdiff_field *field)
{
    return (size_t)field->width * sizeof *field->values;
}

static errdiff_status upload(struct errdiff_session *session, const errdiff_field *field,
                             errdiff_complex **copy)
{
    const size_t row = row_bytes_of(field);
    ERRDIFF_TRY(allocate(session, copy, field->width, field->height));
    return errdiff_session_copy_in(session, *copy, field->values, (ptrdiff_t)row, row,
                                   field->height);
}

static errdiff_status set_up(struct errdiff_session *session,
                             const struct errdiff_hologram_refinement *refinement,
                             struct refine_work *work)
{
    const errdiff_field *shown = refinement->shown;
    errdiff_complex *hologram = NULL;
    work->width = shown->width;
    work->height = shown->height;
    work->scale = refinement->scale;
    work->left = refinement->left;
    work->top = refinement->top;
    work->window = refinement->window;
    work->transfer = refinement->transfer;
    const int width = work->transfer.width, height = work->transfer.height;
    ERRDIFF_TRY(allocate(session, &work->plane, width, height));
    ERRDIFF_TRY(allocate(session, &work->factors, width / 2 + 1, height / 2 + 1));
    ERRDIFF_TRY(upload(session, refinement->hologram, &hologram));
    work->hologram = hologram;
    ERRDIFF_TRY(upload(session, shown, &work->shown));
    ERRDIFF_TRY(allocate(session, &work->ahead, shown->width, shown->height));
    ERRDIFF_TRY_CUDA(session,
                     cudaMemcpyAsync(work->ahead, work->shown,
                                     row_bytes_of(shown) * (size_t)shown->height,
                                     cudaMemcpyDeviceToDevice, session->stream),
                     ERRDIFF_UPLOAD);
    refine_fill_factors<<<blocks_of(width / 2 + 1, height / 2 + 1), threads, 0, session->stream>>>(
        *work);
    return errdiff_session_check(session, cudaGetLastError(), ERRDIFF_LAUNCH);
}

/* Propagates the light in the plane to the window or back. */
static errdiff_status propagate(struct errdiff_session *session, const struct refine_work *work,
                                const struct errdiff_cufft_plan *plan, bool is_backward)
{
    ERRDIFF_TRY(errdiff_cufft_transform(plan, session, work->plane, false));
    refine_propagate<<<blocks_of(work->transfer.width, work->transfer.height), threads, 0,
                       session->stream>>>(*work, is_backward);
    return errdiff_cufft_transform(plan, session, work->plane, true);
}

/* Begins a pass, and waits for the end of the one before, so that the GPU always has work. */
static errdiff_status run_pass(struct errdiff_session *session, const struct refine_work *work,
                               const struct errdiff_cufft_plan *plan, int pass, int passes)
{
    const dim3 all = blocks_of(work->transfer.width, work->transfer.height);
    const cudaEvent_t *ends = session->workspace->marks;
    refine_subtract<<<all, threads, 0, session->stream>>>(*work);
    ERRDIFF_TRY(propagate(session, work, plan, false));
    refine_crop<<<all, threads, 0, session->stream>>>(*work);
    ERRDIFF_TRY(propagate(session, work, plan, true));
    refine_take<<<blocks_of(work->width, work->height), threads, 0, session->stream>>>(*work);
    ERRDIFF_TRY_CUDA(session, cudaGetLastError(), ERRDIFF_LAUNCH);
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(ends[pass % 2], session->stream), ERRDIFF_RUN);
    /* An event that was never recorded counts as complete. */
    return errdiff_session_wait(session, ends[(pass + 1) % 2], (double)pass / passes);
}

static errdiff_status refine(struct errdiff_session *session,
                             const struct errdiff_hologram_refinement *refinement,
                             struct errdiff_cufft_plan *plan, errdiff_field *refined)
{
    struct refine_work work = {};
    ERRDIFF_TRY(errdiff_cufft_plan_make(plan, session, refinement->transfer.width,
                                        refinement->transfer.height));
    ERRDIFF_TRY(set_up(session, refinement, &work));
    for (int pass = 0; pass < refinement->passes; pass++)
        ERRDIFF_TRY(run_pass(session, &work, plan, pass, refinement->passes));
    const size_t row = row_bytes_of(refined);
    return errdiff_session_copy_out(session, refined->values, (ptrdiff_t)row, work.shown, row,
                                    refined->height);
}

errdiff_status errdiff_hologram_refine_on_gpu(const struct errdiff_hologram_refinement *refinement,
                                              errdiff_field *refined, errdiff_message *reason)
{
    struct errdiff_session session = {};
    struct errdiff_cufft_plan plan = {};
    int copied_by = 0;
    session.message = reason;
    session.threads = refinement->threads;
    session.copied_by = &copied_by;
    session.progress = refinement->progress;
    errdiff_status status = errdiff_session_open(&session);
    if (status == ERRDIFF_OK)
        status = refine(&session, refinement, &plan, refined);
    if (session.workspace)
        (void)cudaStreamSynchronize(session.stream);
    errdiff_cufft_plan_release(&plan);
    errdiff_session_close(&session);
    return status;
}
