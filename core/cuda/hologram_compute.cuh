/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warp that computes: it ends the sums of its pixels, finds their levels, and what these leave. */
#ifndef ERRDIFF_HOLOGRAM_COMPUTE_CUH
#define ERRDIFF_HOLOGRAM_COMPUTE_CUH

#include "hologram_taps.cuh"

/* The late taps of a pixel, and the weights of its own row. */
template <int ROW> struct hologram_used {
    struct hologram_tap late[ERRDIFF_HOLOBAND_LATE];
    errdiff_complex row[ROW];
};

/* A lane of it. Its taps are the late ones, and ROW of the pixel's own row, and it has those of the next
 * pixel, too; 0: any, and it has none. */
template <int ROW> struct hologram_lane {
    enum { ROOM = ROW > 0 ? ROW : 1, AHEAD = ROW > 0 };
    struct hologram_taps<(ROW > 0)> taps;  /* AHEAD pixels on */
    struct hologram_used<ROOM> used, next; /* for the pixel that it is at, and for the next one */
    errdiff_complex h, sum;                /* that pixel, and its sum, begun */
    errdiff_complex late[ERRDIFF_HOLOBAND_LATE]; /* what the late taps read for it */
    errdiff_complex own[ROOM]; /* what the row's last pixels left, the latest first */
    unsigned sums;             /* the address of its sum, in even steps */
    int width;                 /* 0 below the hologram */
    int64_t clipped;
};

/* Ends the sum of a pixel. */
template <int ROW>
__device__ __forceinline__ errdiff_complex hologram_end(const struct hologram_work *of,
                                                        const struct hologram_lane<ROW> *lane)
{
    errdiff_complex sum = lane->sum;
    if constexpr (ROW > 0) {
#pragma unroll
        for (int i = 0; i < ERRDIFF_HOLOBAND_LATE; i++)
            sum = errdiff_hologram_add(sum, lane->used.late[i].weight, lane->late[i]);
#pragma unroll
        for (int i = 0; i < ROW; i++)
            sum = errdiff_hologram_add(sum, lane->used.row[i], lane->own[ROW - 1 - i]);
    } else {
        for (int i = 0; i < ERRDIFF_HOLOBAND_LATE + of->row; i++) {
            const struct hologram_tap tap = hologram_read_tap(&lane->taps, i);
            sum = errdiff_hologram_add(sum, tap.weight, hologram_load(lane->taps.here - tap.back));
        }
    }
    return sum;
}

/* Those of the pixel where its taps are. */
template <int ROW>
__device__ __forceinline__ struct hologram_used<ROW>
hologram_use(const struct hologram_taps<true> *taps) {
    struct hologram_used<ROW> used;
#pragma unroll
    for (int i = 0; i < ERRDIFF_HOLOBAND_LATE; i++)
        used.late[i] = hologram_read_tap(taps, i);
#pragma unroll
    for (int i = 0; i < ROW; i++)
        used.row[i] =
            hologram_load(taps->entry + (unsigned)(ERRDIFF_HOLOBAND_LATE + i) * HOLOGRAM_TAP_BYTES);
    return used;
}

static const unsigned HOLOGRAM_BITS_OF_0 = 0x4B000000; /* of 2^23 + 0 */

/* What the bits of 2^23 + k are to be added to, times the size of a value, for the address of phase k's. */
__device__ __forceinline__ unsigned hologram_address_of_values(const errdiff_complex *values)
{
    return hologram_kept(hologram_address(values) - HOLOGRAM_BITS_OF_0 * (unsigned)sizeof *values);
}

struct hologram_decision {
    errdiff_complex error;
    unsigned level; /* 0..K, which is phase 0 */
    int is_clipped;
    bool is_sure;
};

/* By the rule. It is not to be inlined: where it is rare, instructions after it would come late. */
__device__ __noinline__ struct hologram_decision
hologram_decide(const struct errdiff_hologram_quantiser quantiser, errdiff_complex h,
                errdiff_complex sum)
{
    struct hologram_decision decision;
    decision.level = (unsigned)errdiff_hologram_decide(&quantiser, h, sum, &decision.error,
                                                       &decision.is_clipped);
    decision.is_sure = true;
    return decision;
}

/* By the usual quantiser: phases that are not too many, and the error is that of u. `values`: as
 * hologram_address_of_values. */
__device__ __forceinline__ struct hologram_decision
hologram_decide_usual(const struct hologram_work *of, unsigned values, errdiff_complex u)
{
    struct hologram_decision decision;
    const struct errdiff_hologram_quadrant quadrant =
        errdiff_hologram_quadrant_of(of->quantiser.levels, u);
    float reciprocal;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(reciprocal) : "f"(quadrant.up + quadrant.across));
    const float place = errdiff_hologram_rough_place(&quadrant, reciprocal);
    /* As errdiff_hologram_round_to_even; the low bits of 2^23 + k are k. */
    const unsigned bits = __float_as_uint(place + 8388608.0f);
    const errdiff_complex value = hologram_load(values + bits * (unsigned)sizeof value);
    decision.level = bits - HOLOGRAM_BITS_OF_0;
    decision.is_sure = errdiff_hologram_is_sure(&of->sure, place, u);
    decision.error = {u.re - value.re, u.im - value.im};
    decision.is_clipped = 0;
    return decision;
}

/*
 * A step. USUAL: the job's quantiser is; `values` are its phases' then. `pixel` and `level` are the addresses
 * of the pixel's value and level, PARITY is the step's, and an error is put `copied_back` bytes before its place
 * as well, if not 0.
 *
 * From an error to the next one all lanes wait, so what is not on that way is done where it is waited anyhow:
 * for what the last tap above reads, for a quotient, or for a phase's value.
 */
template <bool USUAL, int PARITY, int ROW>
__device__ __forceinline__ void
hologram_run_step(const struct hologram_work *of, struct hologram_lane<ROW> *lane, unsigned values,
                  unsigned pixel, unsigned level, unsigned copied_back)
{
    const int ahead = hologram_lane<ROW>::AHEAD;
    const bool is_inside = (unsigned)(lane->taps.x - ahead) < (unsigned)lane->width;
    const unsigned next = lane->taps.here, here = next - ahead * HOLOGRAM_SLOT_BYTES;
    const errdiff_complex h = lane->h, sum = hologram_end(of, lane);
    hologram_step_taps<1>(of, &lane->taps);
    struct hologram_decision decision = {};
    if (USUAL)
        decision = hologram_decide_usual(of, values, {h.re + sum.re, h.im + sum.im});
    hologram_wait<PARITY == 0 ? HOLOGRAM_ODD_SUM_IS_BEGUN : HOLOGRAM_EVEN_SUM_IS_BEGUN>();
    lane->sum = hologram_load(lane->sums + (unsigned)((1 - PARITY) * (int)HOLOGRAM_SUMS_BYTES));
    if constexpr (ROW > 0) {
        lane->used = lane->next;
        lane->late[0] = hologram_load(next - lane->used.late[0].back);
    }
    if (__builtin_expect(!USUAL || __any_sync(HOLOGRAM_ALL_LANES, !decision.is_sure), !USUAL)) {
        decision = hologram_decide(of->quantiser, h, sum);
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
    hologram_tell<PARITY == 0 ? HOLOGRAM_EVEN_ERROR_IS_THERE : HOLOGRAM_ODD_ERROR_IS_THERE>();
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
__device__ __forceinline__ void
hologram_run_chunk(const struct hologram_work *of, struct hologram_lane<ROW> *lane, unsigned values,
                   const struct hologram_place *place, const struct hologram_tiles *tiles)
{
    const unsigned copied_back =
        (unsigned)errdiff_holobands_copied_back(&of->bands, place->slot) * HOLOGRAM_SLOT_BYTES;
    unsigned pixel = hologram_address(&tiles->pixels[place->chunk % 2][hologram_number()]);
    unsigned level = hologram_address(&tiles->levels[place->chunk % 2][hologram_number()]);
    lane->h = hologram_load(pixel);
    /* More pairs of steps in a row would not find room where instructions are kept. */
#pragma unroll 2
    for (int step = 0; step < ERRDIFF_HOLOBAND_CHUNK; step += 2) {
        hologram_run_step<USUAL, 0>(of, lane, values, pixel, level, copied_back);
        hologram_run_step<USUAL, 1>(of, lane, values, pixel + HOLOGRAM_PIXELS_BYTES,
                                    level + HOLOGRAM_LEVELS_BYTES, copied_back);
        pixel += 2 * HOLOGRAM_PIXELS_BYTES;
        level += 2 * HOLOGRAM_LEVELS_BYTES;
    }
}

template <bool USUAL, int ROW>
__device__ __forceinline__ void
hologram_compute_band(const struct hologram_work *of, struct hologram_place place,
                      const int4 *table, const errdiff_complex *slots, unsigned values,
                      const struct hologram_tiles *tiles)
{
    const int number = hologram_number(), y = place.band * ERRDIFF_HOLOBAND_LANES + number;
    struct hologram_lane<ROW> lane = {
    };
    int last;
    hologram_start_taps(of, &lane.taps, of->early, &place, 0, table);
    if constexpr (ROW > 0) {
        lane.used = hologram_use<ROW>(&lane.taps);
        hologram_step_taps<1>(of, &lane.taps);
        lane.next = hologram_use<ROW>(&lane.taps);
    }
    lane.sums = hologram_kept(hologram_address(&tiles->sums[0][number]));
    lane.width = y < of->bands.height ? of->bands.width : 0;
    hologram_tell_ahead<HOLOGRAM_ODD_ERROR_IS_THERE>();
    do {
        hologram_meet_before_chunk();
        hologram_wait_for_chunk(HOLOGRAM_CHUNK_IS_READY, place.chunk);
        last = hologram_last_chunk(tiles);
        hologram_place_taps(&lane.taps, &place, hologram_lane<ROW>::AHEAD, slots);
        hologram_run_chunk<USUAL>(of, &lane, values, &place, tiles);
        hologram_tell_of_chunk(HOLOGRAM_CHUNK_IS_DONE, place.chunk);
        hologram_end_chunk(of, &place);
    } while (place.chunk <= last);
    hologram_meet_before_chunk();
    /* These were told of what comes after the last one; no barrier is left half full. */
    hologram_wait<HOLOGRAM_ODD_SUM_IS_BEGUN>();
    hologram_wait_for_chunk(HOLOGRAM_CHUNK_IS_READY, place.chunk);
    if (lane.clipped > 0)
        atomicAdd(of->clipped, (unsigned long long)lane.clipped);
}

#endif
