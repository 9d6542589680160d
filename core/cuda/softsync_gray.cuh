/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_SOFTSYNC_GRAY_CUH
#define ERRDIFF_SOFTSYNC_GRAY_CUH

#include "softsync_order.h"

#include <cuda_runtime.h>

enum {
    SOFT_NO_ERROR = 2039,
    SOFT_THREADS = 32 * (ERRDIFF_SOFT_WARPS + 1),
    SOFT_ROW_WORDS = ERRDIFF_SOFT_TILE * ERRDIFF_SOFT_TILES / 4
};

struct soft_shared {
    uint32_t pixels[ERRDIFF_SOFT_WARPS][ERRDIFF_SOFT_ROWS][SOFT_ROW_WORDS];
    uint64_t border[ERRDIFF_SOFT_WARPS][ERRDIFF_SOFT_RING]; /* above each band */
    int round[ERRDIFF_SOFT_WARPS + 1]; /* that each band has reached; the last, where none waits */
    int ticket;
};

struct soft_job {
    const uint8_t *in;
    uint8_t *out;
    uint64_t *words; /* borders below the last band of each block */
    unsigned int *ticket;
    unsigned int first_ticket;
    int width, height;
    uint32_t epoch_tag;
};

__device__ __forceinline__ uint32_t soft_address(const void *shared)
{
    return (uint32_t)__cvta_generic_to_shared(shared);
}
__device__ __forceinline__ uint2 soft_get_word(uint32_t address)
{
    uint64_t v;
    asm volatile("ld.volatile.shared.b64 %0, [%1];" : "=l"(v) : "r"(address));
    return make_uint2((uint32_t)v, (uint32_t)(v >> 32));
}
__device__ __forceinline__ void soft_put_word(uint32_t address, uint32_t low, uint32_t high)
{
    asm volatile("st.volatile.shared.b64 [%0], %1;" ::"r"(address),
                 "l"((uint64_t)high << 32 | low));
}
__device__ __forceinline__ uint32_t soft_get_pixels(uint32_t address)
{
    uint32_t value;
    asm volatile("ld.shared.b32 %0, [%1];" : "=r"(value) : "r"(address));
    return value;
}
__device__ __forceinline__ void soft_put_pixels(uint32_t address, uint32_t value)
{
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(address), "r"(value));
}
__device__ __forceinline__ uint2 soft_get_device_word(const uint64_t *address)
{
    uint64_t v;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(v) : "l"(address));
    return make_uint2((uint32_t)v, (uint32_t)(v >> 32));
}
__device__ __forceinline__ void soft_put_device_word(uint64_t *address, uint32_t low, uint32_t high)
{
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(address),
                 "l"((uint64_t)high << 32 | low)
                 : "memory");
}
__device__ __forceinline__ void soft_fetch(uint32_t to, const void *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
}

/* (mask & a) | (~mask & b) */
__device__ __forceinline__ uint32_t soft_choose(uint32_t mask, uint32_t a, uint32_t b)
{
    uint32_t r;
    asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(r) : "r"(mask), "r"(a), "r"(b));
    return r;
}

/* (value & mask) | base */
__device__ __forceinline__ uint32_t soft_place(uint32_t value, uint32_t mask, uint32_t base)
{
    uint32_t r;
    asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(r) : "r"(value), "r"(mask), "r"(base));
    return r;
}

/* a · b + c; the compiler does not add in another order. */
template <int B> __device__ __forceinline__ uint32_t soft_add_product(uint32_t a, uint32_t c)
{
    uint32_t r;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "n"(B), "r"(c));
    return r;
}

/* Keeps a value in its register: the compiler cannot work it out again in a loop. */
__device__ __forceinline__ void soft_keep(uint32_t &value)
{
    asm volatile("" : "+r"(value));
}

/* One pixel of a group: returns the new e', and what was subtracted of its sum. */
template <int PLACE>
__device__ __forceinline__ uint32_t soft_pixel(uint32_t pixels, uint32_t before, uint32_t above_left,
                                               uint32_t above, uint32_t above_right, uint32_t *lost)
{
    uint32_t sum = __byte_perm(pixels, 8, 0x5504 | PLACE << 4);
    sum = soft_add_product<5>(above, sum + above_left);
    sum = soft_add_product<3>(above_right, sum);
    sum = soft_add_product<7>(before, sum);
    uint32_t left = __viaddmin_u32(sum, (uint32_t)-65280, sum);
    *lost = sum - left;
    return left >> 4;
}

struct soft_lane {
    uint32_t before;                /* e' of the pixel before */
    uint32_t above_left, above;     /* of the next pixel */
    uint32_t from_above[3];         /* e' of the lane above, by the last round */
    uint32_t pixels;                /* of this round */
    uint2 word, next_word;          /* above this group, and the next one */
};

template <int LAST>
__device__ __forceinline__ uint32_t soft_round(struct soft_lane *lane, uint32_t is_first_mask,
                                               bool at_start, bool at_end, uint32_t *low,
                                               uint32_t *high, uint32_t tag)
{
    const uint32_t all = 0xFFFFFFFF;
    uint32_t lost[4], right[4], e[4];
    uint32_t fromabove3;
    uint32_t a0 = lane->above_left, a1 = lane->above;
    uint32_t a2 = soft_choose(is_first_mask, lane->word.x >> 16, lane->from_above[0]);
    uint32_t a3 = soft_choose(is_first_mask, lane->word.y, lane->from_above[1]);
    uint32_t a4 = soft_choose(is_first_mask, lane->word.y >> 16, lane->from_above[2]);
    right[0] = a2;
    right[1] = a3;
    right[2] = a4;
    if (LAST < 3)
        right[LAST] = at_end ? SOFT_NO_ERROR : right[LAST];
    e[0] = soft_pixel<0>(lane->pixels, lane->before, a0, a1, right[0], &lost[0]);
    fromabove3 = __shfl_up_sync(all, e[0], 1);
    e[1] = soft_pixel<1>(lane->pixels, e[0], a1, a2, right[1], &lost[1]);
    lane->from_above[0] = __shfl_up_sync(all, e[1], 1);
    e[2] = soft_pixel<2>(lane->pixels, e[1], a2, a3, right[2], &lost[2]);
    lane->from_above[1] = __shfl_up_sync(all, e[2], 1);
    const bool at_edge = at_start || (LAST == 3 && at_end);
    uint32_t a5 = soft_choose(is_first_mask, lane->next_word.x, fromabove3);
    right[3] = soft_choose(at_edge ? ERRDIFF_SOFT_ERROR_MASK : is_first_mask,
                           at_edge ? SOFT_NO_ERROR : lane->next_word.x, fromabove3);
    e[3] = soft_pixel<3>(lane->pixels, e[2], a3, a4, right[3], &lost[3]);
    lane->from_above[2] = __shfl_up_sync(all, e[3], 1);
    lane->before = e[3];
    lane->above_left = a4;
    lane->above = a5;
    *low = e[1] * 65536 + e[0];
    *high = e[3] * 65536 + (e[2] + tag);
    uint32_t o01 = __byte_perm(lost[0], lost[1], 0x3351);
    uint32_t o23 = __byte_perm(lost[2], lost[3], 0x3351);
    return __byte_perm(o01, o23, 0x5410);
}

__device__ __forceinline__ void soft_get_words(uint2 words[ERRDIFF_SOFT_BODY], uint32_t address)
{
    for (int i = 0; i < ERRDIFF_SOFT_BODY; i++)
        words[i] = soft_get_word(address + i * 8);
}

/* Not 0 where a word is not there. */
__device__ __forceinline__ uint32_t soft_differences(const uint2 words[ERRDIFF_SOFT_BODY],
                                                     uint32_t tag, bool are_needed)
{
    uint32_t differences = 0;
    for (int i = 0; i < ERRDIFF_SOFT_BODY; i++)
        differences |= words[i].y ^ tag;
    return differences & (are_needed ? (uint32_t)ERRDIFF_SOFT_TAG_MASK : 0);
}

__device__ __forceinline__ uint4 soft_get_piece(uint32_t address)
{
    uint4 v;
    asm volatile("ld.shared.v4.b32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                 : "r"(address));
    return v;
}

__device__ __forceinline__ void soft_put_piece(uint8_t *to, uint4 v, bool wanted)
{
    asm volatile("{.reg .pred p; setp.ne.s32 p, %5, 0;\n"
                 "@p st.global.v4.b32 [%0], {%1,%2,%3,%4};}" ::"l"(to),
                 "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w), "r"((int)wanted));
}

__device__ __forceinline__ void soft_fetch_if(uint32_t to, const void *from, bool wanted)
{
    asm volatile("{.reg .pred p; setp.ne.s32 p, %2, 0;\n"
                 "@p cp.async.cg.shared.global [%0], [%1], 16;}" ::"r"(to), "l"(from),
                 "r"((int)wanted));
}

__device__ __forceinline__ void soft_put_round(uint32_t address, int round)
{
    asm volatile("st.volatile.shared.b32 [%0], %1;" ::"r"(address), "r"(round));
}

/* Takes the words of the block above as they come, and hands them to the first band. */
__device__ void soft_fetch_border(struct soft_shared *shared, const struct soft_job *job, int ticket,
                                  int lane)
{
    int end = errdiff_soft_last_word(job->width);
    const uint64_t *words = job->words + (size_t)(ticket - 1) * errdiff_soft_words(job->width);
    uint32_t border = soft_address(shared->border[0]);
    for (int base = errdiff_soft_first_word(); base < end;) {
        int word = base + lane;
        bool is_there = false;
        uint2 value = make_uint2(SOFT_NO_ERROR << 16 | SOFT_NO_ERROR,
                                 SOFT_NO_ERROR << 16 | SOFT_NO_ERROR);
        if (word < end) {
            is_there = true;
            if (ticket > 0) {
                value = soft_get_device_word(words + word);
                is_there = (value.y & (uint32_t)ERRDIFF_SOFT_TAG_MASK) == job->epoch_tag;
                value.y &= ~(uint32_t)ERRDIFF_SOFT_TAG_MASK;
            }
            is_there = is_there && errdiff_soft_slot_is_free(
                                       word, *(volatile int *)&shared->round[0]);
        }
        uint32_t missing = ~__ballot_sync(0xFFFFFFFF, is_there);
        int count = missing ? __ffs((int)missing) - 1 : 32;
        if (lane < count)
            soft_put_word(border + (word & (ERRDIFF_SOFT_RING - 1)) * 8, value.x,
                          value.y | errdiff_soft_lap_tag(word));
        base += count;
    }
}

template <int LAST>
__device__ __forceinline__ void soft_run_band(struct soft_shared *shared, const struct soft_job *job,
                                              int band, int warp, int lane)
{
    const int groups = errdiff_soft_groups(job->width), bodies = errdiff_soft_bodies(job->width);
    const int pitch = errdiff_soft_pitch(job->width), tiles = pitch / ERRDIFF_SOFT_TILE;
    const bool is_last_band = band + 1 >= errdiff_soft_bands(job->height);
    const bool is_last_warp = warp + 1 == ERRDIFF_SOFT_WARPS;
    uint32_t is_first_mask = lane == 0 ? ERRDIFF_SOFT_ERROR_MASK : 0;

    /* Four rows at a time, eight lanes a row, 16 bytes a lane. */
    const size_t corner =
        (size_t)(band * ERRDIFF_SOFT_ROWS + lane / 8) * pitch + (size_t)(lane % 8) * 16;
    const uint8_t *in = job->in + corner;
    uint8_t *out = job->out + corner;
    const uint32_t mover = soft_address(&shared->pixels[warp][lane / 8][lane % 8 * 4]);
    const uint32_t set_bytes = 4 * SOFT_ROW_WORDS * 4;
    uint32_t row = soft_address(shared->pixels[warp][lane]);
    uint32_t border = soft_address(shared->border[warp]);
    const bool gives_shared = lane == 31 && !is_last_warp && !is_last_band;
    const bool gives_device = lane == 31 && is_last_warp && !is_last_band;
    uint32_t border_below = soft_address(shared->border[is_last_warp ? 0 : warp + 1]);
    uint64_t *words = job->words + (size_t)(band / ERRDIFF_SOFT_WARPS) *
                                       errdiff_soft_words(job->width);

    for (int tile = 0; tile < ERRDIFF_SOFT_TILES - 1; tile++)
        for (int set = 0; set < ERRDIFF_SOFT_SETS; set++) {
            if (tile < tiles && !(tile == ERRDIFF_SOFT_TILES - 2 && set == ERRDIFF_SOFT_SETS - 1))
                soft_fetch(mover + set * set_bytes + tile * ERRDIFF_SOFT_TILE,
                           in + (size_t)set * 4 * pitch + tile * ERRDIFF_SOFT_TILE);
            asm volatile("cp.async.commit_group;" ::: "memory");
        }

    struct soft_lane state;
    state.before = state.above_left = SOFT_NO_ERROR;
    state.from_above[0] = state.from_above[1] = state.from_above[2] = SOFT_NO_ERROR;

    uint32_t place = (uint32_t)(-lane * 4);
    const uint32_t place_mask = SOFT_ROW_WORDS * 4 - 1;
    asm volatile("cp.async.wait_group 20;" ::: "memory");
    __syncwarp();
    state.pixels = soft_get_pixels(row + (place & place_mask));

    {
        int first = errdiff_soft_first_word();
        uint2 word;
        do
            word = soft_get_word(border + first * 8);
        while ((word.y & (uint32_t)ERRDIFF_SOFT_TAG_MASK) != errdiff_soft_lap_tag(first));
        state.word = word;
        state.above = soft_choose(is_first_mask, word.x, SOFT_NO_ERROR);
    }
    const uint32_t border_slots = ERRDIFF_SOFT_RING * 8 - 1;
    uint2 coming[ERRDIFF_SOFT_BODY];
    soft_get_words(coming, border + (errdiff_soft_word(0) * 8 & border_slots));
    const bool waits_below = !is_last_warp && !is_last_band;
    uint32_t below_round =
        soft_address(&shared->round[waits_below ? warp + 1 : ERRDIFF_SOFT_WARPS]);
    uint32_t reached_below = soft_get_pixels(below_round);
    uint32_t own_round = soft_address(&shared->round[warp]);
    uint32_t epoch_tag = job->epoch_tag;
    uint32_t rows_pitch = 4 * pitch;
    uint32_t start_round = lane - 1, end_round = groups - 1 + lane;
    soft_keep(own_round), soft_keep(below_round), soft_keep(epoch_tag), soft_keep(border_below);
    soft_keep(border), soft_keep(rows_pitch), soft_keep(start_round), soft_keep(end_round);
    soft_keep(is_first_mask), soft_keep(row);
    uint32_t lap_tag = errdiff_soft_lap_tag(errdiff_soft_word(0));
    uint32_t must_wait = 1;

    for (int body = 0; body < bodies; body++) {
        const int base = body * ERRDIFF_SOFT_BODY;
        if (must_wait) {
            const uint32_t from = border + (errdiff_soft_word(base) * 8 & border_slots);
            do {
                soft_get_words(coming, from);
                reached_below = soft_get_pixels(below_round);
                must_wait = soft_differences(coming, lap_tag, base < groups - 1) |
                            (reached_below + 287 - (base + ERRDIFF_SOFT_BODY - 1)) >> 31;
            } while (must_wait);
        }
        asm volatile("cp.async.wait_group 20;" ::: "memory");
        __syncwarp();
        soft_put_round(own_round, base);

        const uint32_t move = body + 23;
        const uint32_t at = mover + (move << 11 & 0x3800) + (move << 4 & 0x180);
        const uint32_t moves = (move & 7) * rows_pitch + (move << 4 & ~0x7Fu);
        uint32_t own_tag = is_last_warp ? epoch_tag : errdiff_soft_lap_tag(base);
        uint32_t below = border_below + (base * 8 & border_slots);
        soft_keep(own_tag), soft_keep(below);
        const uint4 moved = soft_get_piece(at);

#pragma unroll
        for (int i = 0; i < ERRDIFF_SOFT_BODY; i++) {
            const uint32_t here = soft_place(place, place_mask, row);
            place += 4;
            const uint32_t pixels = soft_get_pixels(soft_place(place, place_mask, row));
            uint32_t low, high;
            state.next_word = coming[i];
            if (i == ERRDIFF_SOFT_BODY - 1) {
                soft_get_words(coming, border + ((errdiff_soft_word(base) + ERRDIFF_SOFT_BODY) * 8 &
                                                 border_slots));
                reached_below = soft_get_pixels(below_round);
            }
            const uint32_t output =
                soft_round<LAST>(&state, is_first_mask, base + i == start_round,
                                 base + i == end_round, &low, &high, own_tag);
            soft_put_pixels(here, output);
            state.pixels = pixels;
            state.word = state.next_word;
            if (gives_shared)
                soft_put_word(below + i * 8, low, high);
            if (gives_device)
                soft_put_device_word(words + i, low, high);
            if (i == 1) {
                soft_put_piece(out - ERRDIFF_SOFT_TILES * ERRDIFF_SOFT_TILE + moves, moved,
                               move >= 32);
                soft_fetch_if(at, in + moves, move < 8 * tiles);
                asm volatile("cp.async.commit_group;" ::: "memory");
            }
        }
        words += ERRDIFF_SOFT_BODY;
        lap_tag = errdiff_soft_lap_tag(errdiff_soft_word(base + ERRDIFF_SOFT_BODY));
        must_wait = soft_differences(coming, lap_tag, base + ERRDIFF_SOFT_BODY < groups - 1) |
                    (reached_below + 287 - (base + 2 * ERRDIFF_SOFT_BODY - 1)) >> 31;
    }

    if (lane == 0)
        *(volatile int *)&shared->round[warp] = 1 << 30;
    __syncwarp();
    for (int body = bodies; body < errdiff_soft_flushes(job->width); body++) {
        const int set = errdiff_soft_moving_set(body), tile = errdiff_soft_left_tile(body);
        const uint32_t at =
            mover + set * set_bytes + (tile & (ERRDIFF_SOFT_TILES - 1)) * ERRDIFF_SOFT_TILE;
        if (tile >= 0 && tile < tiles) {
            uint4 v;
            asm volatile("ld.shared.v4.b32 {%0,%1,%2,%3}, [%4];"
                         : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
                         : "r"(at));
            *(uint4 *)(out + (size_t)set * 4 * pitch + tile * ERRDIFF_SOFT_TILE) = v;
        }
    }
}

template <int LAST>
__global__ void __launch_bounds__(SOFT_THREADS, 1) soft_kernel(struct soft_job job)
{
    extern __shared__ __align__(1024) unsigned char memory[];
    struct soft_shared *shared = (struct soft_shared *)memory;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;

    for (unsigned int i = threadIdx.x; i < sizeof *shared / 16; i += SOFT_THREADS)
        ((uint4 *)memory)[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    if (threadIdx.x == 0)
        shared->round[ERRDIFF_SOFT_WARPS] = 1 << 30;
    if (threadIdx.x == 0)
        shared->ticket = (int)(atomicAdd(job.ticket, 1u) - job.first_ticket);
    __syncthreads();
    const int ticket = shared->ticket;
    if (warp == ERRDIFF_SOFT_WARPS) {
        soft_fetch_border(shared, &job, ticket, lane);
        return;
    }
    const int band = ticket * ERRDIFF_SOFT_WARPS + warp;
    if (band < errdiff_soft_bands(job.height))
        soft_run_band<LAST>(shared, &job, band, warp, lane);
}

#endif
