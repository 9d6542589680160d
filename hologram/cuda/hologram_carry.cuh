/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The warps that fetch words from the band above, give words to the band below, and carry
 * pixels. */
#ifndef ERRDIFF_HOLOGRAM_CARRY_CUH
#define ERRDIFF_HOLOGRAM_CARRY_CUH

#include "cuda/words.cuh"
#include "hologram_block.cuh"

/* Pixels on their way into a tile. They are loaded one chunk before they are used. */
struct hologram_pixels_ahead {
    errdiff_complex pixels[HOLOGRAM_CARRIED];
};

__device__ __forceinline__ int64_t hologram_pixel(const struct hologram_work *work,
                                                  const struct hologram_place *place, int chunk,
                                                  int number)
{
    const struct errdiff_gpu_hologram_bands *bands = &work->bands;
    const int lane = errdiff_gpu_hologram_bands_tile_lane(number);
    const int step = hologram_step(work, chunk) + errdiff_gpu_hologram_bands_tile_step(number);
    const int x = errdiff_gpu_hologram_bands_column(bands, step, lane);
    const int y = place->band * ERRDIFF_GPU_HOLOGRAM_BAND_LANES + lane;
    return errdiff_gpu_hologram_bands_has(bands, x, y) ? (int64_t)y * bands->width + x : -1;
}

__device__ __forceinline__ int hologram_in_tile(int number)
{
    return errdiff_gpu_hologram_bands_in_tile(errdiff_gpu_hologram_bands_tile_step(number),
                                              errdiff_gpu_hologram_bands_tile_lane(number));
}

__device__ __forceinline__ void hologram_load_pixels(const struct hologram_work *work,
                                                     const struct hologram_place *place, int chunk,
                                                     struct hologram_pixels_ahead *coming)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_CARRIED; i++) {
        const int64_t pixel =
            hologram_pixel(work, place, chunk, i * HOLOGRAM_WARP + hologram_number());
        const float2 none = {0, 0};
        const float2 value = pixel < 0 ? none : __ldcs((const float2 *)work->hologram + pixel);
        coming->pixels[i] = {value.x, value.y};
    }
}

__device__ __forceinline__ void hologram_store_pixels(struct hologram_tiles *tiles, int chunk,
                                                      const struct hologram_pixels_ahead *coming)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_CARRIED; i++)
        tiles->pixels[chunk % 2][hologram_in_tile(i * HOLOGRAM_WARP + hologram_number())] =
            coming->pixels[i];
}

__device__ __forceinline__ void hologram_store_levels(const struct hologram_work *work,
                                                      const struct hologram_place *place, int chunk,
                                                      const struct hologram_tiles *tiles)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_CARRIED; i++) {
        const int number = i * HOLOGRAM_WARP + hologram_number();
        const int64_t pixel = hologram_pixel(work, place, chunk, number);
        if (pixel >= 0) {
            /* Phase K is the same as phase 0. */
            const unsigned level = tiles->levels[chunk % 2][hologram_in_tile(number)];
            work->levels[pixel] = level == (unsigned)work->quantizer.levels ? 0 : (uint16_t)level;
        }
    }
}

__device__ __forceinline__ bool hologram_is_cancelled(const struct hologram_work *work)
{
    return *(const volatile int *)work->cancel != 0;
}

/* Writes the words for the band below, for the chunk at `place`. The computing warp does not do
 * this itself, because it would have to wait at the end of the chunk for its stores to complete. */
__device__ __forceinline__ void hologram_give(const struct hologram_work *work,
                                              const struct hologram_place *place,
                                              const errdiff_complex *slots)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_FETCHED; i++) {
        const int number = i * HOLOGRAM_WARP + hologram_number();
        const int64_t index =
            number < errdiff_gpu_hologram_bands_passed(&work->bands)
                ? errdiff_gpu_hologram_bands_given_word(&work->bands, place->band,
                                                        hologram_step(work, place->chunk), number)
                : -1;
        if (index >= 0)
            errdiff_word_store(
                work->words + index,
                errdiff_gpu_hologram_bands_word_of(slots[errdiff_gpu_hologram_bands_in_slot(
                    place->slot + errdiff_gpu_hologram_bands_passed_step(number),
                    errdiff_gpu_hologram_bands_giving_lane(number))]));
    }
}

/* The words that a lane fetches for a chunk. */
struct hologram_words {
    const uint64_t *from[HOLOGRAM_FETCHED];
    uint64_t words[HOLOGRAM_FETCHED]; /* 0 where there is none to fetch */
};

__device__ __forceinline__ void hologram_load_words(const struct hologram_work *work,
                                                    const struct hologram_place *place,
                                                    struct hologram_words *fetched)
{
    const int count = errdiff_gpu_hologram_bands_passed(&work->bands),
              step = hologram_step(work, place->chunk);
#pragma unroll
    for (int i = 0; i < HOLOGRAM_FETCHED; i++) {
        const int number = i * HOLOGRAM_WARP + hologram_number();
        const int64_t index =
            number < count
                ? errdiff_gpu_hologram_bands_taken_word(&work->bands, place->band, step, number)
                : -1;
        fetched->from[i] = index < 0 ? NULL : work->words + index;
        fetched->words[i] = index < 0 ? 0 : errdiff_word_load(fetched->from[i]);
    }
}

/* Loads words until they have been written. Returns true if a cancel stopped it. */
__device__ __forceinline__ bool hologram_await_words(const struct hologram_work *work,
                                                     struct hologram_words *fetched)
{
    for (int tries = 1;; tries++) {
        bool is_missing = false;
#pragma unroll
        for (int i = 0; i < HOLOGRAM_FETCHED; i++)
            is_missing |= fetched->words[i] == ERRDIFF_GPU_HOLOGRAM_BAND_MISSING;
        if (!is_missing)
            return false;
        if (tries % HOLOGRAM_POLLS == 0) {
            if (hologram_is_cancelled(work))
                return true;
            /* Most bands are waiting for their turn. Their polling would slow down those that
             * compute. */
            __nanosleep(HOLOGRAM_SLEEP_NS);
        }
#pragma unroll
        for (int i = 0; i < HOLOGRAM_FETCHED; i++)
            if (fetched->words[i] == ERRDIFF_GPU_HOLOGRAM_BAND_MISSING)
                fetched->words[i] = errdiff_word_load(fetched->from[i]);
    }
}

/* Waits for the errors that the chunk at `place` needs from above, and puts them into its slots.
 * Returns true if a cancel stopped the waiting. The chunk can be computed even then. */
__device__ __forceinline__ bool hologram_fetch(const struct hologram_work *work,
                                               const struct hologram_place *place,
                                               errdiff_complex *slots)
{
    const int copied_back = errdiff_gpu_hologram_bands_copied_back(&work->bands, place->slot);
    struct hologram_words fetched;
    hologram_load_words(work, place, &fetched);
    const bool is_cancelled = hologram_await_words(work, &fetched);
#pragma unroll
    for (int i = 0; i < HOLOGRAM_FETCHED; i++) {
        const int number = i * HOLOGRAM_WARP + hologram_number();
        if (number < errdiff_gpu_hologram_bands_passed(&work->bands)) {
            const int to = errdiff_gpu_hologram_bands_in_slot(
                place->slot + errdiff_gpu_hologram_bands_passed_step(number),
                errdiff_gpu_hologram_bands_taking_lane(number));
            /* After a cancel the missing words are NaN, but the chunk will still be computed. */
            const errdiff_complex error = errdiff_gpu_hologram_bands_word_error(
                fetched.words[i] == ERRDIFF_GPU_HOLOGRAM_BAND_MISSING ? 0 : fetched.words[i]);
            slots[to] = error;
            slots[to - copied_back * ERRDIFF_GPU_HOLOGRAM_BAND_SLOT] = error;
        }
    }
    return __any_sync(HOLOGRAM_ALL_LANES, is_cancelled);
}

__device__ __forceinline__ void hologram_racecheck_sync_steps()
{
    for (int i = 0; i < ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK; i++)
        hologram_racecheck_sync();
}

/* Waits until the previous chunk is done. Returns false if it was the last one. */
__device__ __forceinline__ bool hologram_await_chunk(const struct hologram_place *place,
                                                     const struct hologram_tiles *tiles)
{
    hologram_racecheck_sync_before_chunk();
    if (place->chunk > 0)
        hologram_wait_for_chunk(HOLOGRAM_CHUNK_IS_DONE, place->chunk - 1);
    return place->chunk <= hologram_last_chunk(tiles);
}

__device__ __forceinline__ void hologram_fetch_band(const struct hologram_work *work,
                                                    struct hologram_place place,
                                                    errdiff_complex *slots,
                                                    struct hologram_tiles *tiles)
{
    bool was_cancelled = false;
    bool is_cancelled = hologram_fetch(work, &place, slots);
    hologram_arrive_at_chunk(HOLOGRAM_CHUNK_IS_READY, 0);
    while (hologram_await_chunk(&place, tiles)) {
        hologram_end_chunk(work, &place);
        /* The result of this load is used a chunk later, so nothing waits for it. */
        is_cancelled |= was_cancelled;
        was_cancelled = hologram_is_cancelled(work);
        is_cancelled |= hologram_fetch(work, &place, slots);
        if (is_cancelled)
            hologram_end_after(tiles, place.chunk);
        hologram_arrive_at_chunk(HOLOGRAM_CHUNK_IS_READY, place.chunk);
        hologram_racecheck_sync_steps();
    }
}

__device__ __forceinline__ void hologram_give_band(const struct hologram_work *work,
                                                   struct hologram_place place,
                                                   const errdiff_complex *slots,
                                                   const struct hologram_tiles *tiles)
{
    struct hologram_place before = place;
    hologram_arrive_at_chunk(HOLOGRAM_CHUNK_IS_READY, 0);
    for (;;) {
        const bool comes = hologram_await_chunk(&place, tiles);
        if (place.chunk > 0)
            hologram_give(work, &before, slots);
        if (!comes)
            break;
        before = place;
        hologram_end_chunk(work, &place);
        hologram_arrive_at_chunk(HOLOGRAM_CHUNK_IS_READY, place.chunk);
        hologram_racecheck_sync_steps();
    }
}

__device__ __forceinline__ void hologram_carry_band(const struct hologram_work *work,
                                                    struct hologram_place place,
                                                    struct hologram_tiles *tiles)
{
    struct hologram_pixels_ahead coming;
    hologram_load_pixels(work, &place, 0, &coming);
    hologram_store_pixels(tiles, 0, &coming);
    hologram_arrive_at_chunk(HOLOGRAM_CHUNK_IS_READY, 0);
    hologram_load_pixels(work, &place, 1, &coming);
    for (;;) {
        const bool comes = hologram_await_chunk(&place, tiles);
        if (place.chunk > 0)
            hologram_store_levels(work, &place, place.chunk - 1, tiles);
        if (!comes)
            break;
        hologram_store_pixels(tiles, place.chunk + 1, &coming);
        hologram_arrive_at_chunk(HOLOGRAM_CHUNK_IS_READY, place.chunk + 1);
        hologram_load_pixels(work, &place, place.chunk + 2, &coming);
        hologram_end_chunk(work, &place);
        hologram_racecheck_sync_steps();
    }
}

#endif
