/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the packed result of a two-level job, one bit a pixel as the GPU sends it, into bytes. */
#ifndef ERRDIFF_BITS_H
#define ERRDIFF_BITS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>
#endif

/* The eight pixels of every possible byte of packed bits. */
struct errdiff_bits {
    uint8_t pixels[256][8];
};

/* Fills the table: a bit of 0 becomes the value `low`, a bit of 1 the value `high`. */
static inline void errdiff_bits_prepare(struct errdiff_bits *bits, uint8_t low, uint8_t high)
{
    for (int byte = 0; byte < 256; byte++)
        for (int i = 0; i < 8; i++)
            bits->pixels[byte][i] = byte >> i & 1 ? high : low;
}

/* Writes eight pixels with a non-temporal store, which bypasses the caches: the result is not read
 * soon, and its cache lines need not be loaded before they are written. `to` must be a multiple of
 * 8. */
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

/* Writes `count` pixels. The first pixel is the lowest bit of the first byte. */
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
    _mm_sfence(); /* makes the stores visible before "done" is signaled */
#endif
}

#endif
