/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels of the general variant of cuda-softsync, for every part of the rule, in the order of
 * softsync_any_order.h. A thread block is one warp, and dithers one band.
 */
#ifndef ERRDIFF_SOFTSYNC_ANY_CUH
#define ERRDIFF_SOFTSYNC_ANY_CUH

#include "softsync_any.h"
#include "softsync_images.h"
#include "words.cuh"

#include <cuda_runtime.h>

struct band_job {
    struct errdiff_band_images images;
    struct errdiff_any_bands_tap taps[ERRDIFF_MAX_TAPS];
    uint64_t *words;      /* errdiff_any_bands_words of them, 0 at first */
    unsigned int *ticket; /* of the next band */
    const int *cancel;    /* not 0 after a cancel */
};

enum { BAND_KEPT_AT_ONCE = 8 };

static const unsigned BAND_ALL_LANES = 0xFFFFFFFFu;

__device__ __forceinline__ bool band_is_cancelled(const struct band_job *args)
{
    return *(const volatile int *)args->cancel != 0;
}

/* What a lane fetches for a chunk. The loads are issued one chunk before their results are used. */
struct band_fetches {
    const uint64_t *from[ERRDIFF_BAND_FETCHES]; /* NULL: there is no error to fetch */
    uint64_t words[ERRDIFF_BAND_FETCHES];
};

__device__ __forceinline__ void band_start_fetch(const struct band_job *args,
                                                 const struct errdiff_any_bands *bands, int band,
                                                 int step, int lane, struct band_fetches *fetches)
{
    const int count = errdiff_any_bands_fetches(bands);
#pragma unroll
    for (int i = 0; i < ERRDIFF_BAND_FETCHES; i++) {
        const int number = i * ERRDIFF_BAND_LANES + lane;
        fetches->from[i] = NULL;
        fetches->words[i] = 0;
        if (number < count) {
            const struct errdiff_any_bands_fetch fetch = errdiff_any_bands_fetch_of(bands, number);
            const int64_t index = errdiff_any_bands_fetched_word(bands, band, step, &fetch);
            if (index >= 0) {
                fetches->from[i] = args->words + index;
                fetches->words[i] = errdiff_word_load(fetches->from[i]);
            }
        }
    }
}

/* Waits until all words have been written. Returns false after a cancel. */
__device__ __forceinline__ bool band_await(const struct band_job *args,
                                           struct band_fetches *fetches)
{
    for (;;) {
        bool is_there = true;
#pragma unroll
        for (int i = 0; i < ERRDIFF_BAND_FETCHES; i++)
            is_there &= !fetches->from[i] || fetches->words[i] != 0;
        if (__all_sync(BAND_ALL_LANES, is_there))
            return true;
        if (__any_sync(BAND_ALL_LANES, band_is_cancelled(args)))
            return false;
#pragma unroll
        for (int i = 0; i < ERRDIFF_BAND_FETCHES; i++)
            if (fetches->from[i] && fetches->words[i] == 0)
                fetches->words[i] = errdiff_word_load(fetches->from[i]);
    }
}

__device__ __forceinline__ void band_take(const struct errdiff_any_bands *bands, bool by_tone,
                                          int32_t *slots, int slot, int lane,
                                          const struct band_fetches *fetches)
{
    const int count = errdiff_any_bands_fetches(bands);
#pragma unroll
    for (int i = 0; i < ERRDIFF_BAND_FETCHES; i++) {
        const int number = i * ERRDIFF_BAND_LANES + lane;
        if (number < count) {
            const struct errdiff_any_bands_fetch fetch = errdiff_any_bands_fetch_of(bands, number);
            errdiff_any_bands_word_take(
                bands, by_tone, fetches->words[i], fetch.part,
                slots + errdiff_any_bands_in_slot(bands, slot + fetch.step, fetch.lane));
        }
    }
}

/* Copies the slots that taps still reach to the beginning. */
__device__ __forceinline__ void band_keep_slots(const struct errdiff_any_bands *bands,
                                                int32_t *slots, int lane)
{
    const int kept = errdiff_any_bands_kept(bands), way = errdiff_any_bands_way(bands);
    for (int first = 0; first < kept; first += BAND_KEPT_AT_ONCE * ERRDIFF_BAND_LANES) {
        int32_t traces[BAND_KEPT_AT_ONCE];
#pragma unroll
        for (int i = 0; i < BAND_KEPT_AT_ONCE; i++) {
            const int from = first + i * ERRDIFF_BAND_LANES + lane;
            traces[i] = from < kept ? slots[from + way] : 0;
        }
        __syncwarp();
#pragma unroll
        for (int i = 0; i < BAND_KEPT_AT_ONCE; i++) {
            const int to = first + i * ERRDIFF_BAND_LANES + lane;
            if (to < kept)
                slots[to] = traces[i];
        }
    }
    __syncwarp();
}

/* Where the slots end, copies those that taps still reach to the beginning, and goes on there. */
__device__ __forceinline__ void band_turn_back(const struct errdiff_any_bands *bands,
                                               int32_t *slots, int *slot, int lane)
{
    if (*slot == bands->slots) {
        band_keep_slots(bands, slots, lane);
        *slot = bands->kept_slots;
    }
}

/* VARIANT: what the compiler may assume about a job. */
enum band_variant { BAND_ANY, BAND_LEVELS, BAND_PALETTE, BAND_FEW_COLORS };

template <int CHANNELS, enum band_variant VARIANT>
static __device__ __forceinline__ struct errdiff_device_job
band_known_job(struct errdiff_device_job job)
{
    job.rule.channels = CHANNELS;
    if (VARIANT != BAND_ANY) {
        job.rule.tone_weights = NULL;
        errdiff_drop_offsets(&job.rule);
    }
    if (VARIANT == BAND_LEVELS)
        job.rule.search = NULL;
    if (VARIANT == BAND_PALETTE || VARIANT == BAND_FEW_COLORS)
        job.rule.is_exhaustive = VARIANT == BAND_FEW_COLORS;
    return job;
}

template <int CHANNELS, enum band_variant VARIANT>
static __device__ __forceinline__ struct errdiff_any_bands
band_known_bands(struct errdiff_any_bands bands)
{
    bands.channels = CHANNELS;
    if (VARIANT != BAND_ANY)
        bands.pixel_words = 1;
    return bands;
}

/* What a lane needs to dither its row of a band. */
struct band_row {
    bool exists; /* small bands have fewer rows than lanes */
    int y;
    const uint64_t *next_inputs; /* of the next chunk */
    uint32_t *levels;            /* of the next step */
    uint64_t *words;             /* of the row; NULL unless its errors are passed on */
    unsigned clamped;
};

__device__ __forceinline__ void band_row_make(struct band_row *row, const struct band_job *args,
                                              const struct errdiff_any_bands *bands, int band,
                                              int lane)
{
    row->exists = lane < bands->rows;
    const bool gives = row->exists && errdiff_any_bands_gives(bands, lane) &&
                       band + 1 < errdiff_any_bands_count(bands);
    row->y = band * bands->rows + lane;
    const int64_t first = errdiff_any_bands_place(bands, band % args->images.ring, 0, lane);
    row->next_inputs = args->images.inputs + first;
    row->levels = args->images.levels + first;
    row->words = gives ? args->words + errdiff_any_bands_word(bands, 0, row->y) : NULL;
    row->clamped = 0;
}

/* Loads the inputs of the chunk after `chunk`; they are 0 before the first step and after the last
 * one. */
__device__ __forceinline__ void band_load_inputs(const struct errdiff_any_bands *bands,
                                                 struct band_row *row, int chunk,
                                                 uint64_t coming[ERRDIFF_BAND_CHUNK])
{
    const bool has_next =
        row->exists && chunk >= -ERRDIFF_BAND_CHUNK && chunk + ERRDIFF_BAND_CHUNK < bands->end_step;
#pragma unroll
    for (int i = 0; i < ERRDIFF_BAND_CHUNK; i++)
        coming[i] = has_next ? row->next_inputs[i * bands->rows] : 0;
    if (has_next)
        row->next_inputs += ERRDIFF_BAND_CHUNK * bands->rows;
}

/* Stores the lane's inputs of the next chunk. */
__device__ __forceinline__ void
band_store_inputs(uint64_t inputs[ERRDIFF_BAND_CHUNK][ERRDIFF_BAND_LANES], int lane,
                  const uint64_t coming[ERRDIFF_BAND_CHUNK])
{
#pragma unroll
    for (int i = 0; i < ERRDIFF_BAND_CHUNK; i++)
        inputs[i][lane] = coming[i];
}

/* Dithers the pixel of a lane in a step. Its traces are stored at `here`. */
template <int TAPS>
__device__ __forceinline__ void
band_run_pixel(const struct band_job *args, const struct errdiff_device_job *job,
               const struct errdiff_any_bands *bands, struct band_row *row, int64_t x,
               uint64_t input, int32_t *here)
{
    int32_t traces[3];
    const struct errdiff_any_bands_result result =
        errdiff_any_bands_pixel(job, TAPS > 0 ? TAPS : job->tap_count, args->taps, bands, here,
                                (int)x, row->y, input, traces);
    if (x < 0 || x >= bands->width)
        return;
    *row->levels = result.levels;
    row->clamped += result.is_clamped;
    for (int part = 0; row->words && part < bands->pixel_words; part++)
        errdiff_word_store(
            row->words + x * bands->pixel_words + part,
            errdiff_any_bands_word_make(bands, job->rule.tone_weights, traces, part));
}

/* Runs the steps of a chunk. `here` is the place of the lane's traces in the first step. */
template <int TAPS>
__device__ __forceinline__ void
band_run_chunk(const struct band_job *args, const struct errdiff_device_job *job,
               const struct errdiff_any_bands *bands, struct band_row *row, int chunk, int lane,
               const uint64_t inputs[ERRDIFF_BAND_CHUNK][ERRDIFF_BAND_LANES], int32_t *here)
{
#pragma unroll 1
    for (int i = 0; i < ERRDIFF_BAND_CHUNK; i++) {
        const int64_t x = errdiff_any_bands_column(bands, chunk + i, lane);
        if (row->exists)
            band_run_pixel<TAPS>(args, job, bands, row, x, inputs[i][lane], here);
        if (chunk >= 0)
            row->levels += bands->rows;
        here += bands->slot_size;
        __syncwarp();
    }
}

/* The band that the next ticket stands for. */
__device__ __forceinline__ int band_take_ticket(const struct band_job *args, int lane)
{
    const int ticket = lane == 0 ? (int)atomicAdd(args->ticket, 1u) : 0;
    return __shfl_sync(BAND_ALL_LANES, ticket, 0);
}

/* TAPS: the number of taps of the job, or more; 0 for any number. */
template <int CHANNELS, enum band_variant VARIANT, int TAPS>
__global__ static void __launch_bounds__(ERRDIFF_BAND_LANES, 1)
    band_run(const __grid_constant__ struct band_job args)
{
    extern __shared__ int32_t slots[];
    __shared__ uint64_t inputs[ERRDIFF_BAND_CHUNK][ERRDIFF_BAND_LANES];
    const struct errdiff_device_job job = band_known_job<CHANNELS, VARIANT>(args.images.job);
    const struct errdiff_any_bands bands = band_known_bands<CHANNELS, VARIANT>(args.images.bands);
    const int lane = (int)threadIdx.x;
    const int band = band_take_ticket(&args, lane);
    struct band_row row;
    band_row_make(&row, &args, &bands, band, lane);
    int slot = bands.kept_slots;
    struct band_fetches fetches;
    band_start_fetch(&args, &bands, band, bands.first_step, lane, &fetches);
    for (int i = 0; i < ERRDIFF_BAND_CHUNK; i++)
        inputs[i][lane] = 0;

    for (int chunk = bands.first_step; chunk < bands.end_step; chunk += ERRDIFF_BAND_CHUNK) {
        if (!band_await(&args, &fetches))
            return;
        band_turn_back(&bands, slots, &slot, lane);
        band_take(&bands, job.rule.tone_weights, slots, slot, lane, &fetches);
        __syncwarp();

        uint64_t coming[ERRDIFF_BAND_CHUNK];
        band_load_inputs(&bands, &row, chunk, coming);
        band_start_fetch(&args, &bands, band, chunk + ERRDIFF_BAND_CHUNK, lane, &fetches);
        const bool is_cancelled = band_is_cancelled(&args);

        band_run_chunk<TAPS>(&args, &job, &bands, &row, chunk, lane, inputs,
                             slots + errdiff_any_bands_in_slot(&bands, slot, lane));
        slot += ERRDIFF_BAND_CHUNK;
        band_store_inputs(inputs, lane, coming);
        if (__any_sync(BAND_ALL_LANES, is_cancelled))
            return;
    }
    if (row.clamped > 0)
        atomicAdd(job.clamped, (unsigned long long)row.clamped);
}

#endif
