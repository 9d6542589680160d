/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel for holograms, in the order of hologram_order.h. A block has a band, and each of its warps does
 * one thing. Two begin the sums of pixels to come with the early taps, of even and of odd steps; one
 * ends the sums of its pixels, finds their levels, and what these leave:
 *
 *     computes      pixel 0 | pixel 1 | pixel 2 | pixel 3 | pixel 4 | pixel 5 | …
 *     begins even         sum of 4  …  →   |     sum of 6  …  →   |
 *     begins odd                    sum of 5  …  →   |     sum of 7  …  →   |
 *
 * One that begins may do so when the error of the pixel 3 steps before is there, and is to be done before the
 * pixel before ends.
 *
 * One fetches words from the band above, and one gives those for the band below; the last one carries
 * pixels, a chunk ahead and a chunk behind.
 */
#ifndef ERRDIFF_HOLOGRAM_CUH
#define ERRDIFF_HOLOGRAM_CUH

#include "hologram_begin.cuh"
#include "hologram_carry.cuh"
#include "hologram_compute.cuh"

/* EARLY and ROW: the room in the taps, which are then in shared memory; 0: any. */
template <int EARLY, int ROW, bool USUAL>
__global__ static void __launch_bounds__(HOLOGRAM_THREADS, 1)
    hologram_run(const __grid_constant__ struct hologram_work of)
{
    extern __shared__ int4 table[];
    __shared__ struct hologram_tiles tiles;
    __shared__ int ticket;
    const struct errdiff_holobands *bands = &of.bands;
    const int warp = (int)threadIdx.x / HOLOGRAM_WARP;
    if (threadIdx.x == 0) {
        ticket = (int)atomicAdd(of.ticket, 1u);
        tiles.last_chunk = (bands->end_step - bands->first_step) / ERRDIFF_HOLOBAND_CHUNK - 1;
    }
    errdiff_complex *slots = (errdiff_complex *)((char *)table + of.table_bytes);
    errdiff_complex *values = slots + errdiff_holobands_slots_size(bands);
    const unsigned address_of_values = hologram_address_of_values(values);
    for (int i = (int)threadIdx.x; USUAL && i <= of.quantiser.levels; i += HOLOGRAM_THREADS)
        values[i] =
            errdiff_hologram_phase(of.quantiser.levels, i < of.quantiser.levels ? (float)i : 0);
    for (int i = (int)threadIdx.x; i < bands->kept_slots * ERRDIFF_HOLOBAND_SLOT;
         i += HOLOGRAM_THREADS)
        slots[i] = {0, 0};
    __syncthreads();
    const struct hologram_place place = {ticket, 0, bands->kept_slots};
    if (EARLY > 0)
        hologram_fill_table(&of, place.band, table);
    __syncthreads();

    if (warp == HOLOGRAM_COMPUTES)
        hologram_compute_band<USUAL, ROW>(&of, place, table, slots, address_of_values, &tiles);
    else if (warp == HOLOGRAM_BEGINS_EVEN)
        hologram_begin_band<0, EARLY>(&of, place, table, slots, &tiles);
    else if (warp == HOLOGRAM_BEGINS_ODD)
        hologram_begin_band<1, EARLY>(&of, place, table, slots, &tiles);
    else if (warp == HOLOGRAM_FETCHES)
        hologram_fetch_band(&of, place, slots, &tiles);
    else if (warp == HOLOGRAM_GIVES)
        hologram_give_band(&of, place, slots, &tiles);
    else
        hologram_carry_band(&of, place, &tiles);
}

#endif
