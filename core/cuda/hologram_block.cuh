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
    const struct errdiff_holoband_tap *taps; /* of the hogels, row by row */
    int early, row;                          /* room in them; as in errdiff_holobands_taps */
    uint16_t *levels;
    uint64_t *words;             /* all are missing at first */
    unsigned *ticket;            /* the next band */
    const int *cancel;           /* not 0: end soon */
    unsigned long long *clipped; /* errors scaled back */
};

/* What the warps of a block do. A multiprocessor issues instructions of warps 0, 4, 8 … by one of its four
 * schedulers, of 1, 5, 9 … by the next: the warps for which all others wait have one of their own. */
enum {
    HOLOGRAM_BEGINS_ODD,
    HOLOGRAM_PASSES,
    HOLOGRAM_COMPUTES,
    HOLOGRAM_BEGINS_EVEN,
    HOLOGRAM_CARRIES, /* this one, and all after it */
    HOLOGRAM_WARPS = HOLOGRAM_CARRIES + 2
};

enum {
    HOLOGRAM_WARP = 32,
    HOLOGRAM_THREADS = HOLOGRAM_WARPS * HOLOGRAM_WARP,
    HOLOGRAM_CARRIERS = (HOLOGRAM_WARPS - HOLOGRAM_CARRIES) * HOLOGRAM_WARP,
    HOLOGRAM_FETCHED = ERRDIFF_HOLOGRAM_REACH * ERRDIFF_HOLOBAND_CHUNK / HOLOGRAM_WARP,
    HOLOGRAM_CARRIED = ERRDIFF_HOLOBAND_TILE / HOLOGRAM_CARRIERS, /* pixels of a chunk, each */
    HOLOGRAM_USUAL_LEVELS = 4096, /* at most, as their values are in shared memory */
    HOLOGRAM_SLEEP_NS = 100,      /* between looks for a word, after some of them */
    HOLOGRAM_TRIES = 64,          /* as many of them between looks for a cancel */
    HOLOGRAM_IN_TILES = ERRDIFF_HOLOBAND_CHUNK * ERRDIFF_HOLOBAND_TILE_STEP,
    HOLOGRAM_SLOT_BYTES = ERRDIFF_HOLOBAND_SLOT * (int)sizeof(errdiff_complex),
    HOLOGRAM_SUMS_BYTES = ERRDIFF_HOLOBAND_LANES * (int)sizeof(errdiff_complex)
};

static const unsigned HOLOGRAM_ALL_LANES = 0xFFFFFFFFu;

struct hologram_tiles {
    errdiff_complex pixels[2][HOLOGRAM_IN_TILES];
    uint16_t levels[2][HOLOGRAM_IN_TILES];
    errdiff_complex sums[2][ERRDIFF_HOLOBAND_LANES]; /* begun, of even and odd steps */
};

/* The band that a block runs, and where it is in it. */
struct hologram_place {
    int band;
    int chunk;  /* counted from 0, at first_step */
    int chunks; /* in all */
    int slot;   /* the chunk's first */
};

__device__ __forceinline__ int hologram_step(const struct hologram_work *of, int chunk)
{
    return of->bands.first_step + chunk * ERRDIFF_HOLOBAND_CHUNK;
}

/* The thread's number in its warp: its lane of the band, or what it carries or passes. */
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

/*
 * What the warp that computes and one that begins tell each other, at each other step; who tells goes on
 * meanwhile. It is told again only when it has been waited for, since neither goes on without the
 * other's next.
 */
enum hologram_news {
    HOLOGRAM_EVEN_SUM_IS_BEGUN = 1,
    HOLOGRAM_ODD_SUM_IS_BEGUN,
    HOLOGRAM_EVEN_ERROR_IS_THERE,
    HOLOGRAM_ODD_ERROR_IS_THERE
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

__device__ __forceinline__ void hologram_move(const struct hologram_work *of, int slot,
                                              errdiff_complex *slots)
{
    const int from = errdiff_holobands_moved_from(&of->bands, slot);
    for (int i = (int)threadIdx.x; i < errdiff_holobands_moved(&of->bands); i += HOLOGRAM_THREADS)
        slots[i] = slots[i + from];
}

/* All warps come here before each chunk; false: all is to end. *moved gets by how many slots errors were moved
 * back. */
__device__ __forceinline__ bool hologram_start_chunk(const struct hologram_work *of,
                                                     struct hologram_place *place,
                                                     errdiff_complex *slots, bool is_cancelled,
                                                     int *moved)
{
    *moved = 0;
    if (__syncthreads_or(is_cancelled))
        return false;
    if (errdiff_holobands_must_move(&of->bands, place->slot)) {
        hologram_move(of, place->slot, slots);
        *moved = place->slot - of->bands.kept_slots;
        place->slot = of->bands.kept_slots;
        __syncthreads();
    }
    return true;
}

__device__ __forceinline__ void hologram_end_chunk(struct hologram_place *place)
{
    place->chunk++;
    place->slot += ERRDIFF_HOLOBAND_CHUNK;
}

#endif
