/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cuda-bwec and cuda-bwed: block-wise error collection and block-wise error diffusion, Kasagi,
 * Nakano and Ito 2014, section III. Each thread block holds a parallelogram of the image in
 * shared memory, with one thread for each row. One launch runs all blocks that do not depend on
 * each other (block_launches.h). Errors, or sums, pass from block to block through the lines C and
 * R (tile.h). All other data is copied once, in whole 32-bit words.
 *
 * Generalized to any kernel, which sets the slope of the parallelograms and the margins of the
 * tile; to every part of the rule; and to blocks that are not square. When scattering, two rows may
 * add to the same word in one step; those additions are atomic, in shared memory.
 */
#include "block_launches.h"
#include "block_pixel.h"
#include "block_turns.h"
#include "cuda/device.h"
#include "cuda/env_override.h"
#include "cuda/schedules.h"
#include "cuda/session.h"
#include "known_job.h"
#include "two_levels.h"

#include <cuda_pipeline_primitives.h>
#include <stdlib.h>

enum {
    WIDTH = 64,
    TWO_LEVELS_WIDTH = 128,
    HEIGHT = 128,
    MIN_HEIGHT = 32, /* one warp; blocks of this height or less get narrower first */
    MIN_THREADS = 128,
    MAX_THREADS = 1024,
    MAX_WIDTH = 4096,
    LANES = 32
};

/* The rows of one image in shared memory. They are copied in whole 32-bit words of the image,
 * and a row may begin inside a word, so each byte keeps its position within its word. */
struct staging {
    int offset; /* in shared memory, bytes */
    int pitch;  /* bytes between rows; an odd number of words, to avoid bank conflicts */
    int pixel_bytes;
};

struct schedule {
    struct errdiff_block_plan plan;
    struct staging in, out, mask;
    int shared_size; /* bytes */
    int threads;
    int32_t *line_c, *line_r;
    int *finished;       /* iterations, for each row of blocks */
    bool has_two_levels; /* and what is known then: */
    struct errdiff_two_levels levels;
    struct errdiff_few_taps taps;
};

/* ---- Images to shared memory and back ---------------------------------------------------- */

/* The bytes of image row y that belong to a block. */
struct bytes {
    const uint8_t *data; /* the start of the image, aligned to a word */
    ptrdiff_t begin, end;
    ptrdiff_t size; /* of the whole image */
    ptrdiff_t word; /* the word in which this row of the block begins */
};

static __device__ struct bytes bytes_of(const struct errdiff_parallelograms *blocks,
                                        const void *data, const struct staging *staging, int column,
                                        int y)
{
    struct bytes bytes;
    int begin, end = errdiff_parallelogram_clip(blocks, column, y, &begin);
    ptrdiff_t pixel =
        (ptrdiff_t)y * blocks->image_width + errdiff_parallelogram_x(blocks, column, y);
    bytes.data = (const uint8_t *)data;
    bytes.begin = (pixel + begin) * staging->pixel_bytes;
    bytes.end = (pixel + end) * staging->pixel_bytes;
    bytes.size = (ptrdiff_t)blocks->image_width * blocks->image_height * staging->pixel_bytes;
    bytes.word = pixel * staging->pixel_bytes >> 2;
    return bytes;
}

/* The address in shared memory of the first byte of the block's row `row`. */
static __device__ uint8_t *staged_row(uint8_t *shared, const struct errdiff_parallelograms *blocks,
                                      const struct staging *staging, int column, int row, int y)
{
    ptrdiff_t pixel =
        (ptrdiff_t)y * blocks->image_width + errdiff_parallelogram_x(blocks, column, y);
    return shared + staging->offset + row * staging->pitch +
           (int)(pixel * staging->pixel_bytes & 3);
}

static __device__ void stage(uint8_t *shared, const struct errdiff_parallelograms *blocks,
                             const void *data, const struct staging *staging, int column,
                             int first_y)
{
    int warp = (int)threadIdx.x / LANES, lane = (int)threadIdx.x % LANES;
    int warps = (int)blockDim.x / LANES;
    for (int row = warp; row < blocks->height; row += warps) {
        struct bytes bytes = bytes_of(blocks, data, staging, column, first_y + row);
        uint8_t *to = shared + staging->offset + row * staging->pitch;
        ptrdiff_t end_word = (bytes.end + 3) >> 2;
        for (ptrdiff_t word = (bytes.begin >> 2) + lane; bytes.begin < bytes.end && word < end_word;
             word += LANES) {
            int place = (int)(word - bytes.word) * 4;
            if (word * 4 + 4 <= bytes.size)
                __pipeline_memcpy_async(to + place, bytes.data + word * 4, 4);
            else
                for (int i = 0; word * 4 + i < bytes.size; i++)
                    to[place + i] = bytes.data[word * 4 + i];
        }
    }
}

static __device__ void unstage(const uint8_t *shared, const struct errdiff_parallelograms *blocks,
                               void *data, const struct staging *staging, int column, int first_y)
{
    int warp = (int)threadIdx.x / LANES, lane = (int)threadIdx.x % LANES;
    int warps = (int)blockDim.x / LANES;
    for (int row = warp; row < blocks->height; row += warps) {
        struct bytes bytes = bytes_of(blocks, data, staging, column, first_y + row);
        const uint8_t *from = shared + staging->offset + row * staging->pitch;
        uint8_t *to = (uint8_t *)data;
        ptrdiff_t end_word = (bytes.end + 3) >> 2;
        for (ptrdiff_t word = (bytes.begin >> 2) + lane; bytes.begin < bytes.end && word < end_word;
             word += LANES) {
            int place = (int)(word - bytes.word) * 4;
            ptrdiff_t begin = word * 4 > bytes.begin ? word * 4 : bytes.begin;
            ptrdiff_t end = word * 4 + 4 < bytes.end ? word * 4 + 4 : bytes.end;
            if (end - begin == 4)
                *(uint32_t *)(to + begin) = *(const uint32_t *)(from + place);
            else
                for (; begin < end; begin++)
                    to[begin] = from[place + (begin - word * 4)];
        }
    }
}

/* ---- A block ------------------------------------------------------------------------------- */

/* Fills the tile with what neighboring blocks passed on. All other words are already zero. */
static __device__ void load_tile(const struct schedule *schedule, int32_t *tile, int block_row,
                                 int column, int iteration)
{
    const struct errdiff_block_plan *plan = &schedule->plan;
    int threads = (int)blockDim.x, first = (int)threadIdx.x;
    bool has_left = errdiff_parallelogram_has_left(&plan->blocks, block_row, column);
    bool has_above = errdiff_parallelogram_has_above(&plan->blocks, block_row, column);
    int size_c = errdiff_line_c_size(&plan->tile), size_r = errdiff_line_r_size(&plan->tile);
    const int32_t *line_c = schedule->line_c + (size_t)block_row * (size_t)size_c;
    for (int i = first; has_left && i < size_c; i += threads)
        tile[errdiff_line_c_from(&plan->tile, i)] = __ldcg(&line_c[i]);
    __syncthreads();
    if (!has_above)
        return;
    const int32_t *line_r =
        schedule->line_r + errdiff_line_r_begin(&plan->tile, block_row - 1, iteration - 1);
    for (int i = first; i < size_r; i += threads)
        tile[errdiff_line_r_from(&plan->tile, i)] += __ldcg(&line_r[i]);
}

static __device__ void store_lines(const struct schedule *schedule, const int32_t *tile,
                                   int block_row, int iteration)
{
    const struct errdiff_block_plan *plan = &schedule->plan;
    int threads = (int)blockDim.x, first = (int)threadIdx.x;
    int size_c = errdiff_line_c_size(&plan->tile), size_r = errdiff_line_r_size(&plan->tile);
    int32_t *line_c = schedule->line_c + (size_t)block_row * (size_t)size_c;
    int32_t *line_r = schedule->line_r + errdiff_line_r_begin(&plan->tile, block_row, iteration);
    for (int i = first; i < size_c; i += threads)
        line_c[i] = tile[errdiff_line_c_to(&plan->tile, i)];
    for (int i = first; i < size_r; i += threads)
        line_r[i] = tile[errdiff_line_r_to(&plan->tile, i)];
}

/* Dithers all pixels of a block, with a barrier after each step. Returns for how many pixels of
 * this thread errdiff_decide returned true. */
template <bool SCATTER>
static __device__ unsigned run_steps(const struct errdiff_device_job *job,
                                     const struct schedule *schedule, uint8_t *shared, int column,
                                     int first_y)
{
    const struct errdiff_block_plan *plan = &schedule->plan;
    int row = (int)threadIdx.x, y = first_y + row;
    int begin = 0, end = 0;
    struct errdiff_pixels pixels = {};
    if (row < plan->tile.height) {
        end = errdiff_parallelogram_clip(&plan->blocks, column, y, &begin);
        pixels.in = staged_row(shared, &plan->blocks, &schedule->in, column, row, y);
        pixels.out = staged_row(shared, &plan->blocks, &schedule->out, column, row, y);
        if (job->in.mask)
            pixels.mask = staged_row(shared, &plan->blocks, &schedule->mask, column, row, y);
    }
    int x = errdiff_parallelogram_x(&plan->blocks, column, y);
    int32_t *place = (int32_t *)shared + errdiff_tile_place(&plan->tile, row, 0);
    unsigned clamped = 0;
    for (int step = 0; step < plan->tile.width; step++) {
        int32_t *here = place + step * plan->tile.channels;
        if (step >= begin && step < end)
            clamped += SCATTER ? errdiff_bwed_pixel(job, plan, &pixels, step, x + step, y, here)
                               : errdiff_bwec_pixel(job, plan, &pixels, step, x + step, y, here);
        __syncthreads();
    }
    return clamped;
}

/* Dithers a block of a job with two levels. The rows of one warp need no barrier of the whole
 * block. */
template <bool SCATTER>
static __device__ void run_two_levels(const struct schedule *schedule, uint8_t *shared, int column,
                                      int first_y)
{
    const struct errdiff_block_plan *plan = &schedule->plan;
    const bool is_one_warp = plan->tile.height <= LANES;
    int row = (int)threadIdx.x, y = first_y + row, begin = 0, end = 0;
    if (is_one_warp && row >= LANES)
        return;
    const uint8_t *in = staged_row(shared, &plan->blocks, &schedule->in, column, row, y);
    uint8_t *out = staged_row(shared, &plan->blocks, &schedule->out, column, row, y);
    int32_t *here = (int32_t *)shared + errdiff_tile_place(&plan->tile, row, 0);
    if (row < plan->tile.height)
        end = errdiff_parallelogram_clip(&plan->blocks, column, y, &begin);
    int32_t value = begin < end ? in[begin] : 0, next = 0;
    for (int step = 0; step < plan->tile.width; step++) {
        if (step >= begin && step < end) {
            bool is_white = SCATTER ? errdiff_bwed_two_levels(&schedule->levels, &schedule->taps,
                                                              value, here + step, &next)
                                    : errdiff_bwec_two_levels(&schedule->levels, &schedule->taps,
                                                              value, here + step);
            out[step] = is_white ? 255 : 0;
            value = in[step + 1 < end ? step + 1 : step];
        }
        if (is_one_warp)
            __syncwarp();
        else
            __syncthreads();
    }
    if (SCATTER && begin < end)
        here[end] += next;
}

template <int FAST_CHANNELS, bool SCATTER>
__global__ static void run_blocks(const __grid_constant__ struct errdiff_device_job given,
                                  const __grid_constant__ struct schedule schedule, int iteration,
                                  int first_row)
{
    extern __shared__ int32_t tile[];
    const struct errdiff_device_job job = errdiff_known_job<FAST_CHANNELS>(given);
    const struct errdiff_parallelograms *blocks = &schedule.plan.blocks;
    uint8_t *shared = (uint8_t *)tile;
    int block_row = first_row + (int)blockIdx.x;
    int column = errdiff_parallelogram_column(blocks, iteration, block_row);
    int first_y = block_row * blocks->height;

    stage(shared, blocks, job.in.data, &schedule.in, column, first_y);
    if (job.in.mask)
        stage(shared, blocks, job.in.mask, &schedule.mask, column, first_y);
    for (int i = (int)threadIdx.x; i < errdiff_tile_size(&schedule.plan.tile); i += (int)blockDim.x)
        tile[i] = 0;
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    errdiff_block_wait(blocks, schedule.finished, block_row, column, iteration);
    load_tile(&schedule, tile, block_row, column, iteration);
    __syncthreads();
    errdiff_block_has_loaded();
    unsigned clamped = 0;
    if (FAST_CHANNELS == 1 && schedule.has_two_levels)
        run_two_levels<SCATTER>(&schedule, shared, column, first_y);
    else
        clamped = run_steps<SCATTER>(&job, &schedule, shared, column, first_y);
    __syncthreads();
    store_lines(&schedule, tile, block_row, iteration);
    errdiff_block_finish(schedule.finished, block_row, iteration);
    unstage(shared, blocks, job.out.data, &schedule.out, column, first_y);
    if (clamped > 0)
        atomicAdd(job.clamped, (unsigned long long)clamped);
    errdiff_block_end();
}

/* ---- The image --------------------------------------------------------------------------- */

typedef void kernel_function(struct errdiff_device_job job, struct schedule schedule, int iteration,
                             int first_row);

static kernel_function *kernel_of(const struct errdiff_session *session, bool scatter)
{
    switch (errdiff_fast_channels(session->job)) {
    case 1:
        return scatter ? run_blocks<1, true> : run_blocks<1, false>;
    case 3:
        return scatter ? run_blocks<3, true> : run_blocks<3, false>;
    default:
        return scatter ? run_blocks<0, true> : run_blocks<0, false>;
    }
}

static struct staging staging_make(int pixel_bytes, int width, int height, int *end)
{
    struct staging staging;
    staging.pixel_bytes = pixel_bytes;
    /* Up to 3 bytes before the row and 3 after it, to fill whole words. */
    staging.pitch = ((width * staging.pixel_bytes + 3 + 3) / 4 | 1) * 4;
    staging.offset = *end;
    *end += staging.pitch * height;
    return staging;
}

static void schedule_make(struct schedule *schedule, const struct errdiff_device_job *job,
                          int width, int height, bool scatter)
{
    errdiff_block_plan_make(&schedule->plan, job, width, height, scatter);
    int end = errdiff_tile_size(&schedule->plan.tile) * (int)sizeof(int32_t);
    schedule->in = staging_make(job->in.bits / 8 * job->in.channels, width, height, &end);
    schedule->out = staging_make(job->out.bits / 8 * job->out.channels, width, height, &end);
    if (job->in.mask)
        schedule->mask = staging_make(1, width, height, &end);
    schedule->shared_size = end;
    schedule->threads =
        errdiff_clamp((height + LANES - 1) / LANES * LANES, MIN_THREADS, MAX_THREADS);
}

/* Chooses the block size: the measured or preset one, halved until it fits into shared memory. */
static errdiff_status choose_size(struct errdiff_session *session, struct schedule *schedule,
                                  bool scatter)
{
    schedule->has_two_levels = errdiff_two_levels_make(&schedule->levels, session->job);
    int width = schedule->has_two_levels ? TWO_LEVELS_WIDTH : WIDTH, height = HEIGHT, limit;
    ERRDIFF_TRY_CUDA(session,
                     cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                                            session->workspace->gpu),
                     ERRDIFF_SETUP);
    ERRDIFF_TRY(errdiff_env_size("ERRDIFF_CUDA_BLOCK", MAX_WIDTH, MAX_THREADS, &width, &height,
                                 &session->report->message));
    schedule_make(schedule, &session->device, width, height, scatter);
    while (schedule->shared_size > limit && (width > 1 || height > 1)) {
        if (height > MIN_HEIGHT || width == 1)
            height = (height + 1) / 2;
        else
            width = (width + 1) / 2;
        schedule_make(schedule, &session->device, width, height, scatter);
    }
    schedule->has_two_levels =
        schedule->has_two_levels &&
        errdiff_few_taps_make(&schedule->taps, &session->device, &schedule->plan, scatter);
    return errdiff_session_check(
        session,
        errdiff_device_allow_shared_memory((const void *)kernel_of(session, scatter),
                                           (size_t)schedule->shared_size),
        ERRDIFF_SETUP);
}

static cudaError_t launch_blocks(const struct errdiff_session *session,
                                 const struct schedule *schedule, bool scatter,
                                 const struct errdiff_block_launch *launch)
{
    cudaLaunchAttribute attribute = {};
    cudaLaunchConfig_t config =
        errdiff_block_launch_config(session, launch, schedule->threads, &attribute);
    config.dynamicSmemBytes = (size_t)schedule->shared_size;
    return cudaLaunchKernelEx(&config, kernel_of(session, scatter), session->device, *schedule,
                              launch->iteration, launch->first_row);
}

static errdiff_status run(struct errdiff_session *session, bool scatter)
{
    struct schedule schedule = {};
    ERRDIFF_TRY(choose_size(session, &schedule, scatter));
    const struct errdiff_parallelograms *blocks = &schedule.plan.blocks;
    size_t rows = (size_t)blocks->rows;
    size_t words_c = rows * (size_t)errdiff_line_c_size(&schedule.plan.tile);
    size_t words_r = 2 * rows * (size_t)errdiff_line_r_size(&schedule.plan.tile);
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&schedule.line_c,
                                         (words_c + 1) * sizeof(int32_t), false));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&schedule.line_r,
                                         (words_r + 1) * sizeof(int32_t), false));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&schedule.finished,
                                         rows * sizeof *schedule.finished, true));
    return errdiff_launch_blocks(session, blocks, [&](const struct errdiff_block_launch &launch) {
        return launch_blocks(session, &schedule, scatter, &launch);
    });
}

static errdiff_status collect(struct errdiff_session *session)
{
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(run(session, false));
    return errdiff_session_download(session);
}

static errdiff_status scatter(struct errdiff_session *session)
{
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(run(session, true));
    return errdiff_session_download(session);
}

const struct errdiff_cuda_schedule errdiff_cuda_bwec_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<collect>,
};

const struct errdiff_cuda_schedule errdiff_cuda_bwed_schedule = {
    errdiff_runs_rows_side_by_side,
    errdiff_run_in_session<scatter>,
};
