/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef ERRDIFF_HOST_DEVICE_H
#define ERRDIFF_HOST_DEVICE_H

/* For functions that run on the processor and, compiled by nvcc, on the GPU. Most are always
 * inlined, so that the compiler removes the code that constant arguments make unreachable. Those
 * that are outlined are never inlined. */
#if defined(__CUDACC__)
#define HOST_DEVICE_OUTLINED static __host__ __device__ __noinline__
#define HOST_DEVICE_INLINE static __host__ __device__ __forceinline__
#elif defined(__GNUC__)
#define HOST_DEVICE_OUTLINED static __attribute__((noinline))
#define HOST_DEVICE_INLINE static inline __attribute__((always_inline))
#else
#define HOST_DEVICE_OUTLINED static
#define HOST_DEVICE_INLINE static inline
#endif

#endif
