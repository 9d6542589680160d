/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernels of cuda-softsync for levels of 8-bit samples and kernels that only reach adjacent
 * pixels, in the order of softsync_levels_order.h. A thread block is one warp, and dithers one band
 * of one channel.
 *
 * Errors are stored as e' = e + B, which is never negative. With weights of sum 16, in units of
 * 1/256 of v:
 *
 *     sum = Σ weight · e' + 256 v + 8           so sum >> 4 is s + B
 *     new e' = (sum − 256 · o(q)) >> 4
 *
 * If the steps between levels are all equal, B is chosen so that 16 · e' is the smallest sum − 256
 * · o(i) in unsigned arithmetic, where negative differences wrap to large numbers. Otherwise a
 * table has 256 · o(q) for every 8 values of s. That is enough, because 2 · s > 16 · (o(i) +
 * o(i+1)) is the same as floor((s − 1) / 8) ≥ o(i) + o(i+1).
 */
#ifndef ERRDIFF_SOFTSYNC_LEVELS_CUH
#define ERRDIFF_SOFTSYNC_LEVELS_CUH

#include "softsync_levels_order.h"
#include "words.cuh"

#include <cuda_runtime.h>

enum {
    LEVELS_BY_TABLE = 0,
    LEVELS_MAX_ERROR_BIAS = 8 * UINT8_MAX - 1, /* B if a table is used */
    LEVELS_TABLE_SHIFT = 7,
    LEVELS_TABLE = 1024,
    LEVELS_AHEAD = 48,              /* prefetch distance for samples, in rounds */
    LEVELS_CANCEL_ROUNDS = 1 << 12, /* rounds between checks for a cancel */
    LEVELS_COPY_ROUNDS = 32,
    LEVELS_COPY_WARPS = 8
};

struct levels_job {
    struct errdiff_levels_order order;
    uint32_t before, above_left, above, above_right; /* weights */
    uint32_t half;     /* 8; as a constant it would cost registers for byte selectors */
    const uint8_t *in; /* where row 0 of the image would be if all rows were stored */
    uint8_t *out;
    size_t stride;                              /* of in and out, bytes */
    uint32_t *samples;                          /* of `ring` bands; replaced by the result */
    uint64_t *words;                            /* errdiff_levels_words of them, 0 at first */
    const struct errdiff_quantizer *quantizers; /* one for each channel */
    unsigned int *ticket;                       /* of the next band and channel */
    const int *cancel;                          /* not 0 after a cancel */
    int ring;                                   /* band b is stored at place b % ring */
    int first_band;                             /* the first band to reorder */
};

static const unsigned LEVELS_ALL_LANES = 0xFFFFFFFFu;

/* ---- Memory -------------------------------------------------------------------------------- */

__device__ __forceinline__ void levels_fetch_ahead(const uint32_t *samples)
{
    asm volatile("prefetch.global.L2 [%0];" ::"l"(samples));
}

/* ---- Samples ------------------------------------------------------------------------------- */

/* B and 256 · (o(i+1) − o(i)) for a number of equally spaced levels. */
template <int LEVELS> struct levels_steps {
    enum {
        ERROR_BIAS = 8 * (UINT8_MAX / (LEVELS - 1)) - 1,
        STEP = 256 * (UINT8_MAX / (LEVELS - 1))
    };
};

template <> struct levels_steps<LEVELS_BY_TABLE> {
    enum { ERROR_BIAS = LEVELS_MAX_ERROR_BIAS, STEP = 0 };
};

/* What a lane keeps from round to round. Errors are stored as e'. */
struct levels_lane {
    uint32_t before;
    uint32_t above[5]; /* of the column before the group, and of the group */
    uint32_t is_first; /* ERRDIFF_LEVELS_ERROR_MASK in lane 0, otherwise 0 */
    uint32_t half;     /* 8 */
};

/* (mask & a) | (~mask & b) */
__device__ __forceinline__ uint32_t levels_choose(uint32_t mask, uint32_t a, uint32_t b)
{
    return (mask & a) | (~mask & b);
}

/* a · b + c. Left to itself, the compiler changes the order of additions, and the latest value is
 * not added last. */
__device__ __forceinline__ uint32_t levels_add_product(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
    return sum;
}

/* Keeps a value in a register. The compiler would otherwise recompute it in each body. */
__device__ __forceinline__ void levels_hold(uint32_t &value)
{
    asm volatile("" : "+r"(value));
}

/* Dithers the sample at place PLACE of a group, given the errors around it. Returns e'. *taken
 * becomes 256 · o(q). */
template <int LEVELS, int PLACE>
__device__ __forceinline__ uint32_t levels_sample(const struct levels_job *args,
                                                  const uint16_t *table, uint32_t samples,
                                                  uint32_t half, uint32_t before,
                                                  uint32_t above_left, uint32_t above,
                                                  uint32_t above_right, uint32_t *taken)
{
    uint32_t sum = __byte_perm(samples, half, 0x5504 | PLACE << 4), rest;
    sum = levels_add_product(above_left, args->above_left, sum);
    sum = levels_add_product(above, args->above, sum);
    sum = levels_add_product(above_right, args->above_right, sum);
    sum = levels_add_product(before, args->before, sum);
    if (LEVELS == LEVELS_BY_TABLE) {
        *taken = table[sum >> LEVELS_TABLE_SHIFT];
        rest = sum - *taken;
    } else {
        rest = sum;
#pragma unroll
        for (int i = 1; i < LEVELS; i++)
            rest = __viaddmin_u32(sum, (uint32_t)(-i * levels_steps<LEVELS>::STEP), rest);
        *taken = sum - rest;
    }
    return rest >> 4;
}

/*
 * Runs a round: returns the results of a group of samples. `next` is the word above the next group,
 * for lane 0; *word is for the band below. LAST is the place in its group of the row's last column,
 * and `is_end` says whether this is that group.
 */
template <int LEVELS, int LAST>
__device__ __forceinline__ uint32_t levels_round(const struct levels_job *args,
                                                 const uint16_t *table, struct levels_lane *lane,
                                                 uint32_t samples, bool is_before_start,
                                                 bool is_end, uint2 next, uint2 *word)
{
    const uint32_t bias = levels_steps<LEVELS>::ERROR_BIAS;
    uint32_t taken[4], e[4], above[6], right[4], below[4];
    for (int i = 0; i < 5; i++)
        above[i] = lane->above[i];
    for (int i = 0; i < 3; i++)
        right[i] = i == LAST && is_end ? bias : above[i + 2];

    e[0] = levels_sample<LEVELS, 0>(args, table, samples, lane->half, lane->before, above[0],
                                    above[1], right[0], &taken[0]);
    below[0] = __shfl_up_sync(LEVELS_ALL_LANES, e[0], 1);
    e[1] = levels_sample<LEVELS, 1>(args, table, samples, lane->half, e[0], above[1], above[2],
                                    right[1], &taken[1]);
    below[1] = __shfl_up_sync(LEVELS_ALL_LANES, e[1], 1);
    e[2] = levels_sample<LEVELS, 2>(args, table, samples, lane->half, e[1], above[2], above[3],
                                    right[2], &taken[2]);
    below[2] = __shfl_up_sync(LEVELS_ALL_LANES, e[2], 1);
    above[5] = levels_choose(lane->is_first, next.x, below[0]);
    right[3] = is_before_start || (LAST == 3 && is_end) ? bias : above[5];
    e[3] = levels_sample<LEVELS, 3>(args, table, samples, lane->half, e[2], above[3], above[4],
                                    right[3], &taken[3]);
    below[3] = __shfl_up_sync(LEVELS_ALL_LANES, e[3], 1);

    lane->before = e[3];
    lane->above[0] = above[4];
    lane->above[1] = above[5];
    lane->above[2] = levels_choose(lane->is_first, next.x >> 16, below[1]);
    lane->above[3] = levels_choose(lane->is_first, next.y, below[2]);
    lane->above[4] = levels_choose(lane->is_first, next.y >> 16, below[3]);
    *word = make_uint2(e[1] * 65536 + e[0], e[3] * 65536 + (e[2] + ERRDIFF_LEVELS_TAG));
    return __byte_perm(__byte_perm(taken[0], taken[1], 0x3351),
                       __byte_perm(taken[2], taken[3], 0x3351), 0x5410);
}

/* ---- Bands --------------------------------------------------------------------------------- */

/* What a lane needs for a body: its samples, and the words from above. Both are loaded one body
 * ahead. */
struct levels_input {
    uint32_t samples[ERRDIFF_LEVELS_BODY];
    uint2 words[ERRDIFF_LEVELS_BODY];
};

/* A lane's view of its band. */
struct levels_band {
    const uint64_t *above; /* words of the band above; NULL if there is none */
    uint64_t *below;       /* words for the band below */
    bool gives;            /* whether this lane writes them */
    uint32_t *samples;     /* of the lane, from round 0 on */
    int number;            /* of the lane in its warp */
    int start, end;        /* errdiff_levels_round_before and errdiff_levels_last_round */
};

__device__ __forceinline__ void levels_load_words(const struct levels_band *band, int round,
                                                  struct levels_input *input)
{
    if (band->above)
#pragma unroll
        for (int i = 0; i < ERRDIFF_LEVELS_BODY; i++)
            input->words[i] = errdiff_word_halves(
                errdiff_word_load(band->above + errdiff_levels_needed(round) + i));
}

__device__ __forceinline__ void levels_load_ahead(const struct levels_job *args,
                                                  const struct levels_band *band, int round,
                                                  struct levels_input *input)
{
    levels_load_words(band, round, input);
    if (round < args->order.rounds)
#pragma unroll
        for (int i = 0; i < ERRDIFF_LEVELS_BODY; i++)
            input->samples[i] = band->samples[(int64_t)(round + i) * ERRDIFF_LEVELS_LANES];
}

__device__ __forceinline__ bool levels_is_there(const struct levels_input *input)
{
    uint32_t all = ERRDIFF_LEVELS_TAG;
#pragma unroll
    for (int i = 0; i < ERRDIFF_LEVELS_BODY; i++)
        all &= input->words[i].y;
    return __all_sync(LEVELS_ALL_LANES, all != 0);
}

__device__ __forceinline__ bool levels_is_cancelled(const struct levels_job *args)
{
    int cancel;
    asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(cancel) : "l"(args->cancel));
    return __any_sync(LEVELS_ALL_LANES, cancel != 0);
}

/* Waits for the words of a body. Returns false after a cancel. */
__device__ __forceinline__ bool levels_await(const struct levels_job *args,
                                             const struct levels_band *band, int round,
                                             struct levels_input *input)
{
    while (errdiff_levels_needs_words(&args->order, round) && !levels_is_there(input)) {
        if (levels_is_cancelled(args))
            return false;
        levels_load_words(band, round, input);
    }
    return true;
}

/* Runs a body, and starts the loads for the next one. Returns false after a cancel. */
template <int LEVELS, int LAST>
__device__ __forceinline__ bool
levels_run_body(const struct levels_job *args, const uint16_t *table,
                const struct levels_band *band, int round, struct levels_lane *lane,
                struct levels_input *input, struct levels_input *next)
{
    if (!levels_await(args, band, round, input))
        return false;
    levels_load_ahead(args, band, round + ERRDIFF_LEVELS_BODY, next);
    uint32_t *samples = band->samples + (int64_t)round * ERRDIFF_LEVELS_LANES;
    uint64_t *below = band->below + round;
#pragma unroll
    for (int i = 0; i < ERRDIFF_LEVELS_BODY; i++) {
        uint2 word;
        samples[i * ERRDIFF_LEVELS_LANES] = levels_round<LEVELS, LAST>(
            args, table, lane, input->samples[i], round + i == band->start, round + i == band->end,
            input->words[i], &word);
        if (band->gives)
            errdiff_word_store(below + i, errdiff_word_join(word));
    }
    if (band->number < ERRDIFF_LEVELS_BODY && round + LEVELS_AHEAD < args->order.rounds)
        levels_fetch_ahead(samples + LEVELS_AHEAD * ERRDIFF_LEVELS_LANES +
                           band->number * (ERRDIFF_LEVELS_LANES - 1));
    return true;
}

/* Sets table[i] to 256 · o(q) for the values s whose sums are i << LEVELS_TABLE_SHIFT or more. */
__device__ __forceinline__ void levels_make_table(const struct errdiff_quantizer *quantizer,
                                                  uint16_t *table, int number)
{
    for (int i = number; i < LEVELS_TABLE; i += ERRDIFF_LEVELS_LANES) {
        const int32_t level = errdiff_quantize(quantizer, false, 8 * i - LEVELS_MAX_ERROR_BIAS);
        table[i] = (uint16_t)(quantizer->output[level] << 8);
    }
    __syncwarp();
}

__device__ __forceinline__ void levels_band_make(struct levels_band *band,
                                                 const struct levels_job *args, int y, int channel,
                                                 int number)
{
    const struct errdiff_levels_order *order = &args->order;
    band->number = number;
    band->start = errdiff_levels_round_before(number);
    band->end = errdiff_levels_last_round(order, number);
    band->above = y > 0 ? args->words + errdiff_levels_word(order, y - 1, channel) : NULL;
    band->below = args->words + errdiff_levels_word(order, y, channel);
    band->gives = number == ERRDIFF_LEVELS_LANES - 1 && y + 1 < order->bands;
    band->samples = args->samples + errdiff_levels_place(order, y % args->ring, channel, 0, number);
}

/* Waits for the first word from above; without a band above, *word stays as it is. Returns false
 * after a cancel. */
__device__ __forceinline__ bool levels_await_first(const struct levels_job *args,
                                                   const struct levels_band *band, uint2 *word)
{
    if (band->above)
        do {
            if (levels_is_cancelled(args))
                return false;
            *word =
                errdiff_word_halves(errdiff_word_load(band->above + errdiff_levels_first_word()));
        } while (!__all_sync(LEVELS_ALL_LANES, (word->y & ERRDIFF_LEVELS_TAG) != 0));
    return true;
}

/* Sets the errors above a lane's first group. Only lane 0 has any, those of the first word. */
__device__ __forceinline__ void levels_set_above(struct levels_lane *lane, uint2 first,
                                                 uint32_t bias)
{
    lane->above[1] = levels_choose(lane->is_first, first.x, bias);
    lane->above[2] = levels_choose(lane->is_first, first.x >> 16, bias);
    lane->above[3] = levels_choose(lane->is_first, first.y, bias);
    lane->above[4] = levels_choose(lane->is_first, first.y >> 16, bias);
}

/* Sets the state of a lane before its first group, but for the errors above it. */
__device__ __forceinline__ void
levels_lane_make(struct levels_lane *lane, const struct levels_job *args, int number, uint32_t bias)
{
    lane->is_first = number == 0 ? ERRDIFF_LEVELS_ERROR_MASK : 0;
    lane->half = args->half;
    levels_hold(lane->half);
    lane->before = bias;
    lane->above[0] = bias;
}

/* LAST is the place in its group of the last column. */
template <int LEVELS, int LAST>
__global__ static void __launch_bounds__(ERRDIFF_LEVELS_LANES, 1)
    levels_run(const __grid_constant__ struct levels_job args)
{
    __shared__ uint16_t table[LEVELS == LEVELS_BY_TABLE ? LEVELS_TABLE : 1];
    const struct errdiff_levels_order *order = &args.order;
    const uint32_t bias = levels_steps<LEVELS>::ERROR_BIAS;
    const int number = (int)threadIdx.x;
    int ticket = number == 0 ? (int)atomicAdd(args.ticket, 1u) : 0;
    ticket = __shfl_sync(LEVELS_ALL_LANES, ticket, 0);
    const int y = ticket / order->channels, channel = ticket % order->channels;
    if (LEVELS == LEVELS_BY_TABLE)
        levels_make_table(&args.quantizers[channel], table, number);

    struct levels_band band;
    levels_band_make(&band, &args, y, channel, number);

    struct levels_lane lane;
    levels_lane_make(&lane, &args, number, bias);
    const uint2 no_errors = make_uint2(bias << 16 | bias, bias << 16 | bias | ERRDIFF_LEVELS_TAG);
    struct levels_input even, odd;
#pragma unroll
    for (int i = 0; i < ERRDIFF_LEVELS_BODY; i++)
        even.words[i] = odd.words[i] = no_errors;

    uint2 first = no_errors;
    if (!levels_await_first(&args, &band, &first))
        return;
    levels_set_above(&lane, first, bias);

    levels_load_ahead(&args, &band, 0, &even);
    for (int round = 0; round < order->rounds; round += 2 * ERRDIFF_LEVELS_BODY) {
        if (!levels_run_body<LEVELS, LAST>(&args, table, &band, round, &lane, &even, &odd) ||
            !levels_run_body<LEVELS, LAST>(&args, table, &band, round + ERRDIFF_LEVELS_BODY, &lane,
                                           &odd, &even))
            return;
        if (round % LEVELS_CANCEL_ROUNDS == 0 && levels_is_cancelled(&args))
            return;
    }
}

/* ---- Before and after ---------------------------------------------------------------------- */

/* Extracts one channel of four RGB pixels from three words; levels_join does the opposite. */
__device__ __forceinline__ uint32_t levels_split(const uint32_t *pixels, int channel)
{
    const uint32_t p = pixels[0], q = pixels[1], r = pixels[2];
    return channel == 0   ? __byte_perm(__byte_perm(p, q, 0x0630), r, 0x5210)
           : channel == 1 ? __byte_perm(__byte_perm(p, q, 0x0741), r, 0x6210)
                          : __byte_perm(__byte_perm(p, q, 0x0052), r, 0x7410);
}

__device__ __forceinline__ void levels_join(const uint32_t channels[3], uint32_t *pixels)
{
    const uint32_t red = channels[0], green = channels[1], blue = channels[2];
    pixels[0] = __byte_perm(__byte_perm(red, green, 0x1040), blue, 0x3410);
    pixels[1] = __byte_perm(__byte_perm(red, green, 0x6205), blue, 0x3250);
    pixels[2] = __byte_perm(__byte_perm(red, green, 0x0730), blue, 0x7216);
}

/* Part of a band: LEVELS_COPY_ROUNDS groups of each lane. The words of a row are adjacent, and the
 * padding at the end of a row avoids bank conflicts. */
template <int CHANNELS> struct levels_part {
    uint32_t rows[ERRDIFF_LEVELS_LANES][LEVELS_COPY_ROUNDS * CHANNELS + 1];
};

/* Copies the words of a part that are inside the image; each warp copies whole rows. If rows are
 * whole words (`has_words`), words are copied, otherwise bytes. */
template <int CHANNELS, bool IS_BACK>
__device__ __forceinline__ void levels_move_rows(const struct levels_job *args,
                                                 struct levels_part<CHANNELS> *part, int band,
                                                 int round)
{
    const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
    const bool has_words = args->stride % 4 == 0;
    for (int row = warp; row < ERRDIFF_LEVELS_LANES; row += LEVELS_COPY_WARPS) {
        const int64_t y = (int64_t)band * ERRDIFF_LEVELS_LANES + row;
        const int64_t first = (int64_t)errdiff_levels_group(round, row) * CHANNELS * 4;
        for (int k = lane; k < LEVELS_COPY_ROUNDS * CHANNELS && y < args->order.height; k += 32) {
            const int64_t from = first + 4 * k;
            const size_t at = (size_t)y * args->stride + (size_t)from;
            uint32_t *word = &part->rows[row][k];
            if (from < 0 || from >= (int64_t)args->stride)
                continue;
            if (has_words && IS_BACK)
                *(uint32_t *)(args->out + at) = *word;
            else if (has_words)
                *word = *(const uint32_t *)(args->in + at);
            else
                for (int i = 0; i < 4 && from + i < (int64_t)args->stride; i++)
                    if (IS_BACK)
                        args->out[at + i] = ((uint8_t *)word)[i];
                    else
                        ((uint8_t *)word)[i] = args->in[at + i];
        }
    }
}

/* Stores samples in the order of the rounds or, if IS_BACK, writes the result. The grid is parts ×
 * bands. */
template <int CHANNELS, bool IS_BACK>
__global__ static void __launch_bounds__(32 * LEVELS_COPY_WARPS)
    levels_reorder(const __grid_constant__ struct levels_job args)
{
    __shared__ struct levels_part<CHANNELS> part;
    const int lane = (int)threadIdx.x % 32, warp = (int)threadIdx.x / 32;
    const int round = (int)blockIdx.x * LEVELS_COPY_ROUNDS;
    const int band = args.first_band + (int)blockIdx.y, place = band % args.ring;
    if (!IS_BACK) {
        for (int i = (int)threadIdx.x; i < (int)(sizeof part / 4); i += 32 * LEVELS_COPY_WARPS)
            ((uint32_t *)part.rows)[i] = 0;
        __syncthreads();
        levels_move_rows<CHANNELS, false>(&args, &part, band, round);
        __syncthreads();
    }
    for (int i = warp; i < LEVELS_COPY_ROUNDS && round + i < args.order.rounds;
         i += LEVELS_COPY_WARPS) {
        uint32_t *pixels = &part.rows[lane][i * CHANNELS];
        uint32_t channels[3];
#pragma unroll
        for (int c = 0; c < CHANNELS; c++) {
            uint32_t *samples =
                args.samples + errdiff_levels_place(&args.order, place, c, round + i, lane);
            if (IS_BACK)
                channels[c] = *samples;
            else
                *samples = CHANNELS == 1 ? *pixels : levels_split(pixels, c);
        }
        if (IS_BACK && CHANNELS == 1)
            *pixels = channels[0];
        else if (IS_BACK)
            levels_join(channels, pixels);
    }
    if (IS_BACK) {
        __syncthreads();
        levels_move_rows<CHANNELS, true>(&args, &part, band, round);
    }
}

#endif
