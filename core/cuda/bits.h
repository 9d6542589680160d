/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bits of pixels to bytes: what comes from the device where there are two levels. */
#ifndef ERRDIFF_BITS_H
#define ERRDIFF_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

/* Eight pixels for each value of a byte. */
struct errdiff_bits {
    uint8_t pixels[256][8];
};

/* For pixels of the values low where a bit is 0, and high where it is 1. */
static inline void errdiff_bits_prepare(struct errdiff_bits *bits, uint8_t low, uint8_t high)
{
    for (int byte = 0; byte < 256; byte++)
        for (int i = 0; i < 8; i++)
            bits->pixels[byte][i] = byte >> i & 1 ? high : low;
}

/* Eight pixels past the caches, to an address that is a multiple of 8: nobody reads them soon, and
 * the memory need not be read before it is written. */
static inline void errdiff_bits_stream(uint8_t *to, const uint8_t pixels[8])
{
#if defined(__SSE2__) && defined(__x86_64__)
    long long eight;
    memcpy(&eight, pixels, 8);
    _mm_stream_si64((long long *)(void *)to, eight);
#else
    memcpy(to, pixels, 8);
#endif
}

/* Writes `count` pixels, the first of which is the lowest bit of the first byte. */
static inline void errdiff_bits_expand(const struct errdiff_bits *bits, const uint8_t *packed,
                                       uint8_t *pixels, size_t count)
{
    size_t whole = count / 8;
    if ((uintptr_t)pixels % 8 == 0)
        for (size_t i = 0; i < whole; i++)
            errdiff_bits_stream(pixels + 8 * i, bits->pixels[packed[i]]);
    else
        for (size_t i = 0; i < whole; i++)
            memcpy(pixels + 8 * i, bits->pixels[packed[i]], 8);
    if (count % 8 > 0)
        memcpy(pixels + 8 * whole, bits->pixels[packed[whole]], count % 8);
#if defined(__SSE2__) && defined(__x86_64__)
    _mm_sfence(); /* what others are told after this is true */
#endif
}

#endif
