/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels of the variant of cuda-softsync that passes sums from row to row, in the order of
 * softsync_sums_order.h. A thread block dithers one band. Two warps work on each of its planes:
 *
 *     fetching warp     words of the band above (global memory)  →  a ring of words
 *     dithering warp    ring of words, ring of records  →  levels, words for the band below
 *
 * The dithering warp never loads from global memory, because waiting for a load would delay every
 * step: it copies its records to shared memory several chunks ahead.
 */
#ifndef ERRDIFF_SOFTSYNC_SUMS_CUH
#define ERRDIFF_SOFTSYNC_SUMS_CUH

#include "softsync_samples.h"
#include "softsync_sums_step.h"

#include <cuda_runtime.h>

struct sums_job {
    struct errdiff_device_job job;
    struct errdiff_sums_rule rule;
    struct errdiff_sums_order order;
    const uint4 *tables;        /* of rule */
    const int32_t *records;     /* of `ring` bands */
    uint8_t *levels;            /* of `ring` bands */
    uint32_t *words;            /* errdiff_sums_words_in_all of them, 0 at first */
    unsigned int *ticket;       /* of the next band */
    const int *cancel;          /* not 0 after a cancel */
    int ring;                   /* band b is stored at place b % ring */
    int first_band, band_count; /* of a slice */
};

enum {
    SUMS_LANES = ERRDIFF_SUMS_LANES,
    SUMS_CHUNK = ERRDIFF_SUMS_CHUNK,
    SUMS_AHEAD = 3, /* chunks whose records are being copied */
    SUMS_RECORD_CHUNKS = SUMS_AHEAD + 1,
    SUMS_WORD_STEPS = 128, /* ring of words */
    SUMS_MAX_PLANES = 3,
    SUMS_CANCELLED = INT32_MAX
};

static const unsigned SUMS_ALL_LANES = 0xFFFFFFFFu;

/* What the compiler knows of a job. */
template <int CHANNELS, int REACH, int SLOPE, bool BY_TONE, errdiff_sums_decision DECISION,
          bool HAS_OFFSETS>
struct sums_form {
    static __device__ __forceinline__ struct errdiff_sums_form get()
    {
        struct errdiff_sums_form form = {{CHANNELS, REACH, SLOPE, BY_TONE}, DECISION, HAS_OFFSETS};
        return form;
    }
    enum {
        channels = CHANNELS,
        sums = CHANNELS * REACH,
        words = sums <= 2 ? sums : (sums + 3) / 4 * 4, /* errdiff_sums_words */
        is_base_only = DECISION == ERRDIFF_SUMS_TWO_LEVELS ||
                       (DECISION == ERRDIFF_SUMS_TABLE && !BY_TONE && !HAS_OFFSETS),
        record = is_base_only ? 1 : (CHANNELS == 1 ? 2 : 4) * (HAS_OFFSETS ? 2 : 1),
        lane_stride = SUMS_CHUNK * record + 4 /* of the ring of records; no bank conflicts */
    };
};

/* How far the two warps of a plane are. Each count is written by one of them. */
struct sums_progress {
    int fetched; /* steps whose words are in the ring; SUMS_CANCELLED after a cancel */
    int done;    /* steps whose words are not needed any more */
};

/* ---- Memory -------------------------------------------------------------------------------- */

__device__ __forceinline__ uint32_t sums_address(const void *shared)
{
    return (uint32_t)__cvta_generic_to_shared(shared);
}

/* Counts order the words in the ring. Racecheck only recognizes atomics as synchronization. */
__device__ __forceinline__ int sums_get_count(const int *count)
{
    int value;
#if defined(ERRDIFF_FOR_RACECHECK)
    asm volatile("atom.acquire.cta.shared.or.b32 %0, [%1], 0;"
                 : "=r"(value)
                 : "r"(sums_address(count))
                 : "memory");
#else
    asm volatile("ld.acquire.cta.shared.b32 %0, [%1];"
                 : "=r"(value)
                 : "r"(sums_address(count))
                 : "memory");
#endif
    return value;
}

__device__ __forceinline__ void sums_set_count(int *count, int value)
{
#if defined(ERRDIFF_FOR_RACECHECK)
    asm volatile("{.reg .b32 before; atom.release.cta.shared.exch.b32 before, [%0], %1;}" ::"r"(
                     sums_address(count)),
                 "r"(value)
                 : "memory");
#else
    asm volatile("st.release.cta.shared.b32 [%0], %1;" ::"r"(sums_address(count)), "r"(value)
                 : "memory");
#endif
}

/* Words in the ring. Racecheck does not see that the counts order them. */
__device__ __forceinline__ uint32_t sums_get_word(const uint32_t *word)
{
#if defined(ERRDIFF_FOR_RACECHECK)
    uint32_t value;
    asm volatile("atom.relaxed.cta.shared.or.b32 %0, [%1], 0;"
                 : "=r"(value)
                 : "r"(sums_address(word)));
    return value;
#else
    return *word;
#endif
}

__device__ __forceinline__ void sums_put_word(uint32_t *word, uint32_t value)
{
#if defined(ERRDIFF_FOR_RACECHECK)
    asm volatile("{.reg .b32 before; atom.relaxed.cta.shared.exch.b32 before, [%0], %1;}" ::"r"(
                     sums_address(word)),
                 "r"(value));
#else
    *word = value;
#endif
}

/* Words of the band above. Each shows by itself whether it has been written, so it does not matter
 * whether those of a step become visible at the same time. */
template <int COUNT>
__device__ __forceinline__ void sums_load_words(const uint32_t *words, uint32_t loaded[COUNT])
{
    if (COUNT == 1) {
        asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];"
                     : "=r"(loaded[0])
                     : "l"(words)
                     : "memory");
    } else if (COUNT == 2) {
        asm volatile("ld.relaxed.gpu.global.v2.b32 {%0, %1}, [%2];"
                     : "=r"(loaded[0]), "=r"(loaded[COUNT > 1 ? 1 : 0])
                     : "l"(words)
                     : "memory");
    } else {
#pragma unroll
        for (int i = 0; i + 3 < COUNT; i += 4)
            asm volatile("ld.relaxed.gpu.global.v4.b32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(loaded[i]), "=r"(loaded[i + 1]), "=r"(loaded[i + 2]),
                           "=r"(loaded[i + 3])
                         : "l"(words + i)
                         : "memory");
    }
}

/* Stores words if the condition is true, without a branch, which would split the unrolled steps. */
template <int COUNT>
__device__ __forceinline__ void sums_store_words(bool condition, uint32_t *words,
                                                 const uint32_t stored[COUNT])
{
    if (COUNT == 1) {
        asm volatile("{.reg .pred p; setp.ne.s32 p, %0, 0;\n"
                     "@p st.relaxed.gpu.global.b32 [%1], %2;}" ::"r"((int)condition),
                     "l"(words), "r"(stored[0])
                     : "memory");
    } else if (COUNT == 2) {
        asm volatile("{.reg .pred p; setp.ne.s32 p, %0, 0;\n"
                     "@p st.relaxed.gpu.global.v2.b32 [%1], {%2, %3};}" ::"r"((int)condition),
                     "l"(words), "r"(stored[0]), "r"(stored[COUNT > 1 ? 1 : 0])
                     : "memory");
    } else {
#pragma unroll
        for (int i = 0; i + 3 < COUNT; i += 4)
            asm volatile(
                "{.reg .pred p; setp.ne.s32 p, %0, 0;\n"
                "@p st.relaxed.gpu.global.v4.b32 [%1], {%2, %3, %4, %5};}" ::"r"((int)condition),
                "l"(words + i), "r"(stored[i]), "r"(stored[i + 1]), "r"(stored[i + 2]),
                "r"(stored[i + 3])
                : "memory");
    }
}

/* Begins to copy four numbers to shared memory. */
__device__ __forceinline__ void sums_start_copy(int32_t *to, const int32_t *from)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sums_address(to)), "l"(from)
                 : "memory");
#else
    *(int4 *)to = *(const int4 *)from;
#endif
}

__device__ __forceinline__ void sums_end_group()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Waits until the oldest chunk's records are there. */
__device__ __forceinline__ void sums_await_group()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(SUMS_AHEAD - 1) : "memory");
#endif
    __syncwarp();
}

/* ---- The fetching warp --------------------------------------------------------------------- */

/* Loads the words that the band above sends in its step `sent_at`; if that is negative, the sums
 * are 0. Returns whether all of them are there and the ring has a place for them. */
template <typename FORM>
__device__ __forceinline__ bool sums_load_step(const struct sums_job *args, const uint32_t *words,
                                               int sent_at, bool has_place,
                                               uint32_t loaded[FORM::words])
{
    bool is_there = has_place;
#pragma unroll
    for (int i = 0; i < FORM::words; i++)
        loaded[i] = (uint32_t)args->rule.rounding.bias;
    if (has_place && sent_at >= 0)
        sums_load_words<FORM::words>(words + (int64_t)sent_at * FORM::words, loaded);
#pragma unroll
    for (int i = 0; i < FORM::sums; i++)
        is_there &= loaded[i] != 0;
    return is_there;
}

/* Each lane waits for the words of one step; those steps are taken that follow each other. */
template <typename FORM>
__device__ __forceinline__ void sums_fetch(const struct sums_job *args, int band, int plane,
                                           uint32_t *ring, struct sums_progress *progress)
{
    enum { WORDS = FORM::words, ROUNDS_PER_LOOK = 16 /* at the word that cancels */ };
    const struct errdiff_sums_form form = FORM::get();
    const int lane = (int)threadIdx.x % SUMS_LANES;
    const uint32_t *const words =
        args->words + errdiff_sums_word(&args->order, &form.shape, band - 1, plane, 0);
    int first = 0;
    for (unsigned round = 1; first < args->order.end_step; round++) {
        const int step = first + lane;
        const int sent_at = band == 0 ? -1 : errdiff_sums_sent_at(&args->order, &form.shape, step);
        const bool has_place =
            step < args->order.end_step && step < sums_get_count(&progress->done) + SUMS_WORD_STEPS;
        uint32_t loaded[WORDS];
        const bool is_there = sums_load_step<FORM>(args, words, sent_at, has_place, loaded);
        const int count = __ffs((int)~__ballot_sync(SUMS_ALL_LANES, is_there)) - 1;
        const int taken = count < 0 ? SUMS_LANES : count;
        if (lane < taken) {
#pragma unroll
            for (int i = 0; i < WORDS; i++)
                sums_put_word(&ring[step % SUMS_WORD_STEPS * WORDS + i], loaded[i]);
        }
        first += taken;
        const bool ends = round % ROUNDS_PER_LOOK == 0 && *(const volatile int *)args->cancel != 0;
        const bool all_end = __any_sync(SUMS_ALL_LANES, ends);
        __syncwarp();
        if (lane == 0 && (taken > 0 || all_end))
            sums_set_count(&progress->fetched, all_end ? SUMS_CANCELLED : first);
        if (all_end)
            return;
    }
}

/* ---- The dithering warp -------------------------------------------------------------------- */

/* What a lane needs to dither its row of a plane. */
struct sums_lane {
    bool is_first, sends;        /* the first lane, and the last one if there is a band below */
    const int32_t *next_records; /* of the next chunk that is not being copied */
    uint8_t *levels;             /* of the next step */
    uint32_t *words;             /* those that the lane sends in the next step */
    unsigned clamped;
    struct errdiff_sums_row row;
    struct errdiff_sums received; /* from the lane above, in the next step */
};

template <typename FORM>
__device__ __forceinline__ void sums_lane_make(struct sums_lane *own, const struct sums_job *args,
                                               int band, int plane, int lane)
{
    const struct errdiff_sums_form form = FORM::get();
    memset(own, 0, sizeof *own);
    own->is_first = lane == 0;
    own->sends = lane == SUMS_LANES - 1 && band + 1 < errdiff_sums_bands(&args->order);
    const int64_t first = errdiff_sums_place(&args->order, band % args->ring, plane, 0, 0);
    own->next_records = args->records + first * FORM::record;
    own->levels = args->levels + first + lane * SUMS_CHUNK;
    own->words = args->words + errdiff_sums_word(&args->order, &form.shape, band, plane, 0);
#pragma unroll
    for (int i = 0; i < FORM::sums; i++)
        own->received.below[i / FORM::channels][i % FORM::channels] = args->rule.rounding.bias;
}

/* Begins to copy the records of chunk number `chunk`. Together the lanes copy whole lines. */
template <typename FORM>
__device__ __forceinline__ void sums_start_chunk(const struct sums_job *args, struct sums_lane *own,
                                                 int chunk, int lane, int32_t *records)
{
    enum { COUNT = SUMS_CHUNK * FORM::record, UNITS = COUNT / 4 };
    int32_t *const to = records + chunk % SUMS_RECORD_CHUNKS * SUMS_LANES * FORM::lane_stride;
    if (chunk * SUMS_CHUNK < args->order.end_step)
#pragma unroll
        for (int i = 0; i < UNITS; i++) {
            const int unit = i * SUMS_LANES + lane;
            sums_start_copy(to + unit / UNITS * FORM::lane_stride + unit % UNITS * 4,
                            own->next_records + unit * 4);
        }
    own->next_records += SUMS_LANES * COUNT;
    sums_end_group();
}

/* Passes what the lanes sent to the lanes below. */
template <typename FORM>
__device__ __forceinline__ void sums_shuffle(struct sums_lane *own, const struct errdiff_sums *sent)
{
#pragma unroll
    for (int i = 0; i < FORM::sums; i++) {
        const int k = i / FORM::channels, c = i % FORM::channels;
        const int32_t sum = __shfl_up_sync(SUMS_ALL_LANES, sent->below[k][c], 1);
        own->received.below[k][c] = sum;
    }
}

/* Puts the sums of the band above in the place of what lane 0 received. Volatile assembler keeps
 * the compiler from doing this right after the shuffle, and waiting for it. */
template <typename FORM>
__device__ __forceinline__ void sums_receive(struct sums_lane *own, const uint32_t *words)
{
#pragma unroll
    for (int i = 0; i < FORM::sums; i++) {
        int32_t *const sum = &own->received.below[i / FORM::channels][i % FORM::channels];
        asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0; selp.b32 %0, %1, %0, p;}"
                     : "+r"(*sum)
                     : "r"(sums_get_word(&words[i])), "r"((int)own->is_first));
    }
}

template <typename FORM>
__device__ __forceinline__ uint32_t sums_run_step(const struct sums_job *args,
                                                  const struct errdiff_sums_levels *levels,
                                                  const char *tables, struct sums_lane *own,
                                                  const int32_t *record, const uint32_t *words)
{
    const struct errdiff_sums_form form = FORM::get();
    struct errdiff_sums sent;
    uint32_t stored[FORM::words], level;
    sums_receive<FORM>(own, words);
    own->clamped += errdiff_sums_step(&form, &args->rule, levels, args->job.rule.search, tables,
                                      record, &own->received, &own->row, &sent, &level);
#pragma unroll
    for (int i = 0; i < FORM::words; i++)
        stored[i] =
            i < FORM::sums ? (uint32_t)sent.below[i / FORM::channels][i % FORM::channels] : 0;
    sums_shuffle<FORM>(own, &sent);
    sums_store_words<FORM::words>(own->sends, own->words, stored);
    own->words += FORM::words;
    return level;
}

/* Runs the steps of a chunk. */
template <typename FORM>
__device__ __forceinline__ void sums_run_chunk(const struct sums_job *args,
                                               const struct errdiff_sums_levels *levels,
                                               const char *tables, struct sums_lane *own,
                                               const int32_t *from, const uint32_t *words)
{
    enum { COUNT = SUMS_CHUNK * FORM::record };
    int32_t records[COUNT];
    uint32_t packed[2] = {0, 0};
#pragma unroll
    for (int i = 0; i < COUNT; i += 4)
        *(int4 *)(records + i) = *(const int4 *)(from + i);
#pragma unroll
    for (int i = 0; i < SUMS_CHUNK; i++)
        packed[i / 4] |= sums_run_step<FORM>(args, levels, tables, own, records + i * FORM::record,
                                             words + i * FORM::words)
                         << 8 * (i % 4);
    *(uint2 *)own->levels = make_uint2(packed[0], packed[1]);
    own->levels += SUMS_LANES * SUMS_CHUNK;
}

/* Waits for the words of the steps before `step`. Returns false after a cancel. */
__device__ __forceinline__ bool sums_await_words(const struct sums_progress *progress, int step)
{
    int fetched;
    do
        fetched = sums_get_count(&progress->fetched);
    while (fetched < step);
    return !__any_sync(SUMS_ALL_LANES, fetched == SUMS_CANCELLED);
}

template <typename FORM>
__device__ __forceinline__ void sums_dither(const struct sums_job *args, int band, int plane,
                                            const char *tables, int32_t *records,
                                            const uint32_t *ring, struct sums_progress *progress)
{
    const int lane = (int)threadIdx.x % SUMS_LANES;
    const struct errdiff_sums_levels levels = args->rule.levels[plane];
    struct sums_lane own;
    sums_lane_make<FORM>(&own, args, band, plane, lane);
    for (int chunk = 0; chunk < SUMS_AHEAD; chunk++)
        sums_start_chunk<FORM>(args, &own, chunk, lane, records);

    for (int chunk = 0; chunk * SUMS_CHUNK < args->order.end_step; chunk++) {
        const int end_step = (chunk + 1) * SUMS_CHUNK;
        sums_await_group();
        if (!sums_await_words(progress, end_step))
            return;
        sums_start_chunk<FORM>(args, &own, chunk + SUMS_AHEAD, lane, records);
        sums_run_chunk<FORM>(args, &levels, tables, &own,
                             records + (chunk % SUMS_RECORD_CHUNKS * SUMS_LANES + lane) *
                                           FORM::lane_stride,
                             ring + chunk * SUMS_CHUNK % SUMS_WORD_STEPS * FORM::words);
        if (lane == 0)
            sums_set_count(&progress->done, end_step);
    }
    if (own.clamped > 0)
        atomicAdd(args->job.clamped, (unsigned long long)own.clamped);
}

/* A thread block has two warps for each plane, first all that dither. Shared memory: the tables,
 * the records of each plane, and its ring of words. */
template <typename FORM>
__global__ static void
    __launch_bounds__(2 * SUMS_LANES * (FORM::channels == 1 ? SUMS_MAX_PLANES : 1), 1)
        sums_run(const __grid_constant__ struct sums_job args)
{
    extern __shared__ uint4 shared[];
    __shared__ struct sums_progress progress[SUMS_MAX_PLANES];
    __shared__ int shared_band;
    const int planes = args.order.planes;
    const int table_units = args.rule.table_size / ERRDIFF_SUMS_TABLE_UNIT;
    int32_t *const records = (int32_t *)(shared + table_units);
    uint32_t *const rings =
        (uint32_t *)(records + planes * SUMS_RECORD_CHUNKS * SUMS_LANES * FORM::lane_stride);
    if (threadIdx.x == 0)
        shared_band = (int)atomicAdd(args.ticket, 1u);
    if (threadIdx.x < SUMS_MAX_PLANES)
        progress[threadIdx.x].fetched = progress[threadIdx.x].done = 0;
    for (int i = (int)threadIdx.x; i < table_units; i += (int)blockDim.x)
        shared[i] = args.tables[i];
    __syncthreads();

    const int warp = (int)threadIdx.x / SUMS_LANES, plane = warp % planes;
    uint32_t *const ring = rings + plane * SUMS_WORD_STEPS * FORM::words;
    if (warp >= planes)
        sums_fetch<FORM>(&args, shared_band, plane, ring, &progress[plane]);
    else
        sums_dither<FORM>(&args, shared_band, plane, (const char *)shared,
                          records + plane * SUMS_RECORD_CHUNKS * SUMS_LANES * FORM::lane_stride,
                          ring, &progress[plane]);
}

/* ---- Before and after ---------------------------------------------------------------------- */

enum { SUMS_COPY_THREADS = 256 };

/* Makes the records of bands. The grid is steps × bands and planes. */
__global__ static void __launch_bounds__(SUMS_COPY_THREADS)
    sums_make_records(const __grid_constant__ struct sums_job args, int channels)
{
    const struct errdiff_sums_order *order = &args.order;
    const int size = errdiff_sums_record_size(&args.rule, channels);
    const int lane = (int)threadIdx.x % SUMS_LANES;
    const int steps_at_once = SUMS_COPY_THREADS / SUMS_LANES;
    for (int number = (int)blockIdx.y; number < args.band_count * order->planes;
         number += (int)gridDim.y) {
        const int band = args.first_band + number / order->planes, plane = number % order->planes;
        for (int step = (int)blockIdx.x * steps_at_once + (int)threadIdx.x / SUMS_LANES;
             step < order->end_step; step += (int)gridDim.x * steps_at_once) {
            int32_t record[ERRDIFF_SUMS_MAX_RECORD];
            errdiff_sums_record_make(&args.job, &args.rule, channels, plane,
                                     errdiff_sums_column(order, step, lane),
                                     band * SUMS_LANES + lane, record);
            int32_t *const to =
                (int32_t *)args.records +
                errdiff_sums_place(order, band % args.ring, plane, step, lane) * size;
            if (size == 1)
                *to = record[0];
            if (size == 2)
                *(int2 *)to = make_int2(record[0], record[1]);
#pragma unroll
            for (int i = 0; i < ERRDIFF_SUMS_MAX_RECORD; i += 4)
                if (size >= i + 4)
                    *(int4 *)(to + i) =
                        make_int4(record[i], record[i + 1], record[i + 2], record[i + 3]);
        }
    }
}

/* Writes rows of the result. The grid is columns × rows. */
__global__ static void __launch_bounds__(SUMS_COPY_THREADS)
    sums_write_rows(const __grid_constant__ struct sums_job args)
{
    const struct errdiff_sums_order *order = &args.order;
    for (int row = (int)blockIdx.y; row < args.band_count * SUMS_LANES; row += (int)gridDim.y) {
        const int y = args.first_band * SUMS_LANES + row, lane = row % SUMS_LANES;
        if (y >= order->height)
            return;
        for (int x = (int)blockIdx.x * SUMS_COPY_THREADS + (int)threadIdx.x; x < order->width;
             x += (int)gridDim.x * SUMS_COPY_THREADS) {
            uint32_t levels = 0;
            for (int plane = 0; plane < order->planes; plane++)
                levels |=
                    (uint32_t)args.levels[errdiff_sums_place(order, y / SUMS_LANES % args.ring,
                                                             plane, x + order->slope * lane, lane)]
                    << 8 * plane;
            errdiff_any_bands_output(&args.job, x, y, levels);
        }
    }
}

#endif
