/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The taps that a lane of a warp has, from hogel to hogel. */
#ifndef ERRDIFF_HOLOGRAM_TAPS_CUH
#define ERRDIFF_HOLOGRAM_TAPS_CUH

#include "hologram_block.cuh"

/*
 * Where a lane is, and the taps with which it collects there. IN_TABLE: they are in shared memory, those of all
 * hogels that the band comes to; a lane comes to the next hogel by a step from one entry to another, which
 * costs the same at each pixel: bands follow each other down a border of hogels as they do down the left
 * edge, and the slowest of these ways is how long all takes. Else they are read from the device's memory.
 */
template <bool IN_TABLE> struct hologram_taps {
    unsigned entry;                         /* the address of the first one in the table */
    unsigned next_entry;                    /* how far away the next hogel's is */
    const struct errdiff_holoband_tap *all; /* out of the table */
    int column;                             /* the hogel's, out of the table */
    int border;                             /* where the next one begins */
    unsigned here;                          /* the address of pixel x's error */
    int x;
};

struct hologram_tap {
    errdiff_complex weight;
    unsigned back; /* in bytes */
};

__device__ __forceinline__ struct hologram_tap hologram_tap_of(int4 tap)
{
    return {{__int_as_float(tap.x), __int_as_float(tap.y)},
            (unsigned)tap.z * (unsigned)sizeof(errdiff_complex)};
}

__device__ __forceinline__ struct hologram_tap hologram_tap_in_table(unsigned address)
{
    int4 tap;
    asm volatile("ld.volatile.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(tap.x), "=r"(tap.y), "=r"(tap.z), "=r"(tap.w)
                 : "r"(address));
    return hologram_tap_of(tap);
}

template <bool IN_TABLE>
__device__ __forceinline__ struct hologram_tap
hologram_read_tap(const struct hologram_taps<IN_TABLE> *taps, int number)
{
    if constexpr (IN_TABLE)
        return hologram_tap_in_table(taps->entry + (unsigned)number * HOLOGRAM_TAP_BYTES);
    else
        return hologram_tap_of(__ldg((const int4 *)taps->all + number));
}

__device__ __forceinline__ void hologram_fill_table(const struct hologram_work *of, int band,
                                                    int4 *table)
{
    const struct errdiff_holoband_hogels hogels = errdiff_holobands_hogels_of(&of->bands, band);
    const int count = errdiff_holobands_taps(of->early, of->row);
    const int4 *taps = (const int4 *)of->taps;
    for (int i = (int)threadIdx.x; i < hogels.rows * hogels.columns * count; i += HOLOGRAM_THREADS)
        table[i] =
            taps[errdiff_holobands_hogel_index(&of->bands, &hogels, i / count) * count + i % count];
}

/* For the lane's pixel of step `step` of all, from taps number `first` on. */
template <bool IN_TABLE>
__device__ __forceinline__ void
hologram_start_taps(const struct hologram_work *of, struct hologram_taps<IN_TABLE> *taps, int first,
                    const struct hologram_place *place, int step, const int4 *table)
{
    const struct errdiff_holobands *bands = &of->bands;
    const struct errdiff_holoband_hogels hogels = errdiff_holobands_hogels_of(bands, place->band);
    const int number = hologram_number(), count = errdiff_holobands_taps(of->early, of->row);
    const int row =
        (place->band * ERRDIFF_HOLOBAND_LANES + number) / bands->hogel - hogels.first_row;
    taps->x = errdiff_holobands_column(bands, bands->first_step + step, number);
    if constexpr (IN_TABLE) {
        taps->entry = hologram_address(table + row * hogels.columns * count + first);
        taps->next_entry = hologram_kept((unsigned)count * HOLOGRAM_TAP_BYTES);
        taps->border = bands->hogel;
    } else {
        taps->all = of->taps + first +
                    count * errdiff_holobands_hogel_index(bands, &hogels, row * hogels.columns);
        taps->column = 0;
        taps->border = errdiff_holobands_border(bands, 0);
    }
}

/* At the begin of a chunk, to the pixel `step` steps on. */
template <bool IN_TABLE>
__device__ __forceinline__ void hologram_place_taps(struct hologram_taps<IN_TABLE> *taps,
                                                    const struct hologram_place *place, int step,
                                                    const errdiff_complex *slots)
{
    taps->here =
        hologram_address(slots + errdiff_holobands_in_slot(place->slot + step, hologram_number()));
}

/* On to the pixel STEPS steps on. A hogel of the table is STEPS wide at least. */
template <int STEPS, bool IN_TABLE>
__device__ __forceinline__ void hologram_step_taps(const struct hologram_work *of,
                                                   struct hologram_taps<IN_TABLE> *taps)
{
    taps->here += STEPS * HOLOGRAM_SLOT_BYTES;
    taps->x += STEPS;
    if constexpr (IN_TABLE) {
        const bool crosses = taps->x >= taps->border;
        taps->entry += crosses ? taps->next_entry : 0;
        taps->border += crosses ? of->bands.hogel : 0;
    } else {
        while (taps->x >= taps->border) {
            taps->all += errdiff_holobands_taps(of->early, of->row);
            taps->border = errdiff_holobands_border(&of->bands, ++taps->column);
        }
    }
}

#endif
