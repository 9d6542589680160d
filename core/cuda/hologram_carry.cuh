/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warp that passes words from the band above and to the band below, and those that carry pixels. */
#ifndef ERRDIFF_HOLOGRAM_CARRY_CUH
#define ERRDIFF_HOLOGRAM_CARRY_CUH

#include "hologram_block.cuh"
#include "words.cuh"

/* Pixels on their way into a tile: loads are sent a chunk before they are looked at. */
struct hologram_coming {
    errdiff_complex pixels[HOLOGRAM_CARRIED];
};

__device__ __forceinline__ int64_t hologram_pixel(const struct hologram_work *of,
                                                  const struct hologram_place *place, int chunk,
                                                  int number)
{
    const struct errdiff_holobands *bands = &of->bands;
    const int lane = errdiff_holobands_tile_lane(number);
    const int step = hologram_step(of, chunk) + errdiff_holobands_tile_step(number);
    const int x = errdiff_holobands_column(bands, step, lane);
    const int y = place->band * ERRDIFF_HOLOBAND_LANES + lane;
    return errdiff_holobands_has(bands, x, y) ? (int64_t)y * bands->width + x : -1;
}

__device__ __forceinline__ int hologram_in_tile(int number)
{
    return errdiff_holobands_in_tile(errdiff_holobands_tile_step(number),
                                     errdiff_holobands_tile_lane(number));
}

__device__ __forceinline__ void hologram_send(const struct hologram_work *of,
                                              const struct hologram_place *place, int chunk,
                                              int carrier, struct hologram_coming *coming)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_CARRIED; i++) {
        const int64_t pixel = hologram_pixel(of, place, chunk, i * HOLOGRAM_CARRIERS + carrier);
        const float2 none = {0, 0};
        const float2 value = pixel < 0 ? none : __ldcs((const float2 *)of->hologram + pixel);
        coming->pixels[i] = {value.x, value.y};
    }
}

__device__ __forceinline__ void hologram_put(struct hologram_tiles *tiles, int chunk, int carrier,
                                             const struct hologram_coming *coming)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_CARRIED; i++)
        tiles->pixels[chunk % 2][hologram_in_tile(i * HOLOGRAM_CARRIERS + carrier)] =
            coming->pixels[i];
}

__device__ __forceinline__ void hologram_give_back(const struct hologram_work *of,
                                                   const struct hologram_place *place, int chunk,
                                                   int carrier, const struct hologram_tiles *tiles)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_CARRIED; i++) {
        const int number = i * HOLOGRAM_CARRIERS + carrier;
        const int64_t pixel = hologram_pixel(of, place, chunk, number);
        if (pixel >= 0)
            of->levels[pixel] = tiles->levels[chunk % 2][hologram_in_tile(number)];
    }
}

__device__ __forceinline__ bool hologram_is_cancelled(const struct hologram_work *of)
{
    return *(const volatile int *)of->cancel != 0;
}

/* Gives the band below what the given chunk has, whose first slot is `slot`. The warp that computes is not to
 * do this: at the end of a chunk it would wait until its stores have arrived. */
__device__ __forceinline__ void hologram_give(const struct hologram_work *of,
                                              const struct hologram_place *place, int chunk,
                                              int slot, int passer, const errdiff_complex *slots)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_FETCHED; i++) {
        const int number = i * HOLOGRAM_WARP + passer;
        const int64_t index = number < errdiff_holobands_passed(&of->bands)
                                  ? errdiff_holobands_given_word(&of->bands, place->band,
                                                                 hologram_step(of, chunk), number)
                                  : -1;
        if (index >= 0)
            errdiff_word_put(
                of->words + index,
                errdiff_holobands_word_of(
                    slots[errdiff_holobands_in_slot(slot + errdiff_holobands_passed_step(number),
                                                    errdiff_holobands_giving_lane(number))]));
    }
}

/* Waits for what a chunk needs from above, and puts it to its slots, the first of which is `slot`. Returns
 * whether all is cancelled meanwhile. */
__device__ __forceinline__ bool hologram_fetch(const struct hologram_work *of,
                                               const struct hologram_place *place, int chunk,
                                               int slot, int passer, errdiff_complex *slots)
{
    const uint64_t *from[HOLOGRAM_FETCHED];
    uint64_t words[HOLOGRAM_FETCHED];
    const int count = errdiff_holobands_passed(&of->bands), step = hologram_step(of, chunk);
#pragma unroll
    for (int i = 0; i < HOLOGRAM_FETCHED; i++) {
        const int number = i * HOLOGRAM_WARP + passer;
        const int64_t index =
            number < count ? errdiff_holobands_taken_word(&of->bands, place->band, step, number)
                           : -1;
        from[i] = index < 0 ? NULL : of->words + index;
        words[i] = index < 0 ? 0 : errdiff_word_get(from[i]);
    }
    for (int tries = 1;; tries++) {
        bool is_missing = false;
#pragma unroll
        for (int i = 0; i < HOLOGRAM_FETCHED; i++)
            is_missing |= words[i] == ERRDIFF_HOLOBAND_MISSING;
        if (!is_missing)
            break;
        if (tries % HOLOGRAM_TRIES == 0) {
            if (hologram_is_cancelled(of))
                return true;
            /* Most bands only wait for their turn, and would keep those from memory that compute. */
            __nanosleep(HOLOGRAM_SLEEP_NS);
        }
#pragma unroll
        for (int i = 0; i < HOLOGRAM_FETCHED; i++)
            if (words[i] == ERRDIFF_HOLOBAND_MISSING)
                words[i] = errdiff_word_get(from[i]);
    }
#pragma unroll
    for (int i = 0; i < HOLOGRAM_FETCHED; i++) {
        const int number = i * HOLOGRAM_WARP + passer;
        if (number < count)
            slots[errdiff_holobands_in_slot(slot + errdiff_holobands_passed_step(number),
                                            errdiff_holobands_taking_lane(number))] =
                errdiff_holobands_word_error(words[i]);
    }
    return false;
}

__device__ __forceinline__ void hologram_meet_chunk()
{
    for (int i = 0; i < ERRDIFF_HOLOBAND_CHUNK; i++)
        hologram_meet();
}

__device__ __forceinline__ void hologram_pass_band(const struct hologram_work *of,
                                                   struct hologram_place place,
                                                   errdiff_complex *slots)
{
    const int passer = hologram_number();
    bool is_cancelled = hologram_fetch(of, &place, 0, place.slot, passer, slots);
    bool was_cancelled = false;
    int moved;
    for (; place.chunk < place.chunks; hologram_end_chunk(&place)) {
        if (!hologram_start_chunk(of, &place, slots, is_cancelled, &moved))
            return;
        if (place.chunk > 0)
            hologram_give(of, &place, place.chunk - 1, place.slot - ERRDIFF_HOLOBAND_CHUNK, passer,
                          slots);
        /* It is looked at a chunk later, so that nobody waits for it. */
        is_cancelled = was_cancelled;
        was_cancelled = hologram_is_cancelled(of);
        is_cancelled |= hologram_fetch(of, &place, place.chunk + 1,
                                       place.slot + ERRDIFF_HOLOBAND_CHUNK, passer, slots);
        hologram_meet_chunk();
    }
    __syncthreads();
    hologram_give(of, &place, place.chunk - 1, place.slot - ERRDIFF_HOLOBAND_CHUNK, passer, slots);
}

__device__ __forceinline__ void hologram_carry_band(const struct hologram_work *of,
                                                    struct hologram_place place,
                                                    errdiff_complex *slots,
                                                    struct hologram_tiles *tiles)
{
    const int carrier = (int)threadIdx.x - HOLOGRAM_CARRIES * HOLOGRAM_WARP;
    struct hologram_coming coming;
    int moved;
    hologram_send(of, &place, 0, carrier, &coming);
    hologram_put(tiles, 0, carrier, &coming);
    hologram_send(of, &place, 1, carrier, &coming);
    for (; place.chunk < place.chunks; hologram_end_chunk(&place)) {
        if (!hologram_start_chunk(of, &place, slots, false, &moved))
            return;
        hologram_put(tiles, place.chunk + 1, carrier, &coming);
        hologram_send(of, &place, place.chunk + 2, carrier, &coming);
        if (place.chunk > 0)
            hologram_give_back(of, &place, place.chunk - 1, carrier, tiles);
        hologram_meet_chunk();
    }
    __syncthreads();
    hologram_give_back(of, &place, place.chunk - 1, carrier, tiles);
}

#endif
