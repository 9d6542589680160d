/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel for holograms, in the order of hologram_order.h. A block has a band. Its first warp
 * computes, and nothing else; the second passes words from the band above and to the band below; the
 * other two carry pixels, a chunk ahead of the first and a chunk behind.
 */
#ifndef ERRDIFF_HOLOGRAM_CUH
#define ERRDIFF_HOLOGRAM_CUH

#include "hologram_order.h"
#include "words.cuh"

#include <cuda_runtime.h>

struct hologram_work {
    struct errdiff_holobands bands;
    struct errdiff_hologram_quantiser quantiser;
    const errdiff_complex *hologram;
    const struct errdiff_holoband_tap *taps; /* of the hogels, row by row */
    int early, row;                          /* room in them; as in errdiff_holobands_taps */
    uint16_t *levels;
    uint64_t *words;             /* all are missing at first */
    unsigned *ticket;            /* the next band */
    const int *cancel;           /* not 0: end soon */
    unsigned long long *clipped; /* errors scaled back */
};

enum {
    HOLOGRAM_FETCHERS = 32, /* threads of each kind */
    HOLOGRAM_CARRIERS = 64,
    HOLOGRAM_THREADS = ERRDIFF_HOLOBAND_LANES + HOLOGRAM_FETCHERS + HOLOGRAM_CARRIERS,
    HOLOGRAM_FETCHED = ERRDIFF_HOLOGRAM_REACH * ERRDIFF_HOLOBAND_CHUNK / HOLOGRAM_FETCHERS,
    HOLOGRAM_CARRIED = ERRDIFF_HOLOBAND_TILE / HOLOGRAM_CARRIERS, /* pixels of a chunk, each */
    HOLOGRAM_USUAL_LEVELS = 4096, /* at most, as their values are in shared memory */
    HOLOGRAM_UNROLLED = 2,        /* steps; a divisor of a chunk */
    HOLOGRAM_SLEEP_NS = 100,      /* between looks for a word, after some of them */
    HOLOGRAM_TRIES = 64,          /* as many of them between looks for a cancel */
    HOLOGRAM_IN_TILES = ERRDIFF_HOLOBAND_CHUNK * ERRDIFF_HOLOBAND_TILE_STEP,
    HOLOGRAM_SLOT_BYTES = ERRDIFF_HOLOBAND_SLOT * 8
};

static const unsigned HOLOGRAM_ALL_LANES = 0xFFFFFFFFu;

struct hologram_tiles {
    errdiff_complex pixels[2][HOLOGRAM_IN_TILES];
    uint16_t levels[2][HOLOGRAM_IN_TILES];
};

/* The band that a block runs, and where it is in it. */
struct hologram_place {
    int band;
    int chunk; /* counted from 0, at first_step */
    int slot;  /* the chunk's first */
};

__device__ __forceinline__ int hologram_step(const struct hologram_work *of, int chunk)
{
    return of->bands.first_step + chunk * ERRDIFF_HOLOBAND_CHUNK;
}

/* ---- Errors in shared memory --------------------------------------------------------------- */

/*
 * By addresses in shared memory: a step on is then a constant in the instruction. The compiler keeps these
 * in their order, and lanes read what others wrote behind a __syncwarp.
 */
__device__ __forceinline__ errdiff_complex hologram_load(unsigned address)
{
    errdiff_complex error;
    asm volatile("ld.volatile.shared.v2.f32 {%0, %1}, [%2];"
                 : "=f"(error.re), "=f"(error.im)
                 : "r"(address));
    return error;
}

__device__ __forceinline__ void hologram_store(unsigned address, errdiff_complex error)
{
    asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(address), "f"(error.re), "f"(error.im)
                 : "memory");
}

__device__ __forceinline__ void hologram_store_level(unsigned address, uint16_t level)
{
    asm volatile("st.shared.u16 [%0], %1;" ::"r"(address), "h"(level) : "memory");
}

/* ---- The warp that computes ---------------------------------------------------------------- */

/* What a lane has of taps in registers; `from` are addresses of errors for the pixel that it is
 * at. EARLY 0: nothing, taps are read as they are needed. */
template <int EARLY, int ROW> struct hologram_taps {
    errdiff_complex early[EARLY], newest, row[ROW];
    unsigned early_from[EARLY], newest_from;
};

template <> struct hologram_taps<0, 0> {
};

/* Of a lane, from step to step. */
template <int EARLY, int ROW> struct hologram_lane {
    struct hologram_taps<EARLY, ROW> taps;
    errdiff_complex sum;                          /* of the pixel that it is at, begun */
    errdiff_complex newest;                       /* what the newest tap reads for it */
    errdiff_complex early[EARLY > 0 ? EARLY : 1]; /* what the early taps read for the next one */
    errdiff_complex own[ROW > 0 ? ROW : 1]; /* what the row's last pixels left, the latest first */
    unsigned here;                          /* the address of its error */
    const struct errdiff_holoband_tap *early_taps; /* of the hogel of the next pixel */
    const struct errdiff_holoband_tap *late_taps;  /* and of this one's */
    int early_column, late_column;                 /* of those hogels */
    int early_border, late_border;                 /* where the next ones begin */
    int x, width;                                  /* width: 0 below the hologram */
    int64_t clipped;
};

__device__ __forceinline__ errdiff_complex hologram_weight(const int4 *tap)
{
    return {__int_as_float(tap->x), __int_as_float(tap->y)};
}

template <int EARLY, int ROW>
__device__ __forceinline__ void hologram_take_early(struct hologram_lane<EARLY, ROW> *lane)
{
    if constexpr (EARLY > 0) {
        const int4 *taps = (const int4 *)lane->early_taps;
#pragma unroll
        for (int i = 0; i < EARLY; i++) {
            const int4 tap = __ldg(&taps[i]);
            lane->taps.early[i] = hologram_weight(&tap);
            lane->taps.early_from[i] = lane->here - (unsigned)tap.z * sizeof(errdiff_complex);
        }
    }
}

template <int EARLY, int ROW>
__device__ __forceinline__ void hologram_take_late(struct hologram_lane<EARLY, ROW> *lane)
{
    if constexpr (EARLY > 0) {
        const int4 *taps = (const int4 *)lane->late_taps + EARLY;
        const int4 newest = __ldg(&taps[0]);
        lane->taps.newest = hologram_weight(&newest);
        lane->taps.newest_from = lane->here - (unsigned)newest.z * sizeof(errdiff_complex);
#pragma unroll
        for (int i = 0; i < ROW; i++) {
            const int4 tap = __ldg(&taps[1 + i]);
            lane->taps.row[i] = hologram_weight(&tap);
        }
    }
}

/* Takes the next hogels' taps where the pixels after this one and the next are in them. Other lanes take
 * their own ones again: lanes that part would have to be brought together. */
template <int EARLY, int ROW>
__device__ __forceinline__ void hologram_cross(const struct hologram_work *of,
                                               struct hologram_lane<EARLY, ROW> *lane)
{
    const int count = errdiff_holobands_taps(of->early, of->row);
    const int late = lane->x + 1 == lane->late_border, early = lane->x + 2 == lane->early_border;
    if (__any_sync(HOLOGRAM_ALL_LANES, late)) {
        lane->late_column += late;
        lane->late_taps += late * count;
        lane->late_border = errdiff_holobands_border(&of->bands, lane->late_column);
        hologram_take_late(lane);
    }
    if (__any_sync(HOLOGRAM_ALL_LANES, early)) {
        lane->early_column += early;
        lane->early_taps += early * count;
        lane->early_border = errdiff_holobands_border(&of->bands, lane->early_column);
        hologram_take_early(lane);
    }
}

/* Ends the sum of a pixel; `here` is its place, where taps are not in registers. */
template <int EARLY, int ROW>
__device__ __forceinline__ errdiff_complex
hologram_end(const struct hologram_work *of, const struct hologram_lane<EARLY, ROW> *lane,
             const errdiff_complex *here)
{
    if constexpr (EARLY == 0) {
        return errdiff_holoband_end(lane->sum, of->early, of->row, lane->late_taps, here);
    } else {
        errdiff_complex sum = errdiff_hologram_add(lane->sum, lane->taps.newest, lane->newest);
#pragma unroll
        for (int i = 0; i < ROW; i++)
            sum = errdiff_hologram_add(sum, lane->taps.row[i], lane->own[ROW - 1 - i]);
        return sum;
    }
}

/* Begins the sum of the next one. */
template <int EARLY, int ROW>
__device__ __forceinline__ errdiff_complex
hologram_begin(const struct hologram_work *of, const struct hologram_lane<EARLY, ROW> *lane,
               const errdiff_complex *here)
{
    if constexpr (EARLY == 0) {
        return errdiff_holoband_begin(of->early, lane->early_taps, here + ERRDIFF_HOLOBAND_SLOT);
    } else {
        errdiff_complex sum = {0, 0};
#pragma unroll
        for (int i = 0; i < EARLY; i++)
            sum = errdiff_hologram_add(sum, lane->taps.early[i], lane->early[i]);
        return sum;
    }
}

/* Gives the pixel's error to the other lanes, and gets what the next pixel's newest tap reads, and the
 * early taps of the one behind it: all that a step reads is there when it begins. */
template <int EARLY, int ROW>
__device__ __forceinline__ void hologram_pass(struct hologram_lane<EARLY, ROW> *lane)
{
    hologram_store(lane->here, lane->own[0]);
    __syncwarp();
    if constexpr (EARLY > 0) {
        lane->newest = hologram_load(lane->taps.newest_from + HOLOGRAM_SLOT_BYTES);
#pragma unroll
        for (int i = 0; i < EARLY; i++)
            lane->early[i] = hologram_load(lane->taps.early_from[i] + 2 * HOLOGRAM_SLOT_BYTES);
    }
}

/* Where errors are for the pixel `steps` steps on. */
template <int EARLY, int ROW>
__device__ __forceinline__ void hologram_go_on(struct hologram_lane<EARLY, ROW> *lane, int steps)
{
    const unsigned way = (unsigned)steps * HOLOGRAM_SLOT_BYTES;
    lane->here += way;
    if constexpr (EARLY > 0) {
#pragma unroll
        for (int i = 0; i < EARLY; i++)
            lane->taps.early_from[i] += way;
        lane->taps.newest_from += way;
    }
}

template <int EARLY, int ROW>
__device__ __forceinline__ void hologram_left(struct hologram_lane<EARLY, ROW> *lane,
                                              errdiff_complex error)
{
#pragma unroll
    for (int i = ROW - 1; i > 0; i--)
        lane->own[i] = lane->own[i - 1];
    lane->own[0] = error;
}

/* A step in any chunk, and for any quantiser. */
template <int EARLY, int ROW>
__device__ __forceinline__ void
hologram_run_step(const struct hologram_work *of, struct hologram_lane<EARLY, ROW> *lane,
                  const errdiff_complex *here, errdiff_complex h, uint16_t *level)
{
    const bool is_inside = (unsigned)lane->x < (unsigned)lane->width;
    errdiff_complex error;
    int is_clipped;
    const errdiff_complex sum = hologram_end(of, lane, here);
    lane->sum = hologram_begin(of, lane, here);
    *level = (uint16_t)errdiff_hologram_decide(&of->quantiser, h, sum, &error, &is_clipped);
    error.re = is_inside ? error.re : 0;
    error.im = is_inside ? error.im : 0;
    lane->clipped += is_inside && is_clipped;
    hologram_left(lane, error);
    hologram_cross(of, lane);
    hologram_pass(lane);
    lane->x++;
    hologram_go_on(lane, 1);
}

static const unsigned HOLOGRAM_BITS_OF_0 = 0x4B000000; /* of 2^23 + 0 */

/* What the bits of 2^23 + k are to be added to, times the size of a value, for the address of phase k's. The
 * compiler is not to see how it was made: it would make it again at each step. */
__device__ __forceinline__ unsigned hologram_address_of_values(const errdiff_complex *values)
{
    unsigned address =
        (unsigned)__cvta_generic_to_shared(values) - HOLOGRAM_BITS_OF_0 * (unsigned)sizeof *values;
    return __shfl_sync(HOLOGRAM_ALL_LANES, address, 0);
}

/* The usual quantiser: phases that are not too many, and the error is that of u. */
struct hologram_usual {
    errdiff_complex error;
    unsigned level; /* 0..K, which is phase 0 */
    bool is_rare;   /* between two phases, or a long error: the whole rule is to decide */
};

/* `values`: as hologram_address_of_values. */
__device__ __forceinline__ struct hologram_usual hologram_decide_usual(int levels, unsigned values,
                                                                       errdiff_complex u)
{
    const struct errdiff_hologram_quantiser quantiser = {levels, 0, 0, 0};
    struct hologram_usual usual;
    const float place = errdiff_hologram_place(levels, u);
    /* As errdiff_hologram_round_to_even; the low bits of 2^23 + k are k. */
    const float raised = place + 8388608.0f;
    const unsigned bits = __float_as_uint(raised);
    const errdiff_complex value = hologram_load(values + bits * (unsigned)sizeof value);
    usual.level = bits - HOLOGRAM_BITS_OF_0;
    usual.error = {u.re - value.re, u.im - value.im};
    usual.is_rare = fabsf(raised - 8388608.0f - place) >= 0.5f ||
                    errdiff_hologram_is_long(&quantiser, usual.error);
    return usual;
}

/*
 * A step with the usual quantiser. What is rare is looked for when the error is already on its way: lanes wait
 * for each other at each step, and nothing is to make that way longer which need not be.
 *
 * CROSSES: a lane may come to the next hogel. It is not to take much longer then: bands follow each other
 * down a border of hogels as they do down the left edge, and the slowest of these ways is how long all
 * takes.
 */
template <bool CROSSES, int EARLY, int ROW>
__device__ __forceinline__ void
hologram_run_usual_step(const struct hologram_work *of, struct hologram_lane<EARLY, ROW> *lane,
                        unsigned values, unsigned pixel, unsigned level)
{
    const int levels = of->quantiser.levels;
    const bool is_inside = (unsigned)lane->x < (unsigned)lane->width;
    const errdiff_complex h = hologram_load(pixel);
    const errdiff_complex sum = hologram_end(of, lane, NULL);
    const errdiff_complex u = {h.re + sum.re, h.im + sum.im};
    lane->sum = hologram_begin(of, lane, NULL);
    struct hologram_usual usual = hologram_decide_usual(levels, values, u);
    errdiff_complex error = usual.error;
    error.re = is_inside ? error.re : 0;
    error.im = is_inside ? error.im : 0;
    hologram_left(lane, error);
    if (CROSSES)
        hologram_cross(of, lane);
    hologram_pass(lane);
    if (__any_sync(HOLOGRAM_ALL_LANES, usual.is_rare)) {
        int is_clipped;
        usual.level =
            (unsigned)errdiff_hologram_decide(&of->quantiser, h, sum, &error, &is_clipped);
        lane->own[0].re = is_inside ? error.re : 0;
        lane->own[0].im = is_inside ? error.im : 0;
        lane->clipped += is_inside && is_clipped;
        hologram_pass(lane);
    }
    hologram_store_level(level, (uint16_t)(usual.level == (unsigned)levels ? 0 : usual.level));
    lane->x++;
    hologram_go_on(lane, 1);
}

/* A chunk of such steps. */
template <bool CROSSES, int EARLY, int ROW>
__device__ __forceinline__ void hologram_run_usual(const struct hologram_work *of,
                                                   struct hologram_lane<EARLY, ROW> *lane,
                                                   unsigned values, unsigned pixel, unsigned level)
{
    /* More of them would not find room where instructions are kept. */
#pragma unroll 1
    for (int first = 0; first < ERRDIFF_HOLOBAND_CHUNK; first += HOLOGRAM_UNROLLED) {
#pragma unroll
        for (int i = 0; i < HOLOGRAM_UNROLLED; i++) {
            hologram_run_usual_step<CROSSES>(of, lane, values, pixel, level);
            pixel += ERRDIFF_HOLOBAND_TILE_STEP * (unsigned)sizeof(errdiff_complex);
            level += ERRDIFF_HOLOBAND_TILE_STEP * (unsigned)sizeof(uint16_t);
        }
    }
}

/* Whether all of a chunk is in the lane's hogels. */
template <int EARLY, int ROW>
__device__ __forceinline__ bool hologram_stays(const struct hologram_lane<EARLY, ROW> *lane)
{
    const int end = lane->x + ERRDIFF_HOLOBAND_CHUNK;
    return end < lane->late_border && end + 1 < lane->early_border;
}

/* USUAL: the job's quantiser is. */
template <int EARLY, int ROW, bool USUAL>
__device__ __forceinline__ void
hologram_run_chunk(const struct hologram_work *of, struct hologram_lane<EARLY, ROW> *lane,
                   errdiff_complex *slots, unsigned values, const struct hologram_place *place,
                   struct hologram_tiles *tiles)
{
    const int number = (int)threadIdx.x;
    errdiff_complex *pixels = tiles->pixels[place->chunk % 2] + number;
    uint16_t *levels = tiles->levels[place->chunk % 2] + number;
    if constexpr (USUAL && EARLY > 0) {
        const unsigned pixel = (unsigned)__cvta_generic_to_shared(pixels);
        const unsigned level = (unsigned)__cvta_generic_to_shared(levels);
        if (__all_sync(HOLOGRAM_ALL_LANES, hologram_stays(lane)))
            hologram_run_usual<false>(of, lane, values, pixel, level);
        else
            hologram_run_usual<true>(of, lane, values, pixel, level);
        return;
    }
    const errdiff_complex *here = slots + errdiff_holobands_in_slot(place->slot, number);
#pragma unroll 1
    for (int step = 0; step < ERRDIFF_HOLOBAND_CHUNK; step++)
        hologram_run_step(of, lane, here + step * ERRDIFF_HOLOBAND_SLOT,
                          pixels[step * ERRDIFF_HOLOBAND_TILE_STEP],
                          &levels[step * ERRDIFF_HOLOBAND_TILE_STEP]);
}

template <int EARLY, int ROW>
__device__ __forceinline__ void
hologram_begin_lane(const struct hologram_work *of, struct hologram_lane<EARLY, ROW> *lane,
                    const struct hologram_place *place, const errdiff_complex *slots)
{
    const struct errdiff_holobands *bands = &of->bands;
    const int number = (int)threadIdx.x, y = place->band * ERRDIFF_HOLOBAND_LANES + number;
    const int row = (y < bands->height ? y : bands->height - 1) / bands->hogel;
    const int64_t hogel = (int64_t)row * bands->hogel_columns;
    lane->early_taps = lane->late_taps =
        of->taps + hogel * errdiff_holobands_taps(of->early, of->row);
    lane->early_column = lane->late_column = 0;
    lane->early_border = lane->late_border = errdiff_holobands_border(bands, 0);
    lane->x = errdiff_holobands_column(bands, bands->first_step, number);
    lane->width = y < bands->height ? bands->width : 0;
    lane->clipped = 0;
    lane->sum = lane->newest = {0, 0};
    for (int i = 0; i < EARLY; i++)
        lane->early[i] = {0, 0};
    for (int i = 0; i < ROW; i++)
        lane->own[i] = {0, 0};
    lane->here =
        (unsigned)__cvta_generic_to_shared(slots + errdiff_holobands_in_slot(place->slot, number));
    hologram_take_early(lane);
    hologram_take_late(lane);
}

/* ---- The warps that carry and pass ------------------------------------------------------------------ */

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
                                              int slot, int fetcher, const errdiff_complex *slots)
{
#pragma unroll
    for (int i = 0; i < HOLOGRAM_FETCHED; i++) {
        const int number = i * HOLOGRAM_FETCHERS + fetcher;
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
                                               int slot, int fetcher, errdiff_complex *slots)
{
    const uint64_t *from[HOLOGRAM_FETCHED];
    uint64_t words[HOLOGRAM_FETCHED];
    const int count = errdiff_holobands_passed(&of->bands), step = hologram_step(of, chunk);
#pragma unroll
    for (int i = 0; i < HOLOGRAM_FETCHED; i++) {
        const int number = i * HOLOGRAM_FETCHERS + fetcher;
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
        const int number = i * HOLOGRAM_FETCHERS + fetcher;
        if (number < count)
            slots[errdiff_holobands_in_slot(slot + errdiff_holobands_passed_step(number),
                                            errdiff_holobands_taking_lane(number))] =
                errdiff_holobands_word_error(words[i]);
    }
    return false;
}

/* ---- A band -------------------------------------------------------------------------------- */

__device__ __forceinline__ void hologram_move(const struct hologram_work *of, int slot,
                                              errdiff_complex *slots)
{
    const int from = errdiff_holobands_moved_from(&of->bands, slot);
    for (int i = (int)threadIdx.x; i < errdiff_holobands_moved(&of->bands); i += HOLOGRAM_THREADS)
        slots[i] = slots[i + from];
}

/* EARLY and ROW: the room in the taps, which are then in registers; 0: any. */
template <int EARLY, int ROW, bool USUAL>
__global__ static void __launch_bounds__(HOLOGRAM_THREADS, 1)
    hologram_run(const __grid_constant__ struct hologram_work of)
{
    extern __shared__ errdiff_complex slots[];
    __shared__ struct hologram_tiles tiles;
    __shared__ int ticket;
    const struct errdiff_holobands *bands = &of.bands;
    const int chunks = (bands->end_step - bands->first_step) / ERRDIFF_HOLOBAND_CHUNK;
    const int fetcher = (int)threadIdx.x - ERRDIFF_HOLOBAND_LANES;
    const int carrier = fetcher - HOLOGRAM_FETCHERS;
    if (threadIdx.x == 0)
        ticket = (int)atomicAdd(of.ticket, 1u);
    /* Behind the slots. */
    errdiff_complex *values = slots + errdiff_holobands_slots_size(bands);
    const unsigned address_of_values = hologram_address_of_values(values);
    for (int i = (int)threadIdx.x; USUAL && i <= of.quantiser.levels; i += HOLOGRAM_THREADS)
        values[i] =
            errdiff_hologram_phase(of.quantiser.levels, i < of.quantiser.levels ? (float)i : 0);
    for (int i = (int)threadIdx.x; i < bands->kept_slots * ERRDIFF_HOLOBAND_SLOT;
         i += HOLOGRAM_THREADS)
        slots[i] = {0, 0};
    __syncthreads();

    struct hologram_place place = {ticket, 0, bands->kept_slots};
    struct hologram_lane<EARLY, ROW> lane;
    struct hologram_coming coming;
    bool is_cancelled = false, was_cancelled = false;
    if (fetcher < 0) {
        hologram_begin_lane(&of, &lane, &place, slots);
    } else if (carrier < 0) {
        is_cancelled = hologram_fetch(&of, &place, 0, place.slot, fetcher, slots);
    } else {
        hologram_send(&of, &place, 0, carrier, &coming);
        hologram_put(&tiles, 0, carrier, &coming);
        hologram_send(&of, &place, 1, carrier, &coming);
    }
    for (; place.chunk < chunks; place.chunk++) {
        if (__syncthreads_or(is_cancelled))
            return;
        if (errdiff_holobands_must_move(bands, place.slot)) {
            hologram_move(&of, place.slot, slots);
            if (fetcher < 0)
                hologram_go_on(&lane, bands->kept_slots - place.slot);
            place.slot = bands->kept_slots;
            __syncthreads();
        }
        if (fetcher < 0) {
            hologram_run_chunk<EARLY, ROW, USUAL>(&of, &lane, slots, address_of_values, &place,
                                                  &tiles);
        } else if (carrier < 0) {
            if (place.chunk > 0)
                hologram_give(&of, &place, place.chunk - 1, place.slot - ERRDIFF_HOLOBAND_CHUNK,
                              fetcher, slots);
            /* It is looked at a chunk later, so that nobody waits for it. */
            is_cancelled = was_cancelled;
            was_cancelled = hologram_is_cancelled(&of);
            is_cancelled |= hologram_fetch(&of, &place, place.chunk + 1,
                                           place.slot + ERRDIFF_HOLOBAND_CHUNK, fetcher, slots);
        } else {
            hologram_put(&tiles, place.chunk + 1, carrier, &coming);
            hologram_send(&of, &place, place.chunk + 2, carrier, &coming);
            if (place.chunk > 0)
                hologram_give_back(&of, &place, place.chunk - 1, carrier, &tiles);
        }
        place.slot += ERRDIFF_HOLOBAND_CHUNK;
    }
    __syncthreads();
    if (fetcher >= 0 && carrier < 0)
        hologram_give(&of, &place, chunks - 1, place.slot - ERRDIFF_HOLOBAND_CHUNK, fetcher, slots);
    if (carrier >= 0)
        hologram_give_back(&of, &place, chunks - 1, carrier, &tiles);
    else if (fetcher < 0 && lane.clipped > 0)
        atomicAdd(of.clipped, (unsigned long long)lane.clipped);
}

#endif
