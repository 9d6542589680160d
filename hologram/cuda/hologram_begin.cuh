/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two warps that begin sums, with the early taps. */
#ifndef ERRDIFF_HOLOGRAM_BEGIN_CUH
#define ERRDIFF_HOLOGRAM_BEGIN_CUH

#include "hologram_taps.cuh"

/* Begins the sum of the pixel at which `taps` is, after the error of the step three before is
 * there. */
template <int PARITY, int EARLY>
__device__ __forceinline__ errdiff_complex
hologram_begin(const struct hologram_work *work, const struct hologram_taps<(EARLY > 0)> *taps)
{
    const hologram_barrier error =
        PARITY == 0 ? HOLOGRAM_ODD_ERROR_IS_THERE : HOLOGRAM_EVEN_ERROR_IS_THERE;
    errdiff_complex sum = {0, 0};
    if constexpr (EARLY > 0) {
        struct hologram_tap used[EARLY];
        errdiff_complex errors[EARLY];
#pragma unroll
        for (int i = 0; i < EARLY; i++)
            used[i] = hologram_read_tap(taps, i);
        hologram_wait<error>();
#pragma unroll
        for (int i = 0; i < EARLY; i++)
            errors[i] = hologram_load(taps->here - used[i].back);
#pragma unroll
        for (int i = 0; i < EARLY; i++)
            sum = errdiff_hologram_add(sum, used[i].weight, errors[i]);
    } else {
        hologram_wait<error>();
        for (int i = 0; i < work->early; i++) {
            const struct hologram_tap tap = hologram_read_tap(taps, i);
            sum = errdiff_hologram_add(sum, tap.weight, hologram_load(taps->here - tap.back));
        }
    }
    return sum;
}

/* Runs the steps of that parity in a chunk. Each begins the sum of the pixel two steps later, and
 * stores it at the shared-memory address `sum`. */
template <int PARITY, int EARLY>
__device__ __forceinline__ void hologram_begin_chunk(const struct hologram_work *work,
                                                     struct hologram_taps<(EARLY > 0)> *taps,
                                                     unsigned sum)
{
#pragma unroll 1
    for (int step = PARITY; step < ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK; step += 2) {
        if (PARITY == 1)
            hologram_racecheck_sync();
        hologram_store(sum, hologram_begin<PARITY, EARLY>(work, taps));
        hologram_arrive<PARITY == 0 ? HOLOGRAM_EVEN_SUM_IS_BEGUN : HOLOGRAM_ODD_SUM_IS_BEGUN>();
        hologram_step_taps<2>(work, taps);
        if (PARITY == 0)
            hologram_racecheck_sync();
        hologram_racecheck_sync();
    }
}

template <int PARITY, int EARLY>
__device__ __forceinline__ void
hologram_begin_band(const struct hologram_work *work, struct hologram_place place,
                    const int4 *table, const errdiff_complex *slots, struct hologram_tiles *tiles)
{
    struct hologram_taps<(EARLY > 0)> taps;
    int last;
    hologram_start_taps(work, &taps, 0, &place, 2 + PARITY, table);
    if (PARITY == 1) {
        /* The pixel of the first odd step is outside the hologram, so its sum is 0. */
        tiles->sums[1][hologram_number()] = {0, 0};
        hologram_arrive_ahead<HOLOGRAM_ODD_SUM_IS_BEGUN>();
    }
    do {
        hologram_racecheck_sync_before_chunk();
        hologram_place_taps(&taps, &place, 2 + PARITY, slots);
        hologram_begin_chunk<PARITY, EARLY>(
            work, &taps, hologram_address(&tiles->sums[PARITY][hologram_number()]));
        last = hologram_last_chunk(tiles);
        hologram_end_chunk(work, &place);
    } while (place.chunk <= last);
    hologram_racecheck_sync_before_chunk();
    if (PARITY == 0)
        hologram_wait<HOLOGRAM_ODD_ERROR_IS_THERE>();
}

#endif
