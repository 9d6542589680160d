/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels of the variant of cuda-softsync that passes sums from row to row, in the order of
 * softsync_sums_order.h. A thread block is one warp, and dithers one band.
 *
 * Whatever a step reads from memory is requested a chunk of steps before: inputs go through
 * registers, and words through registers, too, until they have been written, to shared memory.
 */
#ifndef ERRDIFF_SOFTSYNC_SUMS_CUH
#define ERRDIFF_SOFTSYNC_SUMS_CUH

#include "softsync_pictures.h"
#include "softsync_sums.h"
#include "words.cuh"

struct sums_job {
    struct errdiff_band_pictures pictures;
    struct errdiff_sums_rule rule;
    int columns;           /* of struct errdiff_sums_order */
    const uint64_t *table; /* of rule */
    uint64_t *words;       /* errdiff_sums_words_in_all of them, 0 at first */
    unsigned int *ticket;  /* of the next band */
    const int *cancel;     /* not 0 after a cancel */
};

enum {
    SUMS_LANES = ERRDIFF_BAND_LANES,
    SUMS_CHUNK = ERRDIFF_BAND_CHUNK,
    SUMS_MAX_PAIRS = (3 * ERRDIFF_SUMS_MAX_REACH + 1) / 2,
    SUMS_FETCHES = (SUMS_MAX_PAIRS * SUMS_CHUNK - 1) / SUMS_LANES + 1
};

static const unsigned SUMS_ALL_LANES = 0xFFFFFFFFu;

/* What the compiler knows of a job. */
template <int CHANNELS, int REACH, int SLOPE, bool BY_TONE> struct sums_shape {
    static __device__ __forceinline__ struct errdiff_sums_shape get()
    {
        struct errdiff_sums_shape shape = {CHANNELS, REACH, SLOPE, BY_TONE};
        return shape;
    }
    enum {
        channels = CHANNELS,
        reach = REACH,
        pairs = (CHANNELS * REACH + 1) / 2,
        fetches = (pairs * SUMS_CHUNK - 1) / SUMS_LANES + 1
    };
};

/* Words that a lane fetches for a chunk; bit i of `awaited`: word i has not been seen yet. */
struct sums_fetches {
    const uint64_t *first; /* of those of the chunk, for this lane */
    unsigned awaited;
    uint64_t words[SUMS_FETCHES];
};

/* Requests the words of the chunk that begins with `step`. */
template <typename SHAPE>
__device__ __forceinline__ void sums_start_fetch(const struct sums_job *args, int band, int step,
                                                 int lane, struct sums_fetches *fetches)
{
    const struct errdiff_sums_shape shape = SHAPE::get();
    const int column = errdiff_sums_sent_at(&shape, step);
    fetches->first =
        args->words + ((int64_t)(band - 1) * args->columns + column) * SHAPE::pairs + lane;
    fetches->awaited = 0;
#pragma unroll
    for (int i = 0; i < SHAPE::fetches; i++) {
        const int number = i * SUMS_LANES + lane;
        fetches->words[i] = 0;
        if (band > 0 && number < SHAPE::pairs * SUMS_CHUNK &&
            column + number / SHAPE::pairs < args->columns) {
            fetches->words[i] = errdiff_word_load(fetches->first + i * SUMS_LANES);
            fetches->awaited |= 1u << i;
        }
    }
}

/* Waits until all words have been written. Returns false after a cancel. */
template <typename SHAPE>
__device__ __forceinline__ bool sums_await(const struct sums_job *args,
                                           struct sums_fetches *fetches)
{
    for (;;) {
        bool is_there = true;
#pragma unroll
        for (int i = 0; i < SHAPE::fetches; i++)
            is_there &= !(fetches->awaited >> i & 1) || fetches->words[i] != 0;
        if (__all_sync(SUMS_ALL_LANES, is_there))
            return true;
        if (__any_sync(SUMS_ALL_LANES, *(const volatile int *)args->cancel != 0))
            return false;
#pragma unroll
        for (int i = 0; i < SHAPE::fetches; i++)
            if (fetches->awaited >> i & 1 && fetches->words[i] == 0)
                fetches->words[i] = errdiff_word_load(fetches->first + i * SUMS_LANES);
    }
}

/* Unpacks the fetched words, pair by pair, for lane 0. */
template <typename SHAPE>
__device__ __forceinline__ void sums_take(const struct sums_fetches *fetches, int lane, int2 *pairs)
{
#pragma unroll
    for (int i = 0; i < SHAPE::fetches; i++) {
        const int number = i * SUMS_LANES + lane;
        int32_t pair[2];
        errdiff_sums_word_take(fetches->words[i], pair);
        if (number < SHAPE::pairs * SUMS_CHUNK)
            pairs[number] = make_int2(pair[0], pair[1]);
    }
}

/* What a lane needs to dither its row of a band. */
struct sums_lane {
    int y;
    bool is_first, sends;        /* the first lane, and the last one if there is a band below */
    const uint64_t *next_inputs; /* of the next chunk */
    uint32_t *levels;            /* of the next step */
    uint64_t *words;             /* those that the lane sends, from column 0 on */
    unsigned clamped;
    struct errdiff_sums_row row;
    struct errdiff_sums received, coming; /* from the lane above, in this step and in the next */
};

__device__ __forceinline__ void sums_lane_make(struct sums_lane *own, const struct sums_job *args,
                                               int pairs, int band, int lane)
{
    const struct errdiff_band_pictures *pictures = &args->pictures;
    memset(own, 0, sizeof *own);
    own->y = band * SUMS_LANES + lane;
    own->is_first = lane == 0;
    own->sends = lane == SUMS_LANES - 1 && band + 1 < errdiff_bands_count(&pictures->bands);
    const int64_t first = errdiff_bands_place(&pictures->bands, band % pictures->ring, 0, lane);
    own->next_inputs = pictures->inputs + first;
    own->levels = pictures->levels + first;
    own->words = args->words + (int64_t)band * args->columns * pairs;
}

/* Loads the inputs of the chunk that begins with `step`; 0 after the last one. */
__device__ __forceinline__ void sums_load_inputs(const struct sums_job *args, struct sums_lane *own,
                                                 int step, uint64_t coming[SUMS_CHUNK])
{
    const bool has_next = step < args->pictures.bands.end_step;
#pragma unroll
    for (int i = 0; i < SUMS_CHUNK; i++)
        coming[i] = has_next ? own->next_inputs[i * SUMS_LANES] : 0;
    own->next_inputs += SUMS_CHUNK * SUMS_LANES;
}

template <typename SHAPE>
__device__ __forceinline__ void sums_write_words(const struct sums_job *args,
                                                 const struct sums_lane *own, int x,
                                                 const struct errdiff_sums *sent)
{
    enum { CHANNELS = SHAPE::channels, SUMS = SHAPE::reach * CHANNELS };
    if (!own->sends || x < 0 || x >= args->columns)
        return;
    uint64_t *const words = own->words + (int64_t)x * SHAPE::pairs;
#pragma unroll
    for (int i = 0; i < SUMS; i += 2)
        errdiff_word_store(
            words + i / 2,
            errdiff_sums_word_make(
                sent->below[i / CHANNELS][i % CHANNELS],
                i + 1 < SUMS ? sent->below[(i + 1) / CHANNELS][(i + 1) % CHANNELS] : 0));
}

/* Passes what the lanes sent to the lanes below. */
template <typename SHAPE, int DELAY>
__device__ __forceinline__ void sums_shuffle(struct sums_lane *own, const struct errdiff_sums *sent)
{
#pragma unroll
    for (int k = 0; k < SHAPE::reach; k++)
#pragma unroll
        for (int c = 0; c < SHAPE::channels; c++) {
            const int32_t sum = __shfl_up_sync(SUMS_ALL_LANES, sent->below[k][c], 1);
            own->received.below[k][c] = DELAY ? own->coming.below[k][c] : sum;
            own->coming.below[k][c] = sum;
        }
}

/* Puts the sums of the band above in the place of what lane 0 received. */
template <typename SHAPE>
__device__ __forceinline__ void sums_receive(struct sums_lane *own, const int2 *pairs)
{
    enum { CHANNELS = SHAPE::channels, SUMS = SHAPE::reach * CHANNELS };
#pragma unroll
    for (int i = 0; i < SUMS; i++) {
        int32_t *const sum = &own->received.below[i / CHANNELS][i % CHANNELS];
        const int32_t above = i % 2 == 0 ? pairs[i / 2].x : pairs[i / 2].y;
        *sum = own->is_first ? above : *sum;
    }
}

template <typename SHAPE, enum errdiff_sums_decision DECISION, bool HAS_OFFSETS, int DELAY>
__device__ __forceinline__ void sums_run_step(const struct sums_job *args,
                                              const struct errdiff_pixel_rule *rule,
                                              const uint64_t *table, struct sums_lane *own, int x,
                                              uint64_t input, const int2 *pairs)
{
    const struct errdiff_sums_shape shape = SHAPE::get();
    struct errdiff_sums sent;
    uint32_t levels;
    sums_receive<SHAPE>(own, pairs);
    own->clamped += errdiff_sums_step(&shape, DECISION, HAS_OFFSETS, rule, &args->rule, table, x,
                                      own->y, input, &own->received, &own->row, &sent, &levels);
    *own->levels = levels;
    own->levels += SUMS_LANES;
    sums_shuffle<SHAPE, DELAY>(own, &sent);
    sums_write_words<SHAPE>(args, own, x, &sent);
}

/* Says what is known of the rule, so that the compiler can remove code. */
template <typename SHAPE, enum errdiff_sums_decision DECISION, bool HAS_OFFSETS>
static __device__ __forceinline__ struct errdiff_pixel_rule
sums_known_rule(struct errdiff_pixel_rule rule)
{
    rule.channels = SHAPE::channels;
    if (DECISION == ERRDIFF_SUMS_LEVELS)
        rule.search = NULL;
    if (DECISION == ERRDIFF_SUMS_COLORS)
        rule.max_value = UINT8_MAX;
    if (!HAS_OFFSETS)
        errdiff_drop_offsets(&rule);
    return rule;
}

template <typename SHAPE, enum errdiff_sums_decision DECISION, bool HAS_OFFSETS, int DELAY>
__global__ static void __launch_bounds__(SUMS_LANES, 1)
    sums_run(const __grid_constant__ struct sums_job args)
{
    extern __shared__ uint4 aligned_table[];
    __shared__ uint64_t inputs[SUMS_CHUNK][SUMS_LANES];
    __shared__ int2 pairs[SUMS_CHUNK * SHAPE::pairs];
    uint64_t *const table = (uint64_t *)aligned_table;
    const struct errdiff_pixel_rule rule =
        sums_known_rule<SHAPE, DECISION, HAS_OFFSETS>(args.pictures.job.rule);
    const int lane = (int)threadIdx.x;
    int band = lane == 0 ? (int)atomicAdd(args.ticket, 1u) : 0;
    band = __shfl_sync(SUMS_ALL_LANES, band, 0);

    struct sums_lane own;
    sums_lane_make(&own, &args, SHAPE::pairs, band, lane);
    struct sums_fetches fetches;
    sums_start_fetch<SHAPE>(&args, band, 0, lane, &fetches);
    uint64_t coming[SUMS_CHUNK];
    sums_load_inputs(&args, &own, 0, coming);
    for (int i = lane; i < args.rule.table_size; i += SUMS_LANES)
        table[i] = args.table[i];

    const int x_of_step_0 = -args.pictures.bands.slope * lane;
    for (int chunk = 0; chunk < args.pictures.bands.end_step; chunk += SUMS_CHUNK) {
        if (!sums_await<SHAPE>(&args, &fetches))
            return;
        sums_take<SHAPE>(&fetches, lane, pairs);
#pragma unroll
        for (int i = 0; i < SUMS_CHUNK; i++)
            inputs[i][lane] = coming[i];
        __syncwarp();
        sums_load_inputs(&args, &own, chunk + SUMS_CHUNK, coming);
        sums_start_fetch<SHAPE>(&args, band, chunk + SUMS_CHUNK, lane, &fetches);
        const bool is_cancelled = *(const volatile int *)args.cancel != 0;
#pragma unroll
        for (int i = 0; i < SUMS_CHUNK; i++)
            sums_run_step<SHAPE, DECISION, HAS_OFFSETS, DELAY>(
                &args, &rule, table, &own, x_of_step_0 + chunk + i, inputs[i][lane],
                pairs + i * SHAPE::pairs);
        if (__any_sync(SUMS_ALL_LANES, is_cancelled))
            return;
    }
    if (own.clamped > 0)
        atomicAdd(args.pictures.job.clamped, (unsigned long long)own.clamped);
}

#endif
