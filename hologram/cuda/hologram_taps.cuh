/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The taps of a lane, which change from hogel to hogel. */
#ifndef ERRDIFF_HOLOGRAM_TAPS_CUH
#define ERRDIFF_HOLOGRAM_TAPS_CUH

#include "hologram_block.cuh"

/*
 * Where a lane is, and the taps that it uses there.
 *
 * IN_TABLE: the taps of all hogels of the band are in a table in shared memory. A lane that crosses
 * into the next hogel moves on by one entry of the table, which costs the same at every pixel. This
 * matters because bands follow each other down a border between hogels just as down the left edge,
 * and the slowest of these paths determines the total time.
 *
 * Without a table the taps are read from global memory.
 */
template <bool IN_TABLE> struct hologram_taps {
    unsigned entry;      /* shared-memory address of the hogel's first tap */
    unsigned next_entry; /* distance to the next hogel's entry */
    const struct errdiff_gpu_hologram_band_tap *all; /* the hogel's taps, if not in a table */
    int column;                                      /* the hogel's column, if not in a table */
    int border;                                      /* the column where the next hogel begins */
    unsigned here; /* shared-memory address of the error of pixel x */
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

__device__ __forceinline__ void hologram_fill_table(const struct hologram_work *work, int band,
                                                    int4 *table)
{
    const struct errdiff_gpu_hologram_band_hogels hogels =
        errdiff_gpu_hologram_bands_hogels_of(&work->bands, band);
    const int count = errdiff_gpu_hologram_bands_taps(work->early, work->row);
    const int4 *taps = (const int4 *)work->taps;
    for (int i = (int)threadIdx.x; i < hogels.rows * hogels.columns * count; i += HOLOGRAM_THREADS)
        table[i] =
            taps[errdiff_gpu_hologram_bands_hogel_index(&work->bands, &hogels, i / count) * count +
                 i % count];
}

/* Starts at the lane's pixel in step `step`, counted from first_step, with tap number `first`. */
template <bool IN_TABLE>
__device__ __forceinline__ void
hologram_start_taps(const struct hologram_work *work, struct hologram_taps<IN_TABLE> *taps,
                    int first, const struct hologram_place *place, int step, const int4 *table)
{
    const struct errdiff_gpu_hologram_bands *bands = &work->bands;
    const struct errdiff_gpu_hologram_band_hogels hogels =
        errdiff_gpu_hologram_bands_hogels_of(bands, place->band);
    const int number = hologram_number(),
              count = errdiff_gpu_hologram_bands_taps(work->early, work->row);
    const int row =
        (place->band * ERRDIFF_GPU_HOLOGRAM_BAND_LANES + number) / bands->hogel - hogels.first_row;
    taps->x = errdiff_gpu_hologram_bands_column(bands, bands->first_step + step, number);
    if constexpr (IN_TABLE) {
        taps->entry = hologram_address(table + row * hogels.columns * count + first);
        taps->next_entry = hologram_opaque((unsigned)count * HOLOGRAM_TAP_BYTES);
        taps->border = bands->hogel;
    } else {
        taps->all =
            work->taps + first +
            count * errdiff_gpu_hologram_bands_hogel_index(bands, &hogels, row * hogels.columns);
        taps->column = 0;
        taps->border = errdiff_gpu_hologram_bands_border(bands, 0);
    }
}

/* At the beginning of a chunk: goes to the pixel `step` steps into it. */
template <bool IN_TABLE>
__device__ __forceinline__ void hologram_place_taps(struct hologram_taps<IN_TABLE> *taps,
                                                    const struct hologram_place *place, int step,
                                                    const errdiff_complex *slots)
{
    taps->here = hologram_address(
        slots + errdiff_gpu_hologram_bands_in_slot(place->slot + step, hologram_number()));
}

/* Advances by STEPS pixels. Hogels in a table must be at least STEPS wide. */
template <int STEPS, bool IN_TABLE>
__device__ __forceinline__ void hologram_step_taps(const struct hologram_work *work,
                                                   struct hologram_taps<IN_TABLE> *taps)
{
    taps->here += STEPS * HOLOGRAM_SLOT_BYTES;
    taps->x += STEPS;
    if constexpr (IN_TABLE) {
        const bool crosses = taps->x >= taps->border;
        taps->entry += crosses ? taps->next_entry : 0;
        taps->border += crosses ? work->bands.hogel : 0;
    } else {
        while (taps->x >= taps->border) {
            taps->all += errdiff_gpu_hologram_bands_taps(work->early, work->row);
            taps->border = errdiff_gpu_hologram_bands_border(&work->bands, ++taps->column);
        }
    }
}

#endif
