/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A block of the kernel for holograms: what its warps have in common, and how they wait for each other. */
#ifndef ERRDIFF_HOLOGRAM_BLOCK_CUH
#define ERRDIFF_HOLOGRAM_BLOCK_CUH

#include "hologram_order.h"
#include "hologram_rough.h"

#include <cuda_runtime.h>

struct hologram_work {
    struct errdiff_holobands bands;
    struct errdiff_hologram_quantiser quantiser;
    struct errdiff_hologram_sure sure;
    const errdiff_complex *hologram;
    const struct errdiff_holoband_tap *taps; /* of the hogels, row by row; in 16 bytes each */
    int early, row;                          /* room in them; as in errdiff_holobands_taps */
    unsigned table_bytes;                    /* of a band's, in shared memory */
    uint16_t *levels;
    uint64_t *words;             /* all are missing at first */
    unsigned *ticket;            /* the next band */
    const int *cancel;           /* not 0: end soon */
    unsigned long long *clipped; /* errors scaled back */
};

/* What the warps of a block do. A multiprocessor issues instructions of warps 0, 4, 8 … by one of its four
 * schedulers, of 1, 5, 9 … by the next: the warp that computes has one of its own. */
enum {
    HOLOGRAM_BEGINS_ODD,
    HOLOGRAM_FETCHES,
    HOLOGRAM_COMPUTES,
    HOLOGRAM_BEGINS_EVEN,
    HOLOGRAM_CARRIES,
    HOLOGRAM_GIVES,
    HOLOGRAM_WARPS
};

enum {
    HOLOGRAM_WARP = 32,
    HOLOGRAM_THREADS = HOLOGRAM_WARPS * HOLOGRAM_WARP,
    HOLOGRAM_CHUNK_THREADS = 4 * HOLOGRAM_WARP, /* that tell of chunks, or wait for them */
    HOLOGRAM_FETCHED = ERRDIFF_HOLOGRAM_REACH * ERRDIFF_HOLOBAND_CHUNK / HOLOGRAM_WARP,
    HOLOGRAM_CARRIED = ERRDIFF_HOLOBAND_TILE / HOLOGRAM_WARP, /* pixels of a chunk, each */
    HOLOGRAM_USUAL_LEVELS = 4096, /* at most, as their values are in shared memory */
    HOLOGRAM_SLEEP_NS = 100,      /* between looks for a word, after some of them */
    HOLOGRAM_TRIES = 64,          /* as many of them between looks for a cancel */
    HOLOGRAM_PIXELS_BYTES =
        ERRDIFF_HOLOBAND_TILE_STEP * (int)sizeof(errdiff_complex), /* of a step */
    HOLOGRAM_LEVELS_BYTES = ERRDIFF_HOLOBAND_TILE_STEP * (int)sizeof(uint16_t),
    HOLOGRAM_IN_TILE = ERRDIFF_HOLOBAND_CHUNK * ERRDIFF_HOLOBAND_TILE_STEP,
    HOLOGRAM_LEAST_HOGEL =
        2, /* of those in a table: a warp that begins sums goes 2 steps at once */
    HOLOGRAM_TAP_BYTES = sizeof(struct errdiff_holoband_tap),
    HOLOGRAM_TABLE_BYTES = 32 << 10, /* at most, of taps in shared memory */
    HOLOGRAM_SLOT_BYTES = ERRDIFF_HOLOBAND_SLOT * (int)sizeof(errdiff_complex),
    HOLOGRAM_SUMS_BYTES = ERRDIFF_HOLOBAND_LANES * (int)sizeof(errdiff_complex)
};

static const unsigned HOLOGRAM_ALL_LANES = 0xFFFFFFFFu;

struct hologram_tiles {
    /* With a step more, as the next pixel is read before it is known whether it is of the chunk. */
    errdiff_complex pixels[2][HOLOGRAM_IN_TILE + ERRDIFF_HOLOBAND_TILE_STEP];
    uint16_t levels[2][HOLOGRAM_IN_TILE];
    errdiff_complex sums[2][ERRDIFF_HOLOBAND_LANES]; /* begun, of even and odd steps */
    int last_chunk;                                  /* after which the block ends */
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

/* The thread's number in its warp: its lane of the band, or what it fetches, carries or gives. */
__device__ __forceinline__ int hologram_number()
{
    return (int)threadIdx.x % HOLOGRAM_WARP;
}

/* ---- Shared memory ------------------------------------------------------------------------- */

/*
 * By addresses in shared memory: a step on is then a constant in the instruction. The compiler keeps these
 * in their order, and threads read what others wrote behind a barrier.
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

__device__ __forceinline__ unsigned hologram_address(const void *shared)
{
    return (unsigned)__cvta_generic_to_shared(shared);
}

/* The compiler is not to see how a number was made: it would make it again at each step. */
__device__ __forceinline__ unsigned hologram_kept(unsigned number)
{
    return __shfl_sync(HOLOGRAM_ALL_LANES, number, hologram_number());
}

/*
 * What the warp that computes and one that begins tell each other, at each other step; who tells goes on
 * meanwhile. It is told again only when it has been waited for, since neither goes on without the
 * other's next.
 */
enum hologram_news {
    HOLOGRAM_EVEN_SUM_IS_BEGUN = 1,
    HOLOGRAM_ODD_SUM_IS_BEGUN,
    HOLOGRAM_EVEN_ERROR_IS_THERE,
    HOLOGRAM_ODD_ERROR_IS_THERE,
    HOLOGRAM_CHUNK_IS_READY, /* this, and the next number: of even and odd chunks */
    HOLOGRAM_CHUNK_IS_DONE = HOLOGRAM_CHUNK_IS_READY + 2 /* and the next */
};

#if defined(ERRDIFF_FOR_RACECHECK)
/* Racecheck does not know barriers that are not for all of a block. For it all warps meet when an error is
 * there, which is more than what they wait for elsewhere. */
__device__ __forceinline__ void hologram_meet()
{
    __syncthreads();
}

template <hologram_news NEWS> __device__ __forceinline__ void hologram_tell()
{
    if (NEWS >= HOLOGRAM_EVEN_ERROR_IS_THERE)
        __syncthreads();
}

template <hologram_news NEWS> __device__ __forceinline__ void hologram_tell_ahead()
{
}

template <hologram_news NEWS> __device__ __forceinline__ void hologram_wait()
{
}
#else
__device__ __forceinline__ void hologram_meet()
{
}

template <hologram_news NEWS> __device__ __forceinline__ void hologram_tell()
{
    asm volatile("bar.arrive %0, %1;" ::"n"((int)NEWS), "n"(2 * (int)HOLOGRAM_WARP) : "memory");
}

/* Before the first step. */
template <hologram_news NEWS> __device__ __forceinline__ void hologram_tell_ahead()
{
    hologram_tell<NEWS>();
}

template <hologram_news NEWS> __device__ __forceinline__ void hologram_wait()
{
    asm volatile("bar.sync %0, %1;" ::"n"((int)NEWS), "n"(2 * (int)HOLOGRAM_WARP) : "memory");
}
#endif

/* ---- Chunks -------------------------------------------------------------------------------- */

/*
 * Warps that fetch, carry or give work beside the one that computes, and it waits only if they are late:
 *
 *     computes     chunk 0 |         chunk 1          |         chunk 2          | …
 *     fetches      1 →     | 2 →                      | 3 →                      | …
 *     carries      1 →     | levels of 0, pixels of 2 | levels of 1, pixels of 3 | …
 *     gives                | 0                        | 1                        | …
 *
 * When a chunk is done, that is told to the three, and they tell when they are ready for the one after the
 * next. Those that begin sums need not be told: what they read was there before the error that they wait
 * for.
 */
#if defined(ERRDIFF_FOR_RACECHECK)
__device__ __forceinline__ void hologram_meet_before_chunk()
{
    __syncthreads();
}

__device__ __forceinline__ void hologram_tell_of_chunk(int, int)
{
}

__device__ __forceinline__ void hologram_wait_for_chunk(int, int)
{
}
#else
__device__ __forceinline__ void hologram_meet_before_chunk()
{
}

/* They take turns: one may be told of before all have seen what was told of the one before. */
__device__ __forceinline__ int hologram_barrier_of_chunk(int news, int chunk)
{
    return news + chunk % 2;
}

__device__ __forceinline__ void hologram_tell_of_chunk(int news, int chunk)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(hologram_barrier_of_chunk(news, chunk)),
                 "n"((int)HOLOGRAM_CHUNK_THREADS)
                 : "memory");
}

__device__ __forceinline__ void hologram_wait_for_chunk(int news, int chunk)
{
    asm volatile("bar.sync %0, %1;" ::"r"(hologram_barrier_of_chunk(news, chunk)),
                 "n"((int)HOLOGRAM_CHUNK_THREADS)
                 : "memory");
}
#endif

/* The chunk after which the block ends. Whoever says that it is another one does so before that chunk is told
 * of, so that all know it behind the same one. */
__device__ __forceinline__ int hologram_last_chunk(const struct hologram_tiles *tiles)
{
    return *(const volatile int *)&tiles->last_chunk;
}

__device__ __forceinline__ void hologram_end_after(struct hologram_tiles *tiles, int chunk)
{
    if (chunk < hologram_last_chunk(tiles))
        *(volatile int *)&tiles->last_chunk = chunk;
}

/* To the next one. */
__device__ __forceinline__ void hologram_end_chunk(const struct hologram_work *of,
                                                   struct hologram_place *place)
{
    place->chunk++;
    place->slot = errdiff_holobands_next_slot(&of->bands, place->slot);
}

#endif
