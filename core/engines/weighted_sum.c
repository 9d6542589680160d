/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes weighted sums of rows of numbers with SIMD instructions. */
#include "weighted_sum.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Computes sums[begin..count − 1], in loops that compilers vectorize. */
static void sum_any(int32_t *restrict sums, int begin, int count, int32_t start,
                    const struct errdiff_weighted *terms, int term_count)
{
    for (int i = begin; i < count; i++)
        sums[i] = start;
    for (int t = 0; t < term_count; t++) {
        const int32_t *restrict numbers = terms[t].numbers;
        int32_t weight = terms[t].weight;
        for (int i = begin; i < count; i++)
            sums[i] += weight * numbers[i];
    }
}

#if defined(__SSE2__)
enum { LANES = 4, VECTORS = 4, STEP = LANES * VECTORS };

/*
 * SSE2 has no 32-bit multiplication, but one that multiplies pairs of 16-bit numbers and adds the
 * two products. If a number fits in 16 bits, its lower half is the number n, and its upper half,
 * copies of the sign bit, is multiplied by 0:
 *
 *       number    | sign | n |
 *       weight    |   0  | w |        0 · sign + w · n
 *
 * Returns the number of sums computed, a multiple of STEP.
 */
static int sum_short(int32_t *restrict sums, int count, int32_t start,
                     const struct errdiff_weighted *terms, int term_count)
{
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        __m128i lanes[VECTORS];
        for (int v = 0; v < VECTORS; v++)
            lanes[v] = _mm_set1_epi32(start);
        for (int t = 0; t < term_count; t++) {
            const int32_t *numbers = terms[t].numbers + i;
            __m128i weight = _mm_set1_epi32(terms[t].weight & UINT16_MAX);
            for (int v = 0; v < VECTORS; v++) {
                __m128i four = _mm_loadu_si128((const __m128i *)(numbers + v * LANES));
                lanes[v] = _mm_add_epi32(lanes[v], _mm_madd_epi16(four, weight));
            }
        }
        for (int v = 0; v < VECTORS; v++)
            _mm_storeu_si128((__m128i *)(sums + i + v * LANES), lanes[v]);
    }
    return i;
}
#endif

void errdiff_weighted_sum(int32_t *restrict sums, int count, int32_t start,
                          const struct errdiff_weighted *terms, int term_count, bool are_short)
{
    int done = 0;
#if defined(__SSE2__)
    if (are_short)
        done = sum_short(sums, count, start, terms, term_count);
#else
    (void)are_short;
#endif
    sum_any(sums, done, count, start, terms, term_count);
}
