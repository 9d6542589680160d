/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The host's side of the search after the dithering. The image and the result are on the device
 * from the first phase to the last. */
#include "refine_on_gpu.h"

#include "pinned.h"
#include "refine_look.cuh"
#include "refine_visit.cuh"
#include "session.h"

#include <stdlib.h>

enum { THREADS = 256 };

/* The tiles of a launch, at most. Their seen errors are in memory at once. */
static const size_t MAX_TILES = (size_t)1 << 14;

struct search {
    struct errdiff_session *session;
    struct errdiff_job *job;
    const struct errdiff_refine_tables *tables;
    const uint8_t *stays; /* NULL: all pixels may change */
    int passes;
    struct refine_work work;
};

typedef void refine_kernel(const struct refine_work work);

/* The kernels for a kind of job. */
struct kernels {
    refine_kernel *start, *look, *visit, *finish;
    int look_threads;
    size_t look_bytes;
};

template <int PARTS, bool IS_LISTED, int REACH> static struct kernels kernels_for_reach()
{
    const struct kernels kernels = {
        refine_start<PARTS, IS_LISTED>,
        refine_look<PARTS, IS_LISTED, REACH>,
        refine_visit<PARTS, IS_LISTED, REACH + 3>,
        refine_finish<IS_LISTED>,
        refine_look_threads<PARTS>(),
        refine_look_bytes<PARTS, REACH>(),
    };
    return kernels;
}

/* 7 is the reach for up to 34 pixels in a degree, 10 for up to 49. */
template <int PARTS, bool IS_LISTED> static struct kernels kernels_of(int reach)
{
    return reach <= 7    ? kernels_for_reach<PARTS, IS_LISTED, 7>()
           : reach <= 10 ? kernels_for_reach<PARTS, IS_LISTED, 10>()
                         : kernels_for_reach<PARTS, IS_LISTED, ERRDIFF_EYE_REACH>();
}

/* A gray image always has a list. */
static struct kernels kernels_for(const struct errdiff_refine_tables *tables)
{
    const int reach = tables->eye.reach;
    return tables->channels == 1     ? kernels_of<1, true>(reach)
           : tables->color_count > 0 ? kernels_of<3, true>(reach)
                                     : kernels_of<3, false>(reach);
}

/* ---- Tables -------------------------------------------------------------------------------- */

template <typename Type>
static errdiff_status upload(struct errdiff_session *session, const Type *table, size_t count,
                             const Type **copy)
{
    return errdiff_session_upload_table(session, table, count * sizeof *table, (const void **)copy);
}

/* What refine_start and refine_finish need of the rule. */
static errdiff_status upload_rule(struct search *search)
{
    struct errdiff_session *session = search->session;
    const struct errdiff_pixel_rule *rule = &search->job->rule;
    struct errdiff_pixel_rule *of_device = &search->work.rule;
    *of_device = *rule;
    if (rule->light)
        ERRDIFF_TRY(
            upload(session, rule->light, (size_t)1 << search->job->in.bits, &of_device->light));
    if (!rule->search)
        return upload(session, rule->quantizers, (size_t)rule->channels, &of_device->quantizers);
    struct errdiff_decisions *decisions = (struct errdiff_decisions *)malloc(sizeof *decisions);
    if (!decisions)
        return ERRDIFF_NO_MEMORY;
    errdiff_host->decisions_make(decisions, search->job);
    errdiff_status status = upload(session, decisions, 1, &search->work.decisions);
    free(decisions);
    return status == ERRDIFF_OK ? upload(session, rule->search, 1, &of_device->search) : status;
}

static errdiff_status upload_weights(struct search *search)
{
    enum { SIDE = ERRDIFF_EYE_REACH + 1 };
    int32_t weights[ERRDIFF_EYE_CHANNELS][SIDE][SIDE];
    for (int part = 0; part < ERRDIFF_EYE_CHANNELS; part++)
        for (int v = 0; v < SIDE; v++)
            for (int u = 0; u < SIDE; u++)
                weights[part][v][u] = search->tables->eye.weight[part][v][ERRDIFF_EYE_CENTER + u];
    return upload(search->session, &weights[0][0][0], sizeof weights / sizeof ***weights,
                  &search->work.weights);
}

static void fill_trial(const struct search *search, int from, int i, int32_t trial[4])
{
    const struct errdiff_refine_tables *tables = search->tables;
    const struct errdiff_refine_color before = errdiff_refine_color_of(tables, from);
    const struct errdiff_refine_color after =
        errdiff_refine_color_of(tables, tables->tried[from][i]);
    trial[0] = tables->own_growth[from][i];
    for (int part = 0; part < tables->channels; part++)
        trial[1 + part] =
            errdiff_refine_rough(after.part[part]) - errdiff_refine_rough(before.part[part]);
}

static errdiff_status upload_trials(struct search *search)
{
    const size_t count = (size_t)search->tables->color_count * ERRDIFF_REFINE_TRIED;
    int32_t(*trials)[4] = (int32_t(*)[4])calloc(count, sizeof *trials);
    if (!trials)
        return ERRDIFF_NO_MEMORY;
    for (int from = 0; from < search->tables->color_count; from++)
        for (int i = 0; i < search->work.tried_count; i++)
            fill_trial(search, from, i, trials[from * ERRDIFF_REFINE_TRIED + i]);
    const errdiff_status status =
        upload(search->session, (const int4 *)trials, count, &search->work.trials);
    free(trials);
    return status;
}

static errdiff_status upload_level_parts(struct search *search)
{
    const size_t count = (size_t)3 * ERRDIFF_MAX_LEVELS;
    int32_t(*shares)[4] = (int32_t(*)[4])calloc(count, sizeof *shares);
    if (!shares)
        return ERRDIFF_NO_MEMORY;
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < ERRDIFF_MAX_LEVELS; i++)
            for (int part = 0; part < ERRDIFF_EYE_CHANNELS; part++)
                shares[c * ERRDIFF_MAX_LEVELS + i][part] = search->tables->level_part[c][i][part];
    const errdiff_status status =
        upload(search->session, (const int4 *)shares, count, &search->work.level_parts);
    free(shares);
    return status;
}

static errdiff_status upload_tables(struct search *search)
{
    const struct errdiff_refine_tables *tables = search->tables;
    struct refine_work *work = &search->work;
    for (int part = 0; part < tables->channels; part++) {
        work->level_count[part] = tables->level_count[part];
        work->own_weight[part] = errdiff_refine_weight(tables, part, 0, 0, 1);
        for (int c = 0; c < tables->channels; c++)
            work->share[part][c] =
                errdiff_refine_share(tables->channels, tables->maps_values, part, c);
    }
    work->value_scale = tables->value_scale;
    work->reach = tables->eye.reach;
    work->tried_count = errdiff_refine_tried_count(tables);
    work->block_weight = tables->block_weight;
    ERRDIFF_TRY(upload(search->session, tables, 1, &work->tables));
    ERRDIFF_TRY(upload_rule(search));
    ERRDIFF_TRY(upload_weights(search));
    return tables->color_count > 0 ? upload_trials(search) : upload_level_parts(search);
}

/* ---- Images ------------------------------------------------------------------------------ */

/* Rows of an image or mask on the host. */
struct rows {
    void *data;
    ptrdiff_t stride;
    size_t row_bytes;
    int count;
};

static struct rows rows_of(const errdiff_image *image)
{
    const size_t samples = (size_t)image->width * (size_t)image->channels;
    const struct rows rows = {image->data, image->stride, samples * (size_t)(image->bits / 8),
                              image->height};
    return rows;
}

/* Whether the device can read and write the rows by itself. */
static bool are_pinned(const struct rows *rows)
{
    const char *first = (const char *)rows->data;
    return rows->stride > 0 &&
           errdiff_is_pinned(first, first + (rows->count - 1) * rows->stride + rows->row_bytes - 1);
}

static errdiff_status copy_in(struct errdiff_session *session, void *device,
                              const struct rows *rows)
{
    if (!are_pinned(rows))
        return errdiff_session_copy_in(session, device, rows->data, rows->stride, rows->row_bytes,
                                       rows->count);
    ERRDIFF_TRY_CUDA(session,
                     cudaMemcpy2DAsync(device, rows->row_bytes, rows->data, (size_t)rows->stride,
                                       rows->row_bytes, (size_t)rows->count, cudaMemcpyHostToDevice,
                                       session->stream),
                     ERRDIFF_UPLOAD);
    return errdiff_session_poll(session, 0);
}

static errdiff_status copy_out(struct errdiff_session *session, const struct rows *rows,
                               const void *device)
{
    if (!are_pinned(rows))
        return errdiff_session_copy_out(session, rows->data, rows->stride, device, rows->row_bytes,
                                        rows->count);
    ERRDIFF_TRY_CUDA(session,
                     cudaMemcpy2DAsync(rows->data, (size_t)rows->stride, device, rows->row_bytes,
                                       rows->row_bytes, (size_t)rows->count, cudaMemcpyDeviceToHost,
                                       session->stream),
                     ERRDIFF_DOWNLOAD);
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), ERRDIFF_DOWNLOAD);
    return errdiff_session_wait(session, session->ended, 1);
}

static errdiff_status upload_image(struct errdiff_session *session, const errdiff_image *image,
                                   errdiff_image *copy)
{
    const struct rows rows = rows_of(image);
    *copy = *image;
    copy->stride = (ptrdiff_t)rows.row_bytes;
    copy->mask = NULL;
    ERRDIFF_TRY(
        errdiff_session_allocate(session, &copy->data, rows.row_bytes * (size_t)rows.count, false));
    return copy_in(session, copy->data, &rows);
}

static errdiff_status upload_bytes(struct errdiff_session *session, const struct rows *rows,
                                   const uint8_t **copy)
{
    void *bytes;
    ERRDIFF_TRY(
        errdiff_session_allocate(session, &bytes, rows->row_bytes * (size_t)rows->count, false));
    *copy = (const uint8_t *)bytes;
    return copy_in(session, bytes, rows);
}

static errdiff_status upload_images(struct search *search)
{
    struct errdiff_session *session = search->session;
    const errdiff_image *in = &search->job->in;
    struct refine_work *work = &search->work;
    ERRDIFF_TRY(upload_image(session, in, &work->in));
    ERRDIFF_TRY(upload_image(session, &search->job->out, &work->out));
    const struct rows mask = {(void *)in->mask, in->mask_stride, (size_t)in->width, in->height};
    const struct rows stays = {(void *)search->stays, in->width, (size_t)in->width, in->height};
    if (in->mask)
        ERRDIFF_TRY(upload_bytes(session, &mask, &work->in.mask));
    return search->stays ? upload_bytes(session, &stays, &work->stays) : ERRDIFF_OK;
}

/* ---- Passes -------------------------------------------------------------------------------- */

static int32_t count_along(int pixels, int side)
{
    return (pixels - 1) / side + 1;
}

static size_t tiles_of(const struct refine_work *work)
{
    return (size_t)work->across * (size_t)work->down;
}

static size_t tiles_of_phase(const struct refine_work *work, int phase)
{
    return (size_t)((work->across + 1 - phase % 2) / 2) *
           (size_t)((work->down + 1 - phase / 2) / 2);
}

static errdiff_status allocate(struct search *search)
{
    struct errdiff_session *session = search->session;
    struct refine_work *work = &search->work;
    const int width = search->job->in.width, height = search->job->in.height;
    const size_t pixels = (size_t)width * (size_t)height;
    work->across = count_along(width, REFINE_TILE);
    work->down = count_along(height, REFINE_TILE);
    work->blocks_across = count_along(width, REFINE_BLOCK);
    work->blocks_down = count_along(height, REFINE_BLOCK);
    const size_t blocks = (size_t)work->blocks_across * (size_t)work->blocks_down;
    const size_t tiles = tiles_of_phase(work, 0) < MAX_TILES ? tiles_of_phase(work, 0) : MAX_TILES;
    const size_t errors = tiles * (size_t)search->tables->channels * REFINE_NEAR * REFINE_NEAR;
    ERRDIFF_TRY(errdiff_session_allocate(
        session, &work->codes,
        pixels * (search->tables->color_count > 0 ? sizeof(uint8_t) : sizeof(int32_t)), false));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&work->sums, blocks * sizeof *work->sums,
                                         false));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&work->wanted, tiles_of(work), false));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&work->changed, tiles_of(work), false));
    ERRDIFF_TRY(
        errdiff_session_allocate(session, (void **)&work->has_any, sizeof *work->has_any, false));
    return errdiff_session_allocate(session, (void **)&work->errors, errors * sizeof *work->errors,
                                    false);
}

static errdiff_status launch_phase(struct search *search, const struct kernels *kernels, int phase)
{
    struct refine_work work = search->work;
    cudaStream_t stream = search->session->stream;
    const size_t tiles = tiles_of_phase(&work, phase);
    work.phase = phase;
    for (size_t first = 0; first < tiles; first += MAX_TILES) {
        const unsigned count = (unsigned)(tiles - first < MAX_TILES ? tiles - first : MAX_TILES);
        work.first = (int32_t)first;
        for (work.half = 0; work.half < ERRDIFF_REFINE_HALVES; work.half++) {
            kernels->look<<<count, (unsigned)kernels->look_threads, kernels->look_bytes, stream>>>(
                work);
            kernels->visit<<<count, REFINE_LANES, 0, stream>>>(work);
        }
    }
    return errdiff_session_check(search->session, cudaGetLastError(), ERRDIFF_LAUNCH);
}

/* Finds the tiles for the next pass, and tells the host whether there are any. */
static errdiff_status launch_choice(struct search *search, int32_t *has_any)
{
    struct errdiff_session *session = search->session;
    const struct refine_work *work = &search->work;
    const unsigned blocks = (unsigned)((tiles_of(work) - 1) / THREADS + 1);
    ERRDIFF_TRY_CUDA(session,
                     cudaMemsetAsync(work->has_any, 0, sizeof *work->has_any, session->stream),
                     ERRDIFF_LAUNCH);
    refine_choose<<<blocks, THREADS, 0, session->stream>>>(*work);
    ERRDIFF_TRY_CUDA(session, cudaGetLastError(), ERRDIFF_LAUNCH);
    ERRDIFF_TRY_CUDA(session,
                     cudaMemcpyAsync(has_any, work->has_any, sizeof *has_any,
                                     cudaMemcpyDeviceToHost, session->stream),
                     ERRDIFF_LAUNCH);
    return ERRDIFF_OK;
}

/* Begins a phase, and waits for the end of the one before, so that the GPU always has work. */
static errdiff_status run_phase(struct search *search, const struct kernels *kernels, int pass,
                                int phase, int32_t *has_any)
{
    struct errdiff_session *session = search->session;
    const cudaEvent_t *ends = session->workspace->marks;
    const int number = pass * ERRDIFF_REFINE_PHASES + phase;
    ERRDIFF_TRY(launch_phase(search, kernels, phase));
    if (phase == ERRDIFF_REFINE_PHASES - 1)
        ERRDIFF_TRY(launch_choice(search, has_any));
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(ends[number % 2], session->stream), ERRDIFF_RUN);
    /* An event that was never recorded counts as complete. */
    return errdiff_session_wait(session, ends[(number + 1) % 2],
                                (double)number / (search->passes * ERRDIFF_REFINE_PHASES));
}

/* After the first phase of a pass the host knows what the pass before has changed. If that is
 * nothing, the phase has done nothing. */
static errdiff_status run_passes(struct search *search, const struct kernels *kernels)
{
    struct errdiff_session *session = search->session;
    int32_t *has_any;
    ERRDIFF_TRY_CUDA(
        session, cudaMemsetAsync(search->work.wanted, 1, tiles_of(&search->work), session->stream),
        ERRDIFF_LAUNCH);
    ERRDIFF_TRY_CUDA(session,
                     errdiff_workspace_pin(session->workspace, sizeof *has_any, (void **)&has_any),
                     ERRDIFF_ALLOCATION);
    *has_any = 1;
    for (int pass = 0; pass < search->passes; pass++)
        for (int phase = 0; phase < ERRDIFF_REFINE_PHASES; phase++) {
            ERRDIFF_TRY(run_phase(search, kernels, pass, phase, has_any));
            if (phase == 0 && *(volatile int32_t *)has_any == 0)
                return ERRDIFF_OK;
        }
    return ERRDIFF_OK;
}

static errdiff_status run(struct search *search)
{
    struct errdiff_session *session = search->session;
    const struct kernels kernels = kernels_for(search->tables);
    struct refine_work *work = &search->work;
    ERRDIFF_TRY(errdiff_session_poll_now(session, 0));
    ERRDIFF_TRY(upload_tables(search));
    ERRDIFF_TRY(upload_images(search));
    ERRDIFF_TRY(allocate(search));
    ERRDIFF_TRY_CUDA(
        session, errdiff_device_allow_shared_memory((const void *)kernels.look, kernels.look_bytes),
        ERRDIFF_SETUP);
    const unsigned blocks = (unsigned)(work->blocks_across * work->blocks_down);
    kernels.start<<<blocks, REFINE_BLOCK * REFINE_BLOCK, 0, session->stream>>>(*work);
    ERRDIFF_TRY_CUDA(session, cudaGetLastError(), ERRDIFF_LAUNCH);
    ERRDIFF_TRY(run_passes(search, &kernels));
    const size_t pixels = (size_t)work->in.width * (size_t)work->in.height;
    kernels.finish<<<(unsigned)((pixels - 1) / THREADS + 1), THREADS, 0, session->stream>>>(*work);
    ERRDIFF_TRY_CUDA(session, cudaGetLastError(), ERRDIFF_LAUNCH);
    const struct rows rows = rows_of(&search->job->out);
    ERRDIFF_TRY_CUDA(session, cudaEventRecord(session->ended, session->stream), ERRDIFF_RUN);
    ERRDIFF_TRY(errdiff_session_wait(session, session->ended, 1));
    return copy_out(session, &rows, work->out.data);
}

errdiff_status errdiff_refine_on_gpu(struct errdiff_job *job,
                                     const struct errdiff_refine_tables *tables,
                                     const uint8_t *stays, errdiff_message *message)
{
    struct errdiff_session session = {};
    struct search search = {};
    int copied_by = 0;
    session.message = message;
    session.threads = job->run.threads;
    session.copied_by = &copied_by;
    session.progress = &job->run.progress;
    session.done_before = job->run.progress.reported;
    search.session = &session;
    search.job = job;
    search.tables = tables;
    search.stays = stays;
    search.passes = job->asked.passes;
    errdiff_status status = errdiff_session_open(&session);
    if (status == ERRDIFF_OK)
        status = run(&search);
    errdiff_session_close(&session);
    return status;
}
