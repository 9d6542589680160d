/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel of cuda-softsync for 8-bit gray, two levels and Floyd–Steinberg weights, in the order
 * of softsync_gray_order.h. NOTES.md has the measurements behind the choices made here.
 *
 * Errors are stored as e' = e + 2039, which is never negative. Sums are in units of 1/256 of v, in
 * unsigned arithmetic:
 *
 *     sum = 7 e' + e' + 5 e' + 3 e' + 256 v + 8        left; above left, above, above right
 *     new e' = min(sum, sum − 16 · 4080) >> 4          a negative difference wraps around
 *
 * This is the rule of a pixel: sum >> 4 is s + 2039, and s > 2040 takes the upper level.
 */
#ifndef ERRDIFF_SOFTSYNC_GRAY_CUH
#define ERRDIFF_SOFTSYNC_GRAY_CUH

#include "softsync_gray_order.h"
#include "words.cuh"

#include <cuda_runtime.h>

enum {
    GRAY_ERROR_BIAS = 8 * UINT8_MAX - 1, /* what is stored for an error of 0 */
    GRAY_WHITE = 16 * 16 * UINT8_MAX,
    GRAY_THREADS = 32 * (ERRDIFF_GRAY_WARPS + 1), /* the last warp fetches words */
    GRAY_ROW_BYTES = ERRDIFF_GRAY_TILE * ERRDIFF_GRAY_TILES,
    GRAY_SET_BYTES = ERRDIFF_GRAY_ROWS / ERRDIFF_GRAY_SETS * GRAY_ROW_BYTES,
    GRAY_BORDER_BYTES = ERRDIFF_GRAY_RING * 8,
    GRAY_NEVER_WAITS = 1 << 30
};

struct gray_shared {
    uint8_t pixels[ERRDIFF_GRAY_WARPS][ERRDIFF_GRAY_ROWS][GRAY_ROW_BYTES];
    uint64_t border[ERRDIFF_GRAY_WARPS][ERRDIFF_GRAY_RING]; /* words from above each band */
    int round[ERRDIFF_GRAY_WARPS + 1];                      /* of each band, and GRAY_NEVER_WAITS */
    int ticket;
};

/* Blocks are taken by ticket, across all launches. All arrays are rings of `ring` blocks. */
struct gray_job {
    const uint8_t *in;    /* rows of errdiff_gray_pitch bytes, aligned to 128 */
    uint32_t *out;        /* rows of errdiff_gray_out_words words */
    uint64_t *words;      /* errdiff_gray_words for each block, 0 at first */
    unsigned int *ticket; /* 0 before the first launch */
    int ring;             /* in blocks */
    int width, height;
};

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800

/* ---- Memory -------------------------------------------------------------------------------- */

__device__ __forceinline__ uint32_t gray_address(const void *shared)
{
    return (uint32_t)__cvta_generic_to_shared(shared);
}

/*
 * How the bands of a block communicate in shared memory (SOFTSYNC.md). Volatile accesses, which are
 * never kept in a register, are enough. Racecheck does not recognize them as synchronization, so
 * for racecheck the same is done with atomics.
 */
#if defined(ERRDIFF_FOR_RACECHECK)
__device__ __forceinline__ uint2 gray_get_word(uint32_t address)
{
    uint64_t word;
    asm volatile("atom.relaxed.cta.shared.or.b64 %0, [%1], 0;" : "=l"(word) : "r"(address));
    return errdiff_word_halves(word);
}

__device__ __forceinline__ void gray_put_word(uint32_t address, uint2 word)
{
    asm volatile(
        "{.reg .b64 before; atom.relaxed.cta.shared.exch.b64 before, [%0], %1;}" ::"r"(address),
        "l"(errdiff_word_join(word)));
}

__device__ __forceinline__ uint32_t gray_get_round(uint32_t address)
{
    uint32_t round;
    asm volatile("atom.relaxed.cta.shared.or.b32 %0, [%1], 0;" : "=r"(round) : "r"(address));
    return round;
}

__device__ __forceinline__ void gray_put_round(uint32_t address, uint32_t round)
{
    asm volatile(
        "{.reg .b32 before; atom.relaxed.cta.shared.exch.b32 before, [%0], %1;}" ::"r"(address),
        "r"(round));
}
#else
__device__ __forceinline__ uint2 gray_get_word(uint32_t address)
{
    uint64_t word;
    asm volatile("ld.volatile.shared.b64 %0, [%1];" : "=l"(word) : "r"(address));
    return errdiff_word_halves(word);
}

__device__ __forceinline__ void gray_put_word(uint32_t address, uint2 word)
{
    asm volatile("st.volatile.shared.b64 [%0], %1;" ::"r"(address), "l"(errdiff_word_join(word)));
}

__device__ __forceinline__ uint32_t gray_get_round(uint32_t address)
{
    uint32_t round;
    asm volatile("ld.volatile.shared.b32 %0, [%1];" : "=r"(round) : "r"(address));
    return round;
}

__device__ __forceinline__ void gray_put_round(uint32_t address, uint32_t round)
{
    asm volatile("st.volatile.shared.b32 [%0], %1;" ::"r"(address), "r"(round));
}
#endif

__device__ __forceinline__ uint32_t gray_get_pixels(uint32_t address)
{
    uint32_t pixels;
    asm volatile("ld.volatile.shared.b32 %0, [%1];" : "=r"(pixels) : "r"(address));
    return pixels;
}

/* These use predicates, not branches, which would split the unrolled rounds into basic blocks and
 * limit the compiler's scheduling. */
__device__ __forceinline__ void gray_put_out(uint32_t *to, uint32_t word, bool is_wanted)
{
    asm volatile("{.reg .pred wanted; setp.ne.s32 wanted, %2, 0;\n"
                 "@wanted st.global.b32 [%0], %1;}" ::"l"(to),
                 "r"(word), "r"((int)is_wanted)
                 : "memory");
}

__device__ __forceinline__ void gray_fetch(uint32_t to, const uint8_t *from, bool is_wanted)
{
    asm volatile("{.reg .pred wanted; setp.ne.s32 wanted, %2, 0;\n"
                 "@wanted cp.async.cg.shared.global [%0], [%1], 16;}" ::"r"(to),
                 "l"(from), "r"((int)is_wanted)
                 : "memory");
    asm volatile("cp.async.commit_group;" ::: "memory");
}

/* Waits until the copies that this body and the next one need have arrived. Each body starts one;
 * the latest 20 may still be under way. */
__device__ __forceinline__ void gray_await_pixels()
{
    asm volatile("cp.async.wait_group 20;" ::: "memory");
    __syncwarp();
}

/* ---- Instructions -------------------------------------------------------------------------- */

/* (mask & a) | (~mask & b) */
__device__ __forceinline__ uint32_t gray_choose(uint32_t mask, uint32_t a, uint32_t b)
{
    uint32_t chosen;
    asm("lop3.b32 %0, %1, %2, %3, 0xCA;" : "=r"(chosen) : "r"(mask), "r"(a), "r"(b));
    return chosen;
}

/* (offset & mask) | base */
__device__ __forceinline__ uint32_t gray_place(uint32_t offset, uint32_t mask, uint32_t base)
{
    uint32_t place;
    asm("lop3.b32 %0, %1, %2, %3, 0xEA;" : "=r"(place) : "r"(offset), "r"(mask), "r"(base));
    return place;
}

/* a · B + c. Left to itself, the compiler changes the order of additions, and the latest value is
 * not added last. */
template <int B> __device__ __forceinline__ uint32_t gray_add_product(uint32_t a, uint32_t c)
{
    uint32_t sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "n"(B), "r"(c));
    return sum;
}

/* Keeps a value in a register. The compiler would otherwise recompute it in each body. */
__device__ __forceinline__ void gray_hold(uint32_t &value)
{
    asm volatile("" : "+r"(value));
}

/* ---- Pixels -------------------------------------------------------------------------------- */

/* Dithers the pixel at place PLACE of a group. Returns e'. *taken becomes 255 << 8 if the upper
 * level is taken, 0 otherwise. */
template <int PLACE>
__device__ __forceinline__ uint32_t gray_pixel(uint32_t pixels, uint32_t before,
                                               uint32_t above_left, uint32_t above,
                                               uint32_t above_right, uint32_t *taken)
{
    uint32_t sum = __byte_perm(pixels, 8, 0x5504 | PLACE << 4);
    sum = gray_add_product<5>(above, sum + above_left);
    sum = gray_add_product<3>(above_right, sum);
    sum = gray_add_product<7>(before, sum);
    uint32_t rest = __viaddmin_u32(sum, (uint32_t)-GRAY_WHITE, sum);
    *taken = sum - rest;
    return rest >> 4;
}

/* What a lane keeps from round to round. Errors are stored as e'. */
struct gray_lane {
    uint32_t before, above_left, above; /* neighbors of the next pixel */
    uint32_t from_above[3];             /* the latest three errors of the lane above */
    uint32_t pixels;                    /* of the current group */
    uint2 word, next_word; /* for lane 0: the errors above this group and above the next */
    uint32_t is_first;     /* ERRDIFF_GRAY_ERROR_MASK in lane 0, otherwise 0 */
    uint32_t bits[2];      /* results of the latest 64 columns; the highest bit is the latest */
};

/* Runs a round. LAST is the place in its group of the row's last column; `is_end` says whether this
 * is that group. Sets four bits of *gathered, from bit 8 + 4 · nibble on. *word is for the band
 * below. */
template <int LAST>
__device__ __forceinline__ void gray_round(struct gray_lane *lane, bool is_before_start,
                                           bool is_end, uint32_t tag, uint2 *word,
                                           uint32_t *gathered, int nibble)
{
    const uint32_t all = 0xFFFFFFFF;
    uint32_t taken[4], e[4], right[4];
    uint32_t above[6] = {lane->above_left, lane->above};
    above[2] = gray_choose(lane->is_first, lane->word.x >> 16, lane->from_above[0]);
    above[3] = gray_choose(lane->is_first, lane->word.y, lane->from_above[1]);
    above[4] = gray_choose(lane->is_first, lane->word.y >> 16, lane->from_above[2]);
    for (int i = 0; i < 3; i++)
        right[i] = i == LAST && is_end ? GRAY_ERROR_BIAS : above[i + 2];

    e[0] = gray_pixel<0>(lane->pixels, lane->before, above[0], above[1], right[0], &taken[0]);
    uint32_t from_above = __shfl_up_sync(all, e[0], 1);
    e[1] = gray_pixel<1>(lane->pixels, e[0], above[1], above[2], right[1], &taken[1]);
    lane->from_above[0] = __shfl_up_sync(all, e[1], 1);
    e[2] = gray_pixel<2>(lane->pixels, e[1], above[2], above[3], right[2], &taken[2]);
    lane->from_above[1] = __shfl_up_sync(all, e[2], 1);

    /* The lane computes the column before the image, too, and its error must be 0. Only the error
     * above and to the right of it, that of column 0, could make it different, so that error is
     * left out. It is done in one instruction after the shuffle, since it is on the critical
     * path. */
    const bool is_edge = is_before_start || (LAST == 3 && is_end);
    above[5] = gray_choose(lane->is_first, lane->next_word.x, from_above);
    right[3] = gray_choose(is_edge ? ERRDIFF_GRAY_ERROR_MASK : lane->is_first,
                           is_edge ? GRAY_ERROR_BIAS : lane->next_word.x, from_above);
    e[3] = gray_pixel<3>(lane->pixels, e[2], above[3], above[4], right[3], &taken[3]);
    lane->from_above[2] = __shfl_up_sync(all, e[3], 1);

    lane->before = e[3];
    lane->above_left = above[4];
    lane->above = above[5];
    *word = make_uint2(e[1] * 65536 + e[0], e[3] * 65536 + (e[2] + tag));
    for (int i = 0; i < 4; i++)
        *gathered |= taken[i] & 256u << (4 * nibble + i);
}

/* ---- Bands --------------------------------------------------------------------------------- */

__device__ __forceinline__ void gray_get_words(uint2 words[ERRDIFF_GRAY_BODY], uint32_t border,
                                               int word)
{
    const uint32_t first = border + ((uint32_t)word * 8 & (GRAY_BORDER_BYTES - 1));
    for (uint32_t i = 0; i < ERRDIFF_GRAY_BODY; i++)
        words[i] = gray_get_word(first + i * 8);
}

/* Not 0 if a body cannot begin yet, because a word is missing or a slot below is not free. In
 * integer arithmetic: each of several dependent comparisons would take 13 cycles. */
__device__ __forceinline__ uint32_t gray_obstacle(const uint2 words[ERRDIFF_GRAY_BODY], int round,
                                                  int groups, uint32_t round_below)
{
    const uint32_t tag = errdiff_gray_lap_tag(errdiff_gray_word(round));
    uint32_t differences = 0;
    for (int i = 0; i < ERRDIFF_GRAY_BODY; i++)
        differences |= words[i].y ^ tag;
    const uint32_t mask = errdiff_gray_needs_words(round, groups) ? ERRDIFF_GRAY_TAG_MASK : 0;
    const int slots = errdiff_gray_free_slots(round + ERRDIFF_GRAY_BODY - 1, (int)round_below);
    return (differences & mask) | (uint32_t)slots >> 31;
}

/* Appends the results of the sixteen columns of a body, eight from each half. */
__device__ __forceinline__ void gray_gather(struct gray_lane *lane, const uint32_t halves[2])
{
    lane->bits[0] = __byte_perm(lane->bits[0], lane->bits[1], 0x5432);
    lane->bits[1] = __byte_perm(lane->bits[1], __byte_perm(halves[0], halves[1], 0x5100), 0x7632);
}

/* The place of a block in the rings of the job. */
__device__ __forceinline__ size_t gray_place_of(const struct gray_job *job, int ticket)
{
    return (size_t)(ticket % job->ring);
}

/* What a lane copies of the pixels of its band to shared memory. Eight lanes copy a row, 16 bytes
 * each, so a warp copies four rows at a time. */
struct gray_copier {
    const uint8_t *from; /* in the band's first row set */
    uint32_t to;
    uint32_t set_pitch; /* bytes of a row set in the image */
    int moves;          /* the number of copies that have pixels of the image */
};

/* `pitch` is errdiff_gray_pitch of the image, and first_row that of the band in job->in. */
__device__ __forceinline__ void gray_copier_make(struct gray_copier *copier,
                                                 struct gray_shared *shared,
                                                 const struct gray_job *job, int pitch,
                                                 size_t first_row, int warp, int number)
{
    copier->moves = pitch / ERRDIFF_GRAY_TILE * ERRDIFF_GRAY_SETS;
    copier->from = job->in + (first_row + number / 8) * pitch + number % 8 * 16;
    copier->to = gray_address(&shared->pixels[warp][number / 8][number % 8 * 16]);
    copier->set_pitch = ERRDIFF_GRAY_ROWS / ERRDIFF_GRAY_SETS * pitch;
}

__device__ __forceinline__ void gray_start_copy(const struct gray_copier *copier, int move)
{
    const int set = errdiff_gray_moved_set(move);
    gray_fetch(copier->to + set * GRAY_SET_BYTES +
                   errdiff_gray_tile_place(move) * ERRDIFF_GRAY_TILE,
               copier->from + (size_t)set * copier->set_pitch +
                   errdiff_gray_moved_tile(move) * ERRDIFF_GRAY_TILE,
               move < copier->moves);
}

/* How a band exchanges words and rounds with the bands above and below. Addresses without a type
 * are in shared memory. */
struct gray_links {
    uint32_t border, border_below; /* rings of words: from above, and to the band below */
    uint32_t own_round, round_below;
    uint64_t *words;                 /* in global memory, for the block below */
    uint32_t device_tag;             /* of those */
    bool is_last_warp;               /* the band below is in another block */
    bool gives_shared, gives_device; /* whether this lane writes words, and where */
};

__device__ __forceinline__ void gray_links_make(struct gray_links *links,
                                                struct gray_shared *shared,
                                                const struct gray_job *job, int ticket, int warp,
                                                int number)
{
    const int band = ticket * ERRDIFF_GRAY_WARPS + warp;
    const bool has_below = band + 1 < errdiff_gray_bands(job->height);
    links->is_last_warp = warp + 1 == ERRDIFF_GRAY_WARPS;
    links->gives_shared = number == 31 && has_below && !links->is_last_warp;
    links->gives_device = number == 31 && has_below && links->is_last_warp;
    links->border = gray_address(shared->border[warp]);
    links->border_below = gray_address(shared->border[links->is_last_warp ? 0 : warp + 1]);
    links->own_round = gray_address(&shared->round[warp]);
    const bool waits_below = has_below && !links->is_last_warp;
    links->round_below = gray_address(&shared->round[waits_below ? warp + 1 : ERRDIFF_GRAY_WARPS]);
    links->words = job->words + gray_place_of(job, ticket) * errdiff_gray_words(job->width);
    links->device_tag = errdiff_gray_device_tag(ticket, job->ring);
}

/* Sets the state of a lane before its first round. Waits for the first word from above. */
__device__ __forceinline__ void gray_start_lane(struct gray_lane *lane, uint32_t border, int number)
{
    lane->is_first = number == 0 ? ERRDIFF_GRAY_ERROR_MASK : 0;
    lane->before = lane->above_left = GRAY_ERROR_BIAS;
    lane->bits[0] = lane->bits[1] = 0;
    for (int i = 0; i < 3; i++)
        lane->from_above[i] = GRAY_ERROR_BIAS;
    do
        lane->word = gray_get_word(border + errdiff_gray_first_word() * 8);
    while ((lane->word.y & ERRDIFF_GRAY_TAG_MASK) !=
           errdiff_gray_lap_tag(errdiff_gray_first_word()));
    lane->above = gray_choose(lane->is_first, lane->word.x, GRAY_ERROR_BIAS);
}

/* What a lane needs to run the bodies of its band. */
struct gray_band {
    struct gray_copier copier;
    struct gray_links links;
    int groups, out_words, number;
    uint32_t row;        /* the lane's pixels in shared memory */
    uint32_t column;     /* of the next pixels to load */
    uint32_t *out;       /* the lane's row of the result */
    uint32_t out_shift;  /* errdiff_gray_out_shift */
    uint32_t start, end; /* the rounds before the row's first group, and of its last one */
};

/* Keeps in registers what every body needs. */
__device__ __forceinline__ void gray_hold_band(struct gray_band *band, struct gray_lane *lane)
{
    gray_hold(band->links.own_round), gray_hold(band->links.round_below);
    gray_hold(band->links.border), gray_hold(band->links.border_below);
    gray_hold(band->row), gray_hold(band->copier.set_pitch);
    gray_hold(band->start), gray_hold(band->end);
    gray_hold(lane->is_first), gray_hold(band->out_shift);
}

/* Loads the words for the body that begins with round `base`. Returns gray_obstacle for it. */
__device__ __forceinline__ uint32_t gray_load_words(const struct gray_band *band, int base,
                                                    uint2 coming[ERRDIFF_GRAY_BODY])
{
    gray_get_words(coming, band->links.border, errdiff_gray_word(base));
    const uint32_t round_below = gray_get_round(band->links.round_below);
    return gray_obstacle(coming, base, band->groups, round_below);
}

/* Passes the word of round i of a body on to the band below, if this lane has to. */
__device__ __forceinline__ void gray_give_word(const struct gray_links *links, uint32_t slot, int i,
                                               uint2 word)
{
    if (links->gives_shared)
        gray_put_word(slot + i * 8, word);
    if (links->gives_device)
        errdiff_word_store(links->words + i, errdiff_word_join(word));
}

/* Runs the four rounds of a body. Between them it loads the words for the next body, starts a copy
 * of pixels, and writes the result of earlier bodies, so that none of these is waited for. Returns
 * gray_obstacle for the next body. */
template <int LAST>
__device__ __forceinline__ uint32_t gray_run_body(struct gray_band *band, struct gray_lane *lane,
                                                  uint2 coming[ERRDIFF_GRAY_BODY], int body,
                                                  int base)
{
    const int move = errdiff_gray_move(body), out_word = errdiff_gray_out_word(body, band->number);
    const bool gives_out =
        errdiff_gray_gives_out(body) && out_word >= 0 && out_word < band->out_words;
    uint32_t tag = band->links.is_last_warp ? band->links.device_tag : errdiff_gray_lap_tag(base);
    uint32_t slot = band->links.border_below + ((uint32_t)base * 8 & (GRAY_BORDER_BYTES - 1));
    uint32_t halves[2] = {0, 0}, round_below = 0;
    gray_hold(tag), gray_hold(slot);

#pragma unroll
    for (int i = 0; i < ERRDIFF_GRAY_BODY; i++) {
        band->column += ERRDIFF_GRAY_GROUP;
        const uint32_t pixels =
            gray_get_pixels(gray_place(band->column, GRAY_ROW_BYTES - 1, band->row));
        lane->next_word = coming[i];
        if (i == ERRDIFF_GRAY_BODY - 1) {
            gray_get_words(coming, band->links.border, errdiff_gray_word(base + ERRDIFF_GRAY_BODY));
            round_below = gray_get_round(band->links.round_below);
        }
        uint2 word;
        gray_round<LAST>(lane, base + i == (int)band->start, base + i == (int)band->end, tag, &word,
                         &halves[i / 2], i % 2);
        lane->pixels = pixels;
        lane->word = lane->next_word;
        gray_give_word(&band->links, slot, i, word);
        if (i == 1) {
            gray_put_out(band->out + out_word,
                         __funnelshift_r(lane->bits[0], lane->bits[1], band->out_shift), gives_out);
            gray_start_copy(&band->copier, move);
        }
    }
    gray_gather(lane, halves);
    band->links.words += ERRDIFF_GRAY_BODY;
    return gray_obstacle(coming, base + ERRDIFF_GRAY_BODY, band->groups, round_below);
}

/* LAST is the place in its group of the last column. */
template <int LAST>
__device__ __forceinline__ void gray_run_band(struct gray_shared *shared,
                                              const struct gray_job *job, int ticket, int warp,
                                              int number)
{
    struct gray_band band;
    band.number = number;
    band.groups = errdiff_gray_groups(job->width);
    const int bodies = errdiff_gray_bodies(job->width);
    const int pitch = errdiff_gray_pitch(job->width);
    band.out_words = errdiff_gray_out_words(job->width);
    const size_t first_row =
        (gray_place_of(job, ticket) * ERRDIFF_GRAY_WARPS + warp) * ERRDIFF_GRAY_ROWS;
    /* The links before the copier: in the other order the compiler's code is 1.3 % slower. */
    gray_links_make(&band.links, shared, job, ticket, warp, number);
    gray_copier_make(&band.copier, shared, job, pitch, first_row, warp, number);
    band.row = gray_address(shared->pixels[warp][number]);
    band.out = job->out + (first_row + number) * band.out_words;
    band.out_shift = errdiff_gray_out_shift(number);
    for (int move = 0; move < errdiff_gray_move(0); move++)
        gray_start_copy(&band.copier, move);

    struct gray_lane lane;
    gray_start_lane(&lane, band.links.border, number);
    band.column = (uint32_t)(ERRDIFF_GRAY_GROUP * errdiff_gray_group(0, number));
    gray_await_pixels();
    lane.pixels = gray_get_pixels(gray_place(band.column, GRAY_ROW_BYTES - 1, band.row));
    band.start = number - 1;
    band.end = band.groups - 1 + number;
    gray_hold_band(&band, &lane);

    uint2 coming[ERRDIFF_GRAY_BODY];
    uint32_t obstacle = 1;
    for (int body = 0; body < bodies; body++) {
        const int base = body * ERRDIFF_GRAY_BODY;
        while (obstacle)
            obstacle = gray_load_words(&band, base, coming);
        gray_await_pixels();
        gray_put_round(band.links.own_round, base);
        obstacle = gray_run_body<LAST>(&band, &lane, coming, body, base);
    }
    gray_put_round(band.links.own_round, GRAY_NEVER_WAITS);
}

/* Waits for the words of the block above, and passes them to the first band. */
__device__ __forceinline__ void gray_fetch_words(struct gray_shared *shared,
                                                 const struct gray_job *job, int ticket, int number)
{
    const int end = errdiff_gray_last_word(job->width), above = ticket > 0 ? ticket - 1 : 0;
    const uint64_t *words = job->words + gray_place_of(job, above) * errdiff_gray_words(job->width);
    const uint32_t tag = errdiff_gray_device_tag(above, job->ring);
    const uint32_t border = gray_address(shared->border[0]);
    const uint32_t first_round = gray_address(&shared->round[0]);
    for (int base = errdiff_gray_first_word(); base < end;) {
        const int word = base + number;
        uint2 value = make_uint2(GRAY_ERROR_BIAS << 16 | GRAY_ERROR_BIAS,
                                 GRAY_ERROR_BIAS << 16 | GRAY_ERROR_BIAS | tag);
        if (ticket > 0 && word < end)
            value = errdiff_word_halves(errdiff_word_load(words + word));
        const bool is_there = word < end && (value.y & ERRDIFF_GRAY_TAG_MASK) == tag &&
                              errdiff_gray_free_slots(word, (int)gray_get_round(first_round)) >= 0;
        const uint32_t missing = ~__ballot_sync(0xFFFFFFFF, is_there);
        const int count = missing ? __ffs((int)missing) - 1 : 32;
        value.y = (value.y & ~ERRDIFF_GRAY_TAG_MASK) | errdiff_gray_lap_tag(word);
        if (number < count)
            gray_put_word(border + ((uint32_t)word * 8 & (GRAY_BORDER_BYTES - 1)), value);
        base += count;
    }
}

#endif

template <int LAST>
__global__ static void __launch_bounds__(GRAY_THREADS, 1)
    gray_run(const __grid_constant__ struct gray_job job)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    extern __shared__ __align__(1024) unsigned char memory[];
    struct gray_shared *shared = (struct gray_shared *)memory;
    const int warp = threadIdx.x / 32, number = threadIdx.x % 32;

    /* Zeros stand for pixels to the left of the image, and for words that are not written yet. */
    for (size_t i = threadIdx.x; i < sizeof *shared / sizeof(uint4); i += GRAY_THREADS)
        ((uint4 *)memory)[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    if (threadIdx.x == 0) {
        shared->round[ERRDIFF_GRAY_WARPS] = GRAY_NEVER_WAITS;
        shared->ticket = (int)atomicAdd(job.ticket, 1u);
    }
    __syncthreads();
    const int ticket = shared->ticket;
    if (warp == ERRDIFF_GRAY_WARPS)
        gray_fetch_words(shared, &job, ticket, number);
    else if (ticket * ERRDIFF_GRAY_WARPS + warp < errdiff_gray_bands(job.height))
        gray_run_band<LAST>(shared, &job, ticket, warp, number);
#endif
}

#endif
