/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel for holograms. A thread block dithers one band (hologram_order.h), and each of its six
 * warps has a task of its own:
 *
 *     computes       completes the sum of each pixel, decides its level, stores its error
 *     begins even    begins the sums of the pixels of even steps, with their early taps
 *     begins odd     the same for odd steps
 *     fetches        waits for the words of the band above, and puts their errors into slots
 *     gives          writes the words for the band below
 *     carries        copies pixels into shared memory, and levels back to global memory
 *
 * Step by step. A sum starts when the error of the step three before its pixel is stored, because
 * its early taps reach back three steps or more; it must be ready before the step before its pixel
 * ends:
 *
 *     step             1          2          3          4          5          6
 *     computes     | pixel 1  | pixel 2  | pixel 3  | pixel 4  | pixel 5  | pixel 6  |
 *     begins even             | sum of pixel 4      | sum of pixel 6      |
 *     begins odd                         | sum of pixel 5      | sum of pixel 7      |
 *
 * Chunk by chunk. The other warps work on the chunks next to the one being computed, and the
 * computing warp waits only if one of them is late:
 *
 *     computes     | chunk 0    | chunk 1                  | chunk 2                  | …
 *     fetches      | 1          | 2                        | 3                        | …
 *     carries      | pixels 1   | levels of 0, pixels of 2 | levels of 1, pixels of 3 | …
 *     gives        |            | 0                        | 1                        | …
 *
 * Warps wait for each other at named barriers, where one side only arrives (bar.arrive) and goes
 * on, and the other side waits (bar.sync):
 *
 *     barrier                  arrives                   waits
 *     EVEN_SUM_IS_BEGUN        begins even               computes                  every two steps
 *     ODD_SUM_IS_BEGUN         begins odd                computes
 *     EVEN_ERROR_IS_THERE      computes                  begins odd
 *     ODD_ERROR_IS_THERE       computes                  begins even
 *     CHUNK_IS_READY           fetches, carries, gives   computes                  every chunk
 *     CHUNK_IS_DONE            computes                  fetches, carries, gives
 *
 * SOFTSYNC.md explains how bands wait for each other.
 */
#ifndef ERRDIFF_HOLOGRAM_CUH
#define ERRDIFF_HOLOGRAM_CUH

#include "hologram_begin.cuh"
#include "hologram_carry.cuh"
#include "hologram_compute.cuh"

/* EARLY and ROW are the numbers of early taps and of taps in the pixel's own row that there is room
 * for in the table in shared memory. 0: any number, without a table. */
template <int EARLY, int ROW, bool USUAL>
__global__ static void __launch_bounds__(HOLOGRAM_THREADS, 1)
    hologram_run(const __grid_constant__ struct hologram_work work)
{
    extern __shared__ int4 table[];
    __shared__ struct hologram_tiles tiles;
    __shared__ int ticket;
    const struct errdiff_gpu_hologram_bands *bands = &work.bands;
    const int warp = (int)threadIdx.x / HOLOGRAM_WARP;
    if (threadIdx.x == 0) {
        ticket = (int)atomicAdd(work.ticket, 1u);
        tiles.last_chunk =
            (bands->end_step - bands->first_step) / ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK - 1;
    }
    errdiff_complex *slots = (errdiff_complex *)((char *)table + work.table_bytes);
    errdiff_complex *values = slots + errdiff_gpu_hologram_bands_slots_size(bands);
    const unsigned address_of_values = hologram_address_of_values(values);
    for (int i = (int)threadIdx.x; USUAL && i <= work.quantizer.levels; i += HOLOGRAM_THREADS)
        values[i] =
            errdiff_hologram_phase(work.quantizer.levels, i < work.quantizer.levels ? (float)i : 0);
    for (int i = (int)threadIdx.x; i < bands->kept_slots * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT;
         i += HOLOGRAM_THREADS)
        slots[i] = {0, 0};
    __syncthreads();
    const struct hologram_place place = {ticket, 0, bands->kept_slots};
    if (EARLY > 0)
        hologram_fill_table(&work, place.band, table);
    __syncthreads();

    if (warp == HOLOGRAM_COMPUTES)
        hologram_compute_band<USUAL, ROW>(&work, place, table, slots, address_of_values, &tiles);
    else if (warp == HOLOGRAM_BEGINS_EVEN)
        hologram_begin_band<0, EARLY>(&work, place, table, slots, &tiles);
    else if (warp == HOLOGRAM_BEGINS_ODD)
        hologram_begin_band<1, EARLY>(&work, place, table, slots, &tiles);
    else if (warp == HOLOGRAM_FETCHES)
        hologram_fetch_band(&work, place, slots, &tiles);
    else if (warp == HOLOGRAM_GIVES)
        hologram_give_band(&work, place, slots, &tiles);
    else
        hologram_carry_band(&work, place, &tiles);
}

#endif
