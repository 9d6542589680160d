/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the warps of a block have in common in the kernel for holograms, and how they wait for each
 * other (see the drawings in hologram.cuh). */
#ifndef ERRDIFF_HOLOGRAM_BLOCK_CUH
#define ERRDIFF_HOLOGRAM_BLOCK_CUH

#include "hologram_order.h"
#include "hologram_rough.h"

#include <cuda_runtime.h>

struct hologram_work {
    struct errdiff_gpu_hologram_bands bands;
    struct errdiff_hologram_quantizer quantizer;
    struct errdiff_hologram_sure sure;
    const errdiff_complex *hologram;
    const struct errdiff_gpu_hologram_band_tap
        *taps;            /* for all hogels, row by row; 16 bytes each */
    int early, row;       /* how many taps there is room for; see errdiff_gpu_hologram_bands_taps */
    unsigned table_bytes; /* of one band, in shared memory */
    uint16_t *levels;
    uint64_t *words;             /* all ERRDIFF_GPU_HOLOGRAM_BAND_MISSING at first */
    unsigned *ticket;            /* of the next band */
    const int *cancel;           /* not 0 after a cancel */
    unsigned long long *clipped; /* how many errors were scaled back */
};

/* The warps of a block. Each of a multiprocessor's four schedulers issues the instructions of every
 * fourth warp. This order gives the computing warp a scheduler of its own. */
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
    HOLOGRAM_CHUNK_THREADS = 4 * HOLOGRAM_WARP, /* in the chunk barriers */
    HOLOGRAM_FETCHED = ERRDIFF_HOLOGRAM_REACH * ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK / HOLOGRAM_WARP,
    HOLOGRAM_CARRIED = ERRDIFF_GPU_HOLOGRAM_BAND_TILE / HOLOGRAM_WARP, /* pixels for each thread */
    HOLOGRAM_USUAL_LEVELS = 4096, /* limit: the value of each phase is in shared memory */
    HOLOGRAM_SLEEP_NS = 100,      /* sleep between polls for words */
    HOLOGRAM_POLLS = 64,          /* polls before a sleep and a check for a cancel */
    HOLOGRAM_PIXELS_BYTES =
        ERRDIFF_GPU_HOLOGRAM_BAND_TILE_STEP * (int)sizeof(errdiff_complex), /* of one step */
    HOLOGRAM_LEVELS_BYTES = ERRDIFF_GPU_HOLOGRAM_BAND_TILE_STEP * (int)sizeof(uint16_t),
    HOLOGRAM_IN_TILE = ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK * ERRDIFF_GPU_HOLOGRAM_BAND_TILE_STEP,
    HOLOGRAM_MIN_HOGEL = 2, /* a table needs hogels this wide: sum warps advance by 2 */
    HOLOGRAM_TAP_BYTES = sizeof(struct errdiff_gpu_hologram_band_tap),
    HOLOGRAM_TABLE_BYTES = 32 << 10, /* limit for the tap table */
    HOLOGRAM_SLOT_BYTES = ERRDIFF_GPU_HOLOGRAM_BAND_SLOT * (int)sizeof(errdiff_complex),
    HOLOGRAM_SUMS_BYTES = ERRDIFF_GPU_HOLOGRAM_BAND_LANES * (int)sizeof(errdiff_complex)
};

static const unsigned HOLOGRAM_ALL_LANES = 0xFFFFFFFFu;

struct hologram_tiles {
    /* One step longer than a chunk, because the next pixel is always read, even after the last
     * step. */
    errdiff_complex pixels[2][HOLOGRAM_IN_TILE + ERRDIFF_GPU_HOLOGRAM_BAND_TILE_STEP];
    uint16_t levels[2][HOLOGRAM_IN_TILE];
    errdiff_complex sums[2]
                        [ERRDIFF_GPU_HOLOGRAM_BAND_LANES]; /* begun, for even and for odd steps */
    int last_chunk;                                        /* the block ends after it */
};

/* The band of a block, and the current chunk. */
struct hologram_place {
    int band;
    int chunk; /* counted from 0, which begins at first_step */
    int slot;  /* the first slot of the chunk */
};

__device__ __forceinline__ int hologram_step(const struct hologram_work *work, int chunk)
{
    return work->bands.first_step + chunk * ERRDIFF_GPU_HOLOGRAM_BAND_CHUNK;
}

/* The thread's number in its warp. In the computing warp and the sum warps it is the lane of the
 * band. */
__device__ __forceinline__ int hologram_number()
{
    return (int)threadIdx.x % HOLOGRAM_WARP;
}

/* ---- Shared memory ------------------------------------------------------------------------- */

/*
 * Accesses by 32-bit shared-memory addresses, so that the offset of another step is a constant in
 * the instruction. The compiler keeps these accesses in order. What another warp wrote is only read
 * behind a barrier.
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

/* Hides from the compiler how a number was computed, which it would otherwise compute again in each
 * step. */
__device__ __forceinline__ unsigned hologram_opaque(unsigned number)
{
    return __shfl_sync(HOLOGRAM_ALL_LANES, number, hologram_number());
}

/*
 * Named barriers. Two of the first four are used in even steps, the other two in odd steps. A warp
 * that arrives at one of them next waits at another one, for the warp that the first one was for.
 * So no barrier is used again before the other side has passed it.
 */
enum hologram_barrier {
    HOLOGRAM_EVEN_SUM_IS_BEGUN = 1,
    HOLOGRAM_ODD_SUM_IS_BEGUN,
    HOLOGRAM_EVEN_ERROR_IS_THERE,
    HOLOGRAM_ODD_ERROR_IS_THERE,
    HOLOGRAM_CHUNK_IS_READY,                             /* two barriers, for even and odd chunks */
    HOLOGRAM_CHUNK_IS_DONE = HOLOGRAM_CHUNK_IS_READY + 2 /* two barriers, too */
};

#if defined(ERRDIFF_FOR_RACECHECK)
/* Racecheck only understands barriers of the whole block. For racecheck, all warps wait for each
 * other whenever an error is stored; all other waits are covered by this one. */
__device__ __forceinline__ void hologram_racecheck_sync()
{
    __syncthreads();
}

template <hologram_barrier BARRIER> __device__ __forceinline__ void hologram_arrive()
{
    if (BARRIER >= HOLOGRAM_EVEN_ERROR_IS_THERE)
        __syncthreads();
}

template <hologram_barrier BARRIER> __device__ __forceinline__ void hologram_arrive_ahead()
{
}

template <hologram_barrier BARRIER> __device__ __forceinline__ void hologram_wait()
{
}
#else
__device__ __forceinline__ void hologram_racecheck_sync()
{
}

template <hologram_barrier BARRIER> __device__ __forceinline__ void hologram_arrive()
{
    asm volatile("bar.arrive %0, %1;" ::"n"((int)BARRIER), "n"(2 * (int)HOLOGRAM_WARP) : "memory");
}

/* Arrives once before the first step. */
template <hologram_barrier BARRIER> __device__ __forceinline__ void hologram_arrive_ahead()
{
    hologram_arrive<BARRIER>();
}

template <hologram_barrier BARRIER> __device__ __forceinline__ void hologram_wait()
{
    asm volatile("bar.sync %0, %1;" ::"n"((int)BARRIER), "n"(2 * (int)HOLOGRAM_WARP) : "memory");
}
#endif

/* ---- Chunks -------------------------------------------------------------------------------- */

/*
 * The chunk barriers are shared by the computing, fetching, carrying and giving warps. Sum warps
 * need none: everything they read was complete before the error that they wait for.
 */
#if defined(ERRDIFF_FOR_RACECHECK)
__device__ __forceinline__ void hologram_racecheck_sync_before_chunk()
{
    __syncthreads();
}

__device__ __forceinline__ void hologram_arrive_at_chunk(int, int)
{
}

__device__ __forceinline__ void hologram_wait_for_chunk(int, int)
{
}
#else
__device__ __forceinline__ void hologram_racecheck_sync_before_chunk()
{
}

/* Even and odd chunks alternate, because a chunk may be announced before all warps have seen the
 * announcement of the previous one. */
__device__ __forceinline__ int hologram_chunk_barrier(int barrier, int chunk)
{
    return barrier + chunk % 2;
}

__device__ __forceinline__ void hologram_arrive_at_chunk(int barrier, int chunk)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(hologram_chunk_barrier(barrier, chunk)),
                 "n"((int)HOLOGRAM_CHUNK_THREADS)
                 : "memory");
}

__device__ __forceinline__ void hologram_wait_for_chunk(int barrier, int chunk)
{
    asm volatile("bar.sync %0, %1;" ::"r"(hologram_chunk_barrier(barrier, chunk)),
                 "n"((int)HOLOGRAM_CHUNK_THREADS)
                 : "memory");
}
#endif

/* The chunk after which the block ends. It may only be changed before that chunk is announced as
 * ready, so that all warps see the change at the same chunk. */
__device__ __forceinline__ int hologram_last_chunk(const struct hologram_tiles *tiles)
{
    return *(const volatile int *)&tiles->last_chunk;
}

__device__ __forceinline__ void hologram_end_after(struct hologram_tiles *tiles, int chunk)
{
    if (chunk < hologram_last_chunk(tiles))
        *(volatile int *)&tiles->last_chunk = chunk;
}

/* Goes on to the next chunk. */
__device__ __forceinline__ void hologram_end_chunk(const struct hologram_work *work,
                                                   struct hologram_place *place)
{
    place->chunk++;
    place->slot = errdiff_gpu_hologram_bands_next_slot(&work->bands, place->slot);
}

#endif
