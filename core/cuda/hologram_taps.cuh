/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The taps that a lane of a warp has, from hogel to hogel. */
#ifndef ERRDIFF_HOLOGRAM_TAPS_CUH
#define ERRDIFF_HOLOGRAM_TAPS_CUH

#include "hologram_block.cuh"

/*
 * What a lane has of the taps with which it collects, COUNT of them in registers; 0: none, and they are read
 * as they are needed. Those of the hogel to the right are there before its first pixel is: bands
 * follow each other down a border of hogels as they do down the left edge, and the slowest of these
 * ways is how long all takes.
 */
template <int COUNT> struct hologram_taps {
    enum { ROOM = COUNT > 0 ? COUNT : 1 };
    errdiff_complex weights[ROOM], next_weights[ROOM];
    unsigned from[ROOM];      /* addresses of what they read for pixel x */
    unsigned next_back[ROOM]; /* how far before its own error those of the next hogel read */
    const struct errdiff_holoband_tap *all; /* of the hogel */
    int column, border;                     /* the hogel's, and where the next one begins */
    bool is_next_old;                       /* next_… are of this hogel, or of one before it */
    unsigned here;                          /* the address of pixel x's error */
    int x;
};

__device__ __forceinline__ errdiff_complex hologram_weight(const int4 *tap)
{
    return {__int_as_float(tap->x), __int_as_float(tap->y)};
}

__device__ __forceinline__ unsigned hologram_back(const int4 *tap)
{
    return (unsigned)tap->z * (unsigned)sizeof(errdiff_complex);
}

template <int COUNT>
__device__ __forceinline__ void hologram_take_next(const struct hologram_work *of,
                                                   struct hologram_taps<COUNT> *taps)
{
    const bool is_last = taps->column + 1 >= of->bands.hogel_columns;
    const int4 *next =
        (const int4 *)taps->all + (is_last ? 0 : errdiff_holobands_taps(of->early, of->row));
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        const int4 tap = __ldg(&next[i]);
        taps->next_weights[i] = hologram_weight(&tap);
        taps->next_back[i] = hologram_back(&tap);
    }
    taps->is_next_old = false;
}

/* For the lane's pixel of step `step` of all, from taps number `first` on. */
template <int COUNT>
__device__ __forceinline__ void
hologram_start_taps(const struct hologram_work *of, struct hologram_taps<COUNT> *taps, int first,
                    const struct hologram_place *place, int step, const errdiff_complex *slots)
{
    const struct errdiff_holobands *bands = &of->bands;
    const int number = hologram_number(), last = bands->height - 1;
    const int y = place->band * ERRDIFF_HOLOBAND_LANES + number;
    const int64_t hogel = (int64_t)((y < last ? y : last) / bands->hogel) * bands->hogel_columns;
    taps->all = of->taps + hogel * errdiff_holobands_taps(of->early, of->row) + first;
    taps->x = errdiff_holobands_column(bands, bands->first_step + step, number);
    taps->here = hologram_address(slots + errdiff_holobands_in_slot(place->slot + step, number));
    taps->column = 0;
    taps->border = errdiff_holobands_border(bands, 0);
#pragma unroll
    for (int i = 0; i < COUNT; i++) {
        const int4 tap = __ldg((const int4 *)taps->all + i);
        taps->weights[i] = hologram_weight(&tap);
        taps->from[i] = taps->here - hologram_back(&tap);
    }
    hologram_take_next(of, taps);
}

template <int COUNT>
__device__ __forceinline__ void hologram_move_taps(struct hologram_taps<COUNT> *taps, int slots)
{
    const unsigned way = (unsigned)slots * HOLOGRAM_SLOT_BYTES;
    taps->here += way;
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        taps->from[i] += way;
}

/* Where hogels may be so small that more than one is passed. */
__device__ __forceinline__ void hologram_cross_any(const struct hologram_work *of,
                                                   struct hologram_taps<0> *taps)
{
    while (taps->x >= taps->border) {
        taps->all += errdiff_holobands_taps(of->early, of->row);
        taps->border = errdiff_holobands_border(&of->bands, ++taps->column);
    }
}

/* On to the pixel STEPS steps on. Lanes that come to the next hogel do the same as others: they would have to be
 * brought together again. */
template <int STEPS, int COUNT>
__device__ __forceinline__ void hologram_step_taps(const struct hologram_work *of,
                                                   struct hologram_taps<COUNT> *taps)
{
    hologram_move_taps(taps, STEPS);
    taps->x += STEPS;
    if constexpr (COUNT == 0) {
        hologram_cross_any(of, taps);
    } else {
        const bool crosses = taps->x >= taps->border;
#pragma unroll
        for (int i = 0; i < COUNT; i++) {
            taps->weights[i].re = crosses ? taps->next_weights[i].re : taps->weights[i].re;
            taps->weights[i].im = crosses ? taps->next_weights[i].im : taps->weights[i].im;
            taps->from[i] = crosses ? taps->here - taps->next_back[i] : taps->from[i];
        }
        taps->all += crosses ? errdiff_holobands_taps(of->early, of->row) : 0;
        taps->column += crosses;
        taps->border = errdiff_holobands_border(&of->bands, taps->column);
        taps->is_next_old |= crosses;
    }
}

/* Before a chunk, in which a lane comes to the next hogel once at most, or has no taps in registers. Where other
 * lanes do so, there is no time for it but if it is needed. */
template <int COUNT>
__device__ __forceinline__ void hologram_prepare_taps(const struct hologram_work *of,
                                                      struct hologram_taps<COUNT> *taps)
{
    const bool crosses = taps->x + ERRDIFF_HOLOBAND_CHUNK >= taps->border;
    const bool any_crosses = __any_sync(HOLOGRAM_ALL_LANES, crosses);
    if (__any_sync(HOLOGRAM_ALL_LANES, taps->is_next_old && (crosses || !any_crosses)))
        hologram_take_next(of, taps);
}

#endif
