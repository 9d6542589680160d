/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Vectors of 16- and 32-bit lanes, as wide as those of the instruction set for which this is
 * compiled. Arithmetic uses C operators on the compiler's vector types. The functions here are
 * operations that these types do not express well; for an unknown instruction set they are written
 * in plain C.
 */
#ifndef ERRDIFF_VECTOR_H
#define ERRDIFF_VECTOR_H

#include "base/shuffle.h"
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__AVX512BW__)
#define VECTOR_BYTES 64
#define ERRDIFF_ISA(name) name##_avx512
#elif defined(__AVX2__)
#define VECTOR_BYTES 32
#define ERRDIFF_ISA(name) name##_avx2
#elif defined(__SSE4_1__)
#define VECTOR_BYTES 16
#define ERRDIFF_ISA(name) name##_sse41
#elif defined(ERRDIFF_USE_NEON)
#define VECTOR_BYTES 16
#define ERRDIFF_ISA(name) name##_neon
#else
#define VECTOR_BYTES 16
#define ERRDIFF_ISA(name) name##_c
#endif

#if defined(__SSE4_1__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(ERRDIFF_USE_NEON)
#include <arm_neon.h>
#endif

/* Inlined functions and unrolled loops make the lane kernels fast. With a sanitizer they would only
 * make the compiler slow: it would take minutes. */
#if defined(ERRDIFF_IS_SANITIZED)
enum { UNROLL_4 = 1, UNROLL_16 = 1 };
#define INLINE static inline
#else
enum { UNROLL_4 = 4, UNROLL_16 = 16 };
#define INLINE static inline __attribute__((always_inline))
#endif

/* A function that is neither inlined nor cloned for its callers' arguments. */
#if defined(__clang__)
#define SEPARATE __attribute__((noinline))
#else
#define SEPARATE __attribute__((noipa))
#endif
#define VECTOR(type) type __attribute__((vector_size(VECTOR_BYTES), aligned(VECTOR_BYTES)))

typedef int16_t v16 VECTOR();
typedef uint16_t v16u VECTOR();
typedef int32_t v32 VECTOR();
typedef uint32_t v32u VECTOR();
typedef float v32f VECTOR();
typedef double v64f VECTOR();

enum {
    LANES_16 = VECTOR_BYTES / 2,
    LANES_32 = VECTOR_BYTES / 4,
    PARTS = VECTOR_BYTES / 16 /* 128-bit parts; shuffles within a part are cheap */
};

INLINE v16 v16_all(int value)
{
    return (v16){0} + (int16_t)value;
}

INLINE v32 v32_all(int32_t value)
{
    return (v32){0} + value;
}

/* ---- Comparisons, and operations in those lanes only in which they hold --------------------- */

#if VECTOR_BYTES == 64
typedef __mmask32 mask16;
typedef __mmask16 mask32;

INLINE mask16 v16_above(v16 a, v16 b)
{
    return _mm512_cmpgt_epi16_mask((__m512i)a, (__m512i)b);
}

INLINE v16 v16_where(mask16 mask, v16 a)
{
    return (v16)_mm512_maskz_mov_epi16(mask, (__m512i)a);
}

INLINE v16 v16_add_where(mask16 mask, v16 a, v16 b)
{
    return (v16)_mm512_mask_add_epi16((__m512i)a, mask, (__m512i)a, (__m512i)b);
}

INLINE v16 v16_sub_where(mask16 mask, v16 a, v16 b)
{
    return (v16)_mm512_mask_sub_epi16((__m512i)a, mask, (__m512i)a, (__m512i)b);
}

/* a + 1 where the mask holds. */
INLINE v16 v16_increment_where(mask16 mask, v16 a)
{
    return v16_add_where(mask, a, v16_all(1));
}

INLINE mask32 v32_above(v32 a, v32 b)
{
    return _mm512_cmpgt_epi32_mask((__m512i)a, (__m512i)b);
}

INLINE mask32 v32u_above(v32u a, v32u b)
{
    return _mm512_cmpgt_epu32_mask((__m512i)a, (__m512i)b);
}

INLINE mask32 v32f_above(v32f a, v32f b)
{
    return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_GT_OQ);
}

INLINE v32 v32_where(mask32 mask, v32 a)
{
    return (v32)_mm512_maskz_mov_epi32(mask, (__m512i)a);
}

INLINE v32 v32_add_where(mask32 mask, v32 a, v32 b)
{
    return (v32)_mm512_mask_add_epi32((__m512i)a, mask, (__m512i)a, (__m512i)b);
}

INLINE v32 v32_sub_where(mask32 mask, v32 a, v32 b)
{
    return (v32)_mm512_mask_sub_epi32((__m512i)a, mask, (__m512i)a, (__m512i)b);
}

/* `b` where the mask holds, and `a` elsewhere. */
INLINE v32 v32_choose(mask32 mask, v32 a, v32 b)
{
    return (v32)_mm512_mask_mov_epi32((__m512i)a, mask, (__m512i)b);
}

INLINE mask32 v32_equal(v32 a, v32 b)
{
    return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b);
}

/* Whether the mask holds in any lane. */
INLINE bool mask32_is_any(mask32 mask)
{
    return mask != 0;
}
#else
typedef v16 mask16;
typedef v32 mask32;

INLINE mask16 v16_above(v16 a, v16 b)
{
    return a > b;
}

INLINE v16 v16_where(mask16 mask, v16 a)
{
    return a & mask;
}

INLINE v16 v16_add_where(mask16 mask, v16 a, v16 b)
{
    return a + (b & mask);
}

INLINE v16 v16_sub_where(mask16 mask, v16 a, v16 b)
{
    return a - (b & mask);
}

INLINE v16 v16_increment_where(mask16 mask, v16 a)
{
    return a - mask;
}

INLINE mask32 v32_above(v32 a, v32 b)
{
    return a > b;
}

INLINE mask32 v32u_above(v32u a, v32u b)
{
    return a > b;
}

INLINE mask32 v32f_above(v32f a, v32f b)
{
    return a > b;
}

INLINE mask32 v32_equal(v32 a, v32 b)
{
    return a == b;
}

INLINE v32 v32_where(mask32 mask, v32 a)
{
    return a & mask;
}

INLINE v32 v32_add_where(mask32 mask, v32 a, v32 b)
{
    return a + (b & mask);
}

INLINE v32 v32_sub_where(mask32 mask, v32 a, v32 b)
{
    return a - (b & mask);
}

INLINE v32 v32_choose(mask32 mask, v32 a, v32 b)
{
#if VECTOR_BYTES == 32
    return (v32)_mm256_blendv_epi8((__m256i)a, (__m256i)b, (__m256i)mask);
#elif defined(__SSE4_1__)
    return (v32)_mm_blendv_epi8((__m128i)a, (__m128i)b, (__m128i)mask);
#else
    return a ^ ((a ^ b) & mask);
#endif
}

INLINE bool mask32_is_any(mask32 mask)
{
#if VECTOR_BYTES == 32
    return !_mm256_testz_si256((__m256i)mask, (__m256i)mask);
#elif defined(__SSE4_1__)
    return !_mm_testz_si128((__m128i)mask, (__m128i)mask);
#else
    mask32 none = {0};
    return memcmp(&mask, &none, sizeof mask) != 0;
#endif
}
#endif

/* In each 32-bit lane: the lower half of `low` and the upper one of `high`. */
INLINE v16 v16_halves(v16 low, v16 high)
{
#if VECTOR_BYTES == 64
    return (v16)_mm512_mask_mov_epi16((__m512i)low, 0xAAAAAAAA, (__m512i)high);
#elif VECTOR_BYTES == 32
    return (v16)_mm256_blend_epi16((__m256i)low, (__m256i)high, 0xAA);
#elif defined(__SSE4_1__)
    return (v16)_mm_blend_epi16((__m128i)low, (__m128i)high, 0xAA);
#else
    return (v16)(((v32)low & UINT16_MAX) | ((v32)high & ~UINT16_MAX));
#endif
}

/* ---- Minimum, maximum, products ------------------------------------------------------------ */

#if VECTOR_BYTES == 64
#define SIMD(name) _mm512_##name
typedef __m512i simd;
#elif VECTOR_BYTES == 32
#define SIMD(name) _mm256_##name
typedef __m256i simd;
#elif defined(__SSE4_1__)
#define SIMD(name) _mm_##name
typedef __m128i simd;
#endif

#ifdef SIMD
INLINE v16 v16_min(v16 a, v16 b)
{
    return (v16)SIMD(min_epi16)((simd)a, (simd)b);
}

INLINE v16 v16_max(v16 a, v16 b)
{
    return (v16)SIMD(max_epi16)((simd)a, (simd)b);
}

INLINE v16u v16u_min(v16u a, v16u b)
{
    return (v16u)SIMD(min_epu16)((simd)a, (simd)b);
}

/* (a + b + 1) >> 1, of a sum with 17 bits. */
INLINE v16u v16u_mean(v16u a, v16u b)
{
    return (v16u)SIMD(avg_epu16)((simd)a, (simd)b);
}

/* (a · b) >> 16, unsigned. */
INLINE v16u v16u_high_product(v16u a, v16u b)
{
    return (v16u)SIMD(mulhi_epu16)((simd)a, (simd)b);
}

INLINE v32 v32_min(v32 a, v32 b)
{
    return (v32)SIMD(min_epi32)((simd)a, (simd)b);
}

INLINE v32 v32_max(v32 a, v32 b)
{
    return (v32)SIMD(max_epi32)((simd)a, (simd)b);
}

/* 16 · the lower byte of each lane or, if `odd`, the upper one. */
INLINE v16 v16_sixteen_times_byte(v16 a, int odd)
{
    v16 factors = v16_all(odd ? 16 << 8 : 16);
    return (v16)SIMD(maddubs_epi16)((simd)a, (simd)factors);
}

/* In each 32-bit lane: the sum of the signed products of the two lower and of the two upper
 * halves. */
INLINE v32 v16_sum_of_products(v16 a, v16 b)
{
    return (v32)SIMD(madd_epi16)((simd)a, (simd)b);
}
#elif defined(ERRDIFF_USE_NEON)
INLINE v16 v16_min(v16 a, v16 b)
{
    return (v16)vminq_s16((int16x8_t)a, (int16x8_t)b);
}

INLINE v16 v16_max(v16 a, v16 b)
{
    return (v16)vmaxq_s16((int16x8_t)a, (int16x8_t)b);
}

INLINE v16u v16u_min(v16u a, v16u b)
{
    return (v16u)vminq_u16((uint16x8_t)a, (uint16x8_t)b);
}

INLINE v16u v16u_mean(v16u a, v16u b)
{
    return (v16u)vrhaddq_u16((uint16x8_t)a, (uint16x8_t)b);
}

INLINE v16u v16u_high_product(v16u a, v16u b)
{
    uint32x4_t low = vmull_u16(vget_low_u16((uint16x8_t)a), vget_low_u16((uint16x8_t)b));
    uint32x4_t high = vmull_high_u16((uint16x8_t)a, (uint16x8_t)b);
    return (v16u)vuzp2q_u16(vreinterpretq_u16_u32(low), vreinterpretq_u16_u32(high));
}

INLINE v32 v32_min(v32 a, v32 b)
{
    return (v32)vminq_s32((int32x4_t)a, (int32x4_t)b);
}

INLINE v32 v32_max(v32 a, v32 b)
{
    return (v32)vmaxq_s32((int32x4_t)a, (int32x4_t)b);
}

INLINE v16 v16_sixteen_times_byte(v16 a, int odd)
{
    return odd ? (v16)((v16u)a >> 8) << 4 : (v16)((v16u)(a << 8) >> 4);
}

INLINE v32 v16_sum_of_products(v16 a, v16 b)
{
    int32x4_t low = vmull_s16(vget_low_s16((int16x8_t)a), vget_low_s16((int16x8_t)b));
    int32x4_t high = vmull_high_s16((int16x8_t)a, (int16x8_t)b);
    return (v32)vpaddq_s32(low, high);
}
#else
INLINE v16 v16_min(v16 a, v16 b)
{
    return b ^ ((a ^ b) & (a < b));
}

INLINE v16 v16_max(v16 a, v16 b)
{
    return b ^ ((a ^ b) & (a > b));
}

INLINE v16u v16u_min(v16u a, v16u b)
{
    return b ^ ((a ^ b) & (v16u)(a < b));
}

INLINE v16u v16u_mean(v16u a, v16u b)
{
    return (a | b) - ((a ^ b) >> 1);
}

INLINE v16u v16u_high_product(v16u a, v16u b)
{
    typedef uint32_t twice __attribute__((vector_size(2 * VECTOR_BYTES)));
    twice product = __builtin_convertvector(a, twice) * __builtin_convertvector(b, twice);
    return __builtin_convertvector(product >> 16, v16u);
}

INLINE v32 v32_min(v32 a, v32 b)
{
    return b ^ ((a ^ b) & (a < b));
}

INLINE v32 v32_max(v32 a, v32 b)
{
    return b ^ ((a ^ b) & (a > b));
}

INLINE v16 v16_sixteen_times_byte(v16 a, int odd)
{
    return odd ? (v16)((v16u)a >> 8) << 4 : (v16)((v16u)(a << 8) >> 4);
}

INLINE v32 v16_sum_of_products(v16 a, v16 b)
{
#if defined(__SSE2__)
    /* Every processor of x86-64 has this; 32-bit products would take it ten times as long. */
    return (v32)_mm_madd_epi16((__m128i)a, (__m128i)b);
#else
    v32 low_a = ((v32)a << 16) >> 16, low_b = ((v32)b << 16) >> 16;
    return low_a * low_b + ((v32)a >> 16) * ((v32)b >> 16);
#endif
}
#endif

INLINE v32u v32u_min(v32u a, v32u b)
{
#ifdef SIMD
    return (v32u)SIMD(min_epu32)((simd)a, (simd)b);
#elif defined(ERRDIFF_USE_NEON)
    return (v32u)vminq_u32((uint32x4_t)a, (uint32x4_t)b);
#else
    return b ^ ((a ^ b) & (v32u)(a < b));
#endif
}

/* floor(a · b / 2^32) */
INLINE v32u v32u_high_product(v32u a, v32u b)
{
#ifdef SIMD
    /* The products of the even lanes and of the odd ones have 64 bits. */
    typedef uint64_t v64u VECTOR();
    v64u even = (v64u)SIMD(mul_epu32)((simd)a, (simd)b);
    v64u odd = (v64u)SIMD(mul_epu32)((simd)((v64u)a >> 32), (simd)((v64u)b >> 32));
#if VECTOR_BYTES == 64
    return (v32u)_mm512_mask_mov_epi32((simd)(even >> 32), 0xAAAA, (simd)odd);
#elif VECTOR_BYTES == 32
    return (v32u)_mm256_blend_epi32((simd)(even >> 32), (simd)odd, 0xAA);
#else
    return (v32u)_mm_blend_epi16((simd)(even >> 32), (simd)odd, 0xCC);
#endif
#elif defined(ERRDIFF_USE_NEON)
    uint64x2_t low = vmull_u32(vget_low_u32((uint32x4_t)a), vget_low_u32((uint32x4_t)b));
    uint64x2_t high = vmull_high_u32((uint32x4_t)a, (uint32x4_t)b);
    return (v32u)vuzp2q_u32(vreinterpretq_u32_u64(low), vreinterpretq_u32_u64(high));
#else
    for (int i = 0; i < LANES_32; i++)
        a[i] = (uint32_t)((uint64_t)a[i] * b[i] >> 32);
    return a;
#endif
}

/* low..high */
INLINE v32 v32_clamp(v32 a, v32 low, v32 high)
{
    return v32_max(v32_min(a, high), low);
}

/* ---- Tables -------------------------------------------------------------------------------- */

/* table[index] */
INLINE v32 v32_gather(const int32_t *table, v32 index)
{
#if VECTOR_BYTES == 64
    return (v32)_mm512_i32gather_epi32((__m512i)index, table, 4);
#elif VECTOR_BYTES == 32
    return (v32)_mm256_i32gather_epi32(table, (__m256i)index, 4);
#else
    return (v32){table[index[0]], table[index[1]], table[index[2]], table[index[3]]};
#endif
}

/* table[index], for indices below 32. */
INLINE v32 v32_look_up_32(const int32_t table[32], v32 index)
{
#if VECTOR_BYTES == 64
    return (v32)_mm512_permutex2var_epi32(_mm512_loadu_si512(table), (__m512i)index,
                                          _mm512_loadu_si512(table + 16));
#elif VECTOR_BYTES == 32
    v32 quarters[4];
    for (int i = 0; i < 4; i++)
        quarters[i] = (v32)_mm256_permutevar8x32_epi32(
            _mm256_loadu_si256((const void *)(table + 8 * i)), (__m256i)index);
    mask32 is_odd = v32_above(index & 8, v32_all(0));
    return v32_choose(v32_above(index, v32_all(15)), v32_choose(is_odd, quarters[0], quarters[1]),
                      v32_choose(is_odd, quarters[2], quarters[3]));
#else
    return v32_gather(table, index);
#endif
}

/* table[index] for a table of bytes. Reads the three bytes behind each of them, too. */
INLINE v32 v32_gather_bytes(const uint8_t *table, v32 index)
{
#if VECTOR_BYTES == 64
    return (v32)_mm512_i32gather_epi32((__m512i)index, table, 1) & UINT8_MAX;
#elif VECTOR_BYTES == 32
    return (v32)_mm256_i32gather_epi32((const int32_t *)table, (__m256i)index, 1) & UINT8_MAX;
#else
    return (v32){table[index[0]], table[index[1]], table[index[2]], table[index[3]]};
#endif
}

/* ---- Quotients ----------------------------------------------------------------------------- */

/* floor((a · factor + offset) · scale), computed in doubles. */
INLINE v32 v32_rounded_quotient(v32 a, double factor, double offset, double scale)
{
#if VECTOR_BYTES == 64
    __m512d f = _mm512_set1_pd(factor), o = _mm512_set1_pd(offset), s = _mm512_set1_pd(scale);
    __m256i half[2];
    for (int i = 0; i < 2; i++) {
        __m256i part =
            i == 0 ? _mm512_castsi512_si256((__m512i)a) : _mm512_extracti64x4_epi64((__m512i)a, 1);
        __m512d exact = _mm512_add_pd(_mm512_mul_pd(_mm512_cvtepi32_pd(part), f), o);
        half[i] = _mm512_cvt_roundpd_epi32(_mm512_mul_pd(exact, s),
                                           _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    }
    return (v32)_mm512_inserti64x4(_mm512_castsi256_si512(half[0]), half[1], 1);
#elif defined(ERRDIFF_USE_NEON)
    float64x2_t f = vdupq_n_f64(factor), o = vdupq_n_f64(offset), s = vdupq_n_f64(scale);
    int64x2_t part[2] = {vmovl_s32(vget_low_s32((int32x4_t)a)), vmovl_high_s32((int32x4_t)a)};
    for (int i = 0; i < 2; i++) {
        float64x2_t exact = vaddq_f64(vmulq_f64(vcvtq_f64_s64(part[i]), f), o);
        part[i] = vcvtmq_s64_f64(vmulq_f64(exact, s));
    }
    return (v32)vuzp1q_s32(vreinterpretq_s32_s64(part[0]), vreinterpretq_s32_s64(part[1]));
#elif VECTOR_BYTES == 32
    __m256d f = _mm256_set1_pd(factor), o = _mm256_set1_pd(offset), s = _mm256_set1_pd(scale);
    __m128i half[2];
    for (int i = 0; i < 2; i++) {
        __m128i part =
            i == 0 ? _mm256_castsi256_si128((__m256i)a) : _mm256_extracti128_si256((__m256i)a, 1);
        __m256d exact = _mm256_add_pd(_mm256_mul_pd(_mm256_cvtepi32_pd(part), f), o);
        half[i] = _mm256_cvttpd_epi32(_mm256_floor_pd(_mm256_mul_pd(exact, s)));
    }
    return (v32)_mm256_inserti128_si256(_mm256_castsi128_si256(half[0]), half[1], 1);
#elif defined(SIMD)
    __m128d f = _mm_set1_pd(factor), o = _mm_set1_pd(offset), s = _mm_set1_pd(scale);
    __m128i half[2];
    for (int i = 0; i < 2; i++) {
        __m128i part = i == 0 ? (__m128i)a : _mm_unpackhi_epi64((__m128i)a, (__m128i)a);
        __m128d exact = _mm_add_pd(_mm_mul_pd(_mm_cvtepi32_pd(part), f), o);
        half[i] = _mm_cvttpd_epi32(_mm_floor_pd(_mm_mul_pd(exact, s)));
    }
    return (v32)_mm_unpacklo_epi64(half[0], half[1]);
#else
    for (int i = 0; i < LANES_32; i++) {
        double quotient = (a[i] * factor + offset) * scale;
        int32_t whole = (int32_t)quotient;
        a[i] = whole - (quotient < whole);
    }
    return a;
#endif
}

/* floor(a · factor), for products of less than 2^22. Those that are next to an integer may be
 * rounded to it before, and negative ones may be rounded up, depending on the instruction set. */
INLINE v32 v32_floor_of_product(v32 a, float factor)
{
#if VECTOR_BYTES == 64
    /* A sum of this size has no bits for fractions, and the integer is in its last ones. */
    const __m512 large = _mm512_set1_ps(3 << 22);
    __m512 sum = _mm512_fmadd_round_ps(_mm512_cvtepi32_ps((__m512i)a), _mm512_set1_ps(factor),
                                       large, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
    return (v32)sum - (v32)large;
#else
    return __builtin_convertvector(__builtin_convertvector(a, v32f) * factor, v32);
#endif
}

/* ---- Lanes as floats and doubles ----------------------------------------------------------- */

INLINE v32f v32f_all(float value)
{
    return value - (v32f){0}; /* Compilers compute a sum, because of -0. */
}

INLINE v32f v32_to_floats(v32 a)
{
#if VECTOR_BYTES == 64
    return (v32f)_mm512_cvtepi32_ps((__m512i)a);
#else
    return __builtin_convertvector(a, v32f);
#endif
}

/* a · factor + addend; rounded once or twice, depending on the instruction set. */
INLINE v32f v32f_multiply_add(v32f a, v32f factor, v32f addend)
{
#if VECTOR_BYTES == 64
    return (v32f)_mm512_fmadd_ps((__m512)a, (__m512)factor, (__m512)addend);
#elif VECTOR_BYTES == 32
    return (v32f)_mm256_fmadd_ps((__m256)a, (__m256)factor, (__m256)addend);
#else
    return a * factor + addend;
#endif
}

typedef int32_t v32_half __attribute__((vector_size(VECTOR_BYTES / 2)));
typedef int64_t v64 VECTOR();

/* The lower lanes and the upper ones. */
struct v32_doubles {
    v64f half[2];
};

INLINE v64f v64f_all(double value)
{
    return value - (v64f){0}; /* Compilers compute a sum, because of -0. */
}

INLINE struct v32_doubles v32_to_doubles(v32 a)
{
#if VECTOR_BYTES == 64 /* Of the general conversion compilers make two halves for each half. */
    __m256i low = _mm512_castsi512_si256((__m512i)a);
    __m256i high = _mm512_extracti64x4_epi64((__m512i)a, 1);
    return (struct v32_doubles){{(v64f)_mm512_cvtepi32_pd(low), (v64f)_mm512_cvtepi32_pd(high)}};
#else
    v32_half halves[2];
    memcpy(halves, &a, sizeof a);
    return (struct v32_doubles){
        {__builtin_convertvector(halves[0], v64f), __builtin_convertvector(halves[1], v64f)}};
#endif
}

/* The lowest 32 bits of integers, which must be less than 2^51 in size. */
INLINE v32 v32_from_doubles(struct v32_doubles a)
{
    v32_half halves[2];
    v32 low;
    for (int i = 0; i < 2; i++) /* A sum of this size has no bits for fractions. */
        halves[i] = __builtin_convertvector((v64)(a.half[i] + 0x3p51), v32_half);
    memcpy(&low, halves, sizeof low);
    return low;
}

INLINE v64f v64f_multiply_add(v64f a, v64f factor, v64f addend)
{
#if VECTOR_BYTES == 64
    return (v64f)_mm512_fmadd_pd((__m512d)a, (__m512d)factor, (__m512d)addend);
#elif VECTOR_BYTES == 32
    return (v64f)_mm256_fmadd_pd((__m256d)a, (__m256d)factor, (__m256d)addend);
#else
    return a * factor + addend;
#endif
}

INLINE v64f v64f_min(v64f a, v64f b)
{
#if VECTOR_BYTES == 64
    return (v64f)_mm512_min_pd((__m512d)a, (__m512d)b);
#elif VECTOR_BYTES == 32
    return (v64f)_mm256_min_pd((__m256d)a, (__m256d)b);
#elif defined(SIMD)
    return (v64f)_mm_min_pd((__m128d)a, (__m128d)b);
#elif defined(ERRDIFF_USE_NEON)
    return (v64f)vminq_f64((float64x2_t)a, (float64x2_t)b);
#else
    v64 is_less = a < b;
    return (v64f)(((v64)a & is_less) | ((v64)b & ~is_less));
#endif
}

/* A vector of the numbers at `from`, with 0 in the upper half of each lane. */
INLINE v32 v32_load_16u(const uint16_t *from)
{
#if VECTOR_BYTES == 64
    return (v32)_mm512_cvtepu16_epi32(_mm256_loadu_si256((const void *)from));
#elif VECTOR_BYTES == 32
    return (v32)_mm256_cvtepu16_epi32(_mm_loadu_si128((const void *)from));
#elif defined(__SSE4_1__)
    return (v32)_mm_cvtepu16_epi32(_mm_loadl_epi64((const void *)from));
#elif defined(ERRDIFF_USE_NEON)
    return (v32)vmovl_u16(vld1_u16(from));
#else
    return (v32){from[0], from[1], from[2], from[3]};
#endif
}

/* ---- Moves between lanes ------------------------------------------------------------------- */

/* Lane i becomes lane i + 1 of `a`; the last lane becomes lane 0 of `last`. */
#if VECTOR_BYTES == 64
INLINE v16 v16_from_next(v16 a, v16 last)
{
    __m512i next = _mm512_alignr_epi64((__m512i)last, (__m512i)a, 2);
    return (v16)_mm512_alignr_epi8(next, (__m512i)a, 2);
}

INLINE v32 v32_from_next(v32 a, v32 last)
{
    return (v32)_mm512_alignr_epi32((__m512i)last, (__m512i)a, 1);
}
#elif VECTOR_BYTES == 32
INLINE v16 v16_from_next(v16 a, v16 last)
{
    __m256i next = _mm256_permute2x128_si256((__m256i)a, (__m256i)last, 0x21);
    return (v16)_mm256_alignr_epi8(next, (__m256i)a, 2);
}

INLINE v32 v32_from_next(v32 a, v32 last)
{
    __m256i next = _mm256_permute2x128_si256((__m256i)a, (__m256i)last, 0x21);
    return (v32)_mm256_alignr_epi8(next, (__m256i)a, 4);
}
#else
INLINE v16 v16_from_next(v16 a, v16 last)
{
    return SHUFFLE(v16, a, last, 1, 2, 3, 4, 5, 6, 7, 8);
}

INLINE v32 v32_from_next(v32 a, v32 last)
{
    return SHUFFLE(v32, a, last, 1, 2, 3, 4);
}
#endif

/* Lane i becomes lane i − 1 of `a`; lane 0 becomes the last lane of `before`. */
INLINE v32 v32_from_last(v32 a, v32 before)
{
#if VECTOR_BYTES == 64
    return (v32)_mm512_alignr_epi32((__m512i)a, (__m512i)before, 15);
#elif VECTOR_BYTES == 32
    __m256i last = _mm256_permute2x128_si256((__m256i)before, (__m256i)a, 0x21);
    return (v32)_mm256_alignr_epi8((__m256i)a, last, 12);
#else
    return SHUFFLE(v32, before, a, 3, 4, 5, 6);
#endif
}

/* A vector with *from in lane 0. The other lanes are undefined. May read one number more. */
INLINE v16 v16_load_first(const int16_t *from)
{
#ifdef SIMD
    int32_t two;
    memcpy(&two, from, sizeof two);
    __m128i first = _mm_cvtsi32_si128(two);
#if VECTOR_BYTES == 64
    return (v16)_mm512_castsi128_si512(first);
#elif VECTOR_BYTES == 32
    return (v16)_mm256_castsi128_si256(first);
#else
    return (v16)first;
#endif
#else
    return (v16){*from};
#endif
}

INLINE v32 v32_load_first(const int32_t *from)
{
#if VECTOR_BYTES == 64
    return (v32)_mm512_castsi128_si512(_mm_cvtsi32_si128(*from));
#elif VECTOR_BYTES == 32
    return (v32)_mm256_castsi128_si256(_mm_cvtsi32_si128(*from));
#else
    return (v32){*from};
#endif
}

INLINE void v32_store_first(int32_t *to, v32 a)
{
    *to = a[0];
}

/* Writes lane 0 to *to. May write an undefined number behind it. */
INLINE void v16_store_first(int16_t *to, v16 a)
{
    int32_t two = ((v32)a)[0];
    memcpy(to, &two, sizeof two);
}

/* After a load of bytes, the first byte of each lane is its lower one on every processor; before a
 * store, these are swapped back. */
INLINE v16 v16_swap_bytes_if_big_endian(v16 a)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return a << 8 | (v16)((v16u)a >> 8);
#else
    return a;
#endif
}

/* The same for the 16-bit halves of each lane. */
INLINE v32 v32_swap_halves_if_big_endian(v32 a)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return a << 16 | (v32)((v32u)a >> 16);
#else
    return a;
#endif
}

/* ---- To memory, past the caches ------------------------------------------------------------ */

/* Writes 64 bytes to an aligned cache line, bypassing the caches. Other threads may read them only
 * after stream_end(). */
INLINE void stream_line(void *to, const void *from)
{
#ifdef SIMD
    for (int i = 0; i < 64; i += VECTOR_BYTES) {
        simd part;
        memcpy(&part, (const char *)from + i, sizeof part);
#if VECTOR_BYTES == 64
        _mm512_stream_si512((void *)((char *)to + i), part);
#elif VECTOR_BYTES == 32
        _mm256_stream_si256((void *)((char *)to + i), part);
#else
        _mm_stream_si128((void *)((char *)to + i), part);
#endif
    }
#else
    memcpy(to, from, 64);
#endif
}

INLINE void stream_end(void)
{
#ifdef SIMD
    _mm_sfence();
#endif
}

/* ---- Transposition: rows to columns and back ----------------------------------------------- */

/* Loads PARTS × 16 bytes, each from a place that must be aligned to 16. */
INLINE v16 v16_join_parts(const void *const parts[PARTS])
{
#if VECTOR_BYTES == 64
    __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(parts[0])),
                                          _mm_load_si128(parts[1]), 1);
    __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(parts[2])),
                                           _mm_load_si128(parts[3]), 1);
    return (v16)_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
#elif VECTOR_BYTES == 32
    return (v16)_mm256_inserti128_si256(_mm256_castsi128_si256(_mm_load_si128(parts[0])),
                                        _mm_load_si128(parts[1]), 1);
#else
    v16 joined;
    memcpy(&joined, __builtin_assume_aligned(parts[0], 16), 16);
    return joined;
#endif
}

/* Loads PARTS × 16 bytes that are `stride` bytes apart; from must be aligned to 16. */
INLINE v16 v16_gather_parts(const uint8_t *from, int stride)
{
    const void *parts[PARTS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = from + i * stride;
    return v16_join_parts(parts);
}

/* Loads PARTS × 16 bytes: part i from numbers + places[4 · i], which must be aligned to 16. */
INLINE v16 v16_load_parts(const int32_t *numbers, const volatile uint32_t *places)
{
    const void *parts[PARTS];
    for (int i = 0; i < PARTS; i++)
        parts[i] = numbers + places[4 * i];
    return v16_join_parts(parts);
}

INLINE void v16_scatter_parts(uint8_t *to, int stride, v16 parts)
{
#if VECTOR_BYTES == 64
    __m512i a = (__m512i)parts;
    _mm_store_si128((void *)to, _mm512_castsi512_si128(a));
    _mm_store_si128((void *)(to + stride), _mm512_extracti32x4_epi32(a, 1));
    _mm_store_si128((void *)(to + 2 * stride), _mm512_extracti32x4_epi32(a, 2));
    _mm_store_si128((void *)(to + 3 * stride), _mm512_extracti32x4_epi32(a, 3));
#elif VECTOR_BYTES == 32
    _mm_store_si128((void *)to, _mm256_castsi256_si128((__m256i)parts));
    _mm_store_si128((void *)(to + stride), _mm256_extracti128_si256((__m256i)parts, 1));
#else
    (void)stride;
    memcpy(__builtin_assume_aligned(to, 16), &parts, 16);
#endif
}

/* Interleaves the lower (lo) or upper (hi) halves of each 128-bit part of two vectors. */
#ifdef SIMD
#define INTERLEAVE(bits, half, a, b) ((v16)SIMD(unpack##half##_epi##bits)((simd)(a), (simd)(b)))
#else
#define INTERLEAVE(bits, half, a, b) interleave_##bits##_##half(a, b)
INLINE v16 interleave_16_lo(v16 a, v16 b)
{
    return SHUFFLE(v16, a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

INLINE v16 interleave_16_hi(v16 a, v16 b)
{
    return SHUFFLE(v16, a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

INLINE v16 interleave_32_lo(v16 a, v16 b)
{
    return (v16)SHUFFLE(v32, (v32)a, (v32)b, 0, 4, 1, 5);
}

INLINE v16 interleave_32_hi(v16 a, v16 b)
{
    return (v16)SHUFFLE(v32, (v32)a, (v32)b, 2, 6, 3, 7);
}

INLINE v16 interleave_64_lo(v16 a, v16 b)
{
    return (v16)SHUFFLE(v64, (v64)a, (v64)b, 0, 2);
}

INLINE v16 interleave_64_hi(v16 a, v16 b)
{
    return (v16)SHUFFLE(v64, (v64)a, (v64)b, 1, 3);
}
#endif

/*
 * In each 128-bit part, transposes an 8 × 8 matrix of 16-bit numbers:
 *
 *     a[0]  00 01 02 … 07            a[0]  00 10 20 … 70
 *     a[1]  10 11 12 … 17     →      a[1]  01 11 21 … 71
 *     …                              …
 */
INLINE void v16_transpose_8(v16 a[8])
{
    v16 b[8], c[8];
    for (int i = 0; i < 4; i++) {
        b[2 * i] = INTERLEAVE(16, lo, a[2 * i], a[2 * i + 1]);
        b[2 * i + 1] = INTERLEAVE(16, hi, a[2 * i], a[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        c[4 * i] = INTERLEAVE(32, lo, b[4 * i], b[4 * i + 2]);
        c[4 * i + 1] = INTERLEAVE(32, hi, b[4 * i], b[4 * i + 2]);
        c[4 * i + 2] = INTERLEAVE(32, lo, b[4 * i + 1], b[4 * i + 3]);
        c[4 * i + 3] = INTERLEAVE(32, hi, b[4 * i + 1], b[4 * i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        a[2 * i] = INTERLEAVE(64, lo, c[i], c[i + 4]);
        a[2 * i + 1] = INTERLEAVE(64, hi, c[i], c[i + 4]);
    }
}

/* Transposes a 4 × 4 matrix of 32-bit numbers, as v16_transpose_8 does 8 × 8 of 16 bits. */
INLINE void v32_transpose_4(v16 a[4])
{
    v16 b[4];
    b[0] = INTERLEAVE(32, lo, a[0], a[1]);
    b[1] = INTERLEAVE(32, hi, a[0], a[1]);
    b[2] = INTERLEAVE(32, lo, a[2], a[3]);
    b[3] = INTERLEAVE(32, hi, a[2], a[3]);
    a[0] = INTERLEAVE(64, lo, b[0], b[2]);
    a[1] = INTERLEAVE(64, hi, b[0], b[2]);
    a[2] = INTERLEAVE(64, lo, b[1], b[3]);
    a[3] = INTERLEAVE(64, hi, b[1], b[3]);
}

/* Loads eight numbers for each lane: words[i] becomes eights[8 · place + i]. */
INLINE void v32_load_eights(const int32_t *eights, v32 place, v32 words[8])
{
    /* Volatile, since compilers would take the numbers from the vector one by one. */
    const volatile union {
        v32 vector;
        uint32_t numbers[LANES_32];
    } places = {.vector = place * 8};
    v16 rows[4];
#pragma GCC unroll 2
    for (int half = 0; half < 8; half += 4) {
#pragma GCC unroll UNROLL_4
        for (int i = 0; i < 4; i++)
            rows[i] = v16_load_parts(eights + half, places.numbers + i);
        v32_transpose_4(rows);
#pragma GCC unroll UNROLL_4
        for (int i = 0; i < 4; i++)
            words[half + i] = (v32)rows[i];
    }
}

#if VECTOR_BYTES == 64
/* has_bit[b][n] is −1 if bit b of n is set. */
_Alignas(16) static const int8_t has_bit[4][16] = {
    {0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1},
    {0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1},
    {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1},
    {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1},
};

/*
 * Turns 64 comparison results into rows of bytes: byte k of row i becomes 255 if result k holds in
 * lane i, or else 0. Rows are `stride` bytes apart and aligned like vectors.
 */
INLINE void mask16_to_rows(const mask16 mask[64], uint8_t *rows, int stride)
{
    /* First gathers byte b of the results in part b of each vector, then each byte b in a
     * vector. */
    const __m512i bytes =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    const __m512i numbers = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    __m512i a[4], b[4];
    for (int i = 0; i < 4; i++)
        a[i] = _mm512_permutexvar_epi32(
            numbers, _mm512_shuffle_epi8(_mm512_load_si512(mask + 16 * i), bytes));
    b[0] = _mm512_shuffle_i32x4(a[0], a[1], 0x44);
    b[1] = _mm512_shuffle_i32x4(a[0], a[1], 0xEE);
    b[2] = _mm512_shuffle_i32x4(a[2], a[3], 0x44);
    b[3] = _mm512_shuffle_i32x4(a[2], a[3], 0xEE);
    for (int i = 0; i < 2; i++) {
        a[2 * i] = _mm512_shuffle_i32x4(b[i], b[i + 2], 0x88);
        a[2 * i + 1] = _mm512_shuffle_i32x4(b[i], b[i + 2], 0xDD);
    }
    /* Four bits of a byte at a time are used as indices of has_bit, one table for each row. */
    const __m512i four_bits = _mm512_set1_epi8(15);
    for (int row = 0; row < 32; row += 4) {
        __m512i byte = a[row / 8];
        __m512i values = _mm512_and_si512(row % 8 ? _mm512_srli_epi16(byte, 4) : byte, four_bits);
#pragma GCC unroll UNROLL_4
        for (int bit = 0; bit < 4; bit++) {
            __m128i table = _mm_load_si128((const void *)has_bit[bit]);
            _mm512_store_si512(rows + (row + bit) * stride,
                               _mm512_shuffle_epi8(_mm512_broadcast_i32x4(table), values));
        }
    }
}

/*
 * Turns 32 comparison results into rows of 16-bit numbers: number k of row i becomes `value` if
 * result k holds in lane i, or else 0. Rows are `stride` numbers apart and aligned like vectors.
 */
INLINE void mask32_to_rows(const mask32 mask[32], v16 value, uint16_t *rows, int stride)
{
    /* The results of lanes 0 to 7, then those of lanes 8 to 15. */
    const __m512i bytes =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15));
    const __m512i halves = _mm512_setr_epi64(0, 2, 4, 6, 1, 3, 5, 7);
    __m512i a =
        _mm512_permutexvar_epi64(halves, _mm512_shuffle_epi8(_mm512_load_si512(mask), bytes));
    for (int row = 0; row < 8; row++) {
        __mmask64 above = _mm512_test_epi8_mask(a, _mm512_set1_epi8((char)(1 << row)));
        _mm512_store_si512(rows + row * stride, (__m512i)v16_where((mask16)above, value));
        _mm512_store_si512(rows + (row + 8) * stride,
                           (__m512i)v16_where((mask16)(above >> 32), value));
    }
}
#endif

#endif
