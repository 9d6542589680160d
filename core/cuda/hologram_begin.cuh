/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warps that begin sums, with the early taps. */
#ifndef ERRDIFF_HOLOGRAM_BEGIN_CUH
#define ERRDIFF_HOLOGRAM_BEGIN_CUH

#include "hologram_taps.cuh"

/* What the early taps give to pixel x. */
template <int EARLY>
__device__ __forceinline__ errdiff_complex hologram_begin(const struct hologram_work *of,
                                                          const struct hologram_taps<EARLY> *taps)
{
    errdiff_complex sum = {0, 0};
    if constexpr (EARLY > 0) {
        errdiff_complex errors[EARLY];
#pragma unroll
        for (int i = 0; i < EARLY; i++)
            errors[i] = hologram_load(taps->from[i]);
#pragma unroll
        for (int i = 0; i < EARLY; i++)
            sum = errdiff_hologram_add(sum, taps->weights[i], errors[i]);
    } else {
        for (int i = 0; i < of->early; i++) {
            const int4 tap = __ldg((const int4 *)taps->all + i);
            sum = errdiff_hologram_add(sum, hologram_weight(&tap),
                                       hologram_load(taps->here - hologram_back(&tap)));
        }
    }
    return sum;
}

/* The steps of a chunk with that parity. Each begins the sum of the next such step, at the address `sum`. */
template <int PARITY, int EARLY>
__device__ __forceinline__ void hologram_begin_chunk(const struct hologram_work *of,
                                                     struct hologram_taps<EARLY> *taps,
                                                     unsigned sum)
{
#pragma unroll 1
    for (int step = PARITY; step < ERRDIFF_HOLOBAND_CHUNK; step += 2) {
        if (PARITY == 1)
            hologram_meet();
        hologram_wait<PARITY == 0 ? HOLOGRAM_ODD_ERROR_IS_THERE : HOLOGRAM_EVEN_ERROR_IS_THERE>();
        hologram_store(sum, hologram_begin(of, taps));
        hologram_tell<PARITY == 0 ? HOLOGRAM_EVEN_SUM_IS_BEGUN : HOLOGRAM_ODD_SUM_IS_BEGUN>();
        hologram_step_taps<2>(of, taps);
        if (PARITY == 0)
            hologram_meet();
        hologram_meet();
    }
}

template <int PARITY, int EARLY>
__device__ __forceinline__ void
hologram_begin_band(const struct hologram_work *of, struct hologram_place place,
                    errdiff_complex *slots, struct hologram_tiles *tiles)
{
    struct hologram_taps<EARLY> taps;
    int moved;
    hologram_start_taps(of, &taps, 0, &place, 2 + PARITY, slots);
    /* There is nothing in the first sums, as their pixels are outside. */
    tiles->sums[PARITY][hologram_number()] = {0, 0};
    if (PARITY == 1)
        hologram_tell_ahead<HOLOGRAM_ODD_SUM_IS_BEGUN>();
    for (; place.chunk < place.chunks; hologram_end_chunk(&place)) {
        if (!hologram_start_chunk(of, &place, slots, false, &moved))
            return;
        hologram_move_taps(&taps, -moved);
        if (EARLY > 0)
            hologram_prepare_taps(of, &taps);
        hologram_begin_chunk<PARITY>(of, &taps,
                                     hologram_address(&tiles->sums[PARITY][hologram_number()]));
    }
    __syncthreads();
}

#endif
