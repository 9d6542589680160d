/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warp that computes: it completes sums, decides levels, and stores errors. */
#ifndef ERRDIFF_HOLOGRAM_COMPUTE_CUH
#define ERRDIFF_HOLOGRAM_COMPUTE_CUH

#include "hologram_taps.cuh"

/* The late taps of a pixel, and its weights for its own row. */
template <int ROW> struct hologram_used {
    struct hologram_tap late[ERRDIFF_GPU_HOLOGRAM_BAND_LATE];
    errdiff_complex row[ROW];
};

/* A lane of the computing warp. With ROW > 0 it has room for ROW taps of the own row, and holds the
 * taps of the current and of the next pixel in registers. With ROW = 0 it takes any number of taps
 * and reads them when they are used. */
template <int ROW> struct hologram_lane {
    enum { ROOM = ROW > 0 ? ROW : 1, AHEAD = ROW > 0 };
    struct hologram_taps<(ROW > 0)> taps;  /* AHEAD pixels after the current one */
    struct hologram_used<ROOM> used, next; /* of the current and of the next pixel */
    errdiff_complex h, sum;                /* the current pixel's value, and its begun sum */
    errdiff_complex late[ERRDIFF_GPU_HOLOGRAM_BAND_LATE]; /* errors that its late taps read */
    errdiff_complex own[ROOM]; /* errors of the previous pixels in the row, latest first */
    unsigned sums;             /* shared-memory address of the sums of even steps */
    int width;                 /* of the hologram; 0 for rows below it */
    int64_t clipped;
};

/* Completes the sum of the current pixel. */
template <int ROW>
__device__ __forceinline__ errdiff_complex hologram_end(const struct hologram_work *work,
                                                        const struct hologram_lane<ROW> *lane)
{
    errdiff_complex sum = lane->sum;
    if constexpr (ROW > 0) {
#pragma unroll
        for (int i = 0; i < ERRDIFF_GPU_HOLOGRAM_BAND_LATE; i++)
            sum = errdiff_hologram_add(sum, lane->used.late[i].weight, lane->late[i]);
#pragma unroll
        for (int i = 0; i < ROW; i++)
            sum = errdiff_hologram_add(sum, lane->used.row[i], lane->own[ROW - 1 - i]);
    } else {
        for (int i = 0; i < ERRDIFF_GPU_HOLOGRAM_BAND_LATE + work->row; i++) {
            const struct hologram_tap tap = hologram_read_tap(&lane->taps, i);
            sum = errdiff_hologram_add(sum, tap.weight, hologram_load(lane->taps.here - tap.back));
        }
    }
    return sum;
}

/* Reads the taps at which `taps` is. */
template <int ROW>
__device__ __forceinline__ struct hologram_used<ROW>
hologram_use(const struct hologram_taps<true> *taps) {
    struct hologram_used<ROW> used;
#pragma unroll
    for (int i = 0; i < ERRDIFF_GPU_HOLOGRAM_BAND_LATE; i++)
        used.late[i] = hologram_read_tap(taps, i);
#pragma unroll
    for (int i = 0; i < ROW; i++)
        used.row[i] = hologram_load(taps->entry + (unsigned)(ERRDIFF_GPU_HOLOGRAM_BAND_LATE + i) *
                                                      HOLOGRAM_TAP_BYTES);
    return used;
}

static const unsigned HOLOGRAM_BITS_OF_0 = 0x4B000000; /* the bits of the float 2^23 + 0 */

/* A base address such that base + sizeof value · (the bits of the float 2^23 + k) is the address of
 * the value of phase k. */
__device__ __forceinline__ unsigned hologram_address_of_values(const errdiff_complex *values)
{
    return hologram_opaque(hologram_address(values) -
                           HOLOGRAM_BITS_OF_0 * (unsigned)sizeof *values);
}

struct hologram_decision {
    errdiff_complex error;
    unsigned level; /* 0..K, where K stands for phase 0 */
    int is_clipped;
    bool is_sure;
};

/* Decides by the exact rule. Not inlined: for most jobs it is rare, and inlining it would delay the
 * instructions that follow it. MEASURED: the values of the levels were measured. */
template <bool MEASURED>
__device__ __noinline__ struct hologram_decision
hologram_decide(struct errdiff_hologram_quantizer quantizer, errdiff_complex h, errdiff_complex sum)
{
    struct hologram_decision decision;
    /* Tells the compiler, so that the usual function has no code for measured levels. */
    quantizer.values = MEASURED ? quantizer.values : NULL;
    decision.level = (unsigned)errdiff_hologram_decide(&quantizer, h, sum, &decision.error,
                                                       &decision.is_clipped);
    decision.is_sure = true;
    return decision;
}

/* Decides for the usual quantizer, quickly but not always surely. `values` comes from
 * hologram_address_of_values. */
__device__ __forceinline__ struct hologram_decision
hologram_decide_usual(const struct hologram_work *work, unsigned values, errdiff_complex u)
{
    struct hologram_decision decision;
    const struct errdiff_hologram_quadrant quadrant =
        errdiff_hologram_quadrant_of(work->quantizer.levels, u);
    float reciprocal;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(quadrant.up + quadrant.across));
    const float place = errdiff_hologram_rough_place(&quadrant, reciprocal);
    /* Rounds as errdiff_hologram_round_to_even does: the low bits of 2^23 + k are k. */
    const unsigned bits = __float_as_uint(place + 8388608.0f);
    const errdiff_complex value = hologram_load(values + bits * (unsigned)sizeof value);
    decision.level = bits - HOLOGRAM_BITS_OF_0;
    decision.is_sure = errdiff_hologram_is_sure(&work->sure, place, u);
    decision.error = {u.re - value.re, u.im - value.im};
    decision.is_clipped = 0;
    return decision;
}

/*
 * Runs one step. USUAL: the quantizer is the usual one, and `values` belongs to its phases. `pixel`
 * and `level` are the addresses of the pixel's value and level, PARITY is that of the step. If
 * `copied_back` is not 0, the error is also stored that many bytes before its place.
 *
 * All lanes wait from one error to the next. So whatever is not on this critical path is placed
 * where the warp waits anyway: for what the last late tap reads, for a quotient, or for the value
 * of a phase.
 */
template <bool USUAL, int PARITY, int ROW>
__device__ __forceinline__ void
hologram_run_step(const struct hologram_work *work, struct hologram_lane<ROW> *lane,
                  unsigned values, unsigned pixel, unsigned level, unsigned copied_back)
{
    const int ahead = hologram_lane<ROW>::AHEAD;
    const bool is_inside = (unsigned)(lane->taps.x - ahead) < (unsigned)lane->width;
    const unsigned next = lane->taps.here, here = next - ahead * HOLOGRAM_SLOT_BYTES;
    const errdiff_complex h = lane->h, sum = hologram_end(work, lane);
    hologram_step_taps<1>(work, &lane->taps);
    struct hologram_decision decision = {};
    if (USUAL)
        decision = hologram_decide_usual(work, values, {h.re + sum.re, h.im + sum.im});
    hologram_wait<PARITY == 0 ? HOLOGRAM_ODD_SUM_IS_BEGUN : HOLOGRAM_EVEN_SUM_IS_BEGUN>();
    lane->sum = hologram_load(lane->sums + (unsigned)((1 - PARITY) * (int)HOLOGRAM_SUMS_BYTES));
    if constexpr (ROW > 0) {
        lane->used = lane->next;
        lane->late[0] = hologram_load(next - lane->used.late[0].back);
    }
    if (__builtin_expect(!USUAL || __any_sync(HOLOGRAM_ALL_LANES, !decision.is_sure), !USUAL)) {
        decision = !USUAL && work->quantizer.values
                       ? hologram_decide<true>(work->quantizer, h, sum)
                       : hologram_decide<false>(work->quantizer, h, sum);
        lane->clipped += is_inside && decision.is_clipped;
    }
    const errdiff_complex error = {is_inside ? decision.error.re : 0,
                                   is_inside ? decision.error.im : 0};
    hologram_store(here, error);
    __syncwarp();
    if constexpr (ROW > 0)
        lane->late[1] = hologram_load(next - lane->used.late[1].back);
    if (copied_back > 0)
        hologram_store(here - copied_back, error);
    hologram_arrive<PARITY == 0 ? HOLOGRAM_EVEN_ERROR_IS_THERE : HOLOGRAM_ODD_ERROR_IS_THERE>();
    if constexpr (ROW > 0)
        lane->next = hologram_use<ROW>(&lane->taps);
    lane->h = hologram_load(pixel + HOLOGRAM_PIXELS_BYTES);
#pragma unroll
    for (int i = hologram_lane<ROW>::ROOM - 1; i > 0; i--)
        lane->own[i] = lane->own[i - 1];
    lane->own[0] = error;
    hologram_store_level(level, (uint16_t)decision.level);
}

template <bool USUAL, int ROW>
__device__ __forceinline__ void hologram_run_chunk(const struct hologram_work *work,
                                                   struct hologram_lane<ROW> *lane, unsigned values,
                                                   const struct hologram_place *place,
                                                   const struct hologram_tiles *tiles)
{
    const unsigned copied_back =
        (unsigned)errdiff_gpu_hologram_bands_copied_back(&work->bands, place->slot) *
        HOLOGRAM_SLOT_BYTES;
    unsigned pixel = hologram_address(&tiles->pixels[place->chunk % 2][hologram_number()]);
    unsigned level = hologram_address(&tiles->levels[place->chunk % 2][hologram_number()]);
    lane->h = hologram_load(pixel);
    /* More steps in a row would not fit into the instruction cache. */
#pragma unroll 2
    for (int step = 0; step < ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK; step += 2) {
        hologram_run_step<USUAL, 0>(work, lane, values, pixel, level, copied_back);
        hologram_run_step<USUAL, 1>(work, lane, values, pixel + HOLOGRAM_PIXELS_BYTES,
                                    level + HOLOGRAM_LEVELS_BYTES, copied_back);
        pixel += 2 * HOLOGRAM_PIXELS_BYTES;
        level += 2 * HOLOGRAM_LEVELS_BYTES;
    }
}

template <bool USUAL, int ROW>
__device__ __forceinline__ void
hologram_compute_band(const struct hologram_work *work, struct hologram_place place,
                      const int4 *table, const errdiff_complex *slots, unsigned values,
                      const struct hologram_tiles *tiles)
{
    const int number = hologram_number(), y = place.band * ERRDIFF_GPU_HOLOGRAM_BAND_LANES + number;
    struct hologram_lane<ROW> lane = {
    };
    int last;
    hologram_start_taps(work, &lane.taps, work->early, &place, 0, table);
    if constexpr (ROW > 0) {
        lane.used = hologram_use<ROW>(&lane.taps);
        hologram_step_taps<1>(work, &lane.taps);
        lane.next = hologram_use<ROW>(&lane.taps);
    }
    lane.sums = hologram_opaque(hologram_address(&tiles->sums[0][number]));
    lane.width = y < work->bands.height ? work->bands.width : 0;
    hologram_arrive_ahead<HOLOGRAM_ODD_ERROR_IS_THERE>();
    do {
        hologram_racecheck_sync_before_chunk();
        hologram_wait_for_chunk(HOLOGRAM_CHUNK_IS_READY, place.chunk);
        last = hologram_last_chunk(tiles);
        hologram_place_taps(&lane.taps, &place, hologram_lane<ROW>::AHEAD, slots);
        hologram_run_chunk<USUAL>(work, &lane, values, &place, tiles);
        hologram_arrive_at_chunk(HOLOGRAM_CHUNK_IS_DONE, place.chunk);
        hologram_end_chunk(work, &place);
    } while (place.chunk <= last);
    hologram_racecheck_sync_before_chunk();
    /* Consumes the arrivals for what would come after the last chunk, so that no barrier is left
     * incomplete. */
    hologram_wait<HOLOGRAM_ODD_SUM_IS_BEGUN>();
    hologram_wait_for_chunk(HOLOGRAM_CHUNK_IS_READY, place.chunk);
    if (lane.clipped > 0)
        atomicAdd(work->clipped, (unsigned long long)lane.clipped);
}

#endif
