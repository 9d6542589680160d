/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine cuda-shuffle, in which the rows of a block pass errors on by warp shuffles. */
/*
 * cuda-shuffle: 8-bit gray, two levels, all taps next to the pixel. Of the blocks of Kasagi, Nakano
 * and Ito 2014 it has their order and the lines C and R; that errors pass by shuffles instead of
 * through shared memory is this project's own design.
 *
 * A warp takes 32 rows of a block, one row for each lane.
 * What a row needs from the row above comes by shuffles, 1, 2 and 3 steps old; what it needs from
 * itself is in a register. The last row of a warp reaches the next warp through shared memory, so
 * each warp runs CHUNK steps behind the one before:
 *
 *       chunk    0 1 2 3 4 5 6 7
 *       warp 0   # # # # # # # #
 *       warp 1     # # # # # # # #
 *       warp 2       # # # # # # # #         one barrier after each chunk, not after each step
 *
 * Shared memory holds the samples, which the result replaces in place. Line C is what a row has in
 * its registers at the end: its own last error, and the two errors before the last one of the row
 * above.
 */
#include "block_shuffle.h"

#include "block_launches.h"
#include "cuda/host.h"
#include "cuda/schedules.h"

#include <cuda_pipeline_primitives.h>
#include <stdlib.h>

enum {
    WIDTH = 128,  /* of a block */
    HEIGHT = 128, /* its four warps occupy the four schedulers of a multiprocessor */
    LANES = 32,
    WARPS = HEIGHT / LANES,
    CHUNK = 16,                /* steps; 16 bytes of samples, loaded by one instruction */
    ROW_WORDS = WIDTH / 4 + 4, /* padded against bank conflicts; one word of it is used */
    CHUNKS = WIDTH / CHUNK,
    STATE = 3, /* words of line C for each row */
    LINE_C = STATE * HEIGHT + 1,
    LINE_R = WIDTH
};

static const unsigned ALL_LANES = 0xFFFFFFFFu;

struct shuffle {
    struct errdiff_parallelograms blocks;
    const uint8_t *in;
    uint8_t *out;
    struct errdiff_shuffle_rule rule;
    int32_t *line_c, *line_r;
};

static struct errdiff_parallelograms blocks_of(const struct errdiff_job *job)
{
    struct errdiff_parallelograms blocks = {};
    blocks.reach_up = 1;
    blocks.image_width = job->in.width;
    blocks.image_height = job->in.height;
    blocks.width = WIDTH;
    blocks.height = HEIGHT;
    blocks.slope = job->analysis.kernel.slope;
    blocks.reach = 3;
    blocks.rows = (job->in.height - 1) / HEIGHT + 1;
    return blocks;
}

struct shared {
    uint4 samples[HEIGHT][ROW_WORDS / 4];
    int4 edges[WARPS + 1][WIDTH / 4]; /* the row above each warp, and the block's last row */
};

/* One row of a block in the image. */
struct row {
    ptrdiff_t begin;              /* index of its first sample; may lie outside the image */
    int inside_begin, inside_end; /* the steps that are inside the image */
    bool is_whole;                /* all words with its samples are in the image's memory */
};

static __device__ struct row row_of(const struct shuffle *fast, int column, int y)
{
    struct row row;
    ptrdiff_t width = fast->blocks.image_width;
    row.begin = y * width + errdiff_parallelogram_x(&fast->blocks, column, y);
    row.inside_end = errdiff_parallelogram_clip(&fast->blocks, column, y, &row.inside_begin);
    row.is_whole = row.inside_end - row.inside_begin == WIDTH &&
                   row.begin + WIDTH + 4 <= width * fast->blocks.image_height;
    return row;
}

static __device__ int bytes_before(const uint8_t *address)
{
    return (int)((uintptr_t)address & 3);
}

/* Loads the samples of this warp's rows, in the same words as in the image, so a row may begin
 * inside a word. `first_y` is the image row of the block's first row. If all 32 rows are whole,
 * words are copied; otherwise bytes. */
static __device__ void load_samples(struct shared *shared, const struct shuffle *fast, int column,
                                    int first_y, int warp, int lane, const struct row *own)
{
    const uint8_t *in = fast->in;
    if (__all_sync(ALL_LANES, own->is_whole)) {
        ptrdiff_t begin = __shfl_sync(ALL_LANES, own->begin, 0);
        ptrdiff_t next = fast->blocks.image_width - fast->blocks.slope;
#pragma unroll 8
        for (int i = 0; i < LANES; i++) {
            const uint8_t *from = in + begin + i * next;
            from -= bytes_before(from);
            uint32_t *to = (uint32_t *)shared->samples[warp * LANES + i];
            for (int k = lane; k < WIDTH / 4; k += LANES)
                __pipeline_memcpy_async(to + k, from + 4 * k, 4);
        }
        const uint8_t *end = in + own->begin - bytes_before(in + own->begin) + WIDTH;
        __pipeline_memcpy_async((uint32_t *)shared->samples[warp * LANES + lane] + WIDTH / 4, end,
                                4);
    } else {
        for (int i = 0; i < LANES; i++) {
            int r = warp * LANES + i;
            struct row row = row_of(fast, column, first_y + r);
            uint8_t *to = (uint8_t *)shared->samples[r] + bytes_before(in + row.begin);
            for (int k = lane; k < WIDTH; k += LANES)
                to[k] =
                    k >= row.inside_begin && k < row.inside_end ? in[row.begin + k] : (uint8_t)0;
        }
    }
    __pipeline_commit();
}

/* Stores the result, which lies in shared memory as it will in the image. The first and the last
 * word of a row may also contain bytes of other blocks, so those are written byte by byte. */
static __device__ void store_result(const struct shared *shared, const struct shuffle *fast,
                                    int column, int first_y, int warp, int lane,
                                    const struct row *own)
{
    uint8_t *out = fast->out;
    if (__all_sync(ALL_LANES, own->is_whole)) {
        ptrdiff_t begin = __shfl_sync(ALL_LANES, own->begin, 0);
        ptrdiff_t next = fast->blocks.image_width - fast->blocks.slope;
#pragma unroll 8
        for (int i = 0; i < LANES; i++) {
            uint8_t *to = out + begin + i * next;
            int before = bytes_before(to);
            const uint32_t *from = (const uint32_t *)shared->samples[warp * LANES + i];
            for (int k = lane; k < WIDTH / 4; k += LANES)
                if (k > 0 || before == 0)
                    ((uint32_t *)(to - before))[k] = from[k];
        }
        const uint8_t *from = (const uint8_t *)shared->samples[warp * LANES + lane];
        uint8_t *to = out + own->begin;
        int before = bytes_before(to);
        for (int k = before; k < 4 && before > 0; k++)
            to[k - before] = from[k];
        for (int k = 0; k < before; k++)
            to[WIDTH - before + k] = from[WIDTH + k];
        return;
    }
    for (int i = 0; i < LANES; i++) {
        int r = warp * LANES + i;
        struct row row = row_of(fast, column, first_y + r);
        const uint8_t *from = (const uint8_t *)shared->samples[r] + bytes_before(out + row.begin);
        for (int k = lane; k < WIDTH; k += LANES)
            if (k >= row.inside_begin && k < row.inside_end)
                out[row.begin + k] = from[k];
    }
}

/* What a row keeps in registers from step to step. */
struct state {
    int32_t own;            /* the row's latest error */
    int32_t above2, above3; /* errors of the row above, 2 and 3 steps old */
    int32_t edge;           /* the latest error of the row above the warp */
    unsigned shift;         /* bits before the row in its first word */
    uint4 packed;           /* samples of the next chunk */
    uint32_t result;        /* the latest word of the result */
};

/* Expands four bits to four bytes of 0 or 255. */
static __device__ uint32_t spread(uint32_t bits)
{
    return ((bits & 15) * 0x00204081u & 0x01010101u) * 255u;
}

/* Bit j is set if step j of the chunk is inside the image. */
static __device__ uint32_t inside_bits(const struct row *row, int first)
{
    int begin = errdiff_clamp(row->inside_begin - first, 0, CHUNK);
    int end = errdiff_clamp(row->inside_end - first, 0, CHUNK);
    return (1u << end) - (1u << begin);
}

/* Loads the errors of the row above a warp for a chunk. */
static __device__ __forceinline__ void load_edges(const int4 *from, int32_t edges[CHUNK])
{
    for (int i = 0; i < CHUNK / 4; i++) {
        int4 four = from[i];
        edges[4 * i] = four.x;
        edges[4 * i + 1] = four.y;
        edges[4 * i + 2] = four.z;
        edges[4 * i + 3] = four.w;
    }
}

/* Stores the errors of a warp's last row. */
static __device__ __forceinline__ void store_edges(int4 *to, const int32_t errors[CHUNK])
{
    for (int i = 0; i < CHUNK / 4; i++)
        to[i] = make_int4(errors[4 * i], errors[4 * i + 1], errors[4 * i + 2], errors[4 * i + 3]);
}

/* Replaces the samples of a chunk by its result, which begins inside a word, like the samples. */
static __device__ __forceinline__ void store_bits(uint4 *samples, uint32_t bits,
                                                  struct state *state)
{
    uint32_t first = spread(bits), second = spread(bits >> 4), third = spread(bits >> 8),
             fourth = spread(bits >> 12);
    *samples = make_uint4(__funnelshift_l(state->result, first, state->shift),
                          __funnelshift_l(first, second, state->shift),
                          __funnelshift_l(second, third, state->shift),
                          __funnelshift_l(third, fourth, state->shift));
    state->result = fourth;
}

/* Dithers a pixel with that value. `above` is the latest error of the row above. Returns whether
 * the pixel becomes white. */
static __device__ __forceinline__ bool dither_pixel(const struct shuffle *fast, int32_t value,
                                                    int32_t above, struct state *state)
{
    int32_t sum = value * fast->rule.levels.value_scale + fast->rule.levels.half;
    sum += fast->rule.above[2] * state->above3;
    sum += fast->rule.above[1] * state->above2;
    sum += fast->rule.own * state->own;
    sum += fast->rule.above[0] * above;
    int32_t modified = sum >> fast->rule.levels.shift;
    bool is_white = modified > fast->rule.levels.threshold;
    state->own = is_white ? modified - fast->rule.levels.white : modified;
    state->above3 = state->above2;
    state->above2 = above;
    return is_white;
}

template <bool CLIPPED>
static __device__ void run_chunk(struct shared *shared, const struct shuffle *fast,
                                 const struct row *row, int chunk, int warp, int lane,
                                 struct state *state)
{
    uint4 *samples = &shared->samples[warp * LANES + lane][chunk];
    uint4 packed = state->packed, next = samples[1];
    int32_t edges[CHUNK], errors[CHUNK];
    load_edges(&shared->edges[warp][chunk * (CHUNK / 4)], edges);
    uint32_t words[CHUNK / 4] = {__funnelshift_r(packed.x, packed.y, state->shift),
                                 __funnelshift_r(packed.y, packed.z, state->shift),
                                 __funnelshift_r(packed.z, packed.w, state->shift),
                                 __funnelshift_r(packed.w, next.x, state->shift)};
    uint32_t inside = CLIPPED ? inside_bits(row, chunk * CHUNK) : 0;
    uint32_t bits = 0;
#pragma unroll
    for (int j = 0; j < CHUNK; j++) {
        int32_t value = (int32_t)__byte_perm(words[j / 4], 0, 0x4440u | (unsigned)(j % 4));
        int32_t above = __shfl_up_sync(ALL_LANES, state->own, 1);
        above = lane == 0 ? (j == 0 ? state->edge : edges[j - 1]) : above;
        if (dither_pixel(fast, value, above, state))
            bits |= 1u << j;
        if (CLIPPED)
            state->own = inside >> j & 1 ? state->own : 0;
        errors[j] = state->own;
    }
    state->edge = edges[CHUNK - 1];
    state->packed = next;
    store_bits(samples, bits, state);
    if (lane == LANES - 1)
        store_edges(&shared->edges[warp + 1][chunk * (CHUNK / 4)], errors);
}

template <bool CLIPPED>
static __device__ void run_rows(struct shared *shared, const struct shuffle *fast,
                                const struct row *row, int warp, int lane, struct state *state)
{
    for (int turn = 0; turn < CHUNKS + WARPS - 1; turn++) {
        int chunk = turn - warp;
        if (chunk >= 0 && chunk < CHUNKS)
            run_chunk<CLIPPED>(shared, fast, row, chunk, warp, lane, state);
        __syncthreads();
    }
}

static __device__ void wait_for_the_launch_before()
{
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/* What row r of a block takes over from the block to its left. */
static __device__ __forceinline__ void load_line_c(const int32_t *line_c, int r,
                                                   struct state *state)
{
    state->own = line_c[r];
    state->above2 = line_c[HEIGHT + r];
    state->above3 = line_c[2 * HEIGHT + r];
    if (r % LANES == 0)
        state->edge = r == 0 ? line_c[STATE * HEIGHT] : line_c[r - 1];
}

static __device__ __forceinline__ void store_line_c(int32_t *line_c, int r,
                                                    const struct state *state)
{
    line_c[r] = state->own;
    line_c[HEIGHT + r] = state->above2;
    line_c[2 * HEIGHT + r] = state->above3;
    if (r == 0)
        line_c[STATE * HEIGHT] = state->edge;
}

/* Line R of the block that a row of blocks has in an iteration. */
static __device__ __forceinline__ int32_t *line_r_of(const struct shuffle *fast, int block_row,
                                                     int iteration)
{
    return fast->line_r + ((size_t)block_row * 2 + (iteration & 1)) * LINE_R;
}

/* Takes over what the block above has left, if there is one. `r` is the thread's number. */
static __device__ __forceinline__ void load_line_r(const int32_t *line_r, bool has_above, int r,
                                                   struct shared *shared)
{
    int32_t *edge = (int32_t *)shared->edges[0];
    for (int i = r; i < WIDTH; i += HEIGHT)
        edge[i] = has_above ? line_r[i] : 0;
}

static __device__ __forceinline__ void store_line_r(int32_t *line_r, int r,
                                                    const struct shared *shared)
{
    const int32_t *last = (const int32_t *)shared->edges[WARPS];
    for (int i = r; i < WIDTH; i += HEIGHT)
        line_r[i] = last[i];
}

__global__ static void __launch_bounds__(HEIGHT)
    run_blocks(const __grid_constant__ struct shuffle fast, int iteration, int first_row)
{
    __shared__ struct shared shared;
    int block_row = first_row + (int)blockIdx.x;
    int column = errdiff_parallelogram_column(&fast.blocks, iteration, block_row);
    int r = (int)threadIdx.x, warp = r / LANES, lane = r % LANES;
    int first_y = block_row * HEIGHT;
    struct row row = row_of(&fast, column, first_y + r);
    load_samples(&shared, &fast, column, first_y, warp, lane, &row);

    int32_t *line_c = fast.line_c + (size_t)block_row * LINE_C;
    bool has_left = errdiff_parallelogram_has_left(&fast.blocks, block_row, column);
    bool has_above = errdiff_parallelogram_has_above(&fast.blocks, block_row, column);
    struct state state = {};
    state.shift = 8 * (unsigned)bytes_before(fast.in + row.begin);
    wait_for_the_launch_before();
    if (has_left)
        load_line_c(line_c, r, &state);
    load_line_r(line_r_of(&fast, block_row - 1, iteration - 1), has_above, r, &shared);
    __pipeline_wait_prior(0);
    bool is_clipped = __syncthreads_or(row.inside_end - row.inside_begin < WIDTH);
    state.packed = shared.samples[r][0];

    if (is_clipped)
        run_rows<true>(&shared, &fast, &row, warp, lane, &state);
    else
        run_rows<false>(&shared, &fast, &row, warp, lane, &state);

    *(uint32_t *)&shared.samples[r][CHUNKS] = __funnelshift_l(state.result, 0, state.shift);
    __syncwarp();
    store_line_c(line_c, r, &state);
    store_line_r(line_r_of(&fast, block_row, iteration), r, &shared);
    store_result(&shared, &fast, column, first_y, warp, lane, &row);
}

static errdiff_status run(struct errdiff_session *session, struct shuffle *fast)
{
    size_t rows = (size_t)fast->blocks.rows;
    fast->in = (const uint8_t *)session->device.in.data;
    fast->out = (uint8_t *)session->device.out.data;
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&fast->line_c,
                                         rows * LINE_C * sizeof(int32_t), false));
    ERRDIFF_TRY(errdiff_session_allocate(session, (void **)&fast->line_r,
                                         rows * 2 * LINE_R * sizeof(int32_t), false));
    return errdiff_launch_blocks(
        session, &fast->blocks, [&](const struct errdiff_block_launch &launch) {
            cudaLaunchAttribute attribute = {};
            const cudaLaunchConfig_t config =
                errdiff_block_launch_config(session, &launch, HEIGHT, &attribute);
            return cudaLaunchKernelEx(&config, run_blocks, *fast, launch.iteration,
                                      launch.first_row);
        });
}

static bool make_rule(struct errdiff_shuffle_rule *rule, const struct errdiff_job *job,
                      errdiff_message *reason)
{
    const bool is_made = errdiff_shuffle_rule_make(rule, job);
    if (!is_made)
        errdiff_host->fail(
            reason, ERRDIFF_CANNOT_RUN,
            N_("it can only do opaque gray with 8 bits and two levels, without further "
               "options, with a kernel that reaches adjacent pixels"));
    return is_made;
}

static bool can_run(const struct errdiff_job *job, errdiff_message *reason)
{
    struct errdiff_shuffle_rule unused;
    return errdiff_runs_rows_side_by_side(job, reason) && make_rule(&unused, job, reason);
}

static errdiff_status dither(struct errdiff_session *session)
{
    struct shuffle fast = {};
    if (!make_rule(&fast.rule, session->job, session->message))
        return ERRDIFF_CANNOT_RUN;
    fast.blocks = blocks_of(session->job);
    ERRDIFF_TRY(errdiff_session_upload(session));
    ERRDIFF_TRY(run(session, &fast));
    return errdiff_session_download(session);
}

const struct errdiff_cuda_schedule errdiff_cuda_shuffle_schedule = {
    can_run,
    errdiff_run_in_session<dither>,
};
